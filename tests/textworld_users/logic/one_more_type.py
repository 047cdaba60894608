"""The logic that ships, with one more file of types and rules beside it."""

from glob import glob
from os.path import join

from textworld import GameMaker, GameOptions
from textworld.generator.data import LOGIC_DATA_PATH, TEXT_GRAMMARS_PATH, KnowledgeBase
from textworld.logic import GameLogic

with open("lamp.twl", "w") as file:
    file.write("""
    type l : o {
        predicates {
            lit(l);
            unlit(l);
        }

        rules {
            light :: $in(l, I) & unlit(l) -> lit(l);
        }

        constraints {
            lamp1 :: lit(l) & unlit(l) -> fail();
        }

        inform7 {
            type {
                kind :: "lamp-like";
            }

            commands {
                light :: "light {l}" :: "lighting the {l}";
            }
        }
    }
    """)

shipped = sorted(glob(join(LOGIC_DATA_PATH, "*.twl")))
assert len(shipped) >= 8
kb = KnowledgeBase(GameLogic.load([*shipped, "lamp.twl"]), TEXT_GRAMMARS_PATH)
kb.logic_path = "shipped, and lamps"
assert kb.types.is_descendant_of("l", "o")
assert kb.inform7_commands["light"] == "light {l}"
assert glob(join(TEXT_GRAMMARS_PATH, "house_*.twg"))

options = GameOptions()
options.kb = kb
M = GameMaker(options)
attic = M.new_room("attic")
M.set_player(attic)
lamp = M.new(type="l", name="lamp")
lamp.add_property("unlit")
M.inventory.add(lamp)
actions = M.state.all_applicable_actions(kb.rules.values(), kb.types.constants_mapping)
(light,) = [action for action in actions if action.name == "light"]
state = M.state
assert not state.is_fact(M.new_fact("lit", lamp))
state.apply(light)
assert state.is_fact(M.new_fact("lit", lamp))
