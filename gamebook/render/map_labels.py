"""The words on a map: what stands in a node, what a pointer resting on it tells, and the legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from gamebook.analysis.alike import NARROW
from gamebook.dice.percent import percent
from gamebook.letters import printable
from gamebook.model.book import UNWRITTEN
from gamebook.render.map_style import (
    DEATH,
    FAINT,
    INK,
    SCALES,
    What,
    blend,
    html,
    ink_on,
    shorten,
    worth,
    wrap,
)
from gamebook.report.cells import number
from gamebook.report.words import player
from gamebook.sentences import counted

if TYPE_CHECKING:  # a map without numbers does without the solver
    from gamebook.analysis.map_numbers import MapNumbers, Pair

Fields = Mapping[str, Any]
"""What a node or an edge of the chapter graph carries."""
TITLE_WIDTH = 20
TITLE_LINES = 3
HEAD_WIDTH = 38
"""Letters on a line of the title: a line that is wider than the legend would pull its signs and words apart."""
HEAD_LINES = 4
EDGE_WIDTH = 26
EDGE_LINES = 4


# ---- in a node ------------------------------------------------------------------------------------------------


def chapter_label(node: Fields, number: str, faint: str, *, compact: bool) -> str:
    """A chapter's number, what it is worth or how often it is read, its title, and what happens in it.

    Args:
        node: the chapter.
        number: a figure to stand beside the chapter's own number, or nothing.
        faint: the colour of words that stand back.
        compact: whether to leave out the title.
    """
    head = f'<B><FONT POINT-SIZE="{16 if compact else 14}">{html(node["name"])}</FONT></B>'
    if number:
        head += f'<FONT POINT-SIZE="{12 if compact else 10}" COLOR="{faint}">   {html(number)}</FONT>'
    lines = [head]
    if not compact:
        if node.get("start"):
            lines.insert(0, f'<FONT POINT-SIZE="8" COLOR="{faint}"><B>START</B></FONT>')
        lines += [
            f'<FONT POINT-SIZE="10.5">{html(line)}</FONT>' for line in wrap(node["title"], TITLE_WIDTH, TITLE_LINES)
        ]
        if signs := marks(node):
            lines.append(f'<FONT POINT-SIZE="8.5" COLOR="{faint}"><I>{html(signs)}</I></FONT>')
    rows = "".join(f"<TR><TD>{line}</TD></TR>" for line in lines)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{rows}</TABLE>>'


def marks(node: Fields) -> str:
    """What happens in a chapter, in a word each."""
    found = []
    if fights := node.get("fights"):
        found.append("fight" if len(fights) == 1 else f"{len(fights)} fights")
    found += [f"test {test}" for test in node.get("tests", ())]
    found += [word for word, key in (("dice", "rolls"), ("score", "scores")) if node.get(key)]
    found += [UNWRITTEN] if node.get("ending_kind") == UNWRITTEN else []
    return shorten(" · ".join(found), 34)


def ending_label(name: str) -> str:
    """The words of an ending, on a few short lines."""
    return "\\n".join(line.replace("\\", "\\\\") for line in wrap(name, 18, 4))


# ---- under the pointer ----------------------------------------------------------------------------------------


def chapter_tooltip(node: Fields, numbers: MapNumbers | None, reached: bool) -> str:
    """All that is known of a chapter."""
    name = node["name"]
    lines = [f"{name} {node['title']}".strip()]
    if node["kind"] == "missing":
        return f"{name} is not written yet"
    if numbers is not None and name in numbers.worth:
        whose = f"{player(numbers.policy)} from here"
        if name in numbers.strayed:
            whose = f"a reader who gets here by mistake, with {whose},"
        verb = "wins" if numbers.wins else "earns"
        lines.append(f"{whose} {verb} {worth(numbers.worth[name], numbers.wins)}")
        if not isnan(numbers.visits[name]):
            lines.append(f"{player(numbers.policy)} gets here with chance {percent(numbers.visits[name], 0)}")
        if lost := numbers.losses.get(name, 0.0):
            lines.append(f"{percent(lost / numbers.lost, 0)} of all lost plays are lost by what happens here")
    elif not reached:
        lines.append("unreachable")
    lines += [f"fight: {foes}" for foes in node.get("fights", ()) if foes]
    lines += [f"test: {test}" for test in node.get("tests", ())]
    if node.get("ending"):
        lines.append(f"{node['ending_kind']}: {node['ending']}")
    if node.get("words"):
        lines.append(counted(node["words"], "word"))
    return "\n".join(map(printable, lines))


def edge_tooltip(pair: Pair, ways: Sequence[Fields], often: float | None) -> str:
    """Every way from one chapter to another, in full, and how often they are gone."""
    lines = [f"{pair[0]} to {pair[1]}"]
    for way in ways:
        condition = f"[{way['condition']}]" if way["condition"] else ""
        lines.append(", ".join(part for part in (" ".join((way["label"], condition)).strip(), *way["effects"]) if part))
    if often is not None:
        times = f"{often:.3g}"
        lines.append(f"taken {'once' if times == '1' else f'{times} times'} per play")
    return "\n".join(printable(line) for line in dict.fromkeys(lines) if line)


def edge_label(ways: Sequence[Fields]) -> str:
    """The first few ways from one chapter to another, shortened; the last line says if there are more."""
    told: list[str] = []
    for way in ways:
        lines = [line for line in (*wrap(way["label"], EDGE_WIDTH, 2), *_bracket(way["condition"])) if line not in told]
        if len(told) + len(lines) > EDGE_LINES:  # never so of the first, which has at most as many
            told[-1] += " …"
            break
        told += lines
    return "\\n".join(f"  {line}  ".replace("\\", "\\\\") for line in told)  # blanks keep the words off the line


def _bracket(condition: str) -> list[str]:
    """A condition in square brackets on at most two lines; what is cut has both of them, too."""
    lines = wrap(f"[{condition}]", EDGE_WIDTH, 2) if condition else []
    return [*lines[:-1], f"{lines[-1]}]"] if lines and lines[-1].endswith("…") else lines


# ---- the head of the map ----------------------------------------------------------------------------------------


def worth_at_start(numbers: MapNumbers) -> str:
    """`wins 83%`, `earns 12.25`; bounds where that is all that is known."""
    value, verb = numbers.value, "wins" if numbers.wins else "earns"
    if numbers.wins and value.low <= 0 and value.high >= 1:
        return "wins with a chance that is not known yet"
    if value.high - value.low <= NARROW * max(1.0, abs(value.middle)):
        told = percent(value.middle, 0, low=value.low, high=value.high) if numbers.wins else number(value.middle)
        return f"{verb} {told}"
    return f"{verb} {worth(value.low, numbers.wins, 'down')} to {worth(value.high, numbers.wins, 'up')}"


def heading(title: str, summary: str, legend: Sequence[str], scale: float) -> str:
    """The title, a line of figures, and the rows of the legend, as a label of the whole picture."""
    lines = '<BR ALIGN="LEFT"/>'.join(html(line) for line in wrap(title, HEAD_WIDTH, HEAD_LINES))
    head = f'<B><FONT POINT-SIZE="{24 * scale:g}" COLOR="{INK}">{lines or " "}</FONT></B>'
    figures = f'<FONT POINT-SIZE="{12 * scale:g}" COLOR="{FAINT}">{html(summary)}</FONT>'
    table = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{3 * scale:g}">'
    rows = "".join(f'<TR><TD COLSPAN="2" ALIGN="LEFT" BALIGN="LEFT">{row}</TD></TR>' for row in (head, figures))
    return f"<{table}{rows}{''.join(legend)}</TABLE>>"


class Legend:
    """Rows of a sign and the words that say what it means."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        """How large; 1 is for a small map."""
        self.rows: list[str] = []

    def colours(self, what: What, low: str, words: str, high: str) -> None:
        """A strip of the colours, with the numbers at its ends."""
        swatches = ""
        for place, text in enumerate((low, "", "", "", high)):
            fill = blend(SCALES[what], place / 4)
            number = self._words(text, ink_on(fill)) if text else ""
            swatches += f'<TD BGCOLOR="{fill}" {self._size(40, 18)}>{number}</TD>'
        self._row(swatches, words)

    def borders(self, words: str) -> None:
        """From a thin border to a bold one."""
        thin, bold = (
            f'<TD BORDER="{round(width * self.scale)}" COLOR="{colour}" {self._size(92, 18)}></TD>'
            for width, colour in zip((1, 5), DEATH, strict=True)
        )
        self._row(f"{thin}<TD {self._size(16, 18)}></TD>{bold}", words)

    def line(self, colour: str, words: str) -> None:
        """A piece of a line."""
        bar = f'<TD BGCOLOR="{colour}" {self._size(200, 4)}></TD>'
        self._row(bar, words)

    def words(self, words: str) -> None:
        """A row without a sign."""
        self.rows.append(f'<TR><TD COLSPAN="2" ALIGN="LEFT">{self._words(words, FAINT)}</TD></TR>')

    def _row(self, cells: str, words: str) -> None:
        table = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>{cells}</TR></TABLE>'
        # A sign in a cell of fixed width keeps its own; the words begin at one line.
        self.rows.append(
            f'<TR><TD ALIGN="LEFT" {self._size(212, 22)}>{table}</TD>'
            f'<TD ALIGN="LEFT">{self._words(words, FAINT)}</TD></TR>'
        )

    def _size(self, width: int, height: int) -> str:
        return f'FIXEDSIZE="TRUE" WIDTH="{width * self.scale:g}" HEIGHT="{height * self.scale:g}"'

    def _words(self, words: str, ink: str) -> str:
        kept = "&#160;".join(html(part) for part in words.split(" "))  # Graphviz makes one blank of several
        return f'<FONT POINT-SIZE="{10 * self.scale:g}" COLOR="{ink}">{kept}</FONT>'
