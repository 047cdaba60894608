"""Phrasebooks by strangers: each is one, or is refused in a sentence that says where and why."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from judging import message_of
from mutations import mutated_json, nested

from twbench import GameMaker, GameOptions
from twbench.errors import GameFileError, LogicError, TwbenchError
from twbench.generator import KnowledgeBase, Phrasebook, RulePhrases, create_data_files
from twbench.generator.data.phrasebook_json import (
    MOST_FACTS,
    MOST_JOINED,
    MOST_REFUSALS,
    MOST_RULES,
    MOST_WAYS,
)
from twbench.generator.games.game import Game
from twbench.story import link

Json = dict[str, Any]
REFUSAL = {"condition": "open(c)", "text": "No.", "holds": False}
SOUND: Json = {
    "help": "Help yourself.",
    "rules": {
        "take": {"report": "Taken: {the o}.", "refusals": [REFUSAL], "mismatch": "Not that."},
        "take/c": {"second_mismatch": "Out of that?"},
    },
    "synonyms": {"take {o}": ["nab {}", "n-n {} up"]},
    "words": [["into", "amid"]],
    "commands": [{"commands": ["bow"], "text": "You bow.", "takes_turn": True}],
}


def game_data() -> Json:
    options = GameOptions()
    options.seeds = 1
    maker = GameMaker(options)
    room = maker.new_room("hall")
    maker.set_player(room)
    room.add(maker.new(type="o", name="cup"))
    maker.set_quest_from_commands(["take cup"])
    data: Json = json.loads(json.dumps(maker.build().serialize()))
    return data


@pytest.fixture
def load(tmp_path: Path) -> Callable[[Any], str | None]:
    """Load a game with a phrasebook and link it; return what is wrong with the phrasebook."""
    path = tmp_path / "game.json"
    data = game_data()

    def complaint(book: Any) -> str | None:
        data["KB"]["phrasebook"] = book
        path.write_text(json.dumps(data))
        message = message_of(lambda: Game.load(path), GameFileError)
        if message is None:
            game = Game.load(path)
            assert Game.deserialize(game.serialize()) == game
            message_of(lambda: link(game), TwbenchError)
        return message and message.removeprefix(f"{path}: ")

    return complaint


Load = Callable[[Any], str | None]


def changed(*way: Any) -> Json:
    """Return the sound phrasebook with the last of ``way`` where the others lead."""
    data: Json = json.loads(json.dumps(SOUND))
    holder: Any = data
    *keys, last, value = way
    for key in keys:
        holder = holder[key]
    holder[last] = value
    return data


def test_the_phrasebook_is_sound(load: Load) -> None:
    assert load(SOUND) is None
    assert load({}) is None


WRONG: dict[str, tuple[Any, str]] = {
    "null": (None, "KB.phrasebook must be an object, not null."),
    "a list": ([], "KB.phrasebook must be an object, not a list."),
    "an unknown key": (
        {"comands": []},
        "KB.phrasebook has the unknown key 'comands'; known are help, rules, synonyms, words,"
        " commands. Did you mean 'commands'?",
    ),
    "a key of orders": ({"\x1b[2J": 1}, "KB.phrasebook has the unknown key '\\x1b[2J'"),
    "a number": (changed("help", 3), "KB.phrasebook.help must be a text, not the number 3."),
    "a long text": (changed("help", "x" * 5000), "KB.phrasebook.help is a text of 5000 characters"),
    "an order to the terminal": (
        changed("rules", "take", "report", "\x1b]0;x\x07"),
        "KB.phrasebook.rules.take.report has a character that no story prints: '\\x1b]0;x\\x07'",
    ),
    "another direction of writing": (changed("help", "\u202e"), "no story prints: '\\u202e'"),
    "a tabulator": (changed("commands", 0, "text", "\t"), "commands[0].text has a character that"),
    "millions of rules": (
        changed("rules", {f"r{i}": {} for i in range(50_000)}),
        f"KB.phrasebook.rules has 50000 entries, more than {MOST_RULES}.",
    ),
    "many refusals": (
        changed("rules", "take", "refusals", [REFUSAL] * (MOST_REFUSALS + 1)),
        f"KB.phrasebook.rules.take.refusals has {MOST_REFUSALS + 1} items, more than",
    ),
    "many refusals in all": (
        changed("rules", "take/c", "refusals", [REFUSAL] * MOST_REFUSALS),
        f"The phrasebook has {MOST_REFUSALS + 1} refusals, more than {MOST_REFUSALS}.",
    ),
    "a million ways": (
        changed("synonyms", "take {o}", ["nab {}"] * 1_000_000),
        f"KB.phrasebook.synonyms.take {{o}} has 1000000 items, more than {MOST_WAYS}.",
    ),
    "many words in all": (
        changed("words", [["amid"] * 1500] * 2),
        "ways to say something, more than",
    ),
    "many facts": (
        changed("rules", "take", "refusals", 0, "condition", " & ".join(["open(c)"] * 9)),
        "KB.phrasebook.rules.take.refusals[0].condition has more than 8 facts",
    ),
    "a condition of nonsense": (
        changed("rules", "take", "refusals", 0, "condition", "(" * 300),
        "The phrasebook, rules.take.refusals[0].condition: must be facts joined by '&'",
    ),
    "an empty fact": (
        changed("rules", "take", "refusals", 0, "condition", "open(c) & "),
        "condition: must be facts joined by '&'",
    ),
    "holds nothing": (
        changed("rules", "take", "refusals", 0, "holds", None),
        "KB.phrasebook.rules.take.refusals[0].holds must be true or false, not null.",
    ),
    "a refusal without a text": (
        changed("rules", "take", "refusals", [{"condition": ""}]),
        "KB.phrasebook.rules.take.refusals[0].text is missing.",
    ),
    "an empty way": (changed("synonyms", "take {o}", [""]), "take {o}[0] cannot be typed: ''"),
    "a capital": (changed("commands", 0, "commands", ["Bow"]), "cannot be typed: 'Bow'"),
    "a blank in a word": (changed("words", [["in to"]]), "must be one word of lower-case letters"),
    "a long word": (changed("words", [["x" * 101]]), "words[0][0] is a text of 101 characters"),
    "a nameless rule": (changed("rules", "", {}), "KB.phrasebook.rules must not be empty."),
    "a rule of another logic": (changed("rules", "slice", {}), "there is no rule 'slice'."),
    "a deep one": (changed("help", nested(100)), "is no sound JSON: it is nested more than 64"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_faults_are_named_by_their_places(load: Load, kind: str) -> None:
    data, expected = WRONG[kind]
    complaint = load(data)
    assert complaint is not None
    assert expected in complaint


def test_unknown_functions_are_found_when_the_story_is_linked(tmp_path: Path) -> None:
    data = game_data()
    data["KB"]["phrasebook"] = {"help": "[launch] it"}
    game = Game.deserialize(data)
    assert "launch" in (message_of(lambda: link(game), GameFileError) or "")


def test_as_many_refusals_as_there_may_be_are_read_in_time(load: Load) -> None:
    condition = " & ".join(f"open(c{chr(97 + i % 26)}x{i}: c)" for i in range(8))
    texts = [
        {"condition": condition.replace("x", f"y{i}"), "text": f"{i}."}
        for i in range(MOST_FACTS // MOST_JOINED + 1)
    ]
    assert "The phrasebook has 1008 facts" in (load({"rules": {"take": {"refusals": texts}}}) or "")
    load({"rules": {"take": {"refusals": texts[1:]}}})


def test_as_many_commands_as_there_may_be_are_read_in_time(load: Load) -> None:
    """A story has not room for them all, which is said in a sentence when it is linked."""
    for form in ("x{}", "bow {{}} y{}", "x{} {{}}"):
        commands = [{"commands": [form.format(i)], "text": f"{i}."} for i in range(MOST_WAYS)]
        assert load({"commands": commands}) is None


@pytest.mark.parametrize("seed", range(300))
def test_damaged_phrasebooks_are_read_or_refused(load: Load, seed: int) -> None:
    load(mutated_json(json.loads(json.dumps(SOUND)), random.Random(seed)))


def test_files_beside_a_logic(tmp_path: Path) -> None:
    create_data_files(tmp_path)
    path = tmp_path / "logic" / "phrasebook.json"
    for content, expected in (
        (b"\xff", "is no sound JSON: byte 0 is no UTF-8"),
        (b"[" * 100_000, "is no sound JSON"),
        (b" " * (1 << 23), "bytes."),
        (b'{"help": 3}', "help must be a text"),
    ):
        path.write_bytes(content)
        complaint = message_of(lambda: KnowledgeBase.load(tmp_path), LogicError)
        assert str(path) in (complaint or "")
        assert expected in (complaint or "")
    path.unlink()
    path.mkdir()
    complaint = message_of(lambda: KnowledgeBase.load(tmp_path), LogicError)
    assert "is a directory" in (complaint or "").lower()


def test_what_is_no_phrasebook_in_python() -> None:
    book = Phrasebook(rules={"take": RulePhrases(report=3)})  # type: ignore[arg-type]
    logic = KnowledgeBase.default().logic
    complaint = message_of(lambda: KnowledgeBase(logic, phrasebook=book), LogicError)
    assert complaint == (
        "The phrasebook cannot be used: rules.take.report must be a text, not the number 3."
    )
