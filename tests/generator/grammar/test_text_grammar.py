"""Context-free grammars for text generation: themes, expansion and names."""

import pickle
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GenerationError, GrammarError
from twbench.generator import create_data_files, make_grammar
from twbench.generator.grammar.text_grammar import Grammar, MissingTextGrammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES
from twbench.seeding import Rng

GREETINGS = """
# A comment
introduction: Hello, #greeting#
greeting:#greet_how# to meet you!;how are you?;have we met?
greet_how:nice;great;
    wonderful
"""

NAMES = """
room_type:clean;cook
(o)_adj:new;old
(o)_noun:pen;pencil
clean_(o)_noun:towel;soap
cook_(o):sharp | knife;wooden | spoon;bowl
(k):key
"""


@pytest.fixture
def grammar_of(tmp_path):
    """A function that writes a theme and returns its grammar."""
    count = 0

    def make(text, rng=0, **options):
        nonlocal count
        count += 1
        (tmp_path / f"t{count}_all.twg").write_text(text, encoding="utf-8")
        return Grammar({"theme": f"t{count}", **options}, rng, text_grammars_path=tmp_path)

    return make


class TestExpansion:
    def test_documented_example(self, grammar_of):
        grammar = grammar_of(GREETINGS)
        assert grammar.get_all_expansions_for_tag("introduction") == [
            "Hello, nice to meet you!",
            "Hello, great to meet you!",
            "Hello, wonderful to meet you!",
            "Hello, how are you?",
            "Hello, have we met?",
        ]

    def test_options_are_equally_likely(self, grammar_of):
        grammar = grammar_of("food: apple; lettuce; cheese", rng=1)
        drawn = [grammar.get_random_expansion("food") for _ in range(3000)]
        counts = [drawn.count(food) for food in ("apple", "lettuce", "cheese")]
        assert sum(counts) == 3000
        assert min(counts) > 900

    def test_expand_text_with_tags(self, grammar_of):
        grammar = grammar_of("a:b\nc:#a##a#")
        assert grammar.expand("<#c#, #a#>") == "<bb, b>"
        assert grammar.expand("no tag") == "no tag"

    def test_rng_may_be_given_per_call(self, grammar_of):
        grammar = grammar_of("n:1;2;3;4;5;6;7;8;9")
        twice = [[grammar.expand("#n##n##n##n#", rng=Rng(5)) for _ in range(2)] for _ in range(2)]
        assert len({text for texts in twice for text in texts}) == 1

    def test_seeds_decide_the_draws(self, grammar_of):
        text = "n:" + ";".join(str(n) for n in range(100))
        first, same, other = (grammar_of(text, rng=seed) for seed in (3, 3, 4))
        draws = [[g.expand("#n#") for _ in range(10)] for g in (first, same, other)]
        assert draws[0] == draws[1] != draws[2]

    def test_unknown_tag_names_the_nearest(self, grammar_of):
        grammar = grammar_of(GREETINGS)
        with pytest.raises(GrammarError, match=r"no symbol #greting#.*Did you mean 'greeting'"):
            grammar.expand("#greting#")
        with pytest.raises(GrammarError, match="partner"):
            grammar.expand("one # only")

    def test_has_tag_with_or_without_marks(self, grammar_of):
        grammar = grammar_of("a:b")
        assert grammar.has_tag("a")
        assert grammar.has_tag("#a#")
        assert not grammar.has_tag("b")

    def test_recursion_that_can_end_always_ends(self, grammar_of):
        grammar = grammar_of("a:#a##a##a#x;y", rng=2)
        for _ in range(200):
            assert set(grammar.expand("#a#")) <= {"x", "y"}

    def test_unique_expansion_uses_all_options_before_repeating(self, grammar_of):
        text = "a:1;2;3;4;5\nb:#a#"
        unique = grammar_of(text, unique_expansion=True)
        for _ in range(3):
            assert sorted(unique.expand("#b#") for _ in range(5)) == ["1", "2", "3", "4", "5"]
        free = grammar_of(text)
        rounds = [sorted(free.expand("#b#") for _ in range(5)) for _ in range(3)]
        assert rounds != [["1", "2", "3", "4", "5"]] * 3

    def test_vocabulary_has_words_but_no_marks(self, grammar_of):
        grammar = grammar_of(
            "d:The (name) is [if (name) is open]open[end if], #x#.\nx:isn't It;a [b|c]"
        )
        assert grammar.get_vocabulary() == ["a", "b", "c", "is", "isn't", "it", "open", "the"]


