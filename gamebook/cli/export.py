"""`gamebook export`: a book in the formats of other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, ready, warm_up
from gamebook.cli.console import emit, fail, say, watched
from gamebook.cli.files import STREAM
from gamebook.cli.options import BookFile, Force, Hero, ResolveAs, Settings, mode_of
from gamebook.cli.outputs import spare, write_output, write_output_text

if TYPE_CHECKING:
    from gamebook.interop.export.formats import Files, Format
    from gamebook.project import Project

EXAMPLE = "gamebook export books/tutorial.gbk --to drn --hero weak"
AT_ONCE = 1_000
"""Parts of a text that are printed together."""


class To(StrEnum):
    """The formats, as in `gamebook.interop.export.formats`."""

    DRN = "drn"
    UMB = "umb"
    PRISM = "prism"
    JANI = "jani"
    EXPLICIT = "explicit"
    CSV = "csv"
    PARQUET = "parquet"
    STATES = "states"
    TWEE = "twee"
    INK = "ink"
    JSON = "json"
    GRAPHML = "graphml"
    GEXF = "gexf"
    MERMAID = "mermaid"
    DOT = "dot"


def command(
    book: BookFile,
    to: Annotated[To | None, typer.Option("--to", help="The format; by default what the name of -o ends in.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Where to write; by default BOOK with another ending. - is stdout."
        ),
    ] = None,
    force: Force = False,
    hero: Hero = "",
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME(P=N,…)",
            help="In processes, let this policy decide for the reader: a strategy of the book, best, random or first.",
        ),
    ] = None,
    decimals: Annotated[
        bool, typer.Option("--decimals", help="In PRISM's explicit files, write rounded chances, not fractions.")
    ] = False,
    settings: Settings = None,
    resolve: ResolveAs = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The most states, in place of the format's own limit.")
    ] = None,
) -> None:
    """Write a book in the format of another program.

    For model checkers, the process that gamebook solves, with fractions: drn, umb, prism, jani, explicit (PRISM's
    files). To be played: twee (for SugarCube), ink. For tables, best play in every state: csv, parquet. For graph
    tools, the states of a small book: states; the chapters: json, graphml, gexf, mermaid, dot. docs/interop.md tells
    what each of them can say.
    """
    given = hero_given(hero)
    project = ready(book, assignments("--set", settings or []), mode_of(resolve))

    from gamebook.interop.export.formats import Wish, export

    form, path = _target(book, to, output)
    _only(form, policy=policy, decimals=decimals, hero=given, limit_states=limit_states)
    for each in (path, *(path.with_suffix(f".{suffix}") for suffix in form.suffixes)):
        spare(each, book, project.edition(), force=force)
    if form.most:
        warm_up()
    with watched():
        called = _called(project) if form.name in (To.TWEE, To.INK) else {}
        files = export(form, Wish(project.book, given, policy, limit_states, decimals, called))
        _write(files, path)
    for sentence in form.told(project.book) if form.told else ():
        say(f"gamebook: {sentence}")


def _called(project: Project) -> Mapping[str, str]:
    """What names, rolls and choices of rule systems are called in the language of the book.

    A number counts many things, as on the sheet.
    """
    from gamebook.publish.player.shown import called_by_rules

    edition = project.edition()
    numbers = {each.name for each in edition.book.variables if each.kind == "number"}
    return {name: forms[name in numbers] for name, forms in called_by_rules(edition).items()}


def _target(book: Path, to: To | None, output: Path | None) -> tuple[Format, Path]:
    """The format, and where to write; several files share the name without its ending."""
    from gamebook.interop.export.formats import BY_NAME, BY_SUFFIX

    if to is not None:
        form = BY_NAME[to.value]
        return form, output or Path(f"{book.stem}.{form.suffixes[0]}")
    if output is None:
        fail("--to says the format: " + ", ".join(BY_NAME))
    suffix = output.name.partition(".")[2]
    found = BY_SUFFIX.get(suffix) or BY_SUFFIX.get(output.suffix.removeprefix("."))
    if found is None:
        fail(f"{output}: no format ends in {output.suffix or 'nothing'}; --to says the format: {', '.join(BY_NAME)}")
    return found, output


def _only(form: Format, **given: object) -> None:
    """Refuse options that the format does not heed."""
    for name in form.unheeded(**given):
        fail(f"--{name.replace('_', '-')} makes no difference to {form.name}; leave it out")


def _together(parts: Iterable[str]) -> Iterator[str]:
    """The same text in fewer parts: each is written at once."""
    left = iter(parts)
    while some := "".join(islice(left, AT_ONCE)):
        yield some


def _write(files: Files, path: Path) -> None:
    if path == STREAM:
        for name, parts in files.items():
            if isinstance(parts, bytes) or len(files) > 1:
                fail(f"{name} goes to a file: -o FILE")
            for some in _together(parts):
                emit(some)
        return
    for suffix, parts in files.items():
        there = path if len(files) == 1 else path.with_suffix(f".{suffix}")
        if isinstance(parts, bytes):
            write_output(there, parts)
        else:
            write_output_text(there, parts)
        say(f"{there} written")
