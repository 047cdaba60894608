"""Policies: sequences of actions, fitted to the state they start from."""

from hand_made_games import WAY_TO_APPLE, actions, facts, pantry

from twbench.generator.knowledge.policy import GroundGame, fit, without_loops


def test_fitting_and_loops():
    world = pantry()
    ground = GroundGame(world.kb, world.state)
    commands = ["look", "go east", "go west", *WAY_TO_APPLE]
    done = tuple(map(ground.step, actions(world, commands)))
    goal, in_r_1, locked = (
        ground.mask(facts(fact)) for fact in ("in(f_0: f, I)", "at(P, r_1: r)", "locked(c_0: c)")
    )
    now = ground.holding(ground.situation(world.state))
    assert fit(done, now, goal) == done
    assert without_loops(done) == done[3:]
    assert fit(done[1:], now, in_r_1) == (done[1],)
    assert fit(done[5:], now, goal) is None
    assert fit(done, now, locked) == ()
    assert [step.action.format_command() for step in done] == commands


def test_situations_stay_what_they_are_when_facts_get_numbers():
    world = pantry()
    ground = GroundGame(world.kb, world.state)
    state = world.state.copy()
    situation = 0
    passed = [(situation, state.copy())]
    for one in actions(world, WAY_TO_APPLE):
        situation = ground.after(ground.step(one), situation)
        state.apply(one)
        passed.append((situation, state.copy()))
    assert ground.mask(facts("at(k_0: k, r_0: r)")) & ground.holding(0)
    now, kept = 0, ground.first_state()
    for situation, expected in passed[::2] + passed[::-1]:
        ground.change(kept, now, situation)
        now = situation
        assert kept == expected
        assert ground.situation(expected) == situation
