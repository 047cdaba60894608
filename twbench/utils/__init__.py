"""What TextWorld has in its ``utils`` (docs: textworld.utils).

The names below are loaded when they are first used.
"""

__all__ = [
    "RandomGenerator",
    "RegexDict",
    "check_flag",
    "check_modules",
    "chunk",
    "encode_seeds",
    "g_rng",
    "make_temp_directory",
    "maybe_mkdir",
    "str2bool",
    "take",
    "unique_product",
    "uniquify",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.utils.random_generator import RandomGenerator, g_rng
    from twbench.utils.regex_dict import RegexDict
    from twbench.utils.scripts import (
        check_flag,
        check_modules,
        chunk,
        encode_seeds,
        make_temp_directory,
        maybe_mkdir,
        str2bool,
        take,
        unique_product,
        uniquify,
    )

_HOMES = {
    "random_generator": ("RandomGenerator", "g_rng"),
    "regex_dict": ("RegexDict",),
    "scripts": (
        "check_flag",
        "check_modules",
        "chunk",
        "encode_seeds",
        "make_temp_directory",
        "maybe_mkdir",
        "str2bool",
        "take",
        "unique_product",
        "uniquify",
    ),
}

__getattr__, __dir__ = loading(__name__, _HOMES)
