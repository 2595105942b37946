"""`gamebook fight`: how hard a fight is, and how to play it."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import ranges_given, warm_up
from gamebook.cli.console import emit, fail, say, watched
from gamebook.cli.findings import mention
from gamebook.cli.options import AsJson, Force, share
from gamebook.cli.outputs import must_differ, spare, write_output, write_output_text
from gamebook.cli.show import AsForm, Form, form_of, show
from gamebook.errors import BookHasErrors
from gamebook.files import load_text
from gamebook.sentences import listed

if TYPE_CHECKING:
    from gamebook.fights.policy import PolicyMap
    from gamebook.fights.render.report import Picture

EXAMPLE = 'gamebook fight --hero 12/24/12 --foe "White Dragon 15/22" --plot policy.svg'
TABLES = (".csv", ".csv.gz", ".npz", ".json")


class Ties(StrEnum):
    """Which of nearly equal options the maps show."""

    PUBLISHED = "published"
    STRICT = "strict"
    ALL = "all"


class PictureForm(StrEnum):
    """File format of a picture."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


def command(
    hero: Annotated[
        str,
        typer.Option(
            metavar="N/N/N",
            help="The reader's stats in the order of the sheet, or STAT=N,…; 1..24 is a range. Then what else the hero "
            "has: 12/20,mindblast,sword.",
        ),
    ],
    foe: Annotated[
        list[str],
        typer.Option(metavar="[NAME] N/N", help="A foe's stats, after its name; may be repeated."),
    ],
    together: Annotated[
        bool, typer.Option("--together", help="All foes attack at once, not one after another.")
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="LINE", help="A line of the fight, as in a book: 'with damage = 3', 'escape -> victory'."),
    ] = None,
    sheet: Annotated[
        list[str] | None, typer.Option(metavar="LINE", help="A line of the sheet: 'item potion = 1'.")
    ] = None,
    header: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Read triggers and strategies for the header from this file.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    keep: Annotated[
        str,
        typer.Option(
            metavar="CONDITION", help="Count a victory only if this holds afterwards: 'STAMINA>=8 and LUCK>=5'."
        ),
    ] = "",
    worth: Annotated[
        str, typer.Option(metavar="VALUE", help="Maximise these points of a victory: 'STAMINA + 2 * LUCK'.")
    ] = "",
    system: Annotated[str, typer.Option(metavar="NAME", help="The rule system.")] = "fighting-fantasy",
    combat: Annotated[str, typer.Option(metavar="NAME", help="The combat of the rule system.")] = "fight",
    policy: Annotated[bool, typer.Option("--policy", help="Add maps of best play.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the maps in this file: .svg, .png or .pdf.", dir_okay=False),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the value and policy of each state: .csv, .csv.gz, .npz or .json.",
            dir_okay=False,
        ),
    ] = None,
    only: Annotated[str, typer.Option(metavar="NAME,…", help="Only these strategies; by default all of them.")] = "",
    search: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A..B", help="Try these values for a strategy's parameter; show the best."),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="With ranges: compare strategies with best play in all states.")
    ] = False,
    histogram: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="With --compare and --search: draw how often each value is best.", dir_okay=False
        ),
    ] = None,
    gain: Annotated[
        str,
        typer.Option(metavar="NAME(P=N,…)", help="With ranges: show where best play gains most over this strategy."),
    ] = "",
    above: Annotated[
        float,
        typer.Option(
            parser=share(), metavar="CHANCE", help="With --gain: also look at states with a chance above this."
        ),
    ] = 0.01,
    along: Annotated[
        str,
        typer.Option(metavar="STAT", help="With ranges: show how best play changes along a stat: LUCK, 'foe SKILL'."),
    ] = "",
    summary: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Summarise best play, and draw the summary: .svg, .png or .pdf.", dir_okay=False
        ),
    ] = None,
    advise: Annotated[
        bool, typer.Option("--advise", help="With ranges: give advice short enough to remember.")
    ] = False,
    cost: Annotated[
        float,
        typer.Option(
            parser=share(),
            metavar="CHANCE",
            help="With --advise: how much of the chance to win the advice may lose, on average.",
        ),
    ] = 0.006,
    exact: Annotated[bool, typer.Option("--exact", help="Without ranges: add the answers as exact fractions.")] = False,
    ties: Annotated[Ties, typer.Option(help="Which of nearly equal options the maps show.")] = Ties.PUBLISHED,
    force: Force = False,
    page: Annotated[bool, typer.Option("--page", help="Only print the fight as a book.")] = False,
    as_json: AsJson = False,
    form: AsForm = None,
) -> None:
    """Find how hard a fight is.

    Reports the chance to win, the course of the fight, what is left of the hero, and best play. A number may be a
    range, as in --hero 12/1..24/0..12 --foe 2..22/1..24: the fight is then solved for each number in it, and maps show
    best play in all states.
    """
    from gamebook.fights.encounter import encounter

    form = form_of(form, as_json)
    if policy and form not in (Form.TEXT, Form.JSON):
        fail(f"--policy prints maps as text or json, not as {form.value}; --plot draws them")
    if ties is Ties.ALL and (policy or plot or along or summary):
        fail("a map shows one option per state; --ties all works with --table only")
    fight = encounter(
        hero,
        foe,
        system=system,
        combat=combat,
        together=together,
        lines=rule or (),
        sheet=sheet or (),
        header=_lines(header) if header else (),
        keep=keep,
        worth=worth,
    )
    if page:
        emit(fight.page())
        return
    everywhere = {"--compare": compare, "--advise": advise, "--gain": bool(gain), "--along": bool(along)}
    for option, given in everywhere.items():
        if given and not fight.axes:
            fail(f"{option} needs ranges, as in --hero 12/1..24/0..12")
    if exact and fight.axes:
        fail("--exact works for a single fight; give numbers instead of ranges")
    tried = ranges_given("--search", search or [])
    if histogram is not None and not (compare and len(tried) == 1):
        fail("--histogram needs --compare and one --search, as in --search t=2..13")
    drawn: list[tuple[Picture, Path | None]] = [("plot", plot), ("summary", summary), ("histogram", histogram)]
    pictures = [(what, path, _form(path)) for what, path in drawn if path is not None]
    files = {"--plot": plot, "--table": table, "--summary": summary, "--histogram": histogram}
    for option, path in files.items():
        spare(path, option=option, force=force)
    must_differ(files.items())
    if table is not None and not table.name.endswith(TABLES):
        fail(f"{table}: the name of a table must end in {listed(TABLES, last='or')}")

    from gamebook.fights.answers import Questions, answer
    from gamebook.fights.render.maps import policy_text
    from gamebook.fights.render.report import report_json, report_picture, report_sections

    questions = Questions(
        search=tried,
        only=[name.strip() for name in only.split(",") if name.strip()],
        maps=policy or plot is not None or table is not None,
        outline=summary is not None,
        compare=compare,
        gain=gain,
        above=above,
        along=along,
        cost=cost if advise else None,
        exact=exact,
        ties=ties.value,
    )
    warm_up()

    try:
        with watched():
            found = answer(fight, questions)
        show(report_sections(found), lambda: report_json(found), form)
        if policy and found.laid is not None and form is Form.TEXT:
            emit(policy_text(found.laid, ties.value))
        if found.laid is not None and table is not None:
            _write_table(found.laid, table, ties)
        for what, path, picture_form in pictures:
            write_output(path, report_picture(found, what, picture_form.value))
            say(f"{path} written")
    except BookHasErrors as error:
        mention(error.report.findings, error.report.sources)
        fail("the fight has errors; --page prints it as a book")


def _lines(path: Path) -> list[str]:
    try:
        return load_text(path).splitlines()
    except UnicodeDecodeError:
        fail(f"{path} is not UTF-8 text")


def _form(path: Path) -> PictureForm:
    try:
        return PictureForm(path.suffix.removeprefix("."))
    except ValueError:
        fail(f"{path}: the name of a picture must end in .svg, .png or .pdf")


def _write_table(laid: PolicyMap, path: Path, ties: Ties) -> None:
    from gamebook.fights.render.data import policy_json
    from gamebook.fights.render.table import policy_csv, policy_npz

    if path.suffix == ".npz":
        write_output(path, policy_npz(laid, ties.value))
    elif path.suffix == ".json":
        write_output_text(path, json.dumps(policy_json(laid, ties.value)) + "\n")
    else:
        write_output(path, policy_csv(laid, ties.value, packed=path.suffix == ".gz"))
    say(f"{path} written")
