"""A real editor, Neovim, with the configuration that comes with the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gamebook

NVIM = shutil.which("nvim")
TOP = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(NVIM is None, reason="there is no Neovim")
def test_findings_fixes_and_renaming_in_neovim(tmp_path: Path) -> None:
    text = (TOP / "books" / "starter.gbk").read_text("utf-8")
    book, found = tmp_path / "book.gbk", tmp_path / "found.json"
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("-> 3")]
    book.write_text(text.replace("-> 3\n", "-> 33\n", 1), "utf-8")
    environment = {
        **os.environ,
        "GAMEBOOK_CONFIG": str(TOP / "editors" / "vim" / "lsp" / "gamebook.lua"),
        "FOUND": str(found),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    script = Path(__file__).parent / "neovim.lua"
    command = [str(NVIM), "--headless", "-n", "-u", "NONE", str(book), "-c", f"luafile {script}", "-c", "cquit"]
    subprocess.run(command, env=environment, cwd=tmp_path, timeout=120, check=True)
    told = json.loads(found.read_text("utf-8"))
    assert told["findings"] == [[lines[0], "GB101"]]
    assert told["mended"] == []
    assert "The cave" in told["title"]
    assert {"1", "2", "3"} <= set(told["chapters"])
    assert "=== 303 The cave" in told["text"]
    assert told["text"].count("-> 303\n") == len(lines) - 1
    assert "=== 33\n" in told["text"]
    mended = told["text"].replace("-> 33\n", "-> 303\n")
    assert gamebook.solve(text=mended).difficulty.best == gamebook.solve(text=text).difficulty.best
