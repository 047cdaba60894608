"""The routine that finds which rule of a list can be carried out."""

__all__ = ["Finder", "has_room"]

from collections.abc import Callable, Sequence

from twbench.story.linking.code_context import VARIABLES, CodeContext
from twbench.story.linking.rule_words import RuleWords, number_of, operand, tests_of, variable_of
from twbench.story.state.representation import PLAYER_NUMBER
from twbench.story.zcode.assembler import FALSE, STACK, Label, Routine, Variable
from twbench.story.zcode.block import Table, Word
from twbench.story.zcode.layout import FREE_SLOT, ROW_FORM, RuleWord, Test

_LINE_RULES = 4
"""Words of the tail of a grammar line before the addresses of its rules."""


def has_room(slots: int, condition: Sequence[Word], code: CodeContext) -> bool:
    """Whether a routine can test the condition with so many slots, rather than the runtime."""
    found = list(tests_of(condition))
    loops = sum(kind in (Test.PARTNER, Test.ROW) for kind, _ in found)
    tables = [word for _, words in found for word in words if isinstance(word, Table)]
    has_room = 1 + slots + 2 + 2 * loops <= VARIABLES
    return has_room and all(map(code.has_relation, tables))


class Finder:
    """The routine of a list of rules. Its first variable is the tail of the line.

    Next are the variables for the slots of a rule, and then those that its tests need: two for
    whatever they look at, and two more for each table whose rows are tried one after another.
    """

    def __init__(self, code: CodeContext):
        self.code = code
        self.routine = Routine()
        self.add = self.routine.add
        self.tail = Variable(1)

    def of(self, rules: Sequence[RuleWords]) -> Routine:
        """Try each of the rules; the routine returns its address, or goes on with the next one."""
        for noun in range(max(rule.nouns for rule in rules)):
            self.add("loadw", self.code.variable("slots"), noun, store=variable_of(noun))
        for number, rule in enumerate(rules):
            other = Label() if number + 1 < len(rules) else FALSE
            if rule.has_routine:
                self._try(rule, other)
                self.add("loadw", self.tail, _LINE_RULES + number, store=self.first)
                self.add("ret", self.first)
                self._end_loops()
            else:
                self._interpret(_LINE_RULES + number, other)
            if other is not FALSE:
                self.routine.mark(other)
        return self.routine

    def _interpret(self, place: int, other: Label) -> None:
        """Let the runtime read the condition of the rule whose address is there in the tail."""
        rule, holds = Variable(VARIABLES - 1), Variable(VARIABLES)
        self.add("loadw", self.tail, place, store=rule)
        self.add("loadw", rule, RuleWord.CONDITION.value, store=holds)
        self.add("call_2s", self.code.routine("Solve"), holds, store=holds)
        self.add("jz", holds, to=other)
        self.add("ret", rule)

    def _try(self, rule: RuleWords, other: Label) -> None:
        """Test the condition of a rule: where it does not hold, the ``other`` one is tried."""
        self.first, self.second = Variable(rule.slots + 2), Variable(rule.slots + 3)
        self.next_free = rule.slots + 4
        self.other = other
        self.found: list[int] = []
        self.loops: list[Callable[[], None]] = []
        for kind, words in tests_of(rule.condition):
            if kind <= Test.LAST_ATTRIBUTE:
                self.add("test_attr", operand(words[0]), kind, to=self.other, unless=True)
            else:
                _TESTS[Test(kind)](self, *words)
        for slot in dict.fromkeys(self.found):
            self.add("storew", self.code.variable("slots"), slot, variable_of(slot))

    def _end_loops(self) -> None:
        """Add what goes on with the next thing to try, behind what is done when one fits."""
        for end in reversed(self.loops):
            end()

    def _fill(self, word: Word) -> Variable:
        """Return the variable of a slot that a test fills."""
        number = number_of(word) & ~FREE_SLOT
        self.found.append(number)
        return variable_of(number)

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
        self.add("jin", operand(child), operand(parent), to=self.other, unless=True)

    def _has(self, thing: Word, attribute: Word) -> None:
        self.add("test_attr", operand(thing), operand(attribute), to=self.other, unless=True)

    def _different(self, one: Word, other: Word) -> None:
        self.add("je", operand(one), operand(other), to=self.other)

    def _place(self, child: Word, parent: Word, attribute: Word) -> None:
        slot = self._fill(parent)
        self.add("get_parent", operand(child), store=slot)
        self.add("jz", slot, to=self.other)
        self.add("test_attr", slot, operand(attribute), to=self.other, unless=True)

    def _contents(self, child: Word, parent: Word, attribute: Word) -> None:
        slot, again = self._fill(child), Label()
        self.add("get_child", operand(parent), store=slot, to=self.other, unless=True)
        self.routine.mark(again)

        def end(outside: Label) -> None:
            self.add("get_sibling", slot, store=slot, to=again)
            self.routine.jump(outside)

        self._loop(end)
        self.add("test_attr", slot, operand(attribute), to=self.other, unless=True)

    def _each(self, thing: Word, *attributes: Word) -> None:
        slot, again, outside = self._fill(thing), Label(), self.other
        self.add("store", slot.number, 0)
        self.routine.mark(again)
        self.add("inc_chk", slot.number, self.code.variable("object_count"), to=outside)
        self.other = again
        for attribute in attributes:
            self.add("test_attr", slot, operand(attribute), to=again, unless=True)

    def _empty(self, thing: Word) -> None:
        self.add("get_child", operand(thing), store=self.first, to=self.other)

    def _filled(self, thing: Word) -> None:
        self.add("get_child", operand(thing), store=self.first, to=self.other, unless=True)

    def _look_up(self, key: Word, table: Word, row: Variable) -> Variable:
        """Find what the index of a table has of a key; return the table."""
        relation = self.code.relation(table)
        self.add("loadw", relation, 0, store=row)
        self.add("jg", operand(key), row, to=self.other)
        self.add("loadw", relation, operand(key), store=row)
        return relation

    def _pair(self, key: Word, table: Word, other: Word) -> None:
        row, scanned, holds = self.first, Label(), Label()
        relation = self._look_up(key, table, row)
        self.add("jl", row, 0, to=scanned)
        # For a key without rows there is 0, which is the number of no object.
        self.add("je", row, operand(other), to=self.other, unless=True)
        self.routine.jump(holds)
        self.routine.mark(scanned)
        self.add("sub", relation, row, store=row)
        self.add("loadw", row, -1, store=STACK)
        scan = (operand(other), row, STACK, ROW_FORM)
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
                self.add("je", self.first, operand(word), to=self.other, unless=True)

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
    Test.HERE: Finder._here,
    Test.IN: Finder._in,
    Test.HAS: Finder._has,
    Test.DIFFERENT: Finder._different,
    Test.PLACE: Finder._place,
    Test.PAIR: Finder._pair,
    Test.PARTNER: Finder._partner,
    Test.CONTENTS: Finder._contents,
    Test.ROW: Finder._row,
    Test.HAVING: Finder._each,
    Test.EACH: Finder._each,
    Test.EMPTY: Finder._empty,
    Test.FILLED: Finder._filled,
}
