"""What stories say about rules: of those that are known by name, and of any other."""

import pytest

from twbench.generator import KnowledgeBase, Refusal, RulePhrases
from twbench.generator.knowledge.roles import DIRECTIONS
from twbench.generator.worlds.world import connect
from twbench.logic import Predicate, Proposition, Rule, Variable
from twbench.story.words.rule_phrases import (
    RULES,
    made_up,
    nouns_of,
    room_beyond,
    way_through,
    without_means,
)
from twbench.story.words.story_words import USED

LOGIC = KnowledgeBase.default().logic

COMMANDS = LOGIC.inform7.commands


@pytest.mark.parametrize("name", RULES)
def test_rules_of_the_documented_logic_have_sentences_of_their_own(name: str) -> None:
    rule, phrases = LOGIC.rules[name], RULES[name]
    known = {p.name for q in rule.all_predicates for p in q.parameters}
    assert set(nouns_of(COMMANDS[name].command)) <= known
    assert set(USED.findall(phrases.report)) <= known
    for text in (phrases.report, *(refusal.text for refusal in phrases.refusals)):
        assert text.endswith("\n") or text in ("[look]", "[inventory]", "[examine]")
    assert all(refusal.condition for refusal in phrases.refusals[:-1]), "the rest is never said"


def test_every_command_of_the_documented_logic_has_some() -> None:
    assert COMMANDS.keys() == RULES.keys()


@pytest.mark.parametrize(
    ("template", "nouns"),
    [("look", ()), ("take {o}", ("o",)), ("lock {c} with {k}", ("c", "k")), ("go {r'}", ("r'",))],
)
def test_nouns_are_the_placeholders_of_a_template(template: str, nouns: tuple[str, ...]) -> None:
    assert nouns_of(template) == nouns


def test_other_rules_speak_of_what_the_player_can_see() -> None:
    """Of the preconditions, those about the nouns of the command are reasons."""
    rule = Rule.parse("polish :: $at(P, r) & $in(o, I) & $open(c) & dull(o) -> shiny(o)")
    assert made_up(rule, "polish {o} in {c}") == RulePhrases(
        "You polish {the o} in {the c}.\n",
        (
            Refusal("in(o: o, I: I)", "You aren't carrying {the o}.\n", False),
            Refusal("open(c: c)", "{The c} isn't open.\n", False),
            Refusal("", "You can't polish {the o} in {the c} now.\n"),
        ),
        "That would achieve nothing.\n",
    )
    assert made_up(rule, "polish").refusals == (Refusal("", "You can't polish now.\n"),)


def test_what_is_left_out_is_told() -> None:
    refusals = (Refusal("open(c)", "No.\n"), Refusal("", "You can't dig.\n"))
    phrases = RulePhrases("You dig.\n", refusals)
    shortened = without_means(phrases, "dig {d}", "k")
    assert shortened.report == "(with {the k})\nYou dig.\n"
    assert shortened.refusals == (
        Refusal("open(c)", "No.\n"),
        Refusal("", "You have nothing to dig {the d} with.\n"),
    )


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_conditions_of_ways_hold_of_the_room_that_a_direction_leads_to(direction: str) -> None:
    here, there, door = Variable("r_0", "r"), Variable("r_1", "r"), Variable("d_0", "d")
    facts = {Proposition("at", (Variable("P"), here)), *connect(here, direction, there, door)}
    entities = {"P": Variable("P"), "r": here, "r'": there, "d": door}
    for condition in (room_beyond(direction), way_through(direction)):
        for predicate in map(Predicate.parse, condition.split(" & ")):
            assert (
                Proposition(predicate.name, [entities[name] for name in predicate.names]) in facts
            )
