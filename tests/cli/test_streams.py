"""Streams that are closed or full, files that cannot be written, places that are missing: a line, and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from gamebook.cli.console import ExitCode
from tests.cli.conftest import Gamebook

COMMAND = [sys.executable, "-m", "gamebook"]
BOOK = """\
book "Coin"
=== 1
* Throw
    ~ roll 1d6
        1-3 -> victory "Won"
        4-6 -> defeat "Lost"
"""
UNTIDY = BOOK.replace("    ", "  ")
WRITERS = [
    "new book --force",
    "check book.gbk --quick --force --output book.txt",
    "map book.gbk --what structure --force -o book.dot",
]
"""Commands that write a file `book.…`, whatever stands there."""

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="shells there have no such streams")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book.gbk").write_text(BOOK, "utf-8")
    return tmp_path


Usual = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Usual:
    """What a command comes to where nothing is odd."""
    folder = tmp_path_factory.mktemp("usual")
    (folder / "book.gbk").write_text(BOOK, "utf-8")
    return cache(lambda line: shell(f"gamebook {line}", folder))


def shell(line: str, folder: Path, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command line with `gamebook`, as bash runs it."""
    words = line.replace("gamebook", " ".join(COMMAND), 1)
    known = {**os.environ, **(environment or {})}
    return subprocess.run(
        ["bash", "-c", words], cwd=folder, capture_output=True, text=True, check=False, env=known, errors="replace"
    )


@needs_fork
@pytest.mark.parametrize(
    ("line", "code", "err"),
    [
        ("gamebook explain | true; exit ${PIPESTATUS[0]}", ExitCode.PIPE, ""),
        ("gamebook explain >/dev/full", ExitCode.USAGE, "gamebook: standard output: No space left on device\n"),
        ("gamebook explain GB101 >&-", ExitCode.USAGE, "gamebook: standard output: it is closed\n"),
        pytest.param(
            "gamebook --help >&-", ExitCode.USAGE, "gamebook: standard output: it is closed\n", marks=pytest.mark.slow
        ),
        pytest.param("gamebook explain GB999 2>&-", ExitCode.USAGE, "", marks=pytest.mark.slow),
        pytest.param("gamebook new 2>/dev/full", ExitCode.CLEAN, "", marks=pytest.mark.slow),
    ],
    ids=["read no further", "full", "no stdout", "no stdout for help", "no stderr", "stderr full"],
)
def test_streams_that_lead_nowhere(tmp_path: Path, line: str, code: int, err: str) -> None:
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr) == (code, err)


@needs_fork
@pytest.mark.slow
@pytest.mark.parametrize("line", ["cat book.gbk | gamebook check /dev/stdin", "gamebook check <(cat book.gbk)"])
def test_a_book_from_a_pipe_is_read_once(folder: Path, line: str) -> None:
    """What is read a second time is empty."""
    done = shell(line, folder)
    assert (done.returncode, "GB117" in done.stdout) == (0, False)


@needs_fork
@pytest.mark.slow
def test_play_without_any_stream(folder: Path) -> None:
    assert shell("gamebook play book.gbk --seed 1 <&- >&- 2>&-", folder).returncode == ExitCode.USAGE


@needs_fork
@pytest.mark.slow
def test_a_command_that_prints_nothing_needs_no_stdout(folder: Path) -> None:
    done = shell("gamebook solve book.gbk -o book.html >&-", folder)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line", WRITERS)
