"""Plays random episodes with events; run by MiniHack's Python and by ours, to compare.

Arguments: the package (minihack or twbench.minihack), the first seed, and the number of episodes.
It writes a line for each episode: rewards, how it ended, and a hash of the screens.
"""

import hashlib
import importlib
import json
import random
import sys
import warnings

WIDTH, HEIGHT = 7, 5
GOAL = (5, 3)


def level(package, seed):
    draw = random.Random(seed)
    made = package.LevelGenerator(w=WIDTH, h=HEIGHT)
    made.set_start_pos((1, 1))
    for name, symbol in (("apple", "%"), ("dagger", ")"), ("robe", "["), ("amulet of ESP", '"')):
        made.add_object(name, symbol, (draw.randrange(1, 4), draw.randrange(0, 3)))
    made.add_monster("newt", ":", (2, 2), ("asleep",))
    made.add_monster("jackal", "d", (6, 4))
    return made.get_des()


def events(package, seed):
    manager = package.RewardManager()
    origin = (0, 0) if package.__name__.startswith("twbench") else (36, 9)
    place = (GOAL[0] + origin[0], GOAL[1] + origin[1])
    manager.add_coordinate_event(place, reward=3, terminal_required=False)
    manager.add_kill_event("newt", reward=0.5)
    manager.add_kill_event("jackal", reward=0.25, repeatable=True, terminal_required=False)
    manager.add_eat_event("apple", reward=1)
    manager.add_wield_event("dagger", reward=2, terminal_required=False)
    manager.add_wear_event("robe", reward=4, terminal_required=False)
    manager.add_amulet_event(reward=8, terminal_required=False)
    manager.add_message_event(["solid stone"], -0.125, True, False, False)
    manager.add_message_event(["You feel that"], 1, False, False, True)
    manager.add_custom_reward_fn(lambda env, before, action, after: 0.0625)
    return manager


def play(package, actions, env, seed):
    draw = random.Random(-seed - 1)
    env.seed(seed, seed, False)
    env.reset()
    rewards, screens, done = [], hashlib.sha256(), False
    while not done:
        action = actions[draw.randrange(len(actions))]
        observation, reward, terminated, truncated, info = env.step(action)
        done = terminated or truncated
        rewards.append(round(reward, 6))
        if not done:
            screens.update(observation["chars"].tobytes())
    return [rewards, int(info["end_status"]), screens.hexdigest()]


def main():
    warnings.simplefilter("ignore")
    package = importlib.import_module(sys.argv[1])
    first, count = map(int, sys.argv[2:])
    for seed in range(first, first + count):
        if seed % 20 == 0 or seed == first:
            env = package.MiniHackSkill(
                des_file=level(package, seed // 20),
                reward_manager=events(package, seed),
                max_episode_steps=120,
                fix_moon_phase=True,
            )
            names = [str(getattr(action, "name", action)) for action in env.actions]
            keys = {"PICKUP": 3, "EAT": 2, "WIELD": 2, "WEAR": 2, "PUTON": 1, "FIRE": 6, "ESC": 1}
            actions = [*range(8)] * 2
            actions += [names.index(name) for name, times in keys.items() for _ in range(times)]
        sys.stdout.write(json.dumps([seed, *play(package, actions, env, seed)]) + "\n")


if __name__ == "__main__":
    main()
