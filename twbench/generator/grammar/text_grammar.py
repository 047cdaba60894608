"""Context-free grammars for text generation (docs: Context-Free Grammars)."""

__all__ = ["Grammar", "GrammarOptions", "MissingTextGrammar", "fix_determinant"]

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from twbench.errors import GenerationError, GrammarError, nearest
from twbench.generator.grammar.compiled_options import (
    Choices,
    Symbol,
    compile_option,
)
from twbench.generator.grammar.english import fix_determinant
from twbench.generator.grammar.expansions import all_expansions
from twbench.generator.grammar.finding import MissingTextGrammar, find_theme
from twbench.generator.grammar.grammar_file import CHECKED
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.instruction_symbols import is_instruction
from twbench.generator.grammar.name_pool import Name, NamePool
from twbench.generator.grammar.needs import missing_symbols
from twbench.generator.grammar.noun_share import absent_nouns
from twbench.printable import shortened, shown
from twbench.seeding import Rng, as_rng
from twbench.utils.random_generator import given_rng

MAX_STEPS = 100_000
"""Symbols that one text may expand at all."""
MAX_LENGTH = 1_000_000
"""Characters of one text."""
MAX_ROOM_TYPES = 1_000
_FREE_STEPS = 2_000
"""Symbols that one text may expand freely; beyond, only the options that end soonest are drawn."""

_NAME_SYMBOL = re.compile(r"(.*?)\((\w+)\)")
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_NOT_PROSE = re.compile(r"\([^()\s]*\)|\[(?:if|else if|otherwise|end if)\b[^\]]*\]|[\[\]|]")


