"""What a search for quests remembers of its chains changes no answer, and no game."""

import pytest

from twbench import challenges
from twbench.generator.chains.chain import branch_ends
from twbench.generator.games.game import GameOptions
from twbench.generator.making.quest_proofs import QuestProofs, proves_length
from twbench.generator.planning.shortcuts import Shortcuts

# Few seeds are such that the search has to look at every chain as it grows; some quests have
# several branches.
SEEDS = [770025, 770113, 770179]


def make(seed):
    options = GameOptions()
    options.seeds = seed
    settings = challenges.get("custom").settings(world_size=40, nb_objects=80, quest_length=15)
    return challenges.get("custom").make(settings, options)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_remembered_changes_no_answer(monkeypatch, seed):
    answers = {"hold": [], "have_failed": [], "are_in_vain": []}
    refused = set()
    hold, have_failed, are_in_vain = (
        QuestProofs.hold,
        QuestProofs.have_failed,
        QuestProofs.are_in_vain,
    )

    def compared(self, situation, state, nodes):
        found = hold(self, situation, state, nodes)
        if self.are_due(len(nodes)):
            assert found == proves_length(state, self._kb, nodes)
            assert situation.goals[0] == nodes[-1].action.postconditions
            assert len(situation.goals) == len(branch_ends(nodes))
            answers["hold"].append(found)
            if not found:
                refused.add(situation)
        return found

    def known(self, situation):
        found = have_failed(self, situation)
        assert found == (situation in refused)
        answers["have_failed"].append(found)
        return found

    def in_vain(self, state, nodes):
        found = are_in_vain(self, state, nodes)
        if found:
            assert not proves_length(state, self._kb, nodes)
        answers["are_in_vain"].append(found)
        return found

    monkeypatch.setattr(QuestProofs, "hold", compared)
    monkeypatch.setattr(QuestProofs, "have_failed", known)
    monkeypatch.setattr(QuestProofs, "are_in_vain", in_vain)
    make(seed)
    assert {True, False} <= set(answers["hold"])
    assert {True, False} <= set(answers["have_failed"])
    assert True in answers["are_in_vain"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_search_that_remembers_nothing_finds_the_same(monkeypatch, seed):
    game = make(seed)
    hold = QuestProofs.hold

    def forgetful(self, situation, state, nodes):
        self._known.clear()
        self._shortcuts = Shortcuts()
        return hold(self, situation, state, nodes)

    monkeypatch.setattr(QuestProofs, "hold", forgetful)
    monkeypatch.setattr(QuestProofs, "have_failed", lambda self, situation: False)
    monkeypatch.setattr(QuestProofs, "are_in_vain", lambda self, state, nodes: False)
    assert make(seed).serialize() == game.serialize()


def test_equal_situations_are_equal_states(monkeypatch):
    states = {}
    again = []
    hold = QuestProofs.hold

    def noted(self, situation, state, nodes):
        facts = frozenset(state.facts)
        if (self, situation) in states:
            again.append(situation)
        assert states.setdefault((self, situation), facts) == facts
        return hold(self, situation, state, nodes)

    monkeypatch.setattr(QuestProofs, "hold", noted)
    make(770025)
    assert again
