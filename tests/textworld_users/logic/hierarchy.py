"""Types, what they are kinds of, and what are kinds of them."""

from textworld.generator.data import KnowledgeBase
from textworld.logic import Type, TypeHierarchy

types = KnowledgeBase.default().logic.types
food, thing = types.get("f"), types.get("o")
assert list(food.parents) == ["o"]
assert food.is_subtype_of(thing)
assert thing.is_supertype_of(food)
assert not thing.is_subtype_of(food)
assert {child.name for child in thing.child_types} == {"f", "k"}

own = TypeHierarchy()
for type_ in (Type("thing", []), Type("tool", ["thing"]), Type("saw", ["tool"])):
    own.add(type_)
assert {type_.name for type_ in own} == {"thing", "tool", "saw"}
assert len(own) == 3
saw = own.get("saw")
assert saw == Type("saw", ["tool"])
assert [parent.name for parent in saw.parent_types] == ["tool"]
assert [type_.name for type_ in saw.ancestors] == ["tool", "thing"]
assert [type_.name for type_ in saw.supertypes] == ["saw", "tool", "thing"]
assert [type_.name for type_ in own.get("thing").descendants] == ["tool", "saw"]
assert saw.has_supertype_named("thing")
assert own.get("thing").has_subtype_named("saw")
assert not own.get("thing").has_supertype_named("saw")


def parents(type_):
    return type_.parent_types


assert {type_.name for type_ in own.closure(saw, parents)} == {"tool", "thing"}
pairs = set(own.multi_supertypes((saw, own.get("tool"))))
assert (own.get("thing"), own.get("thing")) in pairs
assert (saw, own.get("tool")) in pairs
