"""The command `gamebook`: its subcommands, and the exit code when one fails."""

# Annotations are no strings in this file: Typer would compile each of them twice, which takes 3 ms.

import gc
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from types import ModuleType
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from gamebook.cli.console import ExitCode, emit, heed_unwritten, say
from gamebook.cli.files import BOOK_SUFFIX, NO_LETTERS
from gamebook.cli.findings import mention
from gamebook.cli.signals import forget, heard
from gamebook.diagnostics import Severity
from gamebook.errors import BookHasErrors, Cancelled, GamebookError, LimitReached
from gamebook.letters import together

COMMANDS = (
    "new", "check", "solve", "report", "heroes", "readers", "length", "worth", "sensitivity", "tune", "compare", "diff",
    "sweep", "campaign", "fight", "strategies", "search", "simulate", "map", "play", "number", "publish", "import",
    "export", "stats", "fmt", "explain", "lsp", "studio", "warm",
)  # fmt: skip
"""In the order of the help. There is one module for each: it has a `command`, whose docstring is its help, and an
`EXAMPLE`; it imports heavy packages only when it runs."""

MEANT = {
    **dict.fromkeys(("create", "init"), "new"),
    **dict.fromkeys(("lint", "test", "validate", "verify"), "check"),
    **dict.fromkeys(("run", "start"), "play"),
    **dict.fromkeys(("draw", "graph", "plot"), "map"),
    **dict.fromkeys(("build", "compile", "epub", "html", "pdf", "print"), "publish"),
    **dict.fromkeys(("renumber", "shuffle"), "number"),
    "format": "fmt",
    **dict.fromkeys(("edit", "gui", "open", "serve"), "studio"),
}
"""The command for a word that other programs have for what it does."""
OTHERWISE = {
    "rename": "Names are changed in an editor, or in the studio: gamebook studio BOOK.",
    "convert": "To a gamebook: gamebook import. To the format of another program: gamebook export.",
}
"""What to do for a word that no single command stands for."""

_NO_COMMAND = re.compile(r"(No such command '([^']*)'\.)")
_NOT_ONE_OF = re.compile(r"'([^']*)' is not one of (.*)")


def _example(*lines: str) -> str:
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        emit(f"gamebook {version('gamebook')}\n")
        raise typer.Exit


def gamebook(
    context: typer.Context,
    _asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Gamebooks in plain text: read, check, solve and map them."""
    if context.invoked_subcommand is None:
        emit(context.get_help() + "\n")


def command_module(name: str) -> ModuleType:
    """The module of a command."""
    return import_module(f"gamebook.cli.{name}" + "_" * iskeyword(name))


@cache
def command_line(names: tuple[str, ...] = COMMANDS) -> TyperGroup:
    """The command `gamebook` with these subcommands: built once, for as many command lines as this process runs."""
    new, *_ = COMMANDS
    line = typer.Typer(
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # plain help: a third faster, and the same in a pipe
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    examples = command_module(new).EXAMPLE, "gamebook check my-book.gbk"
    line.callback(invoke_without_command=True, epilog=_example(*examples))(gamebook)
    for name in names:
        module = command_module(name)
        line.command(name, epilog=_example(module.EXAMPLE))(module.command)
    group = get_command(line)
    assert isinstance(group, TyperGroup)
    return group


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. Only `SystemExit` is raised."""
    forget()  # a signal that ended a command before this one, in the same process
    if arguments is None:
        sys.argv[1:] = map(_together, sys.argv[1:])  # there, Typer itself looks for them, on Windows also for * in them
    else:
        arguments = [*map(_together, arguments)]
    called = tuple(sys.argv[1:] if arguments is None else arguments)[:1]
    try:
        # To build the others takes as long as to solve a small book.
        line = command_line(called if called and called[0] in COMMANDS else COMMANDS)
        code = line(args=arguments, prog_name="gamebook", standalone_mode=False) or ExitCode.CLEAN
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # Typer's own end where nobody reads its help any more
            return ExitCode.PIPE
        raise
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        path = (
            context.command_path if context else " ".join(("gamebook", *(name for name in called if name in COMMANDS)))
        )
        say(f"gamebook: {_told(error)}\nTry '{path} --help'.")
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
        heed_unwritten(error)
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


def _together(argument: str) -> str:
    """An argument with each letter and its marks in one, as the names of a book are; files keep the names they have."""
    paths = (argument, f"{argument}{BOOK_SUFFIX}", argument.partition("=")[2])
    return argument if argument.isascii() or any(map(os.path.lexists, paths)) else together(argument)


def _told(error: typer.TyperException) -> str:
    """What is wrong with a command line. Of an unknown option: which commands have it, or which one was meant."""
    name, similar = getattr(error, "option_name", None), getattr(error, "possibilities", None)
    if name is None or similar is None:
        return _plain(error.format_message())
    from gamebook.syntax.words import nearest_word

    message = f"No such option: {name}"
    lines = command_line().commands.items()
    owners = [command for command, line in lines if any(name in option.opts for option in line.params)]
    if owners:
        return f"{message}; it is an option of {', '.join(owners)}"
    meant = nearest_word(name, similar)
    return f"{message} (did you mean {meant}?)" if meant else message


def _plain(message: str) -> str:
    """What is wrong with a command or an option, with a hint to what was meant."""
    from gamebook.resolve.spelling import nearest
    from gamebook.sentences import with_capital

    unknown = _NO_COMMAND.match(message)
    if unknown and (word := unknown[2].casefold()) in MEANT.keys() | OTHERWISE.keys():
        return f"{unknown[1]} {OTHERWISE.get(word) or f'Did you mean {MEANT[word]!r}?'}"
    wrong = _NOT_ONE_OF.search(message)
    hint = nearest(wrong[1], re.findall("'([^']+)'", wrong[2])) if wrong else None
    return f"{message} {with_capital(hint)}" if hint else message


def main() -> NoReturn:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=NO_LETTERS)  # a letter that the terminal lacks must not stop us
    try:
        code = run()
    finally:
        gc.freeze()  # skip the last collection: it takes as long as a small book, and the process ends anyway
    sys.exit(heard() or code)  # a signal that came too late to stop anything is not forgotten
