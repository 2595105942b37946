"""`gamebook fight`: how hard a fight is, and what to do in it."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import page_width, ranges_given, warm_up
from gamebook.cli.console import emit, fail, say, watched
from gamebook.cli.files import write_text
from gamebook.cli.options import AsJson
from gamebook.cli.report import mention
from gamebook.errors import BookHasErrors
from gamebook.files import write_bytes
from gamebook.render.data import json_text

if TYPE_CHECKING:
    from gamebook.fights.policy import PolicyMap
    from gamebook.fights.render.report import Picture

EXAMPLE = 'gamebook fight --hero 12/24/12 --foe "White Dragon 15/22" --plot policy.svg'
TABLES = (".csv", ".csv.gz", ".npz", ".json")


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
    histogram: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="With --compare and --search: draw how often each value is best.", dir_okay=False
        ),
    ] = None,
    gain: Annotated[
        str, typer.Option(metavar="NAME(P=N,…)", help="With ranges: where best play gains most over this strategy.")
    ] = "",
    above: Annotated[
        float, typer.Option(metavar="CHANCE", min=0.0, max=1.0, help="What such gains should end, or begin, above.")
    ] = 0.01,
    along: Annotated[
        str, typer.Option(metavar="STAT", help="With ranges: what changes from value to value of LUCK, or 'foe SKILL'.")
    ] = "",
    summary: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Tell best play in outline, and draw it: .svg, .png or .pdf.", dir_okay=False
        ),
    ] = None,
    advise: Annotated[
        bool, typer.Option("--advise", help="With ranges: advice to remember, as small as its cost allows.")
    ] = False,
    cost: Annotated[
        float, typer.Option(metavar="CHANCE", min=0.0, max=1.0, help="What such advice may lose in the mean.")
    ] = 0.006,
    exact: Annotated[bool, typer.Option("--exact", help="Without ranges: add the answers as fractions.")] = False,
    ties: Annotated[Ties, typer.Option(help="When another option counts as better than the first.")] = Ties.PUBLISHED,
    page: Annotated[bool, typer.Option("--page", help="Print the fight as a book, and stop.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell how hard a fight is.

    The chance to win, how it goes, what is left, and what to do. Where a number is a range, as in
    --hero 12/1..24/0..12 --foe 2..22/1..24, the fight is solved for every number in it, and maps tell what to do
    everywhere.
    """
    from gamebook.fights.encounter import encounter

    if ties is Ties.ALL and (policy or plot or along or summary):
        fail("a map shows one option a state; --ties all is for --table")
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
    for option, asked in everywhere.items():
        if asked and not fight.axes:
            fail(f"{option} wants ranges, as in --hero 12/1..24/0..12")
    if exact and fight.axes:
        fail("--exact is for one fight; give numbers instead of ranges")
    tried = ranges_given("--search", search or [])
    if histogram is not None and not (compare and len(tried) == 1):
        fail("--histogram wants --compare and one --search, as in --search t=2..13")
    drawn: list[tuple[Picture, Path | None]] = [("plot", plot), ("summary", summary), ("histogram", histogram)]
    pictures = [(what, path, _form(path)) for what, path in drawn if path is not None]
    if table is not None and not table.name.endswith(TABLES):
        fail(f"{table}: a table ends in {', '.join(TABLES[:-1])} or {TABLES[-1]}")

    from gamebook.fights.answers import Asked, answer
    from gamebook.fights.render.maps import policy_text
    from gamebook.fights.render.report import report_json, report_picture, report_texts

    questions = Asked(
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
        if as_json:
            emit(json_text(report_json(found)))
        else:
            for text in report_texts(found, page_width()):
                emit(text)
            if policy and found.laid is not None:
                emit(policy_text(found.laid, ties.value))
        if found.laid is not None and table is not None:
            _write_table(found.laid, table, ties)
        for what, path, form in pictures:
            write_bytes(path, report_picture(found, what, form.value))
            say(f"{path} written")
    except BookHasErrors as error:
        mention(error.report.findings, error.report.sources)
        fail("the fight cannot be read; --page prints the book that was made of it")


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        fail(f"{path} is not UTF-8 text")


def _form(path: Path) -> Form:
    try:
        return Form(path.suffix.removeprefix("."))
    except ValueError:
        fail(f"{path}: a picture ends in .svg, .png or .pdf")


def _write_table(laid: PolicyMap, path: Path, ties: Ties) -> None:
    from gamebook.fights.render.data import policy_json
    from gamebook.fights.render.table import policy_csv, policy_npz

    if path.suffix == ".npz":
        write_bytes(path, policy_npz(laid, ties.value))
    elif path.suffix == ".json":
        write_text(path, json.dumps(policy_json(laid, ties.value)) + "\n")
    else:
        write_bytes(path, policy_csv(laid, ties.value, packed=path.suffix == ".gz"))
    say(f"{path} written")
