"""Ctrl-C and SIGTERM at any moment: no traceback, no half-written file, the exit code of shells."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import gamebook
from gamebook.cli import signals
from gamebook.cli.main import COMMANDS
from gamebook.resources import PACKAGE, resource_folder
from tests.support.interrupted import Ended, run_command
from tests.support.slowly import then_slowly

BOOKS = resource_folder("books")
COIN = """\
book "Coin"
    carry gold
sheet
    number gold = 3 in 0..3
strategy rich(least = 2)
    at 1: Throw if gold >= least else Walk
    otherwise first

=== 1
* Throw
    ~ roll 1d6
        1-3 -> 2
        4-6 -> 3
* Bribe [if gold >= 1]
    ~ gold -1
    -> 1
* Walk -> 3
=== 2
~ victory "Won"
=== 3
~ defeat "Lost"
"""
LINES = {
    "new": "new other --from tutorial",
    "check": "check coin.gbk --format sarif --output findings.sarif --fail-on never",
    "solve": "solve coin.gbk --json",
    "report": "report coin.gbk -o report.html",
    "heroes": "heroes nerve.gbk --keep kept.sqlite",
    "readers": "readers coin.gbk",
    "length": "length coin.gbk",
    "worth": "worth coin.gbk",
    "sensitivity": "sensitivity coin.gbk",
    "tune": "tune coin.gbk --target 30%",
    "compare": "compare coin.gbk",
    "diff": "diff coin.gbk copy.gbk",
    "sweep": "sweep plan.toml --jobs 1",
    "campaign": "campaign coin.gbk copy.gbk",
    "fight": "fight --hero 12/4/12 --foe 11/4",
    "strategies": "strategies coin.gbk",
    "search": "search coin.gbk --strategy rich",
    "simulate": "simulate coin.gbk --plays 1000 --policy random",
    "map": "map coin.gbk -o map.svg --what structure",
    "play": "play coin.gbk --seed 7 --auto best",
    "number": "number coin.gbk --shuffle",
    "publish": "publish coin.gbk --to html -o book.html",
    "import": "import story.twee -o story.gbk",
    "export": "export coin.gbk --to dot -o coin.dot",
    "stats": "stats coin.gbk",
    "fmt": "fmt untidy.gbk",
    "explain": "explain GB101",
}
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
ALL_CODES = CODES | ({signal.SIGHUP: 129} if hasattr(signal, "SIGHUP") else {})
"""With that of a closed terminal, which is heard as SIGTERM is."""
SEED = 12


@pytest.fixture(scope="module")
def warm() -> None:
    """What a command imports and compiles is there before it is forked."""
    gamebook.solve(text=COIN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("coin", "copy"):
        (tmp_path / f"{name}.gbk").write_text(COIN, "utf-8")
    (tmp_path / "story.twee").write_text(":: Start\n(set: $gold to 1)\n[[Go->End]]\n\n:: End\nThe end.\n", "utf-8")
    (tmp_path / "plan.toml").write_text('book = "coin.gbk"\n', "utf-8")
    (tmp_path / "nerve.gbk").write_text(COIN.replace("sheet\n", "sheet\n    stat nerve = 1d3\n"), "utf-8")
    (tmp_path / "untidy.gbk").write_text(COIN.replace("    ", "  "), "utf-8")
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    """What lies there; but not the results of many solves, which are kept as they come."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if ".sqlite" not in path.name}


def interrupted(command: str, folder: Path, moments: int) -> None:
    """A command ends well, whenever it is interrupted."""
    arguments = LINES[command].split()
    before = files(folder)

    def again(number: int = signal.SIGINT, moment: int = 0) -> Ended:
        shutil.rmtree(folder)
        folder.mkdir()
        for name, data in before.items():
            (folder / name).write_bytes(data)
        return run_command(arguments, folder, number, moment)

    again()  # a book that was never read takes longer
    whole = again()
    assert whole.code in (0, 1), whole
    after = files(folder)
    lots = Random(f"{SEED} {command}")
    for _ in range(moments):
        for number, code in CODES.items():
            moment = lots.randint(1, whole.calls - 1)  # at the last one the command is over
            ended = again(number, moment)
            came = not 0 < ended.calls < moment  # how often a sweep looks after its processes depends on the time
            assert_ended_well(ended, code if came else whole.code, f"{number} at {moment}")
            for name, data in files(folder).items():
                if name not in ("findings.sarif", "map.svg"):  # which hold what may differ
                    assert data in (before.get(name), after.get(name)), f"{name}, {number} at {moment}"
                assert name in after, f"{name}, {number} at {moment}"


