"""Pictures of maps: DOT laid out and drawn by Graphviz."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Literal, get_args

from msgspec import Struct

from gamebook.errors import Unavailable, UsageError
from gamebook.files import write_bytes
from gamebook.job import EVERY, current, look

Form = Literal["svg", "png", "pdf", "dot"]
FORMS: tuple[Form, ...] = get_args(Form)
_SCRIPT = """\
import sys, pygraphviz
graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(format=sys.argv[1], prog="dot"))
"""
PNG_INCHES = "60,60"
"""A picture of dots is scaled down to this size, at 96 dots an inch: programs refuse larger ones."""


class NoGraphviz(Unavailable):
    """Neither the Python package pygraphviz nor a program `dot` is there to draw with."""


class CannotDraw(Unavailable):
    """Graphviz gave up."""


class Drawing(Struct, frozen=True):
    """A map, ready to be drawn."""

    dot: str
    """What is drawn, in Graphviz's language."""

    def picture(self, form: Form | Literal["json0"]) -> bytes:
        """The picture's bytes; `json0` is Graphviz's own list of what stands where.

        Raises:
            UsageError: there is no such form.
            NoGraphviz: there is nothing to draw with (never for "dot").
            CannotDraw: Graphviz did not manage.
        """
        if form not in (*FORMS, "json0"):
            raise UsageError(f"form cannot be {form!r}; it is one of {', '.join(FORMS)}")
        if form == "dot":
            return self.dot.encode()
        text = _with_settings(self.dot, {"size": PNG_INCHES, "dpi": "96"} if form == "png" else {})
        return _by_package(text, form) if find_spec("pygraphviz") else _by_program(text, form)

    def write(self, path: Path | str, form: Form | None = None) -> None:
        """Write the picture, in the form its suffix names unless one is given; half a picture is never seen.

        Raises:
            UsageError: the suffix names no form, there is no such form, or `path` is no path.
            OSError: the file cannot be written.
        """
        if not isinstance(path, str | PathLike):
            raise UsageError(f"path cannot be {path!r}; it is the path of a file")
        target = Path(path)
        write_bytes(target, self.picture(form or form_of(target)))


def form_of(path: Path) -> Form:
    """The form that a file's suffix names."""
    for form in FORMS:
        if path.suffix.lower() == f".{form}":
            return form
    raise UsageError(f"a picture's name ends in {', '.join(f'.{form}' for form in FORMS)}")


def _with_settings(dot: str, settings: Mapping[str, str]) -> str:
    head, brace, rest = dot.partition("{")
    return head + brace + "".join(f'\n\tgraph [{name}="{value}"]' for name, value in settings.items()) + rest


def _by_package(dot: str, form: str) -> bytes:
    """Draw in another Python process: it can be interrupted, and font warnings from Graphviz are discarded."""
    command = [sys.executable, "-P", "-c", _SCRIPT, form]
    return _drawn(command, dot)


def _by_program(dot: str, form: str) -> bytes:
    try:
        return _drawn(["dot", f"-T{form}"], dot)
    except FileNotFoundError as error:
        raise NoGraphviz("install the Python package pygraphviz, or Graphviz with its program dot") from error


def _drawn(command: list[str], dot: str) -> bytes:
    """What a program draws; it ends with us if we are cancelled."""
    job = current()
    job.begin("drawing")
    # The text comes from a file: of what goes through a pipe, Python forgets the rest when the wait for an answer ends.
    with (
        TemporaryFile() as given,
        subprocess.Popen(  # noqa: S603 - our own words
            command, stdin=_filled(given, dot), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
    ):
        while True:
            try:
                picture, complaint = process.communicate(timeout=EVERY)
                break
            except subprocess.TimeoutExpired:
                _look_or_kill(process)
            except BaseException:
                process.kill()
                raise
    if process.returncode or not picture:
        raise CannotDraw(_reason(complaint.decode(errors="replace")))
    return picture


def _filled(file: IO[bytes], text: str) -> IO[bytes]:
    """The file with the text in it, to be read from its start."""
    file.write(text.encode())
    file.seek(0)
    return file


def _look_or_kill(process: subprocess.Popen[bytes]) -> None:
    try:
        look()
    except BaseException:
        process.kill()
        raise


def _reason(complaint: str) -> str:
    lines = [line for line in complaint.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "Graphviz made no picture")
