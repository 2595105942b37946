"""All answers about a fight: as text, as data, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from gamebook.fights.answers import Answers
from gamebook.fights.render.data import (
    Data,
    along_json,
    chances_json,
    comparison_json,
    fight_json,
    gains_json,
    policy_json,
    remembered_json,
    summary_json,
)
from gamebook.fights.render.everywhere import (
    along_section,
    chances_section,
    comparison_section,
    gains_section,
    remembered_sections,
    summary_section,
)
from gamebook.fights.render.text import fight_sections
from gamebook.report.section import Facts, Section

if TYPE_CHECKING:  # matplotlib takes most of a second to import
    from gamebook.render.figures import Form

Picture = Literal["plot", "summary", "histogram"]


def report_sections(found: Answers) -> Iterator[Section]:
    """The answers; maps of single states are asked for separately."""
    if found.study is not None:
        yield from fight_sections(found.study, found.ways)
    if found.study is None and found.encounter.belongings:
        yield Section(parts=[Facts([("Hero", found.encounter.belongings)], width=6)])
    if found.chances is not None:
        yield chances_section(found.chances)
    if found.comparison is not None:
        yield comparison_section(found.comparison)
    if found.remembered is not None:
        yield from remembered_sections(found.remembered)
    if found.gains is not None:
        yield gains_section(found.gains)
    if found.along is not None:
        yield along_section(found.along)
    if found.summary is not None:
        yield summary_section(found.summary)


def report_json(found: Answers) -> Data:
    """Every answer as plain data."""
    data = fight_json(found.study, found.ways) if found.study is not None else {}
    if found.chances is not None:
        data["chances"] = chances_json(found.chances)
    if found.comparison is not None:
        data["comparison"] = comparison_json(found.comparison)
    if found.remembered is not None:
        data["remembered"] = remembered_json(found.remembered)
    if found.gains is not None:
        data["gain"] = gains_json(found.gains)
    if found.along is not None:
        data["along"] = along_json(found.along)
    if found.summary is not None:
        data["summary"] = summary_json(found.summary)
    if found.laid is not None:
        data["policy"] = policy_json(found.laid, found.ties)
    return data


def report_picture(found: Answers, what: Picture, form: Form) -> bytes:
    """One of the pictures of what was asked for.

    Raises:
        ValueError: there is too much to draw.
    """
    from gamebook.fights.render.histogram import histogram_picture  # noqa: PLC0415
    from gamebook.fights.render.plot import policy_picture  # noqa: PLC0415
    from gamebook.fights.render.summary_plot import summary_picture  # noqa: PLC0415

    who = _who(found)
    if what == "histogram" and found.comparison is not None:
        return histogram_picture(found.comparison, form, f"{who}: which values are best")
    if what == "summary" and found.summary is not None:
        return summary_picture(found.summary, found.ties, form, f"{who}: summary of best play")
    assert found.laid is not None
    asked = "what to do" if found.comparison is None else "which strategy to follow"
    return policy_picture(found.laid, found.ties, form, f"{who}: {asked}")


def _who(found: Answers) -> str:
    """`SKILL 12 against White Dragon, SKILL 15`: whatever is the same everywhere."""
    fight, foe = found.encounter, found.encounter.foes[0]
    drawn = {axis.label for axis in (found.laid.axes if found.laid is not None else fight.axes)}
    mine = [f"{stat} {value}" for stat, value in fight.hero.items() if stat not in drawn]
    theirs = [
        f"{stat} {value}" for stat, value in foe.stats.items() if value.isdecimal() and f"foe {stat}" not in drawn
    ]
    return f"{', '.join(mine) or 'The reader'} against {', '.join([foe.name, *theirs])}"
