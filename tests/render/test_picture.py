from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import gamebook
from gamebook.errors import UsageError
from gamebook.render import picture
from gamebook.render.picture import CannotDraw, Drawing, Form, NoGraphviz
from tests.support import build

DRAWING = Drawing('digraph "map" {\n\ta -> b\n}\n')
BEGIN = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"digraph"}


@pytest.mark.parametrize(("form", "begin"), BEGIN.items(), ids=list(BEGIN))
def test_the_suffix_says_what_is_written(tmp_path: Path, form: Form, begin: bytes) -> None:
    DRAWING.write(tmp_path / f"map.{form}")
    assert (tmp_path / f"map.{form}").read_bytes().startswith(begin)
    assert [path.name for path in tmp_path.iterdir()] == [f"map.{form}"]


def test_a_form_may_be_given_and_an_unknown_suffix_is_told(tmp_path: Path) -> None:
    DRAWING.write(tmp_path / "map", "dot")
    assert (tmp_path / "map").read_text("utf-8") == DRAWING.dot
    with pytest.raises(ValueError, match=r"ends in \.svg, \.png, \.pdf, \.dot"):
        DRAWING.write(tmp_path / "map.jpg")


def test_what_is_no_form_and_no_path() -> None:
    nothing: Any = None
    with pytest.raises(UsageError, match=r"^form cannot be None; it is one of svg, png, pdf, dot$"):
        DRAWING.picture(nothing)
    with pytest.raises(UsageError, match=r"^path cannot be None; it is the path of a file$"):
        DRAWING.write(nothing)


def test_a_picture_replaces_the_old_one_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "map.dot"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    DRAWING.write(path)
    assert path.read_text("utf-8") == DRAWING.dot
    assert path.stat().st_mode & 0o777 == 0o640


def test_without_anything_to_draw_with_dot_is_still_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoGraphviz, match="pygraphviz"):
        DRAWING.picture("svg")
    assert DRAWING.picture("dot") == DRAWING.dot.encode()


def test_a_program_dot_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dot"
    program.write_text('#!/bin/sh\necho "$@"\n/bin/cat\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(picture, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    arguments, *text = DRAWING.picture("png").decode().splitlines()
    assert "-Tpng" in arguments
    assert '\tgraph [dpi="96"]' in text


def test_a_large_map_reaches_a_program_that_is_slow_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe holds 64 KiB: what did not go in before the first wait ended was never sent."""
    program = tmp_path / "dot"
    program.write_text("#!/bin/sh\n/bin/sleep 0.3\n/bin/cat\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(picture, "find_spec", lambda _name: None)
    monkeypatch.setattr(picture, "EVERY", 0.05)
    monkeypatch.setenv("PATH", str(tmp_path))
    text = 'digraph "map" {\n' + "\ta -> b\n" * 30_000 + "}\n"
    assert Drawing(text).picture("svg") == text.encode()


def test_what_graphviz_cannot_read_is_told_in_a_line() -> None:
    with pytest.raises(CannotDraw) as caught:
        Drawing("digraph {").picture("svg")
    assert "\n" not in str(caught.value)


def test_graphvizs_grumbling_is_not_heard(capfd: pytest.CaptureFixture[str]) -> None:
    DRAWING.picture("png")
    assert capfd.readouterr() == ("", "")


def test_drawing_is_done_elsewhere_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        DRAWING.picture("svg")


def test_the_structure_of_a_book_is_drawn_without_solving() -> None:
    book = build.book(one=(build.turn("two"),), two=(build.WIN,))
    dot = gamebook.draw(book, "structure").dot
    assert "one -> two" in dot
    assert "best play" not in dot


def test_the_map_of_a_model_shows_play() -> None:
    toss = build.roll(build.d(2), build.row(1, 1, build.WIN), build.row(2, 2, build.LOSE))
    book = build.book(one=(build.turn("two"),), two=(toss,))
    assert "best play wins 50%" in gamebook.draw(book, "value").dot
