"""`gamebook check`: errors and doubtful places in a book."""

# Annotations are no strings in this file: Typer would compile each of them twice, which takes 3 ms.

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import assignments, hero_given, warm_up
from gamebook.cli.console import ExitCode, emit, fail, say, watched
from gamebook.cli.files import NOW_UTF8, diff_text, read_bytes, write_text
from gamebook.cli.findings import FailOn, Format, exit_code, tell
from gamebook.cli.memory import memory_limit
from gamebook.cli.options import AsJson, Force, ResolveAs, Settings, book_files, mode_of, sure_number, time_left
from gamebook.cli.outputs import spare, to_file
from gamebook.diagnostics import Diagnostic
from gamebook.files import may_be_replaced
from gamebook.sentences import listed
from gamebook.source import Source

if TYPE_CHECKING:
    from gamebook.project import Project

EXAMPLE = "gamebook check books/starter.gbk --fail-on warning"


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The books to check.", callback=book_files)],
    form: Annotated[
        Format | None, typer.Option("--format", help="Output format; by default text.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    fail_on: Annotated[FailOn, typer.Option(help="Lowest severity that makes the exit code 1.")] = FailOn.ERROR,
    hero: Annotated[
        str, typer.Option(metavar="STAT=N,…", help="Check only what this hero can reach.", show_default=False)
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the findings to this file; '-' for stdout."),
    ] = None,
    force: Force = False,
    settings: Settings = None,
    limit_states: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="List at most N states; 5 million by default.")
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", min=0.0, callback=sure_number, help="Finish in about this time; 60 by default."
        ),
    ] = None,
    limit_memory: Annotated[
        str | None,
        typer.Option(
            "--limit-memory", metavar="SIZE", help="Use no more memory than this; 3GB by default.", show_default=False
        ),
    ] = None,
    resolve: ResolveAs = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Report only what can be found without solving the book.")
    ] = False,
    publish: Annotated[
        bool, typer.Option("--publish", help="Report also what a printed copy would not say well.")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="First apply the fixes that are certain; then check.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="With --fix: change no file; print what would change.")] = False,
) -> None:
    """Find errors and doubtful places in a book.

    Checks the syntax, the names, the map of chapters, the rules, and the `expect` lines. To silence a warning or an
    info, write `// noqa: GB203` at the end of its line. All heroes that the dice can make are checked; for a large book
    choose one hero with `--hero`, or raise the limit that was reached: `--limit-states`, `--limit-memory` or
    `--timeout`. Findings speak of the numbers on the sheet, so `check` may need several times as many states as
    `solve`, which counts numbers with the same effect as one. With `--resolve` the book is checked in that mode.
    """
    from gamebook.analysis.sheet import only_parameters
    from gamebook.project import Project
    from gamebook.verbs import check

    if diff and not fix:
        fail("--diff only works together with --fix; it shows what --fix would change")
    given, known, mode = hero_given(hero), assignments("--set", settings or []), mode_of(resolve)
    memory = None if limit_memory is None else memory_limit(limit_memory)
    if as_json and form not in (None, Format.JSON):
        fail(f"{form} and json are different output formats; use one of them")
    output = to_file(output)
    findings: dict[Diagnostic, None] = {}  # a file that two books include is reported once
    sources: dict[str, Source] = {}
    would_change = False
    unsolved: list[str] = []
    """After Ctrl-C: the books of which only that was checked that needs no solving."""
    if not quick:
        warm_up()
    for path in _books(files):
        began, project = time.monotonic(), Project(path)
        if known and not project.edition().has_errors:
            only_parameters(project.book, known)
        spare(output, path, project.edition(), force=force)
        changed = _fixed(project, diff) if fix else False
        if diff:
            would_change |= changed
            continue
        read = partial(check, project, level="quick", settings=known, hero=given, mode=mode)
        stopped = bool(unsolved)
        try:
            with watched(f"checking {path.name}") as job:
                if quick or stopped:
                    report = read(job=job)
                else:
                    left = time_left(timeout, began)
                    report = read(level="full", limit_states=limit_states, limit_memory=memory, timeout=left, job=job)
        except KeyboardInterrupt:
            if quick:
                raise
            report, stopped = read(), True
        unsolved += [path.name] * stopped
        findings |= dict.fromkeys(report.findings)
        if publish:
            findings |= dict.fromkeys(_of_print(project, known))
        sources |= report.sources
    if diff:
        if not would_change:
            say("nothing to correct")
        raise typer.Exit(ExitCode.FINDINGS if would_change else ExitCode.CLEAN)
    tell(list(findings), sources, Format.JSON if as_json else form or Format.TEXT, output)
    if unsolved:
        say(f"gamebook: of {listed(unsolved)} only what needs no solving was checked")
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(exit_code(findings, fail_on))


def _books(files: Sequence[Path]) -> list[Path]:
    """The books to check: in place of a file that is only a part of a book, that book."""
    from gamebook.mains import books_around

    found: dict[Path, None] = {}
    for path in files:
        whole = books_around(path) if path.is_file() else ()  # what is no file, such as a pipe, is read but once
        if whole and found.keys().isdisjoint(whole) and not set(files) & {*whole}:
            are = "are each" if len(whole) > 1 else "is"
            say(f"{path} is a part of {listed(map(str, whole))}, which {are} checked as a whole")
        found |= dict.fromkeys(whole or [path])
    return [*found]


def _of_print(project: "Project", settings: Mapping[str, int]) -> tuple[Diagnostic, ...]:
    """What a printed copy would not say well; nothing of a book with errors, which cannot be printed."""
    from gamebook.publish.review import review

    edition = project.edition(project.options.but(settings=settings))
    return () if edition.has_errors else review(edition)


def _fixed(project: "Project", diff: bool) -> bool:
    """Apply all certain fixes, in the files or, with `diff`, on the screen only. True if there are any.

    A file that could be read only in part, or whose encoding is guessed, is left alone.
    """
    from gamebook.fixes import fixes
    from gamebook.syntax.decode import decode, wide

    changes = fixes(project)
    held = {change.path: read_bytes(Path(change.path)) for change in changes}
    doubtful = [path for path, data in held.items() if decode(path, data)[1]]
    for path in doubtful:
        project.changed(path)
        say(f"{path} is not UTF-8 text, so --fix does not change it")
    changes = [change for change in changes if change.path not in doubtful]
    if diff:
        for change in changes:
            emit(diff_text(change.path, change.before, change.after, "fixed"))
        return bool(changes)
    for change in changes:
        may_be_replaced(Path(change.path))  # before the first is changed: half a fix is none
    for change in changes:
        write_text(Path(change.path), change.after)
        now = f"; {NOW_UTF8}" if wide(held[change.path]) else ""
        say(f"{change.path}: {change.count} {'fix' if change.count == 1 else 'fixes'}{now}")
    return bool(changes)
