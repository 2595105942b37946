"""`gamebook fmt`: format books in the standard layout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.console import ExitCode, emit, say
from gamebook.cli.files import NOW_UTF8, STREAM, diff_text, read_bytes, write_text
from gamebook.cli.findings import FailOn, exit_code, mention
from gamebook.cli.options import with_ending

EXAMPLE = "gamebook fmt --diff books/starter.gbk"


def command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Books to format; '-' reads stdin and writes stdout.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; print what would change.")] = False,
) -> None:
    """Format books in the standard layout.

    Changes indents, blanks, and marks of a word processor such as → for ->, but not the meaning. A file in UTF-16
    becomes UTF-8. A file with syntax errors is not changed; its errors are printed.
    """
    from gamebook.syntax.decode import decode, wide
    from gamebook.syntax.format import format_source

    failed = False
    for path in map(with_ending, files):
        data = read_bytes(path)
        source, findings = decode(str(path), data)
        text, more = format_source(source)
        findings += tuple(more)
        if exit_code(findings, FailOn.ERROR):
            mention(findings, {source.path: source})
            failed = True
            continue
        becomes_utf8 = wide(data) is not None
        changed = text != source.text or becomes_utf8
        if diff:
            emit(diff_text(source.path, source.text, text, "formatted"))
        if check and changed:
            say(f"{source.path} would change" + (": it is not UTF-8 text" if becomes_utf8 else ""))
        if check or diff:
            failed |= changed
        elif path == STREAM:
            emit(text)
        elif changed:
            write_text(path, text)
            say(f"{path} changed" + (f"; {NOW_UTF8}" if becomes_utf8 else ""))
    raise typer.Exit(ExitCode.FINDINGS if failed else ExitCode.CLEAN)
