"""Run by the Python of TWBENCH_MINIHACK_PYTHON: writes what MiniHack makes of levels.

It reads a list of arguments and calls as JSON, and answers with the descriptions; lists of numbers
become tuples, which MiniHack wants.
"""

import json
import sys
import warnings


def tuples(value):
    if isinstance(value, list):
        return tuple(map(tuples, value))
    return value


def main():
    warnings.simplefilter("ignore")
    from minihack import LevelGenerator

    answers = []
    for level in json.load(sys.stdin):
        calls = level.pop("calls")
        made = LevelGenerator(**{name: tuples(value) for name, value in level.items()})
        for call in calls:
            [(name, values)] = call.items()
            getattr(made, name)(*map(tuples, values))
        answers.append(made.get_des())
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
