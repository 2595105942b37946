"""`gamebook check`: all that is wrong, or odd, with a book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, warm_up
from gamebook.cli.console import ExitCode, emit, fail, say, watched
from gamebook.cli.files import diff_text, write_text
from gamebook.cli.options import ResolveAs, Settings, mode_of
from gamebook.cli.report import FailOn, Format, exit_code, tell
from gamebook.diagnostics import Diagnostic
from gamebook.source import Source

if TYPE_CHECKING:
    from gamebook.project import Project

EXAMPLE = "gamebook check books/starter.gbk --fail-on warning"


def command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="The books to look at.", exists=True, dir_okay=False)
    ],
    form: Annotated[Format, typer.Option("--format", help="How to tell the findings.")] = Format.TEXT,
    fail_on: Annotated[FailOn, typer.Option(help="The mildest finding that makes the exit code 1.")] = FailOn.ERROR,
    hero: Annotated[
        str, typer.Option(metavar="STAT=N,…", help="Look at what this hero can reach.", show_default=False)
    ] = "",
    output: Annotated[Path | None, typer.Option(help="Write the findings to this file.")] = None,
    settings: Settings = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="List no more states than this; by default 5 million.")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", min=0.0, help="List states no longer than this; by default 60.")
    ] = None,
    resolve: ResolveAs = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only what can be found without solving the book.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="First change what has one sure cure; then check.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="With --fix: change no file; print what would change.")] = False,
) -> None:
    """Tell all that is wrong, or odd, with a book.

    The writing, the names, the map of chapters, the rules, and the promises it makes. A finding that is meant is
    silenced by `// noqa: GB203` at the end of its line. Every hero the dice can make is tried; for a big book try
    one with `--hero`, or raise `--limit-states` and `--timeout`. With `--resolve`
    a book is looked at as it is in that mode.
    """
    from gamebook.project import Project
    from gamebook.verbs import check

    if diff and not fix:
        fail("--diff is for --fix: it shows what --fix would change")
    given, known = hero_given(hero), assignments("--set", settings or [])
    findings: dict[Diagnostic, None] = {}  # a part that two books include is told once
    sources: dict[str, Source] = {}
    would_change = False
    if not quick:
        warm_up()
    for path in files:
        project = Project(path)
        changed = _fixed(project, diff) if fix else False
        if diff:
            would_change |= changed
            continue
        with watched(f"checking {path.name}") as job:
            report = check(
                project,
                level="quick" if quick else "full",
                settings=known,
                hero=given,
                mode=mode_of(resolve),
                limit_states=limit_states,
                timeout=timeout,
                job=job,
            )
        findings |= dict.fromkeys(report.findings)
        sources |= report.sources
    if diff:
        raise typer.Exit(ExitCode.FINDINGS if would_change else ExitCode.CLEAN)
    tell(list(findings), sources, form, output)
    raise typer.Exit(exit_code(findings, fail_on))


def _fixed(project: Project, diff: bool) -> bool:
    """Carry out every sure cure, in the files or, with `diff`, on the screen only; whether there is any."""
    from gamebook.fixes import fixes

    changes = fixes(project)
    for change in changes:
        if diff:
            emit(diff_text(change.path, change.before, change.after, "fixed"))
        elif not _is_plain(Path(change.path)):
            project.changed(change.path)
            say(f"{change.path} is not UTF-8 text; it is left as it is")
        else:
            write_text(Path(change.path), change.after)
            say(f"{change.path}: {change.count} {'fix' if change.count == 1 else 'fixes'}")
    return bool(changes)


def _is_plain(path: Path) -> bool:
    """Whether a file is text that can be written as it was read."""
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError:
        return False
    return True