@pytest.mark.parametrize("fault", ["full", "forbidden"])
def test_a_file_that_cannot_be_written_is_named_and_stays(
    gamebook: Gamebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, fault: str
) -> None:
    """In this process: root may write everywhere, and no small disk is at hand."""
    (tmp_path / "book.gbk").write_text(BOOK, "utf-8")
    for suffix in ("txt", "dot"):
        (tmp_path / f"book.{suffix}").write_text("old", "utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(handle: int, *_rest: object) -> IO[bytes]:
        os.close(handle)
        raise OSError(28, "No space left on device")

    def forbidden(path: Path, *_rest: object) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    if fault == "full":
        monkeypatch.setattr("gamebook.files.os.fdopen", full)
    else:
        real = os.open

        def opened(path: Any, flags: int, *rest: Any) -> int:  # noqa: ANN401 - as `os.open`
            return forbidden(path) if flags & os.O_CREAT and str(path).endswith(".part") else real(path, flags, *rest)

        monkeypatch.setattr("gamebook.files.os.open", opened)
    outcome = gamebook(*line.split())
    assert outcome.code == ExitCode.USAGE
    words = {"full": "No space left on device", "forbidden": "Permission denied"}[fault]
    assert outcome.err.startswith("gamebook: book.")
    assert outcome.err.endswith(f": {words}\n")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can mount a disk or change its user"
)
@pytest.mark.slow
class TestRealDisks:
    @pytest.mark.parametrize("line", WRITERS)
    def test_a_small_disk(self, tmp_path: Path, line: str) -> None:
        disk = tmp_path / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk], check=False).returncode:
            pytest.skip("this machine mounts nothing")
        try:
            (disk / "book.gbk").write_text(BOOK, "utf-8")
            for suffix in ("txt", "dot"):
                (disk / f"book.{suffix}").write_text("old", "utf-8")
            with (disk / "rest").open("wb", 0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))
            before = {path.name: path.read_bytes() for path in disk.iterdir()}
            done = shell(f"gamebook {line}", disk)
            assert done.returncode == ExitCode.USAGE
            assert done.stderr.endswith(": No space left on device\n")
            assert {path.name: path.read_bytes() for path in disk.iterdir()} == before
        finally:
            subprocess.run(["umount", disk], check=True)

    @pytest.mark.parametrize("line", [*WRITERS, "fmt untidy.gbk"])
    def test_somebody_who_may_write_nowhere(self, folder: Path, line: str) -> None:
        """No home, no cache, a folder of root's: the user `nobody`."""
        (folder / "untidy.gbk").write_text(UNTIDY, "utf-8")
        for path in (folder, *folder.parents):
            if path.owner() == "root" and path != Path("/"):
                path.chmod(path.stat().st_mode | 0o055)
        before = sorted(path.name for path in folder.iterdir())
        done = shell(f"gamebook {line}", folder)  # whether it works at all
        assert done.returncode == 0
        words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *COMMAND, *line.split()]
        environment = {"PATH": os.environ["PATH"]}
        again = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=environment)
        if "No module named" in again.stderr or "can't open" in again.stderr:
            pytest.skip("nobody cannot read this program")
        (folder / "untidy.gbk").write_text(UNTIDY, "utf-8")
        assert "Traceback" not in again.stderr
        assert again.returncode in (ExitCode.CLEAN, ExitCode.USAGE)
        assert not [path for path in folder.iterdir() if path.name.endswith(".part")]
        assert set(before) <= {path.name for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "/nonexistent", "XDG_CACHE_HOME": ""},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"COLUMNS": "20"},
        {"XDG_CACHE_HOME": "/dev/null"},
    ],
    ids=["no home", "ASCII", "narrow", "no cache"],
)
@pytest.mark.parametrize("line", ["check book.gbk", "solve book.gbk", "play book.gbk --seed 7 --auto first"])
def test_poor_surroundings(folder: Path, environment: dict[str, str], line: str, usual: Usual) -> None:
    plain = usual(line)
    poor = shell(f"gamebook {line}", folder, {"GAMEBOOK_NO_CACHE": "", **environment})
    assert (poor.returncode, "Traceback" in poor.stderr) == (plain.returncode, False)
    assert len(poor.stdout.splitlines()) == len(plain.stdout.splitlines())
    if "LANG" in environment:
        assert poor.stdout.isascii()
    assert [path.name for path in folder.iterdir()] == ["book.gbk"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such terminal")
@pytest.mark.parametrize("line", ["solve book.gbk", "stats book.gbk", "play book.gbk --seed 7 --auto first"])
def test_a_narrow_terminal(folder: Path, line: str) -> None:
    import pty

    controller, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": "20", "NO_COLOR": "1", "TERM": "xterm"}
    with subprocess.Popen(
        [*COMMAND, *line.split()], cwd=folder, stdout=terminal, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        os.close(terminal)
        told = b""
        while True:
            try:
                told += os.read(controller, 4096)
            except OSError:  # the end
                break
    os.close(controller)
    assert process.returncode == 0
    assert b"Traceback" not in told
    assert b"Coin" in told


@pytest.mark.slow
def test_two_commands_at_once_with_no_cache(folder: Path) -> None:
    """They compile a kernel and build the parser's tables side by side; neither sees half of what the other writes."""
    script = (
        "import sys\n"
        "from gamebook.kernels import compiled\n"
        "def cube(number):\n"
        "    return number * number * number\n"
        "cube.__module__ = 'gamebook.kernels.keys'\n"
        "assert compiled.kernel(cube)(3) == 27\n"
        "from gamebook.cli.main import run\n"
        "sys.exit(run(['check', '--quick', 'book.gbk']))\n"
    )
    environment = {
        **os.environ,
        "GAMEBOOK_NO_CACHE": "",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "NUMBA_CACHE_DIR": str(folder / "kernels"),
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    ended = [(process.communicate(), process.returncode) for process in running]
    assert {code for _, code in ended} == {0}
    assert len({out for (out, _), _ in ended}) == 1
    assert {err for (_, err), _ in ended} == {b""}
    left = [path.name for path in folder.rglob("*") if path.is_file() and path.name != "book.gbk"]
    assert sorted({Path(name).suffix for name in left}) == [".book", ".kernel", ".parser", ".pieces"]
    assert len(left) == 4
