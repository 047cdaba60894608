import pytest
from hand_made_games import (
    SAMPLE_GAMES,
    WAY_TO_APPLE,
    action,
    actions,
    apple_game,
    event,
    facts,
    needs_samples,
    pantry,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st

from twbench.errors import LogicError
from twbench.generator import Event, Game, GameProgression, Quest, World
from twbench.generator.games import event_progression
from twbench.generator.games.progression import EventProgression, QuestProgression


class Player:
    """Plays a game by commands in which entities are called by their ids."""

    def __init__(self, game):
        self.progression = GameProgression(game)

    def do(self, *commands):
        for command in commands:
            state = self.progression.state
            self.progression.update(action(self.progression.game.kb, state, command))
        return self

    @property
    def policy(self):
        policy = self.progression.winning_policy
        return policy if policy is None else [one.format_command() for one in policy]

    @property
    def status(self):
        game = self.progression
        return game.completed, game.failed, game.done, game.score


def test_following_the_policy_crosses_it_off_and_wins():
    player = Player(apple_game())
    for done, command in enumerate(WAY_TO_APPLE):
        assert player.policy == list(WAY_TO_APPLE[done:])
        assert player.status == (False, False, False, 0)
        player.do(command)
    assert player.policy is None
    assert player.status == (True, False, True, 2)


def test_what_is_undone_is_to_be_done_again():
    player = Player(apple_game()).do("take k_0", "drop k_0")
    assert player.policy == list(WAY_TO_APPLE)
    player.do("take k_0", "go east", "unlock c_0 with k_0", "open c_0", "close c_0")
    assert player.policy == ["open c_0", "take f_0 from c_0"]
    player.do("lock c_0 with k_0")
    assert player.policy == ["unlock c_0 with k_0", "open c_0", "take f_0 from c_0"]


def test_detours_lead_back():
    player = Player(apple_game()).do("go east")
    assert player.policy == ["go west", *WAY_TO_APPLE]
    player.do("go west")
    assert player.policy == list(WAY_TO_APPLE)


def test_what_changes_nothing_costs_nothing():
    player = Player(apple_game()).do("look", "inventory", "take k_0", "examine k_0")
    assert player.policy == list(WAY_TO_APPLE[1:])


def test_a_key_left_in_another_room_is_fetched():
    player = Player(apple_game()).do("take k_0", "go east", "drop k_0")
    assert player.policy == ["take k_0", *WAY_TO_APPLE[2:]]
    player.do("go west")
    assert player.policy == ["go east", "take k_0", *WAY_TO_APPLE[2:]]


def test_failing_ends_the_game():
    world = pantry()
    won = event(world, [*WAY_TO_APPLE, "go west", "drop f_0"], "at(f_0: f, r_0: r)")
    lost = Event(conditions=facts("eaten(f_0: f)"))
    player = Player(Game(world, quests=[Quest([won], [lost])])).do(*WAY_TO_APPLE, "eat f_0")
    assert player.status == (False, True, True, 0)
    assert player.policy is None
    player.do("go west")
    assert player.status == (False, True, True, 0)


def test_a_policy_that_fails_another_quest_is_none():
    world = pantry()
    won = event(world, WAY_TO_APPLE, "in(f_0: f, I)")
    feared = Event(conditions=facts("open(c_0: c)"))
    main = Quest([won])
    player = Player(Game(world, quests=[main, Quest(fail_events=[feared])]))
    assert player.policy is None
    assert player.progression.policy_unknown
    assert Player(Game(world, quests=[main, Quest([won], [feared], optional=True)])).policy
    # What fails a quest counts until it is won.
    key = Quest([Event(conditions=facts("in(k_0: k, I)"))], [feared])
    assert Player(Game(world, quests=[key, main])).policy == list(WAY_TO_APPLE)


def test_a_quest_that_cannot_be_won_any_more_is_unfinishable():
    world = pantry()
    won = event(world, [*WAY_TO_APPLE, "go west", "drop f_0"], "at(f_0: f, r_0: r)")
    player = Player(Game(world, quests=[Quest([won])])).do(*WAY_TO_APPLE)
    assert player.status == (False, False, False, 0)
    player.do("eat f_0")
    assert player.progression.quest_progressions[0].unfinishable
    assert player.status == (False, True, True, 0)


def test_a_quest_that_has_failed_is_unfinishable():
    """Also where what wins could still be done: it counts no more."""
    world = pantry()
    won, lost = Event(conditions=facts("in(k_0: k, I)")), Event(conditions=facts("at(P, r_1: r)"))
    player = Player(Game(world, quests=[Quest([won], [lost])]))
    (quest,) = player.progression.quest_progressions
    assert (quest.failed, quest.unfinishable) == (False, False)
    player.do("go east")
    assert (quest.failed, quest.unfinishable) == (True, True)
    assert player.status == (False, True, True, 0)


def test_a_state_that_wins_and_fails_fails():
    world = pantry()
    won, lost = (Event(conditions=facts("in(k_0: k, I)")) for _ in range(2))
    player = Player(Game(world, quests=[Quest([won], [lost])])).do("take k_0")
    assert player.status == (False, True, True, 0)


def test_optional_quests_neither_win_nor_lose():
    world = pantry()
    main = Quest([event(world, WAY_TO_APPLE, "in(f_0: f, I)")])
    extra = Quest(
        [event(world, ["go east"], "at(P, r_1: r)")],
        [Event(conditions=facts("in(k_0: k, I)"))],
        reward=5,
        optional=True,
    )
    player = Player(Game(world, quests=[extra, main])).do("take k_0")
    assert player.status == (False, False, False, 0)
    assert player.do(*WAY_TO_APPLE[1:]).status == (True, False, True, 1)
    other = Player(Game(world, quests=[extra, main])).do("go east")
    assert other.status == (False, False, False, 5)
    assert other.progression.game.max_score == 6


def test_repeatable_quests_count_each_time_anew():
    world = pantry()
    enter = Event(conditions=facts("at(P, r_1: r)"))
    again = Quest([enter], reward=3, optional=True, repeatable=True)
    player = Player(Game(world, quests=[again]))
    scores = [
        player.do(command).progression.score
        for command in ("go east", "look", "go west", "go east", "go west")
    ]
    assert scores == [3, 3, 3, 6, 6]
    assert player.status == (False, False, False, 6)


def test_a_repeatable_quest_is_never_done():
    enter = Event(conditions=facts("at(P, r_1: r)"))
    again = Quest([enter], optional=True, repeatable=True)
    player = Player(Game(pantry(), quests=[again]))
    (quest,) = player.do("go east").progression.quest_progressions
    assert (quest.completions, quest.completed, quest.done) == (1, False, False)
    assert not quest.unfinishable


def test_a_repeatable_quest_may_fail_after_it_was_won():
    enter, take = (Event(conditions=facts(fact)) for fact in ("at(P, r_1: r)", "in(k_0: k, I)"))
    player = Player(Game(pantry(), quests=[Quest([enter], [take], optional=True, repeatable=True)]))
    player.do("go east", "go west", "take k_0", "go east")
    (quest,) = player.progression.quest_progressions
    assert (quest.completions, quest.completed, quest.failed, quest.done) == (1, False, True, True)
    assert player.status == (False, False, False, 1)


def test_a_repeatable_quest_that_is_not_optional_wins_the_game():
    enter = Event(conditions=facts("at(P, r_1: r)"))
    player = Player(Game(pantry(), quests=[Quest([enter], repeatable=True)]))
    assert player.policy == ["go east"]
    assert player.do("go east").status == (True, False, True, 1)


def test_quests_share_what_they_have_in_common():
    world = pantry()
    quests = [Quest([event(world, WAY_TO_APPLE[: n + 1])]) for n in range(len(WAY_TO_APPLE))]
    player = Player(Game(world, quests=quests[::-1]))
    assert player.policy == list(WAY_TO_APPLE)
    assert player.do(*WAY_TO_APPLE).status == (True, False, True, 5)


def test_parallel_quests_start_where_the_other_ended():
    world = World.from_facts([*pantry().facts, *facts("at(o_0: o, r_0: r)")])
    apple = Quest([event(world, WAY_TO_APPLE, "in(f_0: f, I)")])
    coin = Quest([event(world, ["take o_0"], "in(o_0: o, I)")])
    player = Player(Game(world, quests=[apple, coin]))
    assert player.policy == ["take o_0", *WAY_TO_APPLE]


def test_the_player_is_sent_back_between_quests():
    world = World.from_facts([*pantry().facts, *facts("at(o_0: o, r_0: r)")])
    east = Quest([event(world, ["go east"], "at(P, r_1: r)")])
    coin = Quest([event(world, ["take o_0"], "in(o_0: o, I)")])
    player = Player(Game(world, quests=[east, coin]))
    assert player.policy == ["go east", "go west", "take o_0"]
    assert player.do(*player.policy).status == (True, False, True, 2)


def test_a_way_is_found_for_quests_of_conditions_alone():
    world = pantry()
    eaten, apple, lost_key = (
        Event(conditions=facts(fact))
        for fact in ("eaten(f_0: f)", "in(f_0: f, I)", "at(k_0: k, r_1: r)")
    )
    player = Player(Game(world, quests=[Quest([apple], [eaten])]))
    assert player.policy == list(WAY_TO_APPLE)
    assert player.do("go east").policy == ["go west", *WAY_TO_APPLE]
    assert player.do("go west", *WAY_TO_APPLE).status == (True, False, True, 1)

    player = Player(Game(world, quests=[Quest([eaten])]))
    assert player.policy == [*WAY_TO_APPLE, "eat f_0"]
    assert Player(Game(world, quests=[Quest([lost_key])])).policy == [
        "take k_0",
        "go east",
        "drop k_0",
    ]


def test_what_cannot_happen_is_untriggerable_and_what_is_too_far_unknown():
    world = pantry()
    in_hand, gone, never = (
        Event(conditions=facts(fact))
        for fact in ("in(f_0: f, I)", "eaten(f_0: f)", "in(k_0: k, f_0: f)")
    )
    player = Player(Game(world, quests=[Quest([never])]))
    assert player.progression.quest_progressions[0].win_events[0].untriggerable
    assert player.status == (False, True, True, 0)
    both = [Quest([in_hand]), Quest([never], optional=True), Quest([gone])]
    player = Player(Game(world, quests=both)).do(*WAY_TO_APPLE, "eat f_0")
    assert player.status == (True, False, True, 2)


def test_a_policy_is_unknown_where_searches_gave_up(monkeypatch):
    world = pantry()
    in_hand = Event(conditions=facts("in(f_0: f, I)"))
    never = Event(conditions=facts("in(k_0: k, f_0: f)"))

    def unknown(*events):
        progression = Player(Game(world, quests=[Quest([event]) for event in events])).progression
        return progression.winning_policy is None, progression.policy_unknown

    assert unknown(in_hand) == (False, False)
    assert unknown(never) == (True, False)
    assert unknown() == (True, False)
    monkeypatch.setattr(event_progression, "_FIRST_PATIENCE", 2)
    assert unknown(in_hand) == (True, True)
    player = Player(Game(world, quests=[Quest([in_hand])])).do(*WAY_TO_APPLE)
    assert (player.status, player.progression.policy_unknown) == ((True, False, True, 1), False)


def test_quests_that_a_step_does_not_change_are_shared():
    world = pantry()
    quests = [
        Quest([event(world, WAY_TO_APPLE, "in(f_0: f, I)")]),
        Quest([event(world, ["go east"], "at(P, r_1: r)")], optional=True),
    ]
    before = GameProgression(Game(world, quests=quests))
    after = before.after(actions(world, ["take k_0"]))
    apple, room = zip(before.quest_progressions, after.quest_progressions, strict=True)
    assert apple[0] is not apple[1]
    assert room[0] is room[1]


def test_another_way_is_found_when_the_one_given_is_no_more():
    world = pantry()
    won = event(world, WAY_TO_APPLE, "in(f_0: f, I)")
    progression = EventProgression(won, world.kb)
    moved = [fact for fact in world.facts if fact.name != "at" or fact.names[0] != "k_0"]
    state = World.from_facts([*moved, *facts("at(k_0: k, r_1: r)")]).state
    (look,) = actions(world, ["look"])
    progression.update(look, state)
    found = [one.format_command() for one in progression.triggering_policy]
    assert found == ["go east", "take k_0", *WAY_TO_APPLE[2:]]
    assert not progression.untriggerable


def test_events_on_their_own_find_a_way_from_the_state_they_are_told():
    world = pantry()
    progression = EventProgression(Event(conditions=facts("in(f_0: f, I)")), world.kb)
    assert (progression.triggering_policy, progression.untriggerable) == ([], False)
    progression.update(state=world.state)
    found = [one.format_command() for one in progression.triggering_policy]
    assert found == list(WAY_TO_APPLE)


def test_the_easiest_of_several_winning_events_is_taken():
    world = pantry()
    quest = Quest(
        [event(world, WAY_TO_APPLE, "in(f_0: f, I)"), event(world, ["go east"], "at(P, r_1: r)")]
    )
    player = Player(Game(world, quests=[quest]))
    assert player.policy == ["go east"]
    assert player.do("go east").status == (True, False, True, 1)


def test_a_game_can_be_won_from_the_start_and_a_game_without_quests_never():
    world = pantry()
    won = Player(Game(world, quests=[Quest([Event(conditions=facts("locked(c_0: c)"))])]))
    assert won.status == (True, False, True, 1)
    assert won.policy is None
    free = Player(Game(world))
    assert free.status == (False, False, False, 0)
    assert free.policy is None


def test_actions_that_cannot_be_applied_raise():
    game = apple_game()
    progression = GameProgression(game)
    (*_, last) = actions(game.world, WAY_TO_APPLE)
    with pytest.raises(LogicError, match="cannot be applied"):
        progression.update(last)
    assert progression.state == game.world.state


def test_without_quests_tracked_there_is_the_state_alone():
    game = apple_game()
    progression = GameProgression(game, track_quests=False)
    for one in actions(game.world, WAY_TO_APPLE):
        progression.update(one)
    assert not progression.tracking_quests
    assert (progression.done, progression.score, progression.winning_policy) == (False, 0, None)
    assert facts("in(f_0: f, I)")[0] in progression.state.facts


def test_valid_actions():
    progression = GameProgression(apple_game())
    assert sorted(one.format_command() for one in progression.valid_actions) == [
        *("examine k_0", "go east", "inventory", "look", "take k_0")
    ]


def test_events_progress_by_actions_alone_too():
    world = pantry()
    done = actions(world, WAY_TO_APPLE)
    progression = EventProgression(Event(done), world.kb)
    progression.update(done[0])
    assert progression.triggering_policy == done[1:]
    assert not progression.done


def test_policies_are_compressed():
    world = pantry()
    done = actions(world, ["go east", "go west", *WAY_TO_APPLE])
    progression = EventProgression(Event(done), world.kb)
    assert progression.compress_policy(world.state)
    assert [one.format_command() for one in progression.triggering_policy] == list(WAY_TO_APPLE)
    assert not progression.compress_policy(world.state)


def test_policies_are_not_compressed_to_what_fails_the_quest():
    world = pantry()
    won = event(world, ["take k_0", "go east"], "at(P, r_1: r)")
    lost = Event(conditions=facts("at(P, r_1: r)", "in(k_0: k, I)"))
    progression = EventProgression(won, world.kb, avoided=[lost])
    world.state.apply(won.actions[0])
    assert not progression.compress_policy(world.state)
    assert EventProgression(won, world.kb).compress_policy(world.state)


def test_quest_progressions_on_their_own():
    game = apple_game()
    progression = QuestProgression(game.quests[0], game.kb)
    assert progression.completable
    state = game.world.state.copy()
    for one in actions(game.world, WAY_TO_APPLE):
        assert not progression.done
        assert state.apply(one)
        progression.update(one, state)
    assert (progression.completed, progression.failed, progression.done) == (True, False, True)
    assert progression.winning_policy is None


def test_copies_of_progressions_are_independent():
    player = Player(apple_game()).do("take k_0")
    other = Player(player.progression.game)
    other.progression = player.progression.copy()
    other.do("go east")
    player.do("drop k_0")
    assert player.policy == list(WAY_TO_APPLE)
    assert other.policy == list(WAY_TO_APPLE[2:])
    assert facts("in(k_0: k, I)")[0] in other.progression.state.facts
    assert player.progression.state == player.progression.game.world.state


@given(st.lists(st.integers(0, 10**6), max_size=25))
@example(choices=[1, 44, 0, 0, 13])
@settings(max_examples=60)
def test_from_wherever_the_player_strays_the_policy_wins(choices):
    player = Player(apple_game())
    for choice in choices:
        if player.progression.done:
            break
        possible = [one for one in player.progression.valid_actions if one.name != "eat"]
        player.progression.update(possible[choice % len(possible)])
    player.do(*player.policy or ())  # none is left of a game won by chance
    assert player.status == (True, False, True, 2)


@needs_samples
@pytest.mark.parametrize("path", SAMPLE_GAMES, ids=lambda path: path.stem)
def test_games_of_textworld_are_won_by_their_quests_and_by_our_policy(path):
    game = Game.load(path)
    progression = GameProgression(game)
    assert not progression.done
    policy = progression.winning_policy
    assert len(policy) <= len(game.walkthrough)
    for remaining, one in enumerate(policy):
        assert not progression.done
        assert remaining > 0 or progression.winning_policy == policy
        progression.update(one)
    assert progression.completed
    assert progression.score == game.max_score == sum(quest.reward for quest in game.quests)


@needs_samples
@pytest.mark.parametrize("path", SAMPLE_GAMES, ids=lambda path: path.stem)
def test_the_policy_leads_back_from_a_random_walk(path):
    game = Game.load(path)
    progression = GameProgression(game)
    for number in range(12):
        moves = [one for one in progression.valid_actions if one.name.startswith("go/")]
        if moves:  # some games begin behind closed doors
            progression.update(moves[number % len(moves)])
    for one in progression.winning_policy:
        progression.update(one)
    assert progression.completed


@pytest.mark.parametrize("is_last", [False, True])
def test_a_game_that_fails_by_the_action_that_would_complete_it_is_not_completed(is_last):
    won = Quest([Event(conditions=facts("in(k_0: k, I)"))], reward=2)
    lost = Quest(fail_events=[Event(conditions=facts("in(k_0: k, I)"))])
    game = Game(pantry(), quests=[won, lost] if is_last else [lost, won])
    player = Player(game).do("take k_0")
    assert player.status == (False, True, True, 2)


def test_actions_that_fail_their_own_quest_are_no_plan():
    world = pantry()
    won = event(world, ["go east", "go west", "take k_0"], "in(k_0: k, I)")
    lost = Event(conditions=facts("at(P, r_1: r)"))
    assert Player(Game(world, quests=[Quest([won], [lost])])).policy == ["take k_0"]


def test_what_fails_the_quest_by_now_is_undone_first():
    world = pantry()
    won = event(world, ["go east"], "at(P, r_1: r)")
    lost = Event(conditions=facts("at(P, r_1: r)", "in(k_0: k, I)"))
    game = Game(world, quests=[Quest([won], [lost])])
    assert Player(game).policy == ["go east"]
    later = Player(game).progression.after([action(world.kb, world.state, "take k_0")])
    for progression in (later, Player(game).do("take k_0").progression):
        for told in (progression, *progression.quest_progressions):
            plan = [one.format_command() for one in told.winning_policy]
            assert plan == ["drop k_0", "go east"]