class Grammar:
    """Context-free grammar for text generation.

    ``options`` customise the generation; ``rng`` draws the expansions (None: seed 0). Themes are
    looked for in ``text_grammars_path`` (a knowledge base's attribute of that name), where one is
    given, then among those that twbench ships, then in ``./textworld_data/text_grammars``. So what
    a theme of twbench says does not depend on the working folder, and a theme of one's own is found
    where `create_data_files` has put the files it began with. Files in ``text_grammars_path`` that
    are no whole theme add to the theme of their name that ships.

    Grammars are equal when they say the same: of one theme's files, under equal options.
    ``used_names`` has the names of all things that this grammar has named or found named.

    Raises MissingTextGrammar for an unknown theme and GrammarError for a faulty one.
    """

    def __init__(
        self,
        options: GrammarOptions | Mapping[str, Any] | None = None,
        rng: Any = None,
        *,
        text_grammars_path: str | Path | None = None,
    ):
        self.options = GrammarOptions(options)
        self.rng: Rng = given_rng(rng)
        self._theme = find_theme(self.options.theme, text_grammars_path)
        self._choices = self._theme.choices
        self._unused: dict[str, list[str | tuple[str | Choices, ...]]] = {}
        self.used_names: set[str] = set()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grammar):
            return NotImplemented
        return self.options == other.options and self._theme.options == other._theme.options

    def __hash__(self) -> int:
        return hash(self.theme)

    @property
    def theme(self) -> str:
        """Name of the theme."""
        return self._theme.name

    @property
    def tags(self) -> tuple[str, ...]:
        """All symbols of the grammar, without their ``#``, in the order of the files."""
        return tuple(self._theme.options)

    def check(self) -> bool:
        """Return True if this grammar has all that text generation needs.

        What makes a grammar unusable (syntax, unknown tags, endless ones) was refused when the
        theme was loaded. Raises GrammarError naming every missing symbol and every adjective of
        ``match`` that other names use, since it would no longer tell which key fits which lock.
        """
        if self._theme.memo.get(CHECKED):
            return True
        missing = missing_symbols(self._theme.options.keys())
        problems = [f"missing symbol {symbol!r}" for symbol in missing]
        problems += [
            f"match adjective {word!r} is used elsewhere, in names of {', '.join(kinds)}: only"
            " a key and what it opens may have it"
            for word, kinds in self._match_reuse().items()
        ]
        if problems:
            listed = "\n".join(f"  {problem}" for problem in problems)
            raise GrammarError(f"The text grammar {self.theme!r} cannot be used:\n{listed}")
        self._theme.memo[CHECKED] = True
        return True

    def has_tag(self, tag: str) -> bool:
        """Check if the grammar has ``tag``, given with or without its ``#``."""
        return tag in self._theme.options or tag.strip("#") in self._theme.options

    def symbol_for(self, form: str, lineage: Sequence[str]) -> str | None:
        """Return the symbol of ``form`` for the first of the types ``lineage`` that has one.

        ``form`` has a ``{}`` where a symbol has the type: ``{}_desc`` looks for ``(c)_desc``.
        """
        known = self._theme.symbols
        key = (form, tuple(lineage))
        if key not in known:
            symbols = (form.format(f"({kind})") for kind in lineage)
            known[key] = next((symbol for symbol in symbols if self.has_tag(symbol)), None)
        return known[key]

    def instructs(self, tag: str, types: Collection[str], names_things: bool) -> bool:
        """Say whether ``tag`` is there and tells an action: see `is_instruction`."""
        return self.has_tag(tag) and is_instruction(self._theme, tag, types, names_things)

    def expand(self, text: str, rng: Any = None) -> str:
        """Expand ``text`` until there is no more tag to expand.

        Every option of a tag is equally likely. A text always ends: one that has expanded very
        many tags goes on with the options that lead to an end soonest. Raises GrammarError for an
        unknown tag or a ``#`` without its partner.
        """
        if text.count("#") % 2:
            raise GrammarError(
                f"A '#' without its partner in {shown(text)}; a tag is written #symbol#."
            )
        stack = [
            self._choices[self._require(token)] if type(token) is Symbol else token
            for token in compile_option(text)
        ]
        return self._drawn(stack, self.rng if rng is None else as_rng(rng))

    def get_random_expansion(self, tag: str, rng: Any = None) -> str:
        """Return a randomly chosen complete expansion of ``tag``.

        Raises GrammarError if the grammar has no such tag.
        """
        choices = self._choices.get(tag)
        if choices is None:
            choices = self._choices[self._require(tag)]
        draws = self.rng if rng is None else as_rng(rng)
        if self.options.unique_expansion:
            return self._drawn([choices], draws)
        choice = choices[int(draws.random() * len(choices))]  # the first step, for most all of it
        return choice if type(choice) is str else self._drawn(list(choice), draws, steps=1)

    def get_matching_expansion(self, tag: str) -> str:
        """Return an expansion of ``tag`` in which each symbol of the option has one text.

        So are the names of a key and its lock written: ``red key <-> red door`` of one colour.
        """
        option = self.rng.choice(self._theme.options[self._require(tag)])
        marks = dict.fromkeys(token for token in option if type(token) is Symbol)
        texts = {mark: self.get_random_expansion(mark) for mark in marks}
        pieces = [texts[token] if type(token) is Symbol else token for token in option]
        return "".join(reversed(pieces))

    def get_all_expansions_for_tag(self, tag: str, max_depth: int = 500) -> list[str]:
        """Return all different texts of ``tag`` with at most ``max_depth`` nested expansions.

        In the order of the options; none for an unknown tag. Raises GrammarError for one with more
        than a million expansions.
        """
        return self._expansions(tag, max_depth) if self.has_tag(tag) else []

    def _expansions(self, tag: str, max_depth: int = 500) -> list[str]:
        symbol = self._require(tag)
        key = ("expansions", symbol, max_depth)
        return list(self._theme.once(key, lambda: all_expansions(self._theme, symbol, max_depth)))

    def get_all_expansions_for_type(self, type: str) -> list[str]:  # noqa: A002 - documented
        """Return all expansions of the names of ``type``, in any room, sorted, as ``adj|noun``."""
        return sorted({name.candidate for name in self.name_pool(type, None).names})

    def get_all_names_for_type(self, type: str, include_adj: bool) -> list[str]:  # noqa: A002
        """Return all names of ``type``, in any room, in alphabetical order.

        With ``include_adj`` the names have their adjectives, else they are nouns.
        """
        pool = self.name_pool(type, None)
        return sorted({name.full for name in pool.names} if include_adj else set(pool.nouns))

    def get_all_nouns_for_type(self, type: str) -> list[str]:  # noqa: A002 - documented
        """Return all nouns of ``type``, in any room, in alphabetical order."""
        return sorted(self.name_pool(type, None).nouns)

    def get_all_adjective_for_type(self, type: str) -> list[str]:  # noqa: A002 - documented
        """Return all adjectives of ``type``, in any room, in alphabetical order."""
        return sorted({name.adj for name in self.name_pool(type, None).names if name.adj})

    def get_vocabulary(self) -> list[str]:
        """Return every word that the grammar can produce, sorted, in lower case."""
        return list(self._theme.once("vocabulary", self._vocabulary))

    def _vocabulary(self) -> list[str]:
        found: set[str] = set()
        for options in self._theme.options.values():
            for option in options:
                for token in option:
                    if type(token) is not Symbol:
                        found.update(_WORD.findall(_NOT_PROSE.sub(" ", token.lower())))
        return sorted(found)

    def split_name_adj_noun(self, candidate: str, include_adj: bool) -> tuple[str, str | None, str]:
        """Return the name, the adjective (or None) and the noun of ``adj | noun`` or ``noun``.

        Without ``include_adj`` the adjective is discarded. Raises GrammarError for a candidate
        with several ``|``.
        """
        name = Name.read(candidate)
        if not include_adj or not name.adj:
            return name.noun, None, name.noun
        return name.full, name.adj, name.noun

    def generate_name(
        self,
        obj_type: str,
        room_type: str = "",
        include_adj: bool | None = None,
        exclude: Collection[str] = (),
    ) -> tuple[str, str | None, str]:
        """Draw a name for a thing of ``obj_type`` in a room of ``room_type``.

        Returns the whole name, its adjective (or None) and its noun. The name is neither in
        ``exclude`` nor in ``options.names_to_exclude``. Without adjectives (``include_adj``, or
        the option of that name) nouns are used up first, then adjectives come in after all, then,
        if ``options.allowed_variables_numbering``, numbers.

        Raises GrammarError if the grammar names no such type, GenerationError if its names have
        run out.
        """
        taken = {name.lower() for name in (*exclude, *self.options.names_to_exclude)}
        with_adj = self.options.include_adj if include_adj is None else include_adj
        name = self.draw_name(obj_type, room_type, with_adj, taken)
        self.used_names.add(name.full)
        return name.full, name.adj, name.noun

    def draw_name(self, obj_type: str, room_type: str, with_adj: bool, taken: set[str]) -> Name:
        """Draw a name as `generate_name` does; ``taken`` are all names not to draw, lower case."""
        pool = self.name_pool(obj_type, room_type)
        name = pool.draw(self.rng, taken, with_adj)
        return name or self.numbered_name(pool, obj_type, room_type, with_adj, taken)

    def numbered_name(
        self, pool: NamePool, obj_type: str, room_type: str, with_adj: bool, taken: set[str]
    ) -> Name:
        """Draw a name with a number behind it, where the names of ``pool`` have run out.

        Raises GenerationError unless ``options.allowed_variables_numbering``, GrammarError if it
        has had none at all.
        """
        if not pool.candidates:
            raise GrammarError(
                f"The text grammar {self.theme!r} has nothing but empty names for {obj_type!r}."
            )
        if self.options.allowed_variables_numbering:
            return pool.draw_numbered(self.rng, taken, with_adj)
        place = f" in a {room_type!r} room" if room_type else ""
        raise GenerationError(
            f"The text grammar {self.theme!r} has no name left for another {obj_type!r}{place}:"
            f" all {len(pool.names)} are taken. Allow numbering (allowed_variables_numbering) or"
            " add names to the theme."
        )

    def name_pool(self, obj_type: str, room_type: str | None) -> NamePool:
        """Return the names of ``obj_type`` in rooms of ``room_type`` ('' for general, None all).

        Without names of its own a room type uses the general ones, and those of all rooms where
        ``options.noun_share`` leaves it none. Raises GrammarError if there are none at all.
        """
        memo = self._theme.memo
        key = ("names", obj_type, room_type, self.options.noun_share)
        pool = memo.get(key)
        if not isinstance(pool, NamePool):
            pool = self._pool_of(self._name_symbols(obj_type, room_type))
            if self.options.noun_share != 1:
                pool = pool.without(self._absent_nouns())
                if not pool.candidates and room_type is not None:
                    pool = self.name_pool(obj_type, None)
            memo[key] = pool
        return pool

    def _absent_nouns(self) -> frozenset[str]:
        share = self.options.noun_share

        def found() -> frozenset[str]:
            symbols = (self._name_symbols(kind, None) for kind in self.named_types())
            return absent_nouns([self._pool_of(some).nouns for some in symbols], share)

        return self._theme.once(("absent nouns", share), found)

    def named_type(self, lineage: tuple[str, ...], room_type: str) -> str | None:
        """Return the first of some types that has names, in rooms of a type or in any."""
        memo = self._theme.memo
        key = ("named type", lineage, room_type)
        if key not in memo:
            forms = ("({})", f"{room_type}_({{}})")
            kinds = (kind for kind in lineage if any(self.has_tag(f.format(kind)) for f in forms))
            memo[key] = next(kinds, None)
        return memo[key]  # type: ignore[return-value]

    def _pool_of(self, symbols: tuple[str, ...]) -> NamePool:
        """Return the names of ``symbols``, which types of rooms without their own share."""

        def pool() -> NamePool:
            return NamePool.of(chain.from_iterable(map(self._expansions, symbols)))

        return self._theme.once(("names of", symbols), pool)

    def _name_symbols(self, obj_type: str, room_type: str | None) -> tuple[str, ...]:
        general = f"({obj_type})"
        specific = f"{room_type}_{general}"
        if room_type is None:
            wanted = (general, *(f"{kind}_{general}" for kind in self.room_types()))
            symbols = tuple(symbol for symbol in wanted if symbol in self._theme.options)
        else:
            symbols = (specific if specific in self._theme.options else general,)
        if not symbols:
            self._require(general)
        return symbols

    def room_types(self) -> list[str]:
        """Return the types of rooms that the theme knows, in its order."""
        types = self.get_all_expansions_for_tag("room_type") if self.has_tag("room_type") else []
        if len(types) > MAX_ROOM_TYPES:
            raise GrammarError(
                f"The text grammar {self.theme!r} has {len(types)} types of rooms, more than"
                f" {MAX_ROOM_TYPES}."
            )
        return types

    def named_types(self) -> list[str]:
        """Return the types of things that the theme has names for, in its order."""
        prefixes = {"", *(f"{room_type}_" for room_type in self.room_types())}
        found = (_NAME_SYMBOL.fullmatch(symbol) for symbol in self._theme.options)
        return list(dict.fromkeys(match[2] for match in found if match and match[1] in prefixes))

    def _match_reuse(self) -> dict[str, list[str]]:
        """Return the adjectives of ``match`` that other names have, with the types of these."""
        if not self.has_tag("match"):
            return {}
        reused: dict[str, list[str]] = {
            word: [] for word in self.get_all_expansions_for_tag("match")
        }
        for kind in self.named_types():
            # Not its names: to read thousands of them takes a tenth of a second.
            candidates = self.name_pool(kind, None).candidates
            used = {word for name in candidates for word in name.replace("|", " ").split()}
            for word in reused.keys() & used:
                reused[word].append(kind)
        return {word: kinds for word, kinds in reused.items() if kinds}

    def _require(self, tag: str) -> Symbol:
        symbol = tag if tag in self._theme.options else tag.strip("#")
        if symbol not in self._theme.options:
            raise GrammarError(
                f"The text grammar {self.theme!r} has no symbol #{shortened(symbol)}#."
                f"{nearest(symbol, self._theme.options)}"
            )
        return Symbol(symbol)

    def _drawn(self, stack: list[str | Choices], rng: Rng, steps: int = 0) -> str:
        """Expand the tokens of ``stack``, whose last is the first of the text.

        ``steps`` symbols were expanded before.
        """
        text = ""
        random = rng.random
        free = 0 if self.options.unique_expansion else _FREE_STEPS
        while stack:
            token = stack.pop()
            if isinstance(token, str):
                text += token
                continue
            steps += 1
            if steps > free:
                stack += self._drawn_with_care(token, rng, steps, len(text))
                continue
            choice = token[int(random() * len(token))]  # as Rng.choice draws, but inlined
            if isinstance(choice, str):
                text += choice
            else:
                stack += choice
        if len(text) > MAX_LENGTH:
            raise self._too_long()
        return text

    def _drawn_with_care(
        self, choices: Choices, rng: Rng, steps: int, length: int
    ) -> tuple[str | Choices, ...]:
        """Draw an option that was not drawn before; or one that ends soon, after many ``steps``.

        The text has a ``length`` by then.
        """
        if steps > _FREE_STEPS:
            if steps > MAX_STEPS or length > MAX_LENGTH:
                raise self._too_long()
            choice = rng.choice(self._theme.shortest[choices.symbol])
        else:
            unused = self._unused.get(choices.symbol)
            if not unused:
                unused = self._unused[choices.symbol] = list(choices)
            choice = unused.pop(rng.integer(len(unused)))
        return (choice,) if isinstance(choice, str) else choice

    def _too_long(self) -> GrammarError:
        return GrammarError(
            f"A text of the text grammar {self.theme!r} is too long: it expands more than"
            f" {MAX_STEPS} symbols, or has more than {MAX_LENGTH} characters."
        )
