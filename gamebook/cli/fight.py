"""`gamebook fight`: how hard a fight is, and what to do in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamebook.cli.book import page_width, warm_up
from gamebook.cli.console import ExitCode, emit, fail, progress, say
from gamebook.cli.files import write_bytes, write_text
from gamebook.cli.options import AsJson
from gamebook.cli.report import mention

if TYPE_CHECKING:
    from gamebook.analysis.fight.advice import Remembered
    from gamebook.analysis.fight.encounter import Encounter
    from gamebook.analysis.fight.heuristics import Comparison
    from gamebook.analysis.fight.outcome import FightStudy, Way
    from gamebook.analysis.fight.policy import PolicyMap

EXAMPLE = 'gamebook fight --hero 12/24/12 --foe "White Dragon 15/22" --plot policy.svg'


class Ties(StrEnum):
    """When another option counts as better than the first."""

    PUBLISHED = "published"
    STRICT = "strict"
    ALL = "all"


class Form(StrEnum):
    """What a picture is written as."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


def command(
    hero: Annotated[
        str,
        typer.Option(
            metavar="N/N/N", help="The reader's stats in the order of the sheet, or STAT=N,…; 1..24 is a range."
        ),
    ],
    foe: Annotated[
        list[str],
        typer.Option(metavar="[NAME] N/N", help="A foe's stats, with its name before them; may be given again."),
    ],
    together: Annotated[bool, typer.Option("--together", help="The foes attack together, not one by one.")] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="LINE", help="A line of the fight, as in a book: 'with damage = 3', 'escape -> victory'."),
    ] = None,
    sheet: Annotated[
        list[str] | None, typer.Option(metavar="LINE", help="A line of the sheet: 'item potion = 1'.")
    ] = None,
    header: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Triggers and strategies for the header.", exists=True, dir_okay=False),
    ] = None,
    keep: Annotated[
        str, typer.Option(metavar="CONDITION", help="Win and keep something: 'STAMINA>=8 and LUCK>=5'.")
    ] = "",
    worth: Annotated[
        str, typer.Option(metavar="VALUE", help="Points for what is left after a victory: 'STAMINA + 2 * LUCK'.")
    ] = "",
    system: Annotated[str, typer.Option(metavar="NAME", help="The rule system.")] = "fighting-fantasy",
    combat: Annotated[str, typer.Option(metavar="NAME", help="Which combat of the system.")] = "fight",
    policy: Annotated[bool, typer.Option("--policy", help="Add maps of what to do.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the maps: .svg, .png or .pdf.", dir_okay=False)
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write value and policy of every state: .csv, .csv.gz, .npz or .json.", dir_okay=False
        ),
    ] = None,
    only: Annotated[str, typer.Option(metavar="NAME,…", help="Only these strategies; by default all of them.")] = "",
    search: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A..B", help="Values to try for a parameter of strategies; the best is shown."),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="With ranges: measure strategies against best play everywhere.")
    ] = False,
    advise: Annotated[
        bool, typer.Option("--advise", help="With ranges: advice to remember, as small as its cost allows.")
    ] = False,
    cost: Annotated[
        float, typer.Option(metavar="CHANCE", min=0.0, max=1.0, help="What such advice may lose in the mean.")
    ] = 0.006,
    ties: Annotated[Ties, typer.Option(help="When another option counts as better than the first.")] = Ties.PUBLISHED,
    page: Annotated[bool, typer.Option("--page", help="Print the fight as a book, and stop.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell how hard a fight is.

    The chance to win, how it goes, what is left, and what to do. Where a number is a range, as in
    --hero 12/1..24/0..12 --foe 2..22/1..24, the fight is solved for every number in it, and maps tell what to do
    everywhere.
    """
    from gamebook.analysis.fight.encounter import encounter

    if ties is Ties.ALL and (policy or plot):
        fail("a map shows one option a state; --ties all is for --table")
    try:
        fight = encounter(
            hero,
            foe,
            system=system,
            combat=combat,
            together=together,
            lines=rule or (),
            sheet=sheet or (),
            header=header.read_text("utf-8").splitlines() if header else (),
            keep=keep,
            worth=worth,
        )
    except ValueError as error:
        fail(str(error))
    if page:
        emit(fight.page())
        return
    if (compare or advise) and not fight.axes:
        fail("--compare and --advise want ranges, as in --hero 12/1..24/0..12")
    form = _form(plot)
    names = [name.strip() for name in only.split(",") if name.strip()]
    tried = _search(search or [])
    wanted = policy or plot is not None or table is not None or (bool(fight.axes) and not compare and not advise)
    warm_up()

    from gamebook.analysis.fight.outcome import PageHasErrors

    try:
        with progress("listing states") as tick:
            found = _solve(fight, tried, names, tick, maps=wanted, compare=compare, cost=cost if advise else None)
        _tell(found, ties, maps=policy, as_json=as_json)
        if found.laid is not None and table is not None:
            _write_table(found.laid, table, ties)
        if found.laid is not None and plot is not None:
            _write_plot(fight, found.laid, plot, form, ties)
    except PageHasErrors as error:
        mention(error.findings, error.sources)
        fail("the fight cannot be read; --page prints the book that was made of it")
    except ValueError as error:
        fail(str(error))


@dataclass(frozen=True)
class _Found:
    """What there is to tell of a fight."""

    study: FightStudy | None
    ways: list[Way]
    comparison: Comparison | None
    remembered: Remembered | None
    laid: PolicyMap | None


def _solve(
    fight: Encounter,
    search: Mapping[str, range],
    only: list[str],
    tick: Callable[[int], None],
    *,
    maps: bool,
    compare: bool,
    cost: float | None,
) -> _Found:
    """What is asked for; `maps` only means something where neither a comparison nor advice is."""
    from gamebook.analysis.fight import heuristics
    from gamebook.analysis.fight.advice import remember
    from gamebook.analysis.fight.outcome import study_fight
    from gamebook.analysis.fight.policy import policy_map, with_axes

    if fight.axes:
        comparison = heuristics.compare(fight, search, only, tick) if compare else None
        remembered = remember(fight, cost, tick) if cost is not None else None
        laid = comparison.map if comparison else policy_map(fight, progress=tick) if maps else None
        return _Found(None, [], comparison, remembered, laid)
    study = study_fight(fight, progress=tick)
    ways = [study.best, *heuristics.ways(study, search, only), study.uniform]
    return _Found(study, ways, None, None, policy_map(with_axes(study), progress=tick) if maps else None)


def _tell(found: _Found, ties: Ties, *, maps: bool, as_json: bool) -> None:
    from gamebook.render.fight_json import comparison_json, fight_json, policy_json, remembered_json
    from gamebook.render.fight_text import comparison_text, fight_text, policy_text, remembered_text

    if as_json:
        data: dict[str, Any] = fight_json(found.study, found.ways) if found.study else {}
        data |= {"comparison": comparison_json(found.comparison)} if found.comparison else {}
        data |= {"remembered": remembered_json(found.remembered)} if found.remembered else {}
        data |= {"policy": policy_json(found.laid, ties.value)} if found.laid else {}
        emit(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        return
    if found.study is not None:
        emit(fight_text(found.study, found.ways, width=page_width()))
    if found.comparison is not None:
        emit(comparison_text(found.comparison, width=page_width()))
    if found.remembered is not None:
        emit(remembered_text(found.remembered, width=page_width()))
    if found.laid is not None and maps:
        emit(policy_text(found.laid, ties.value))


def _search(words: list[str]) -> dict[str, range]:
    """`["t=2..13"]` as values by name."""
    found: dict[str, range] = {}
    for word in words:
        match = re.fullmatch(r"\s*(\S+?)\s*=\s*(\d{1,6})\.\.(\d{1,6})\s*", word)
        if match is None or int(match[2]) > int(match[3]):
            fail(f"--search wants NAME=LOW..HIGH, not {word.strip() or 'nothing'}")
        found[match[1]] = range(int(match[2]), int(match[3]) + 1)
    return found


def _form(plot: Path | None) -> Form:
    if plot is None:
        return Form.SVG
    try:
        return Form(plot.suffix.removeprefix("."))
    except ValueError:
        fail(f"{plot}: a picture ends in .svg, .png or .pdf")


def _write_plot(fight: Encounter, laid: PolicyMap, path: Path, form: Form, ties: Ties) -> None:
    from gamebook.render.fight_plot import policy_picture

    fixed = [f"{stat} {value}" for stat, value in fight.hero.items() if all(a.variable != stat for a in laid.axes)]
    foe = fight.foes[0]
    drawn = {axis.label for axis in laid.axes}
    theirs = [
        f"{stat} {value}" for stat, value in foe.stats.items() if value.isdecimal() and f"foe {stat}" not in drawn
    ]
    title = f"{', '.join(fixed) or 'The reader'} against {foe.name}" + (f", {', '.join(theirs)}" if theirs else "")
    write_bytes(path, policy_picture(laid, ties.value, form.value, title))
    say(f"{path} written")


def _write_table(laid: PolicyMap, path: Path, ties: Ties) -> None:
    from gamebook.render.fight_json import policy_json
    from gamebook.render.fight_table import policy_csv, policy_npz

    name = path.name
    if name.endswith((".csv", ".csv.gz")):
        write_bytes(path, policy_csv(laid, ties.value, packed=name.endswith(".gz")))
    elif name.endswith(".npz"):
        write_bytes(path, policy_npz(laid, ties.value))
    elif name.endswith(".json"):
        write_text(path, json.dumps(policy_json(laid, ties.value)) + "\n")
    else:
        fail(f"{path}: a table ends in .csv, .csv.gz, .npz or .json", ExitCode.USAGE)
    say(f"{path} written")
