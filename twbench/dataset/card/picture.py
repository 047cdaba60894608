"""Pictures of a dataset's difficulty: how long the walkthroughs of each split are, as SVG.

A picture is written here, without a plotting library, so that its bytes depend on the dataset
alone: all coordinates are whole numbers, and no font is measured.
"""

__all__ = ["PICTURE_FILE", "difficulty_picture", "histograms", "nice_width"]

from collections import Counter
from collections.abc import Mapping, Sequence

PICTURE_FILE = "difficulty.svg"

MOST_BARS = 20
WIDTH, LEFT, RIGHT = 720, 56, 16
PANEL, TITLE, AXIS = 120, 24, 22
INK, PALE, BAR = "#1f2328", "#d0d7de", "#3b6ea5"


def difficulty_picture(lengths: Mapping[str, Sequence[int]]) -> str:
    """Return an SVG with a histogram of the walkthroughs' lengths for each split; `histograms`."""
    told = "Lengths of the walkthroughs of each split"
    return histograms(lengths, told, "commands of the walkthrough")


def histograms(numbers: Mapping[str, Sequence[int]], told: str, axis: str) -> str:
    """Return an SVG with a histogram for each split of ``numbers``, one above the other.

    All share the axis, which is called ``axis``; the height of a bar is the share of the split's
    games, so that splits of different sizes can be compared. ``told`` says what is to be seen.
    """
    longest = max((max(values) for values in numbers.values() if values), default=1)
    width = nice_width(longest)
    bars = longest // width + 1
    height = len(numbers) * (TITLE + PANEL + AXIS) + AXIS
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12"'
        f' fill="{INK}" role="img" aria-label="{told}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (split, values) in enumerate(numbers.items()):
        counts = Counter(value // width for value in values)
        top = number * (TITLE + PANEL + AXIS) + TITLE
        parts += _panel(split, len(values), [counts[bar] for bar in range(bars)], width, top)
    middle = (LEFT + WIDTH - RIGHT) // 2
    parts.append(_text(middle, height - 6, axis, "middle"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def nice_width(longest: int) -> int:
    """Return the width of a bar, 1, 2 or 5 times a power of ten, that needs `MOST_BARS` at most."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if longest // (factor * power) + 1 <= MOST_BARS:
                return factor * power
        power *= 10


def _panel(split: str, size: int, counts: Sequence[int], width: int, top: int) -> list[str]:
    """Return the histogram of one split, whose bars hang from ``top`` down to its axis."""
    bottom = top + PANEL
    room = (WIDTH - LEFT - RIGHT) // len(counts)
    highest = max(counts, default=0) or 1
    share = 100 * highest // max(size, 1)
    parts = [
        _text(LEFT, top - 8, f"{split} ({size} games)", "start"),
        _text(LEFT - 6, top + 10, f"{share} %", "end"),
        _text(LEFT - 6, bottom, "0", "end"),
        f'<line x1="{LEFT}" y1="{bottom}" x2="{WIDTH - RIGHT}" y2="{bottom}" stroke="{PALE}"/>',
    ]
    for bar, count in enumerate(counts):
        left = LEFT + bar * room
        if count:
            tall = max(1, PANEL * count // highest)
            first, last = bar * width, (bar + 1) * width - 1
            span = str(first) if width == 1 else f"{first}-{last}"
            parts.append(
                f'<rect x="{left + 1}" y="{bottom - tall}" width="{room - 2}" height="{tall}"'
                f' fill="{BAR}"><title>{span}: {count}</title></rect>'
            )
        parts.append(_text(left + (room // 2 if width == 1 else 0), bottom + 14, str(bar * width)))
    return parts


def _text(x: int, y: int, text: str, anchor: str = "middle") -> str:
    """Return a text; names of splits are letters, digits and ``_``, so nothing needs escaping."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'
