"""Real editors with our files: what colours a shipped book has, and how a line becomes a comment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
EDITORS = TOP / "editors"
HERE = Path(__file__).parent
BOOKS = [TOP / "books" / name for name in ("tutorial.gbk", "the-long-ebb.gbk", "lone-wolf/the-seven-lamps.gbk")]

pytestmark = pytest.mark.slow

Places = list[tuple[int, int]]
"""Lines and columns of letters, from 1."""
Told = tuple[list[str], str]
"""What an editor calls each of the places, and a line `item rope` that it was asked to turn into a comment."""


Editor = Callable[[Path, Places, Path], Told]


def run(command: list[str | Path], folder: Path, **more: str) -> str:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    environment = {**os.environ, **home, **more}
    done = subprocess.run(command, env=environment, cwd=folder, timeout=120, check=True, capture_output=True, text=True)
    return done.stdout


def asked(editor: str, options: list[str], book: Path, places: Places, folder: Path) -> Told:
    """Vim or Neovim, where the folder `editors/vim` is installed as the page for writers says."""
    (folder / "places.json").write_text(json.dumps(places), "utf-8")
    pack = folder / (".vim" if editor == "vim" else "nvim/site") / "pack" / "gamebook" / "start"
    shutil.copytree(EDITORS / "vim", pack / "gamebook")
    run([editor, *options, "-i", "NONE", "-n", "-S", HERE / "colours.vim", book], folder)
    told = json.loads((folder / "told.json").read_text("utf-8"))
    return told["groups"], told["comment"]


def vim(book: Path, places: Places, folder: Path) -> Told:
    (folder / ".vimrc").write_text("filetype plugin on\nsyntax on\n", "utf-8")
    return asked("vim", ["-es", "-N", "-u", str(folder / ".vimrc")], book, places, folder)


def neovim(book: Path, places: Places, folder: Path) -> Told:
    return asked("nvim", ["--headless"], book, places, folder)


def emacs(book: Path, places: Places, folder: Path) -> Told:
    (folder / "places.json").write_text(json.dumps(places), "utf-8")
    run(["emacs", "-Q", "--batch", "-L", EDITORS / "emacs", "-l", HERE / "colours.el", book], folder)
    told = json.loads((folder / "told.json").read_text("utf-8"))
    return told["faces"], told["comment"]


KATE = shutil.which("ksyntaxhighlighter6") or shutil.which("kate-syntax-highlighter") or "kate-syntax-highlighter"


def kate(book: Path, places: Places, folder: Path) -> Told:
    definition = folder / "org.kde.syntax-highlighting" / "syntax" / "gamebook.xml"
    definition.parent.mkdir(parents=True)
    shutil.copy(EDITORS / "kate" / "gamebook.xml", definition)
    styles = re.findall(r'<itemData name="([^"]*)"', definition.read_text("utf-8"))
    command: list[str | Path] = [KATE, "--output-format=ansi", "--syntax-trace=format", book]
    printed = re.sub(r"\x1b\[[0-9;]*[mK]", "", run(command, folder, QT_QPA_PLATFORM="offscreen")).split("\n")
    lines = book.read_text("utf-8").split("\n")
    shown, at = dict[int, int](), 0
    for number, line in enumerate(lines, 1):
        # beneath a line stand strokes at the letters where another style begins, and beneath these its name
        while at + 1 < len(printed) and not (printed[at] == line and re.fullmatch(r"[ |]*\|[ |]*", printed[at + 1])):
            at += 1
        shown[number] = at
    return [_named(printed[shown[line] + 1 :], column - 1, styles) for line, column in places], ""


def _named(beneath: list[str], column: int, styles: list[str]) -> str:
    start = beneath[0].rindex("|", 0, column + 1)
    named = ([style for style in styles if line.startswith(style, start)] for line in beneath)
    return max(next(filter(None, named)), key=len)


NAMES: dict[Editor, dict[str, set[str]]] = {
    vim: {
        "comment": {"gamebookComment", "gamebookPart"},
        "chapter": {"gamebookHeadMark"},
        "rule": {"gamebookRuleMark"},
        "word": {"gamebookWord"},
        "choice": {"gamebookChoiceMark"},
        "turn": {"gamebookArrow"},
        "header": {"gamebookHeaderWord"},
        "prose": {""},
    },
    emacs: {
        "comment": {"font-lock-comment-face", "font-lock-doc-face"},
        "chapter": {"font-lock-keyword-face"},
        "rule": {"font-lock-preprocessor-face"},
        "word": {"font-lock-keyword-face"},
        "choice": {"font-lock-builtin-face"},
        "turn": {"font-lock-builtin-face"},
        "header": {"font-lock-type-face"},
        "prose": {""},
    },
    kate: {
        "comment": {"Comment", "Part"},
        "chapter": {"Head Mark"},
        "rule": {"Rule Mark"},
        "word": {"Word"},
        "choice": {"Choice Mark"},
        "turn": {"Turn"},
        "header": {"Declaration"},
        "prose": {"Prose"},
    },
}
NAMES[neovim] = NAMES[vim]


def kinds(text: str) -> list[tuple[int, int, str]]:
    """Places whose kind one can see without knowing the language: the first letters of lines, and words behind `~`."""
    found = []
    header = True
    for number, line in enumerate(text.splitlines(), 1):
        header = header and not line.startswith("===")
        patterns = {
            "comment": r"[ ]*(?P<at>//)",
            "chapter": r"(?P<at>===) ",
            "rule": r"[ ]*(?P<at>~)",
            "word": r"[ ]*~ *(?P<at>gain|lose|if|else|test|roll|fight|note|victory|defeat)\b",
            "choice": r"[ ]*(?P<at>\*) ",
            "turn": r"[ ]*(?P<at>->)",
            "header": r"(?P<at>[a-z][\w-]*)" if header else r"(?!)",
            "prose": r"(?!)" if header else r"(?P<at>[A-Z])",
        }
        for kind, pattern in patterns.items():
            match = re.match(pattern, line)
            if match is not None:
                found.append((number, match.start("at") + 1, kind))
    return found


PROGRAMS: dict[Editor, str] = {vim: "vim", neovim: "nvim", emacs: "emacs", kate: KATE}


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("editor", PROGRAMS, ids=lambda editor: editor.__name__)
def test_colours(editor: Editor, book: Path, tmp_path: Path) -> None:
    if shutil.which(PROGRAMS[editor]) is None:
        pytest.skip(f"there is no {PROGRAMS[editor]}")
    wanted = kinds(book.read_text("utf-8"))
    assert {kind for _, _, kind in wanted} >= {
        "comment",
        "chapter",
        "rule",
        "word",
        "choice",
        "turn",
        "header",
        "prose",
    }
    found, comment = editor(book, [(line, column) for line, column, _ in wanted], tmp_path)
    names = NAMES[editor]
    wrong = [(*place, name) for place, name in zip(wanted, found, strict=True) if name not in names[place[2]]]
    assert not wrong
    assert comment in {"// item rope", "" if editor is kate else "// item rope"}
