"""Names that some version of TextWorld has and twbench has not, and what there is instead."""

__all__ = ["INSTEAD", "no_such_name"]

_PLAYED = "start(path) plays a story, whatever it is"
_NO_BROWSER = "pictures of worlds need no browser, visualize(game).save('map.svg') writes one"
_RENAMED = "it is called GenerationWarning"


def _in(module: str, *names: str) -> dict[str, str]:
    """Return what to say of names that TextWorld has in two places, and twbench in ``module``."""
    return dict.fromkeys(names, f"it is in {module}")


INSTEAD = {
    "twbench": {"TextworldGenerationWarning": _RENAMED},
    "twbench.envs": {
        **dict.fromkeys(("FrotzEnvironment", "JerichoEnvironment"), _PLAYED),
        **dict.fromkeys(
            ("GitGlulxEnv", "GlulxEnvironment"),
            "there is no Glulx, `twbench import` makes a story of the .json beside a .ulx",
        ),
        "PddlEnv": "there are no games of PDDL",
    },
    "twbench.generator": {
        "TextworldGenerationWarning": _RENAMED,
        **_in("twbench.generator.graph_networks", "create_map", "create_small_map"),
        **_in(
            "twbench.generator.inform7",
            *("CouldNotCompileGameError", "compile_inform7_game", "generate_inform7_source"),
        ),
        **_in("twbench.generator.text_generation", "generate_text_from_grammar"),
        **_in("twbench.logic", "State"),
        **_in("twbench.utils", "g_rng", "maybe_mkdir", "str2bool"),
    },
    "twbench.render": dict.fromkeys(("WebdriverNotFoundError", "get_webdriver"), _NO_BROWSER),
    "twbench.utils": {
        **dict.fromkeys(("get_webdriver", "which"), _NO_BROWSER),
        "save_graph_to_svg": "networkx.drawing draws graphs",
    },
}
"""What to use instead, by the module that has the name in TextWorld, and by that name."""


def no_such_name(module: str, name: str) -> AttributeError | ImportError:
    """Return the error for a name that a module has not.

    Where TextWorld has it, that is an ImportError: what an AttributeError says, ``from module
    import name`` does not tell. ``hasattr`` raises it, too.
    """
    instead = INSTEAD.get(module, {}).get(name)
    if instead is None:
        return AttributeError(f"module {module!r} has no attribute {name!r}")
    return ImportError(f"twbench has no {name} in {module}: {instead}.", name=module)
