"""Rules as code: the words that `twbench.story.state.conditions` makes of them, as instructions.

For each list of rules that a command may mean, one routine finds the first rule whose condition
holds; for each rule, another one carries it out. They do what the runtime would do with the same
words (``Solve`` in ``logic.inf``), without reading them: the objects in slots are variables of the
routine. Tables of relations have a global variable each, so that the code is the same in all games.

What a routine has no room for is left to the runtime, which reads the words of the condition: rules
with more placeholders than a routine may have variables, and relations beyond those of
`RELATIONS`.
"""

__all__ = ["RuleCode", "RuleWords", "relation_variable"]

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from twbench.story.state.representation import PLAYER_NUMBER
from twbench.story.zcode.assembler import (
    FALSE,
    PACKED,
    STACK,
    Code,
    Label,
    Operand,
    Packed,
    Routine,
    Variable,
)
from twbench.story.zcode.block import Block, Key, Pointer, Table, TextWord, Word
from twbench.story.zcode.layout import (
    ACTION_BYTES,
    BOUND_SLOT,
    FREE_SLOT,
    PAIR_FORM,
    RELATIONS,
    ROW_FORM,
    TRIGGER_ATTRIBUTE,
    TRIGGER_FACTOR,
    Call,
    Effect,
    RuleKind,
    RuleWord,
    Test,
    TextStep,
)
from twbench.story.zcode.template import Template

_VARIABLES = 15
"""How many a routine may have of its own."""
_LINE_RULES = 4
"""Words of the tail of a grammar line before the addresses of its rules."""
_TOLD = {
    TextStep.THE: ("PrintThe", 0),
    TextStep.CAPITAL_THE: ("PrintThe", 1),
    TextStep.A: ("PrintA", None),
    TextStep.LIST: ("PrintContents", 0),
    TextStep.IS_LIST: ("PrintContents", 1),
}
_CALLED = {
    Call.LOOK: "PrintRoom",
    Call.INVENTORY: "PrintInventory",
    Call.SCORE: "PrintScore",
    Call.QUIT: "Quit",
    Call.RESTART: "Restart",
    Call.SAVE: "Save",
    Call.RESTORE: "Restore",
}


@dataclass(frozen=True)
class RuleWords:
    """A rule as words: ``nouns`` are the slots that are filled before its condition is tested."""

    number: int
    kind: RuleKind
    nouns: int
    slots: int
    condition: Sequence[Word]
    effects: Sequence[Word]
    report: Word


