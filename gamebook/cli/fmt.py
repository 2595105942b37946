"""`gamebook fmt`: format books in the standard layout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamebook.cli.console import ExitCode, emit, say
from gamebook.cli.files import NOT_UTF8, STREAM, diff_text, is_utf8, read_bytes, write_text
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

    Changes indents, blanks, and marks of a word processor such as → for ->, but not the meaning. A file with syntax
    errors is not changed; its errors are printed. Nor is a file that is not UTF-8 text.
    """
    from gamebook.syntax.decode import decode
    from gamebook.syntax.format import format_source

    failed = False
    for path in map(with_ending, files):
        source, findings = decode(str(path), read_bytes(path))
        text, more = format_source(source)
        findings += tuple(more)
        if exit_code(findings, FailOn.ERROR):
            mention(findings, {source.path: source})
            failed = True
            continue
        changed = text != source.text
        if changed and not is_utf8(path):
            say(f"{path} {NOT_UTF8}")
            failed = True
            continue
        if diff:
            emit(diff_text(source.path, source.text, text, "formatted"))
        if check and changed:
            say(f"{source.path} would change")
        if check or diff:
            failed |= changed
        elif path == STREAM:
            emit(text)
        elif changed:
            write_text(path, text)
            say(f"{path} changed")
    raise typer.Exit(ExitCode.FINDINGS if failed else ExitCode.CLEAN)
