"""How to cite a dataset: what its configuration says, or an entry made of what it is."""

__all__ = ["bibtex", "citation"]

import re

from twbench.dataset.files.index import DatasetIndex

ENTRY = """\
@misc{{{key},
  title = {{{name}: a dataset of {size} text-based games}},
  author = {{{{The twbench authors}}}},
  howpublished = {{twbench {version}, https://github.com/twbench/twbench}},
  note = {{fingerprint {fingerprint}}}
}}"""


def citation(index: DatasetIndex) -> str:
    """Return the configured citation, or the `bibtex` entry where there is none."""
    return index.citation or bibtex(index)


def bibtex(index: DatasetIndex) -> str:
    """Return a BibTeX entry that names the dataset, the generator and the fingerprint.

    It has no year: the fingerprint says exactly what is cited.
    """
    return ENTRY.format(
        key=re.sub(r"[^a-z0-9]+", "_", index.name.lower()).strip("_"),
        name=index.name,
        size=index.size,
        version=index.version,
        fingerprint=index.fingerprint,
    )