def assert_ended_well(ended: Ended, code: int, when: str) -> None:
    assert "Traceback" not in ended.err, f"{when}: {ended.err}"
    assert "Exception" not in ended.err, f"{when}: {ended.err}"
    assert ended.code == code, f"{when}: {ended}"


def test_every_command_is_interrupted() -> None:
    others = ["lsp", "studio", "warm"]  # two that end otherwise, below, and one that solves as `solve` does
    assert [*LINES, *others] == list(COMMANDS)


@pytest.fixture
def audible() -> Iterator[None]:
    """What is started hears Ctrl-C and the like, even where the tests run in the background of a script or by nohup."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in ALL_CODES}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.slow
@pytest.mark.usefixtures("audible")
@pytest.mark.parametrize("number", then_slowly(CODES, 1))
def test_the_language_server_is_ended(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-m", "gamebook", "lsp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=tmp_path) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        asks = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
        hello = json.dumps({**asks, "params": {"capabilities": {}, "processId": None, "rootUri": None}}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello))
        server.stdin.flush()
        length = int(server.stdout.readline().removeprefix(b"Content-Length:"))
        assert server.stdout.readline().startswith(b"Content-Type:")
        assert json.loads(server.stdout.read(length + 2))["id"] == 1
        time.sleep(0.5)  # it waits for the next message
        server.send_signal(number)
        server.wait(timeout=60)  # the editor is still there, and says nothing
        _, told = server.communicate(timeout=60)
    assert server.returncode == CODES[number]
    assert b"Traceback" not in told


@pytest.mark.slow
def test_the_language_server_ends_with_its_editor(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gamebook", "lsp"]
    ended = subprocess.run(command, input=b"", capture_output=True, cwd=tmp_path, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (0, b"")


@pytest.mark.slow
@pytest.mark.usefixtures("audible")
@pytest.mark.parametrize("number", ALL_CODES)
def test_the_studio_is_ended(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-m", "gamebook", "studio", "--no-browser"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=tmp_path) as studio:
        assert studio.stderr is not None
        assert studio.stderr.readline().startswith(b"the studio is at http://127.0.0.1:")
        studio.send_signal(number)
        _, told = studio.communicate(timeout=60)
    assert studio.returncode == ALL_CODES[number]
    assert b"Traceback" not in told


@pytest.mark.slow
@pytest.mark.parametrize("command", ["fmt", "map"])
def test_at_random_moments(folder: Path, command: str) -> None:
    interrupted(command, folder, moments=1)


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("command", LINES)
def test_at_more_random_moments(folder: Path, command: str) -> None:
    interrupted(command, folder, moments=1)


IMPORTED = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a script ignores it
calls = 0
def counted(frame, event, argument):
    global calls
    calls += 1
    if calls == {moment}:
        sys.setprofile(None)
        os.kill(os.getpid(), {number})
import gamebook.__main__
sys.argv = ["gamebook", "explain", "GB101"]
real = gamebook.__main__.listen
def listen():
    real()
    sys.setprofile(counted)
gamebook.__main__.listen = listen
gamebook.__main__.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", CODES)
@pytest.mark.parametrize("moment", [1, 1_000, 30_000, 100_000])
def test_while_modules_are_imported(number: int, moment: int) -> None:
    script = IMPORTED.format(moment=moment, number=int(number))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == CODES[signal.Signals(number)]
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", CODES)
def test_a_real_signal_in_the_midst_of_long_work(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gamebook", "simulate", BOOKS / "starter.gbk", "--plays", "1e12"]
    with subprocess.Popen(
        [*command, "--policy", "random"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(5)
        assert process.poll() is None
        began = time.monotonic()
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == CODES[signal.Signals(number)]
    assert b"Traceback" not in err
    assert time.monotonic() - began < 60
    assert list(tmp_path.iterdir()) == []


def test_little_is_imported_before_signals_are_heard() -> None:
    """Until then Ctrl-C prints a traceback: what takes time to import waits."""
    script = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "import gamebook.__main__\n"
        "print(*sorted({'typing', 'pathlib', 'inspect', 'gamebook.cli.main'} & set(sys.modules)))\n"
    )
    alone = [sys.executable, "-I", "-S", "-c", script]
    done = subprocess.run(alone, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "\n"


@pytest.mark.usefixtures("audible")
def test_a_signal_while_a_class_is_made_is_no_error_of_ours() -> None:
    """Python 3.11 raises a RuntimeError in place of what was raised in `__set_name__`."""
    script = (
        "import os, signal\n"
        "import gamebook.__main__ as program\n"
        "def begin():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        while True: pass\n"
        "    except KeyboardInterrupt as error:\n"
        "        raise RuntimeError('Error calling __set_name__') from error\n"
        "program._open_streams = begin\n"
        "program.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_signal_is_put_off_where_the_compiler_waits() -> None:
    """Numba calls modules of its own from compiled code, which crashes if they raise."""
    script = (
        "import os, signal, sys\n"
        "from gamebook.cli.signals import heard, listen\n"
        "listen()\n"
        "seen = []\n"
        "inside = compile('os.kill(os.getpid(), signal.SIGTERM); seen.append(1)', '/lib/numba/core.py', 'exec')\n"
        "exec(inside)\n"
        "assert seen and heard() == 143\n"
        "while True: pass\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (143, "")


@pytest.mark.parametrize("step", ["__enter__", "__exit__"])
def test_a_signal_is_put_off_where_a_lock_is_taken(step: str) -> None:
    """Else the lock stays locked, and a thread that waits for it never ends."""
    script = (
        "import os, signal, sys, threading\n"
        "from gamebook.cli.signals import listen\n"
        "listen()\n"
        "event = threading.Event()\n"
        "def interrupt(frame, what, lock):\n"
        f"    if (frame.f_code.co_name, what) == ('{step}', 'c_return' if '{step}' == '__enter__' else 'call'):\n"
        "        sys.setprofile(None)\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.setprofile(interrupt)\n"
        "try:\n"
        "    event.set()\n"
        "    while True: pass\n"
        "finally:\n"
        "    thread = threading.Thread(target=event.wait)\n"
        "    thread.start()\n"
        "    thread.join()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (143, "")


def test_what_python_drops_ends_the_process() -> None:
    """An exception that a signal raises inside a callback is only reported by Python; the command must end."""
    script = (
        "import os, signal, sys\n"
        "from gamebook.cli.signals import listen\n"
        "listen()\n"
        "class Key:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "Key()\n"
        "print('went on')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "")


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As SIGINT is in the background jobs of a script."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    before = {number: signal.getsignal(number) for number in signals.ENDINGS}
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        signals.listen()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is signals.end
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.skipif(ALL_CODES == CODES, reason="there is no such signal")
def test_a_closed_terminal_ends_the_command_as_a_request_to_end_does() -> None:
    """What it keeps is put away, as with the signal TERM."""
    script = (
        "import os, signal\n"
        "from gamebook.cli.signals import listen\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "listen()\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "finally:\n"
        "    print('put away')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (129, "put away\n", "")


@pytest.mark.parametrize("number", ALL_CODES)
def test_a_signal_after_the_command_ends_the_process(number: int) -> None:
    """Python gives memory back for a while after the last line of a command."""
    script = (
        "import os, signal\n"
        "from gamebook.cli.signals import listen, silence\n"
        f"signal.signal({int(number)}, signal.default_int_handler)\n"
        "listen()\n"
        "silence()\n"
        f"os.kill(os.getpid(), {int(number)})\n"
        "print('went on')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (ALL_CODES[signal.Signals(number)], "", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands above run in forks")
def test_a_failure_that_a_signal_caused_is_no_bug(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that fails because it was interrupted, and says so in its own way."""
    from gamebook.cli import explain

    def failing(_text: object) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except BaseException as error:
            raise RuntimeError("failed") from error

    monkeypatch.setattr(explain, "emit", failing)
    assert run_command(["explain"], folder).code == 143