@st.composite
def grammars(draw):
    """Texts of grammars in which each symbol has at least one option without tags."""
    symbols = draw(st.lists(st.sampled_from("abcdef"), min_size=1, unique=True))
    words = st.text("xyz (),.", max_size=5)
    tags = st.sampled_from(symbols).map(lambda symbol: f"#{symbol}#")
    option = st.lists(words.filter(lambda w: "(" not in w and ")" not in w) | tags, max_size=5)
    lines = []
    for symbol in symbols:
        options = ["".join(parts) for parts in draw(st.lists(option, max_size=4))]
        lines.append(f"{symbol}:" + ";".join(["end", *options]))
    return "\n".join(lines)


@settings(max_examples=150)
@given(grammars(), st.integers(0, 2**32))
def test_expansion_always_ends_and_leaves_no_tag(text, seed):
    with TemporaryDirectory() as folder:
        Path(folder, "any.twg").write_text(text, encoding="utf-8")
        grammar = Grammar({"theme": "any"}, seed, text_grammars_path=folder)
    for symbol in grammar.tags:
        assert "#" not in grammar.expand(f"<#{symbol}#>")


class TestThemeSearch:
    def test_files_are_read_once(self, grammar_of, tmp_path):
        first = grammar_of("a:b")
        (tmp_path / "t1_all.twg").write_text("a:changed", encoding="utf-8")
        again = Grammar({"theme": "t1"}, text_grammars_path=tmp_path)
        assert again.expand("#a#") == first.expand("#a#") == "b"

    def test_an_unknown_theme_is_told_with_the_nearest(self):
        with pytest.raises(MissingTextGrammar) as caught:
            Grammar({"theme": "hosue"})
        assert "Did you mean 'house'? Known themes: basic, house." in str(caught.value)
        assert isinstance(caught.value, GrammarError)
        assert isinstance(caught.value, NameError)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301

    def test_own_folder_first_then_packaged(self, tmp_path):
        for path in PACKAGED_THEMES.glob("basic_*.twg"):
            shutil.copy(path, tmp_path / path.name.replace("basic", "house"))
        own = Grammar({"theme": "house"}, text_grammars_path=tmp_path)
        assert own.check()
        assert own.tags == Grammar({"theme": "basic"}, text_grammars_path=tmp_path).tags

    def test_what_is_no_whole_theme_adds_to_the_one_of_its_name(self, tmp_path):
        (tmp_path / "house_mine.twg").write_text("greet:hi\ndec:Here.", encoding="utf-8")
        house, own = Grammar(), Grammar({"theme": "house"}, text_grammars_path=tmp_path)
        assert set(own.tags) == {*house.tags, "greet"}
        assert own.expand("#greet# #dec# #take#").startswith("hi Here. ")
        assert own.check()

    def test_where_data_files_are_created_a_theme_of_ones_own_is_found(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        create_data_files()
        folder = tmp_path / "textworld_data" / "text_grammars"
        (folder / "castle_all.twg").write_text("greet:hail", encoding="utf-8")
        (folder / "house_room.twg").write_text("greet:hi", encoding="utf-8")
        assert make_grammar({"theme": "castle"}).expand("#greet#") == "hail"
        assert make_grammar({"theme": "house"}).check()
        with pytest.raises(MissingTextGrammar, match="Known themes: basic, castle, house"):
            make_grammar({"theme": "tower"})

    def test_a_theme_is_not_its_prefix(self, tmp_path):
        (tmp_path / "castle_obj.twg").write_text("a:1", encoding="utf-8")
        (tmp_path / "castles_obj.twg").write_text("b:2", encoding="utf-8")
        assert Grammar({"theme": "castle"}, text_grammars_path=tmp_path).tags == ("a",)

    def test_check_names_all_that_is_missing(self, grammar_of):
        with pytest.raises(GrammarError) as caught:
            grammar_of("room_type:x\nmatch:red;odd\n(k):odd | key").check()
        message = str(caught.value)
        assert "missing symbol '(r)'" in message
        assert "missing symbol 'go/west'" in message
        assert "missing symbol 'room_type'" not in message
        assert "match adjective 'odd' is used elsewhere, in names of k: only a key and" in message
        assert "'red'" not in message


class TestNames:
    def test_a_name_is_split_into_adjective_and_noun(self, grammar_of):
        grammar = grammar_of("a:b")
        assert grammar.split_name_adj_noun("red | front door", True) == (
            "red front door",
            "red",
            "front door",
        )
        assert grammar.split_name_adj_noun("red | apple", False) == ("apple", None, "apple")
        assert grammar.split_name_adj_noun("apple", True) == ("apple", None, "apple")
        with pytest.raises(GrammarError, match=r"adjective \| noun"):
            grammar.split_name_adj_noun("a|b|c", True)

    def test_lists_over_all_room_types(self, grammar_of):
        grammar = grammar_of(NAMES)
        assert grammar.get_all_nouns_for_type("o") == [
            *("bowl", "knife", "pen", "pencil", "soap", "spoon", "towel")
        ]
        assert grammar.get_all_names_for_type("o", include_adj=False) == (
            grammar.get_all_nouns_for_type("o")
        )
        assert grammar.get_all_adjective_for_type("o") == ["new", "old", "sharp", "wooden"]
        assert grammar.get_all_names_for_type("o", include_adj=True) == sorted(
            [f"{a} {n}" for a in ("new", "old") for n in ("pen", "pencil", "towel", "soap")]
            + ["sharp knife", "wooden spoon", "bowl"]
        )
        assert grammar.get_all_expansions_for_type("k") == ["key"]
        assert "sharp|knife" in grammar.get_all_expansions_for_type("o")

    def test_room_type_without_own_names_uses_the_general(self, grammar_of):
        grammar = grammar_of(NAMES)
        nouns = {grammar.generate_name("o", "clean")[2] for _ in range(50)}
        assert nouns == {"towel", "soap"}
        assert {grammar.generate_name("o", "attic")[2] for _ in range(50)} == {"pen", "pencil"}
        assert {grammar.generate_name("o")[2] for _ in range(50)} == {"pen", "pencil"}

    def test_include_adj(self, grammar_of):
        grammar = grammar_of(NAMES)
        name, adj, noun = grammar.generate_name("o", "clean", include_adj=True)
        assert adj in ("new", "old")
        assert name == f"{adj} {noun}"
        assert grammar.generate_name("o", "clean")[1] is None
        assert grammar_of(NAMES, include_adj=True).generate_name("o", "clean")[1] is not None

    def test_nouns_then_adjectives_then_numbers(self, grammar_of):
        taken = []
        grammar = grammar_of(NAMES, allowed_variables_numbering=True)
        for _ in range(8):
            taken.append(grammar.generate_name("o", exclude=taken)[0])
        assert sorted(taken[:2]) == ["pen", "pencil"]
        assert sorted(taken[2:6]) == ["new pen", "new pencil", "old pen", "old pencil"]
        assert all(name in ("pen 2", "pencil 2", "pen 3", "pencil 3") for name in taken[6:])
        assert len(set(taken)) == 8

    def test_names_run_out_without_numbering(self, grammar_of):
        grammar = grammar_of(NAMES)
        assert grammar.generate_name("k")[0] == "key"
        with pytest.raises(GenerationError, match="no name left for another 'k'"):
            grammar.generate_name("k", exclude=["Key"])

    def test_excluded_names(self, grammar_of):
        grammar = grammar_of(NAMES, names_to_exclude=["pen", "new pencil"])
        names = {grammar.generate_name("o", include_adj=True)[0] for _ in range(60)}
        assert names == {"new pen", "old pen", "old pencil"}
        assert {grammar.generate_name("o")[0] for _ in range(30)} == {"pencil"}

    def test_unknown_type(self, grammar_of):
        with pytest.raises(GrammarError, match=r"no symbol #\(zz\)#"):
            grammar_of(NAMES).generate_name("zz")


def test_grammars_are_equal_when_they_say_the_same():
    house, other = Grammar(rng=1), Grammar(rng=2)
    assert house == other
    assert len({house, other}) == 1
    assert house != Grammar({"theme": "basic"})
    assert house != Grammar({"include_adj": True})
    assert house != "house"


def test_an_unknown_tag_has_no_expansions():
    assert Grammar().get_all_expansions_for_tag("nonsense") == []


def test_names_that_were_drawn_are_used():
    grammar = Grammar()
    assert grammar.used_names == set()
    name, _, _ = grammar.generate_name("c", "clean")
    assert grammar.used_names == {name}
