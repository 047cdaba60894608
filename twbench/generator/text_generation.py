"""The text of a game: names, descriptions and objective, all by one text grammar."""

__all__ = [
    "CountOrderedDict",
    "MergeAction",
    "assign_description_to_object",
    "assign_description_to_quest",
    "assign_description_to_room",
    "assign_name_to_object",
    "assign_new_matching_names",
    "clean_replace_objs",
    "describe_event",
    "expand_clean_replace",
    "generate_instruction",
    "generate_text_from_grammar",
    "get_action_chains",
    "is_seq",
    "list_to_string",
    "obj_list_to_prop_string",
    "repl_sing_plur",
    "replace_num",
]

from twbench.generator.grammar.english import (
    list_to_string,
    repl_sing_plur,
    replace_num,
)
from twbench.generator.texts.descriptions import (
    assign_description_to_object,
    assign_description_to_room,
    clean_replace_objs,
    expand_clean_replace,
    obj_list_to_prop_string,
)
from twbench.generator.texts.instructions import (
    CountOrderedDict,
    MergeAction,
    assign_description_to_quest,
    describe_event,
    generate_instruction,
    get_action_chains,
    is_seq,
)
from twbench.generator.texts.naming import (
    assign_name_to_object,
    assign_new_matching_names,
)
from twbench.generator.texts.text_generation import generate_text_from_grammar