@dataclass
class RuleCode:
    """The routines of a program, in the order in which they are asked for, with their numbers.

    ``relations`` are the keys of the tables that have a variable each.
    """

    template: Template
    block: Block
    relations: list[Key] = field(default_factory=list)
    routines: dict[Code, int] = field(default_factory=dict)

    def finder(self, rules: Sequence[RuleWords]) -> int:
        """Add a routine that returns the first of some rules that can be carried out, or 0.

        It is called with the tail of a line, where the addresses of the rules stand, and leaves
        what it found in the slots. Returns its number.
        """
        return self._keep(_Finder(self).of(rules))

    def doer(self, rule: RuleWords) -> int:
        """Add a routine that carries out a rule on what is in the slots; return its number.

        It is called with the address of the rule.
        """
        return self._keep(_Doer(self).of(rule))

    def has_room(self, rule: RuleWords) -> bool:
        """Whether a routine can test the condition of a rule, rather than the runtime."""
        tests = list(_tests(rule.condition))
        loops = sum(kind in (Test.PARTNER, Test.ROW) for kind, _ in tests)
        tables = [word for _, words in tests for word in words if isinstance(word, Table)]
        return 1 + rule.slots + 2 + 2 * loops <= _VARIABLES and all(
            self.relation(table.key) is not None for table in tables
        )

    def joined(self) -> tuple[Code, list[int]]:
        """Return all routines in one piece, and where each begins, as packed addresses."""
        data, moving, places = b"", [], []
        for code in self.routines:
            places.append(len(data) // PACKED)
            moving += [len(data) + place for place in code.moving]
            data += code.data
        return Code(data, tuple(moving)), places

    def _keep(self, routine: Routine) -> int:
        # Rules that are understood with fewer words are often carried out alike.
        return self.routines.setdefault(routine.finished(), len(self.routines))

    def variable(self, name: str) -> Variable:
        """Return a global variable of the runtime."""
        return self.template.variable(name)

    def relation(self, key: Key) -> Variable | None:
        """Return the variable that has the address of a table, None if there is none left."""
        if key not in self.relations:
            if len(self.relations) == RELATIONS:
                return None
            self.relations.append(key)
        return self.variable(relation_variable(self.relations.index(key)))

    def routine(self, name: str) -> Packed:
        """Return the address of a routine of the runtime."""
        return Packed(self.template.routines[name])

    def string(self, text: str) -> Packed:
        """Return the address of a string of the program."""
        return self.packed(self.block.strings[text])

    def packed(self, place: int) -> Packed:
        """Return the address of something behind the runtime, where strings begin."""
        return Packed(self.template.code_size // PACKED + place)

    @property
    def texts(self) -> set[int]:
        """The places of the addresses of strings in the block."""
        return set(self.block.texts)


def relation_variable(number: int) -> str:
    """Return the name of the variable of a relation, counted from 0."""
    return f"relation_{number}"


class _Finder:
    """The routine of a list of rules. Its first variable is the tail of the line.

    Behind it are the slots of a rule, then what its tests need: two for what they look at, and two
    more for each table whose rows are tried one after another.
    """

    def __init__(self, code: RuleCode):
        self.code = code
        self.routine = Routine()
        self.add = self.routine.add
        self.tail = Variable(1)

    def of(self, rules: Sequence[RuleWords]) -> Routine:
        """Try each of the rules; the routine returns its address, or goes on with the next one."""
        for noun in range(max(rule.nouns for rule in rules)):
            self.add("loadw", self.code.variable("slots"), noun, store=_slot(noun))
        for number, rule in enumerate(rules):
            other = Label() if number + 1 < len(rules) else FALSE
            if self.code.has_room(rule):
                self._try(rule, other)
                self._return(_LINE_RULES + number)
                self._end_loops()
            else:
                self._interpret(_LINE_RULES + number, other)
            if other is not FALSE:
                self.routine.mark(other)
        return self.routine

    def _interpret(self, place: int, other: Label) -> None:
        """Let the runtime read the condition of the rule whose address is there in the tail."""
        rule, holds = Variable(_VARIABLES - 1), Variable(_VARIABLES)
        self.add("loadw", self.tail, place, store=rule)
        self.add("loadw", rule, RuleWord.CONDITION.value, store=holds)
        self.add("call_2s", self.code.routine("Solve"), holds, store=holds)
        self.add("jz", holds, to=other)
        self.add("ret", rule)

    def _return(self, place: int) -> None:
        self.add("loadw", self.tail, place, store=self.first)
        self.add("ret", self.first)

    def _try(self, rule: RuleWords, other: Label) -> None:
        """Test the condition of a rule: where it does not hold, the ``other`` one is tried."""
        self.first, self.second = Variable(rule.slots + 2), Variable(rule.slots + 3)
        self.next_free = rule.slots + 4
        self.other = other
        self.found: list[int] = []
        self.loops: list[Callable[[], None]] = []
        for kind, words in _tests(rule.condition):
            if kind <= Test.LAST_ATTRIBUTE:
                self.add("test_attr", _operand(words[0]), kind, to=self.other, unless=True)
            else:
                _TESTS[Test(kind)](self, *words)
        for slot in dict.fromkeys(self.found):
            self.add("storew", self.code.variable("slots"), slot, _slot(slot))

    def _end_loops(self) -> None:
        """Add what goes on with the next thing to try, behind what is done when one fits."""
        for end in reversed(self.loops):
            end()

    def _fill(self, word: Word) -> Variable:
        """Return the variable of a slot that a test fills."""
        variable = _operand(word)
        assert isinstance(variable, Variable)
        self.found.append(variable.number - 2)
        return variable

    def _loop(self, end: Callable[[Label], None]) -> None:
        """Let what fails from here on be tried with the next thing.

        ``end`` adds what finds it, or goes on at a label where there is none.
        """
        following, outside = Label(), self.other

        def close() -> None:
            self.routine.mark(following)
            end(outside)

        self.loops.append(close)
        self.other = following

    def _here(self, place: Word) -> None:
        slot = self._fill(place)
        self.add("get_parent", PLAYER_NUMBER, store=slot)
        self.add("jz", slot, to=self.other)

    def _in(self, child: Word, parent: Word) -> None:
        self.add("jin", _operand(child), _operand(parent), to=self.other, unless=True)

    def _has(self, thing: Word, attribute: Word) -> None:
        self.add("test_attr", _operand(thing), _operand(attribute), to=self.other, unless=True)

    def _different(self, one: Word, other: Word) -> None:
        self.add("je", _operand(one), _operand(other), to=self.other)

    def _place(self, child: Word, parent: Word, attribute: Word) -> None:
        slot = self._fill(parent)
        self.add("get_parent", _operand(child), store=slot)
        self.add("jz", slot, to=self.other)
        self.add("test_attr", slot, _operand(attribute), to=self.other, unless=True)

    def _contents(self, child: Word, parent: Word, attribute: Word) -> None:
        slot, again = self._fill(child), Label()
        self.add("get_child", _operand(parent), store=slot, to=self.other, unless=True)
        self.routine.mark(again)

        def end(outside: Label) -> None:
            self.add("get_sibling", slot, store=slot, to=again)
            self.routine.jump(outside)

        self._loop(end)
        self.add("test_attr", slot, _operand(attribute), to=self.other, unless=True)

    def _each(self, thing: Word, *attributes: Word) -> None:
        slot, again, outside = self._fill(thing), Label(), self.other
        self.add("store", slot.number, 0)
        self.routine.mark(again)
        self.add("inc_chk", slot.number, self.code.variable("object_count"), to=outside)
        self.other = again
        for attribute in attributes:
            self.add("test_attr", slot, _operand(attribute), to=again, unless=True)

    def _empty(self, thing: Word) -> None:
        self.add("get_child", _operand(thing), store=self.first, to=self.other)

    def _filled(self, thing: Word) -> None:
        self.add("get_child", _operand(thing), store=self.first, to=self.other, unless=True)

    def _look_up(self, key: Word, table: Word, row: Variable) -> Variable:
        """Find what the index of a table has of a key; return the table."""
        relation = self.code.relation(table.key) if isinstance(table, Table) else None
        assert relation is not None
        self.add("loadw", relation, 0, store=row)
        self.add("jg", _operand(key), row, to=self.other)
        self.add("loadw", relation, _operand(key), store=row)
        return relation

    def _pair(self, key: Word, table: Word, other: Word) -> None:
        row, scanned, holds = self.first, Label(), Label()
        relation = self._look_up(key, table, row)
        self.add("jl", row, 0, to=scanned)
        # No object is 0, which is there for a key without rows.
        self.add("je", row, _operand(other), to=self.other, unless=True)
        self.routine.jump(holds)
        self.routine.mark(scanned)
        self.add("sub", relation, row, store=row)
        self.add("loadw", row, -1, store=STACK)
        scan = (_operand(other), row, STACK, ROW_FORM)
        self.add("scan_table", *scan, store=row, to=self.other, unless=True)
        self._test_bit(row, 1, holds)
        self.routine.mark(holds)

    def _test_bit(self, row: Variable, place: int, holds: Label) -> None:
        """Test the bit of a row that is told of there in the row, unless it holds for good."""
        byte = self.second
        self.add("loadw", row, place, store=byte)
        self.add("jz", byte, to=holds)
        self.add("loadb", byte, 0, store=byte)
        self.add("loadw", row, place + 1, store=STACK)
        self.add("test", byte, STACK, to=self.other, unless=True)

    def _partner(self, key: Word, table: Word, other: Word) -> None:
        row, count = self._two()
        relation = self._look_up(key, table, row)
        slot, scanned, again, holds, rest = self._fill(other), Label(), Label(), Label(), Label()
        self.add("jz", row, to=self.other)
        self.add("jl", row, 0, to=scanned)
        self.add("store", slot.number, row)
        self.add("store", count.number, 0)
        self.routine.jump(rest)
        self.routine.mark(scanned)
        self._rows(relation, row, count)
        self.routine.mark(again)
        self._loop(self._next_row(row, count, 1, again))
        self._test_bit(row, 1, holds)
        self.routine.mark(holds)
        self.add("loadw", row, 0, store=slot)
        self.routine.mark(rest)

    def _row(self, key: Word, table: Word, *others: Word) -> None:
        row, count = self._two()
        relation = self._look_up(key, table, row)
        again, holds = Label(), Label()
        self.add("jz", row, to=self.other)
        self._rows(relation, row, count)
        self.routine.mark(again)
        self._loop(self._next_row(row, count, len(others), again))
        self._test_bit(row, len(others), holds)
        self.routine.mark(holds)
        for place, word in enumerate(others):
            if isinstance(word, int) and word >= FREE_SLOT:
                self.add("loadw", row, place, store=self._fill(word))
            else:
                self.add("loadw", row, place, store=self.first)
                self.add("je", self.first, _operand(word), to=self.other, unless=True)

    def _rows(self, relation: Variable, row: Variable, count: Variable) -> None:
        """Find the first row of the key, and how many it has."""
        self.add("sub", relation, row, store=row)
        self.add("loadw", row, -1, store=count)

    def _two(self) -> tuple[Variable, Variable]:
        """Return two variables that no other test uses."""
        self.next_free += 2
        return Variable(self.next_free - 2), Variable(self.next_free - 1)

    def _next_row(
        self, row: Variable, count: Variable, others: int, again: Label
    ) -> Callable[[Label], None]:
        def end(outside: Label) -> None:
            self.add("dec_chk", count.number, 1, to=outside)
            self.add("add", row, 2 * others + 4, store=row)
            self.routine.jump(again)

        return end


_TESTS: dict[Test, Callable[..., None]] = {
    Test.HERE: _Finder._here,
    Test.IN: _Finder._in,
    Test.HAS: _Finder._has,
    Test.DIFFERENT: _Finder._different,
    Test.PLACE: _Finder._place,
    Test.PAIR: _Finder._pair,
    Test.PARTNER: _Finder._partner,
    Test.CONTENTS: _Finder._contents,
    Test.ROW: _Finder._row,
    Test.HAVING: _Finder._each,
    Test.EACH: _Finder._each,
    Test.EMPTY: _Finder._empty,
    Test.FILLED: _Finder._filled,
}
_OPERANDS = {Test.HERE: 1, Test.EACH: 2, Test.EMPTY: 1, Test.FILLED: 1} | dict.fromkeys(
    (Test.IN, Test.HAS, Test.DIFFERENT), 2
)
"""Of the tests that do not have three, but for rows, which have as many as their relations."""


def _tests(words: Sequence[Word]) -> Iterator[tuple[int, Sequence[Word]]]:
    """Yield the tests of a condition, each with its operands."""
    at = 0
    while (kind := words[at]) != Test.END:
        assert isinstance(kind, int)
        count = 1 if kind <= Test.LAST_ATTRIBUTE else _OPERANDS.get(Test(kind), 3)
        if kind == Test.ROW:
            count = 1 + _arity(words[at + 2])
        yield kind, words[at + 1 : at + 1 + count]
        at += 1 + count


def _arity(table: Word) -> int:
    """Return how many arguments the relation of a table has."""
    assert isinstance(table, Table)
    _, _, arity, _ = table.key
    return int(arity)


def _slot(number: int) -> Variable:
    return Variable(2 + number)


def _operand(word: Word) -> int | Variable:
    """Return the variable of a slot, or the object or attribute that a word is."""
    assert isinstance(word, int)
    return _slot(word & ~FREE_SLOT) if word & BOUND_SLOT else word


class _Doer:
    """The routine that carries a rule out. Its first variable is the address of the rule."""

    def __init__(self, code: RuleCode):
        self.code = code
        self.routine = Routine()
        self.add = self.routine.add
        self.rule, self.first, self.second = map(Variable, (1, 2, 3))
        # By slot, the one that was not used for the longest time first.
        self.loaded: dict[int, Variable] = {}

    def of(self, rule: RuleWords) -> Routine:
        """Count the turn, note the action, change the facts, and tell of it."""
        slots = self.code.variable("slots")
        if rule.kind != RuleKind.META:
            self.add("inc", self.code.variable("moves").number)
        if rule.kind != RuleKind.ACTION:
            self._report(rule.report)
            self.add("rtrue")
            return self.routine
        self.add("storew", slots, -1, rule.number)
        self.add("inc", self.code.variable("action_count").number)
        for at, kind, words in _effects(rule.effects):
            self._effect(at, kind, words)
        plain, end = Label(), Label()
        self.add("jz", self.code.variable("tracing"), to=plain)
        self.add("call_2n", self.code.routine("ReportTraced"), self.rule)
        self.routine.jump(end)
        self.routine.mark(plain)
        self._report(rule.report)
        self.routine.mark(end)
        self.add("add", slots, ACTION_BYTES, store=slots)
        self.add("rtrue")
        return self.routine

    def _effect(self, at: int, kind: Effect, words: Sequence[Word]) -> None:
        if kind in (Effect.SET_ROW, Effect.CLEAR_ROW):
            self._change_row(at, kind, words)
            return
        one, other = map(self._object, words)
        if kind == Effect.REMOVE:
            self.add("remove_obj", one)
        elif kind == Effect.TAKE:
            self.add("clear_attr", one, other)
        elif kind == Effect.MOVE:
            self.add("insert_obj", one, other)
            self._touch(one, other)
        else:
            self.add("set_attr", one, other)
            assert isinstance(other, int)
            self._touch(one, TRIGGER_ATTRIBUTE + other)

    def _touch(self, one: Operand, other: Operand) -> None:
        """Let quests be checked that have events about a fact that became true."""
        fact, row, rest = self.first, self.second, Label()
        self.add("mul", one, TRIGGER_FACTOR, store=STACK)
        self.add("add", STACK, other, store=fact)
        table = map(self.code.variable, ("triggers", "trigger_count"))
        self.add("scan_table", fact, *table, PAIR_FORM, store=row, to=rest, unless=True)
        self.add("call_vn", self.code.routine("Touch"), fact, row)
        self.routine.mark(rest)

    def _change_row(self, at: int, kind: Effect, words: Sequence[Word]) -> None:
        table, *arguments = words
        assert isinstance(table, Table)
        relation = self.code.relation(table.key) if len(arguments) == 2 else None
        if relation is None:
            self.add("loadw", self.rule, RuleWord.EFFECTS.value, store=self.first)
            self.add("add", self.first, 2 * at, store=self.first)
            self.add("call_2n", self.code.routine("ChangeRow"), self.first)
        else:
            key, other = map(self._object, arguments)
            name = "SetPair" if kind == Effect.SET_ROW else "ClearPair"
            self.add("call_vn", self.code.routine(name), relation, key, other)
        if kind == Effect.SET_ROW:
            rest = Label()
            self.add("jz", self.code.variable("rows_watched"), to=rest)
            self.add("store", self.code.variable("first_touched").number, 0)
            count = self.code.variable("quest_count")
            self.add("store", self.code.variable("last_touched").number, count)
            self.routine.mark(rest)

    def _report(self, report: Word) -> None:
        """Print the text that a word is the handle of."""
        if isinstance(report, TextWord):
            self.add("print_paddr", self.code.string(report.text))
        elif isinstance(report, Pointer):
            self._print(self.code.block.words[report.offset :], report.offset)
        elif report == Call.EXAMINE:
            self.add("call_2n", self.code.routine("PrintDescription"), self._object(BOUND_SLOT))
        elif report in _CALLED:
            self.add("call_1n", self.code.routine(_CALLED[Call(report)]))
        elif report:
            self.add("call_2n", self.code.routine("CallText"), report)

    def _print(self, words: Sequence[int], offset: int) -> None:
        """Print a text that names things; one that depends on more is left to the runtime."""
        texts, steps, at = self.code.texts, [], 0
        while offset + at in texts or words[at] in _TOLD or words[at] == TextStep.NAME:
            is_text = offset + at in texts
            steps.append((None, words[at]) if is_text else (TextStep(words[at]), words[at + 1]))
            at += 1 if is_text else 2
        if words[at] != TextStep.END:
            self.add("loadw", self.rule, RuleWord.REPORT.value, store=self.first)
            self.add("call_2n", self.code.routine("PrintText"), self.first)
            return
        for step, word in steps:
            if step is None:
                self.add("print_paddr", self.code.packed(word))
            elif step == TextStep.NAME:
                self.add("print_obj", self._object(word))
            else:
                name, how = _TOLD[step]
                more = () if how is None else (how,)
                self.add("call_vn", self.code.routine(name), self._object(word), *more)

    def _object(self, word: Word) -> int | Variable:
        """Return the object or number that a word is, or a variable with what is in its slot."""
        assert isinstance(word, int)
        if not word & BOUND_SLOT:
            return word
        number = word & ~FREE_SLOT
        variable = self.loaded.pop(number, None)
        if variable is None:
            if len(self.loaded) < _VARIABLES - 3:
                variable = Variable(4 + len(self.loaded))
            else:
                variable = self.loaded.pop(next(iter(self.loaded)))
            self.add("loadw", self.code.variable("slots"), number, store=variable)
        self.loaded[number] = variable
        return variable


def _effects(words: Sequence[Word]) -> Iterator[tuple[int, Effect, Sequence[Word]]]:
    """Yield the effects of a rule: where it stands in the words, its kind, its operands."""
    at = 0
    while (word := words[at]) != Effect.END:
        assert isinstance(word, int)
        kind = Effect(word)
        has_row = kind in (Effect.SET_ROW, Effect.CLEAR_ROW)
        count = 1 + _arity(words[at + 1]) if has_row else 2
        yield at, kind, words[at + 1 : at + 1 + count]
        at += 1 + count
