"""Text grammars: themes from files, and the English that texts are put together with."""
