"""Real editors with our files: what colours a shipped book has, and how a line becomes a comment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from gamebook.highlight import GamebookLexer

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


def vscode(book: Path, places: Places, folder: Path) -> Told:
    """The engine of Visual Studio Code; `make vscode` installs it."""
    (folder / "places.json").write_text(json.dumps(places), "utf-8")
    run(["node", HERE / "colours.js", book, EDITORS / "vscode"], folder)
    return json.loads((folder / "told.json").read_text("utf-8")), ""


def pygments(book: Path, places: Places, _folder: Path) -> Told:
    kinds = [
        [str(kind).removeprefix("Token.") for kind, part in line for _ in part]
        for line in split_lines(GamebookLexer(stripnl=False).get_tokens(book.read_text("utf-8")))
    ]
    return [kinds[line - 1][column - 1] for line, column in places], ""


def split_lines(parts: Iterable[tuple[object, str]]) -> Iterator[list[tuple[object, str]]]:
    """The parts of each line of a coloured text."""
    line: list[tuple[object, str]] = []
    for kind, text in parts:
        first, *others = text.split("\n")
        line.append((kind, first))
        for other in others:
            yield line
            line = [(kind, other)]
    yield line


NAMES: dict[Editor, dict[str, set[str]]] = {
    vim: {
        "comment": {"gamebookComment", "gamebookPart"},
        "chapter": {"gamebookHeadMark"},
        "rule": {"gamebookRuleMark"},
        "word": {"gamebookWord", "gamebookFightWord"},
        "choice": {"gamebookChoiceMark"},
        "turn": {"gamebookArrow"},
        "header": {"gamebookHeaderWord"},
        "prose": {""},
        "name": {"gamebookName"},
        "number": {"gamebookNumber", "gamebookDice"},
        "words": {"gamebookChoice"},
        "string": {"gamebookString"},
        "escape": {"gamebookEscape"},
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
        "name": {""},
        "number": {"font-lock-constant-face"},
        "words": {"font-lock-string-face"},
        "string": {"font-lock-string-face"},
        "escape": {"font-lock-regexp-grouping-backslash"},
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
        "name": {"Name"},
        "number": {"Number"},
        "words": {"Choice"},
        "string": {"String"},
        "escape": {"Escape"},
    },
    vscode: {
        "comment": {"comment.line.double-slash.gamebook"},
        "chapter": {"punctuation.definition.heading.gamebook"},
        "rule": {"keyword.operator.rule.gamebook"},
        "word": {"keyword.control.gamebook"},
        "choice": {"keyword.operator.choice.gamebook"},
        "turn": {"keyword.operator.turn.gamebook"},
        "header": {"keyword.control.gamebook"},
        "prose": {"source.gamebook"},
        "name": {"variable.other.gamebook"},
        "number": {"constant.numeric.gamebook", "constant.numeric.dice.gamebook"},
        "words": {"string.unquoted.choice.gamebook"},
        "string": {"string.quoted.double.gamebook"},
        "escape": {"constant.character.escape.gamebook"},
    },
    pygments: {
        "comment": {"Comment.Single"},
        "chapter": {"Punctuation"},
        "rule": {"Operator"},
        "word": {"Keyword"},
        "choice": {"Operator"},
        "turn": {"Operator"},
        "header": {"Keyword.Declaration"},
        "prose": {"Text"},
        "name": {"Name.Variable"},
        "number": {"Literal.Number.Integer"},
        "words": {"Literal.String.Other"},
        "string": {"Literal.String.Double"},
        "escape": {"Literal.String.Escape"},
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


PROGRAMS: dict[Editor, str] = {vim: "vim", neovim: "nvim", emacs: "emacs", kate: KATE, vscode: "node", pygments: ""}


def skip_without(editor: Editor) -> None:
    """Skip a test whose editor is not installed."""
    if PROGRAMS[editor] and shutil.which(PROGRAMS[editor]) is None:
        pytest.skip(f"there is no {PROGRAMS[editor]}")
    if editor is vscode and not (EDITORS / "vscode" / "node_modules" / "vscode-textmate").exists():
        pytest.skip("there is no vscode-textmate")


ALL = pytest.mark.parametrize("editor", PROGRAMS, ids=lambda editor: editor.__name__)


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
@ALL
def test_colours(editor: Editor, book: Path, tmp_path: Path) -> None:
    skip_without(editor)
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
    assert comment in {"// item rope", "" if editor in (kate, vscode, pygments) else "// item rope"}


HEADER = """
book "The Quay"
    use fighting-fantasy

sheet
    number gold = 3 in 0..9
