"""Compiled options: nothing is lost, what is drawn leads on by itself, what ends soonest."""

from hypothesis import given
from hypothesis import strategies as st

from twbench.generator.grammar.compiled_options import Symbol, compile_option
from twbench.generator.grammar.grammar_file import parse_theme


def theme_of(text):
    return parse_theme("some", [("some_0.twg", text)])


def texts_of(theme, symbol):
    """Return the options of a symbol as an author writes them."""
    return [written(option) for option in theme.options[symbol]]


def written(option):
    return "".join(f"#{part}#" if type(part) is Symbol else part for part in reversed(option))


words = st.text("xyz (),.|[]", max_size=5)


class TestCompiling:
    @given(st.lists(words | st.sampled_from(["#a#", "#(o)_noun#"]), max_size=6).map("".join))
    def test_an_option_is_kept_back_to_front_and_nothing_is_lost(self, text):
        compiled = compile_option(text)
        assert written(compiled) == text
        assert all(compiled)  # no empty texts
        marks = [part for part in compiled if type(part) is Symbol]
        assert marks[::-1] == text.split("#")[1::2]

    def test_what_needs_no_expansion_is_drawn_as_a_text(self):
        choices = theme_of("a:x;y #b#\nb:z").choices
        assert choices["a"] == ["x", (choices["b"], "y ")]
        assert choices["b"] == ["z"]

    def test_the_choices_of_a_symbol_may_lead_back_to_it(self):
        theme = theme_of("a:x;#a# #a#")
        choices = theme.choices["a"]
        assert [type(one) for one in choices] == [str, tuple]
        assert choices[1][0] is choices[1][2] is choices
        assert theme == theme_of("a:x;#a# #a#")

    def test_the_shortest_options_are_those_that_end_soonest(self):
        theme = theme_of("a:#b#;#c#;#a# #a#\nb:#c#;#d#\nc:x\nd:#c#")
        a, b, c, d = (theme.shortest[name] for name in "abcd")
        assert (c, c.symbol) == (["x"], "c")
        assert a == b == d == [(c,)]
