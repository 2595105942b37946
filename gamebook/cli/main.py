"""The command `gamebook`: its subcommands, and the exit code when one fails."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from gamebook.cli import (
    campaign,
    check,
    compare,
    diff,
    explain,
    export,
    fight,
    fmt,
    import_,
    length,
    lsp,
    new,
    number,
    play,
    publish,
    readers,
    report,
    search,
    sensitivity,
    simulate,
    solve,
    stats,
    strategies,
    studio,
    sweep,
    tune,
    warm,
    worth,
)
from gamebook.cli import map as map_
from gamebook.cli.console import ExitCode, emit, say
from gamebook.cli.findings import mention
from gamebook.cli.signals import forget, heard
from gamebook.diagnostics import Severity
from gamebook.errors import BookHasErrors, Cancelled, GamebookError, LimitReached

COMMANDS = (
    new, check, solve, report, readers, length, worth, sensitivity, tune, compare, diff, sweep, campaign, fight,
    strategies, search, simulate, map_, play, number, publish, import_, export, stats, fmt, explain, lsp, studio, warm,
)  # fmt: skip
"""One module per command, in the order of the help. A module has a `command`, whose docstring is its help, and an
`EXAMPLE`; it imports heavy packages only when it runs."""

GARBAGE = 100_000
"""Allocations between two runs of the garbage collector. Reading a book makes many objects and drops none; Python's
default of 700 would run the collector far too often."""

app = typer.Typer(
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: a third faster, and the same in a pipe
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _example(*lines: str) -> str:
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        emit(f"gamebook {version('gamebook')}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=_example(new.EXAMPLE, "gamebook check my-book.gbk"))
def gamebook(
    context: typer.Context,
    _asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Gamebooks in plain text: read, check, solve and map them."""
    if context.invoked_subcommand is None:
        emit(context.get_help() + "\n")


for module in COMMANDS:
    app.command(module.__name__.rpartition(".")[2].rstrip("_"), epilog=_example(module.EXAMPLE))(module.command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. Only `SystemExit` is raised."""
    forget()  # a signal that ended a command before this one, in the same process
    try:
        code = app(args=arguments, prog_name="gamebook", standalone_mode=False) or ExitCode.CLEAN
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "gamebook"
        say(f"gamebook: {error.format_message()}\nTry '{path} --help'.")
        return ExitCode.USAGE
    except (KeyboardInterrupt, typer.Abort, Cancelled):
        code = ExitCode.INTERRUPTED
    except BookHasErrors as error:
        mention([each for each in error.report.findings if each.severity is Severity.ERROR], error.report.sources)
        return ExitCode.FINDINGS
    except LimitReached as error:
        say(f"gamebook: {error}")
        return ExitCode.LIMIT
    except GamebookError as error:
        say(f"gamebook: {error}")
        return ExitCode.USAGE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(f"gamebook: {where}{error.strerror or error}")
        return ExitCode.USAGE
    except Exception as error:
        if (code := heard()) is not None:  # a library took the signal for a failure of its own
            return code
        if os.environ.get("GAMEBOOK_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        say(f"gamebook: internal error ({what}). Please report it with the output of GAMEBOOK_DEBUG=1.")
        return ExitCode.BUG
    if code == ExitCode.INTERRUPTED:
        say("gamebook: interrupted")
    return int(code)


def main() -> NoReturn:
    """The console script."""
    gc.set_threshold(GARBAGE)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a letter that the terminal lacks must not stop us
    try:
        code = run()
    finally:
        gc.freeze()  # skip the last collection: it takes as long as a small book, and the process ends anyway
    sys.exit(heard() or code)  # a signal that came too late to stop anything is not forgotten