"""

LINES: dict[str, list[tuple[str, str, str]]] = {
    "words of the header are prose in a chapter": [
        (f"{word} the tide was out", word, "prose")
        for word in ["when", "then", "while", "at", "first", "back", "use", "round", "book", "number", "if", "gain"]
    ],
    "escapes": [
        (r"\{gold} is no value", r"\{", "escape"),
        (r"\{gold} is no value", "gold", "prose"),
        (r"this is \-> no turn", r"\-", "escape"),
        (r"this is \-> no turn", "no", "prose"),
        (r"\* Go out", r"\*", "escape"),
        (r"\* Go out", "Go", "prose"),
        (r"* Ask \[if it rains] -> 2", r"\[", "escape"),
        (r"* Ask \[if it rains] -> 2", "if", "words"),
        (r"* Ask \[if it rains] -> 2", "->", "turn"),
        (r"* Ask \-> now -> 2", r"\-", "escape"),
        (r"* Ask \-> now -> 2", "now", "words"),
        (r"* Ask \{gold} -> 2", "gold", "words"),
        (r'~ defeat "He said \"run\" and left" score 1', r"\"", "escape"),
        (r'~ defeat "He said \"run\" and left" score 1', "run", "string"),
        (r'~ defeat "He said \"run\" and left" score 1', "score", "word"),
    ],
    "rows": [
        ("~ roll 1d6", "roll", "word"),
        ("    1-3 -> victory", "1", "number"),
        ("    1-3 -> victory", "->", "turn"),
        ("    1-3 -> victory", "victory", "word"),
        ('    5-6 -> ending "Out"', "5", "number"),
        ('    5-6 -> ending "Out"', "Out", "string"),
        ("    4", "4", "number"),
        ("    4 friends sit there", "4", "prose"),
        ("    lucky -> 2", "->", "turn"),
        ("    lucky -> 2", "2", "number"),
        ("    2: -> defeat", "2", "number"),
        ("    2: -> defeat", "->", "turn"),
        ("    else -> 20", "->", "turn"),
    ],
    "lines under a fight": [
        ('~ fight "Guard" SKILL 7', "fight", "word"),
        ("    with attack = -2", "with", "word"),
        ("    after 5 rounds -> 12", "after", "word"),
        ("    after 5 rounds -> 12", "5", "number"),
        ("    after 5 rounds -> 12", "rounds", "word"),
        ("    after 5 rounds -> 12", "12", "number"),
        ("    escape -> 3", "escape", "word"),
        ('    busy "Grey wolf" while hound > 0', "busy", "word"),
        ("    each round", "each", "word"),
        ("    won", "won", "word"),
        ("    on round-lost -> 2", "on", "word"),
        ("    with a sigh, the guard sits down.", "with", "prose"),
        ("    then nobody has asked it to.", "then", "prose"),
        ("won by nobody -> 2", "won", "prose"),
    ],
    "comments": [
        ('~ victory "All is well // or not"', "All", "string"),
        ('~ victory "All is well // or not"', "//", "comment"),
        ('~ victory "All is well // or not"', "not", "comment"),
        (r'~ victory "All is well \// or not"', "or not", "string"),
        ('~ victory "See http://example.org" score 1', "//", "string"),
        ('~ victory "See http://example.org" score 1', "score", "word"),
        ("see http://example.org", "//", "prose"),
        ("you see it // later", "//", "comment"),
        ("* See // later", "//", "comment"),
        ("=== 2 The pier // and more", "===", "chapter"),
        ("=== 2 The pier // and more", "//", "comment"),
    ],
    "numbers": [
        ("~ gold +1", "1", "number"),
        ("~ gold +1d6", "1", "number"),
        ("~ gold -2", "2", "number"),
        ("~ set gold = gold-5", "5", "number"),
        ("~ set gold = 3/4", "4", "number"),
        ("~ set gold = (gold)d6", "d6", "number"),
        ("~ set gold = crowns_2", "2", "name"),
        ("    with attack = -2", "2", "number"),
    ],
}
"""Lines of a chapter: of each, a part, and what its first letter is."""


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
@ALL
def test_lines(editor: Editor, lines: list[tuple[str, str, str]], tmp_path: Path) -> None:
    skip_without(editor)
    above = f"{HEADER.lstrip()}\n=== 1 The quay\n"
    book = tmp_path / "book.gbk"
    book.write_text(above + "".join(f"{line}\n" for line, _, _ in lines), "utf-8")
    first = above.count("\n") + 1
    places = [(number, line.index(part) + 1) for number, (line, part, _) in enumerate(lines, first)]
    header = [(1, 1, "header"), (2, 5, "header"), (4, 1, "header"), (5, 5, "header")]
    found, _ = editor(book, [*((line, column) for line, column, _ in header), *places], tmp_path)
    wanted = [(line, kind) for line, (_, _, kind) in zip(["book", "use", "sheet", "number"], header, strict=True)]
    wanted += [(line, kind) for line, _, kind in lines]
    wrong = [
        (line, kind, name) for (line, kind), name in zip(wanted, found, strict=True) if name not in NAMES[editor][kind]
    ]
    assert not wrong
