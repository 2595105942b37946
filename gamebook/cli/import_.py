"""`gamebook import`: a book of another program becomes one of ours."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.console import ExitCode, emit, fail, say
from gamebook.cli.files import STREAM, write_text
from gamebook.cli.findings import FailOn, exit_code, mention
from gamebook.cli.outputs import must_be_new, spare_source

if TYPE_CHECKING:
    from gamebook.interop.importing import Imported

EXAMPLE = "gamebook import my-story.html -o my-book.gbk"


def command(
    source: Annotated[
        Path, typer.Argument(metavar="FILE|FOLDER", help="What to import.", exists=True, show_default=False)
    ],
    form: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Its format; by default found by what is in it.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The book to write; '-' for stdout.", show_default=False),
    ] = None,
    victory: Annotated[
        list[str] | None,
        typer.Option("--victory", metavar="CHAPTER", help="A chapter whose ending is a victory; may be repeated."),
    ] = None,
    guess: Annotated[
        str, typer.Option("--range", metavar="LOW..HIGH", help="The range of numbers that the source does not bound.")
    ] = "-100..100",
    as_json: Annotated[bool, typer.Option("--json", help="Print the census as JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the book if it exists.")] = False,
) -> None:
    """Make a book of what another program wrote.

    Links, conditions, effects and dice are modelled as far as the language can say them; the rest stands as a comment
    in its place: search for TODO. A census tells how much of each was modelled. Then the quick part of `check` runs.

    Formats: twee, twine-html, twine-json, ink, choicescript, manuscript (Markdown, text, RTF, DOCX), gamebookformat,
    adventure-book, adventure, gbook, squiffy, pangamebook, mui, lgc, aon; and graphs of chapters: json, graphml, gexf.
    """
    from gamebook.interop.importing import import_book

    match = re.fullmatch(r"\s*(-?\d{1,7})\s*\.\.\s*(-?\d{1,7})\s*", guess)
    if match is None:
        fail(f"--range needs LOW..HIGH, such as 0..50, not {guess}")
    stem = re.sub(r"[^\w-]+", "-", source.resolve().stem).strip("-") or "book"
    target = output or Path(f"{stem}.gbk")
    must_be_new(target, force=force)
    spare_source(target, source)
    imported = import_book(source, form, (int(match[1]), int(match[2])), victory or [])
    if target == STREAM:
        emit(imported.text)
    else:
        write_text(target, imported.text)
    raise typer.Exit(_tell(imported, target, as_json))


def _tell(imported: Imported, target: Path, as_json: bool) -> ExitCode:
    """Print what the import came to; the exit code."""
    from gamebook.diagnostics import Severity
    from gamebook.interop.report import report_data, report_text, trouble_text
    from gamebook.project import Project
    from gamebook.verbs import check

    written = "standard output" if target == STREAM else str(target)
    project = Project.of(imported.text, name=written) if target == STREAM else Project(target)
    found = check(project, level="quick")
    for trouble in imported.troubles:
        say(trouble_text(trouble))
    grave = [each for each in found.findings if each.severity is not Severity.INFO]
    if as_json:
        data = report_data(imported, str(target))
        data["check"] = {each.value: sum(f.severity is each for f in found.findings) for each in Severity}
        text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    else:
        text = report_text(imported, written)
    (say if target == STREAM else emit)(text)
    mention(grave, found.sources)
    if not as_json:
        counts = [(each.value, sum(one.severity is each for one in found.findings)) for each in Severity]
        told = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts)
        say(f"gamebook check --quick: {told}")
    return exit_code(found.findings, FailOn.ERROR)
