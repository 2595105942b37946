"""`--limit-memory`: sizes, and what a process really holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from gamebook.cli import memory
from gamebook.process import OWN
from gamebook.resources import resource_folder
from tests.cli.conftest import Gamebook

BOOKS = resource_folder("books")
SHARED = 1.1
"""The limit may be overrun by a tenth."""


@pytest.mark.parametrize(
    ("size", "bytes_"), [("1GB", 1 << 30), ("1.5g", 3 << 29), ("700 MiB", 700 << 20), ("1000000000", 1_000_000_000)]
)
def test_the_program_itself_is_part_of_it(size: str, bytes_: int) -> None:
    assert memory.memory_limit(size) == bytes_ - OWN


def test_less_than_the_program_itself() -> None:
    assert memory.memory_limit("1KB") == 0


def test_no_size(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        memory.memory_limit("much")
    assert "--limit-memory needs a size such as 500MB or 2GB, not much" in capsys.readouterr().err


def test_half_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}.__getitem__, raising=False)
    assert memory.memory_limit(None) == 2_048_000


@pytest.mark.parametrize(
    ("size", "words"), [(3 << 29, "1.5 GB"), (1 << 30, "1.0 GB"), ((1 << 30) - (1 << 20), "1023 MB")]
)
def test_words(size: float, words: str) -> None:
    assert memory.in_words(size) == words


@pytest.mark.slow
def test_no_other_hero_is_proposed_where_none_is_rolled(gamebook: Gamebook) -> None:
    Path("purse.gbk").write_text(
        'book "Purse"\nsheet\n    number gold = 0 in 0..2000\n\n=== 1\n~ gold +2d20\n* On -> 1\n* Stop -> victory\n',
        "utf-8",
    )
    ended = gamebook("solve", "purse.gbk", "--limit-memory", "1KB")
    assert ended.code == 3, ended
    assert "best play is known, but" in ended.err
    assert "--hero" not in ended.err


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux what a process held")
@pytest.mark.parametrize(
    ("book", "size"),
    [
        (("dice/pig.gbk", "--set", "goal=100"), 400 << 20),
        (("../tests/data/strangers/corvid-adrift.gbk", "--timeout", "8"), 320 << 20),  # contexts are many
        (("../tests/data/strangers/last-beacon.gbk", "--timeout", "8"), 320 << 20),  # bounds from above are looked for
        (("the-long-ebb.gbk", "--timeout", "8"), 200 << 20),  # too little to look for good play
    ],
)
def test_what_a_process_holds(book: tuple[str, ...], size: int) -> None:
    name, *more = book
    script = (
        "import resource, subprocess, sys\n"
        "ended = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
        "print(ended.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
    )
    command = [sys.executable, "-m", "gamebook", "solve", str(BOOKS / name), *more, "--limit-memory", str(size)]
    told = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, check=True)
    code, held = map(int, told.stdout.split())
    assert code == 3
    assert size / 2 < held <= SHARED * size
    if not more:  # without a limit it holds 1.44 GB of 2**30 bytes
        needs = re.search(r"The whole answer needs at least (.*) GB of memory; --limit-memory is 500 MB\.", told.stderr)
        assert needs is not None
        assert 1.0 <= float(needs[1]) <= 1.5
