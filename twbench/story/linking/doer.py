"""The routine that carries a rule out, and tells of it."""

__all__ = ["Doer"]

from collections.abc import Sequence

from twbench.story.linking.code_context import VARIABLES, CodeContext
from twbench.story.linking.rule_words import RuleWords, effects_of, number_of
from twbench.story.zcode.assembler import STACK, Label, Operand, Routine, Variable
from twbench.story.zcode.block import Pointer, TextWord, Word
from twbench.story.zcode.layout import (
    ACTION_BYTES,
    BOUND_SLOT,
    FREE_SLOT,
    PAIR_FORM,
    TRIGGER_ATTRIBUTE,
    TRIGGER_FACTOR,
    Call,
    Effect,
    RuleKind,
    RuleWord,
    TextStep,
)

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


class Doer:
    """The routine that carries a rule out. Its first variable is the address of the rule."""

    def __init__(self, code: CodeContext):
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
            if isinstance(rule.report, TextWord):  # as many others have one: they share the routine
                self._print_report()
            else:
                self._report(rule.report)
            self.add("rtrue")
            return self.routine
        self.add("storew", slots, -1, rule.number)
        self.add("inc", self.code.variable("action_count").number)
        for at, kind, words in effects_of(rule.effects):
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
            self._touch(one, TRIGGER_ATTRIBUTE + number_of(words[1]))

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
        if len(arguments) != 2 or not self.code.has_relation(table):
            self.add("loadw", self.rule, RuleWord.EFFECTS.value, store=self.first)
            self.add("add", self.first, 2 * at, store=self.first)
            self.add("call_2n", self.code.routine("ChangeRow"), self.first)
        else:
            key, other = map(self._object, arguments)
            name = "SetPair" if kind == Effect.SET_ROW else "ClearPair"
            self.add("call_vn", self.code.routine(name), self.code.relation(table), key, other)
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
            self.add("call_2n", self.code.routine("CallText"), number_of(report))

    def _print_report(self) -> None:
        """Let the runtime print the text of the rule."""
        self.add("loadw", self.rule, RuleWord.REPORT.value, store=self.first)
        self.add("call_2n", self.code.routine("PrintText"), self.first)

    def _print(self, words: Sequence[int], offset: int) -> None:
        """Print a text that names things; one that depends on more is left to the runtime."""
        texts, steps, at = self.code.texts, [], 0
        while offset + at in texts or words[at] in _TOLD or words[at] == TextStep.NAME:
            is_text = offset + at in texts
            steps.append((None, words[at]) if is_text else (TextStep(words[at]), words[at + 1]))
            at += 1 if is_text else 2
        if words[at] != TextStep.END:
            self._print_report()
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
        number = number_of(word)
        if not number & BOUND_SLOT:
            return number
        number &= ~FREE_SLOT
        variable = self.loaded.pop(number, None)
        if variable is None:
            if len(self.loaded) < VARIABLES - 3:
                variable = Variable(4 + len(self.loaded))
            else:
                variable = self.loaded.pop(next(iter(self.loaded)))
            self.add("loadw", self.code.variable("slots"), number, store=variable)
        self.loaded[number] = variable
        return variable
