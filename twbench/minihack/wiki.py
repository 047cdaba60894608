"""A wiki about NetHack that is given as a file (docs: minihack.NetHackWiki).

The file has a JSON object in each line: ``wikipedia_title``, ``text`` (a list of paragraphs),
``categories`` (text with commas) and ``anchors`` (a list of objects with ``text``). Such a file is
not shipped; for what comes with NetHack, see `Encyclopedia`.
"""

__all__ = ["NetHackWiki"]

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twbench.errors import ConfigError
from twbench.minihack.knowledge import plain_name

_EXCEPTIONS = ("floor of a room", "agent", "staircase up")
_SECTION = re.compile(r"Section::::([^.\n]*)\.?\n?")


class NetHackWiki:
    """Pages of a wiki, and the links between them.

    ``preprocess_input`` reads the raw file, and ``save_processed_json`` writes what was read;
    without the former the processed file is read. Links within a page are left out with
    ``ignore_inpage_anchors``. What has a name of ``exceptions`` in it is not looked up. Raises
    ConfigError for a file that is none of these.
    """

    def __init__(
        self,
        raw_wiki_file_name: str,
        processed_wiki_file_name: str,
        save_processed_json: bool = True,
        ignore_inpage_anchors: bool = True,
        preprocess_input: bool = True,
        exceptions: tuple[str, ...] | None = None,
    ):
        self.exceptions = _EXCEPTIONS if exceptions is None else tuple(exceptions)
        self._ignore_inpage_anchors = ignore_inpage_anchors
        self.wiki: dict[str, dict[str, Any]] = {}
        processed = Path(processed_wiki_file_name)
        if not preprocess_input and processed.is_file():
            self.wiki = _processed(processed)
            return
        raw = Path(raw_wiki_file_name)
        for number, line in enumerate(_text(raw).split("\n"), 1):
            if line.strip():
                page = self._page(line, f"{raw.name}:{number}")
                self.wiki[page["title"]] = page
        if save_processed_json:
            processed.write_text(json.dumps(self.wiki, indent=1), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "NetHackWiki":
        """Return the wiki in a file, be it raw or processed; nothing is written.

        Raises ConfigError for one that is neither, or that has no pages.
        """
        lines = _text(path).lstrip().split("\n", 1)
        try:
            is_raw = "wikipedia_title" in json.loads(lines[0])
        except (ValueError, TypeError):
            is_raw = False
        if not is_raw and not lines[0].startswith("{"):
            raise ConfigError(f"{path} is no wiki: it has JSON objects, a page in each line.")
        found = cls(str(path), str(path), save_processed_json=False, preprocess_input=is_raw)
        if not found.wiki:
            raise ConfigError(f"The wiki {path} has no pages.")
        return found

    def get_page_data(self, page: str) -> dict[str, Any]:
        """Return what is known of a page; nothing of one that there is not."""
        if any(name in page.lower() for name in self.exceptions):
            return {}
        name = plain_name(page)
        found = self.wiki.get(page.lower()) or self.wiki.get(name) or self.wiki.get(name[:-1])
        return found or {}

    def get_page_text(self, page: str) -> str:
        """Return the text of a page; nothing if there is none."""
        return str(self.get_page_data(page).get("text", ""))

    def _page(self, line: str, where: str) -> dict[str, Any]:
        try:
            row = json.loads(line)
            paragraphs = row["text"]
            title = row["wikipedia_title"].lower()
            raw = "".join(paragraphs)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ConfigError(
                f"{where}: a page is a JSON object with wikipedia_title and text, a list of"
                f" paragraphs ({type(error).__name__}: {error})."
            ) from None
        anchors = [each for each in row.get("anchors") or [] if self._leads_out(each, title)]
        names = (str(each.get("text", "")).lower() for each in anchors)
        return {
            "title": title,
            "length": len(raw),
            "categories": [name for name in str(row.get("categories", "")).split(",") if name],
            "raw_text": raw,
            "text": _SECTION.sub(r"\1\n", raw).strip(),
            "anchors": anchors,
            "unique_anchors": dict.fromkeys(filter(None, names)),
        }

    def _leads_out(self, anchor: Any, title: str) -> bool:
        if not isinstance(anchor, Mapping):
            return False
        target = str(anchor.get("href") or anchor.get("text") or "").lower()
        inside = target.startswith("#") or target.partition("#")[0] == title
        return not (self._ignore_inpage_anchors and inside)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"Cannot read the wiki {path}: {error}.") from None


def _processed(path: Path) -> dict[str, dict[str, Any]]:
    try:
        pages = json.loads(_text(path))
    except ValueError as error:
        raise ConfigError(f"{path} is no processed wiki: {error}.") from None
    if not isinstance(pages, dict) or not all(isinstance(page, dict) for page in pages.values()):
        raise ConfigError(f"{path} is no processed wiki: it has an object for each page.")
    return pages
