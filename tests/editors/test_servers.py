"""Real editors, set up as `docs/editors.md` says: they start the language server and show what it finds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
EDITORS = TOP / "editors"
HERE = Path(__file__).parent
PAGE = (TOP / "docs" / "editors.md").read_text("utf-8")
STARTER = (TOP / "books" / "starter.gbk").read_text("utf-8")


def snippets(editor: str, language: str) -> list[str]:
    """What the page tells writers to put into the settings of an editor."""
    section = PAGE.partition(f"\n## {editor}\n")[2].partition("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def told(command: list[str | Path], home: Path) -> dict[str, object]:
    """What the editor hears of a book with a turn to chapter 33, which is not there; it writes that into told.json."""
    book = home / "book.gbk"
    book.write_text(STARTER.replace("-> 3\n", "-> 33\n", 1), "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    other = {name: text for name, text in os.environ.items() if not name.startswith("XDG_")}
    environment = {**other, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    subprocess.run(
        [*command, book],
        env=environment,
        cwd=home,
        timeout=120,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    found: dict[str, object] = json.loads((home / "told.json").read_text("utf-8"))
    return found


def has(*command: str) -> bool:
    """Whether a program is there, and a command of it succeeds."""
    if shutil.which(command[0]) is None:
        return False
    return (
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False).returncode == 0
    )


@pytest.mark.slow
def test_neovim(tmp_path: Path) -> None:
    if not has("nvim", "--headless", "-u", "NONE", "+if !has('nvim-0.11') | cquit | endif", "+qall"):
        pytest.skip("there is no Neovim 0.11")
    shutil.copytree(EDITORS / "vim", tmp_path / ".local/share/nvim/site/pack/gamebook/start/gamebook")
    (tmp_path / ".config" / "nvim").mkdir(parents=True)
    (tmp_path / ".config" / "nvim" / "init.lua").write_text("".join(snippets("Neovim", "lua")), "utf-8")
    assert told(["nvim", "--headless", "-S", HERE / "server.lua"], tmp_path) == {"findings": ["GB101"], "hints": True}


@pytest.mark.slow
def test_vim_with_ale(tmp_path: Path) -> None:
    if not has("vim", "-es", "-u", "NONE", "-N", "+packadd ale", "+if !exists(':ALEInfo') | cquit | endif", "+qall!"):
        pytest.skip("there is no Vim with ALE")
    shutil.copytree(EDITORS / "vim", tmp_path / ".vim/pack/gamebook/start/gamebook")
    vimrc = tmp_path / ".vimrc"
    vimrc.write_text("".join(snippets("Vim", "vim")), "utf-8")
    found = told(["vim", "-es", "-N", "-n", "-u", vimrc, "-S", HERE / "server.vim"], tmp_path)
    assert found == {"findings": ["GB101"], "omnifunc": "ale#completion#OmniFunc"}


@pytest.mark.slow
def test_emacs_with_eglot(tmp_path: Path) -> None:
    if not has("emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"):
        pytest.skip("there is no Emacs with Eglot")
    (tmp_path / ".emacs.d" / "gamebook").mkdir(parents=True)
    shutil.copy(EDITORS / "emacs" / "gamebook-mode.el", tmp_path / ".emacs.d" / "gamebook")
    first, second = snippets("Emacs", "elisp")
    init = tmp_path / ".emacs.d" / "init.el"
    init.write_text(second + first, "utf-8")
    command: list[str | Path] = ["emacs", "--batch", "-f", "package-initialize", "-l", init, "-l", HERE / "server.el"]
    assert told(command, tmp_path) == {"findings": ["GB101"], "hero": "weak"}


def test_settings_that_are_tried_by_hand_can_be_read() -> None:
    """Helix and Kate need a screen."""
    (helix,) = snippets("Helix", "toml")
    assert tomllib.loads(helix) == {"editor": {"lsp": {"display-inlay-hints": True}}}
    assert "gamebook" in tomllib.loads((EDITORS / "helix" / "languages.toml").read_text("utf-8"))["language-server"]
    (kate,) = snippets("Kate", "json")
    (server,) = json.loads(kate)["servers"].values()
    assert server["command"] == ["gamebook", "lsp"]
    mode = re.search(r'<language name="([^"]*)"', (EDITORS / "kate" / "gamebook.xml").read_text("utf-8"))
    assert mode is not None
    assert re.fullmatch(server["highlightingModeRegex"], mode[1])
