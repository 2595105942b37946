"""`make kernels`: compiles what comes with the package, and packs it.

What is compiled is what is asked for by the tests of what is printed of every shipped book, by some other tests, and by
some commands more. Kernels whose files have not changed stay; with `--all`, for a new numba, all are compiled anew.
"""

from __future__ import annotations

import argparse
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from gamebook.caches import read_cached
from gamebook.files import write_bytes
from gamebook.kernels import precompiled
from gamebook.kernels.native import machine

HERO = "--hero SKILL=9,STAMINA=18,LUCK=9"
WORK = (
    "pytest -q -n 0 tests/books/test_printed.py tests/books/test_printed_reports.py",
    "pytest -q -n 0 tests/solver/test_seeking.py tests/solver/test_good_play.py",
    "pytest -q -n 0 tests/solver/test_fields.py tests/solver/test_slowest_loops.py",
    "pytest -q -n 0 tests/solver/test_readers.py tests/solver/test_first_time.py",
    "gamebook warm",
    "gamebook solve books/the-long-ebb.gbk",
    f"gamebook readers books/starter.gbk {HERO}",
    f"gamebook length books/starter.gbk {HERO}",
    f"gamebook worth books/starter.gbk {HERO}",
    f"gamebook sensitivity books/starter.gbk {HERO}",
    f"gamebook report books/starter.gbk {HERO}",
    f"gamebook report books/the-long-ebb.gbk {HERO}",
    f"gamebook readers books/the-long-ebb.gbk {HERO}",
    f"gamebook compare books/starter.gbk {HERO}",
    "gamebook fight --hero 12/14/12 --foe 15/12",
    "gamebook readers books/dice/pig.gbk --set goal=20",
    "gamebook length books/dice/pig.gbk --set goal=20",
    "gamebook solve books/dice/fargo.gbk",
)
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""A date of no meaning, the same each time."""


def main() -> int:
    """Run the work without the kernels that have changed, and pack what it compiled."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.precompile", description=__doc__)
    parser.add_argument("--all", action="store_true", help="compile all kernels, also those that have not changed")
    compile_all = parser.parse_args().all
    with TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "GAMEBOOK_COMPILE": "1" if compile_all else "",
            "NUMBA_CACHE_DIR": folder,
            "NUMBA_CPU_NAME": precompiled.PROCESSOR,
            "NUMBA_CPU_FEATURES": "",
        }
        for line in WORK:
            sys.stderr.write(f"{line}\n")
            done = subprocess.run([sys.executable, "-m", *line.split()], env=environment, check=False)
            if done.returncode != 0:
                return done.returncode
        pack({} if compile_all else unchanged(), newly_compiled(Path(folder) / "gamebook"))
    return 0


def unchanged() -> dict[str, bytes]:
    """The kernels of the package whose files have not changed since they were compiled."""
    with zipfile.ZipFile(precompiled.FILE) as file:
        return {at: file.read(at) for at in file.namelist() if _is_present(at)}


def _is_present(at: str) -> bool:
    """Whether a kernel of the package is of its present files."""
    name, _, _ = at.rsplit(".", 2)
    module, function = name.rsplit(".", 1)
    try:
        kernel = getattr(import_module(f"gamebook.kernels.{module}"), function)
    except (ImportError, AttributeError):  # it was deleted
        return False
    return bool(kernel.is_precompiled)


def newly_compiled(folder: Path) -> dict[str, bytes]:
    """All kernels that were kept in a folder."""
    found = {}
    for path in folder.glob("*.kernel"):
        content = read_cached(path)
        assert content is not None, path
        whole, native = pickle.loads(content)
        kinds = whole[2 + len(machine()) :]
        name, stamp = path.name.split("-", 1)[0], path.name.split(".")[-3]
        found[precompiled.entry(name, stamp, kinds)] = pickle.dumps(native, protocol=4)
    return found


def pack(*kernels: Mapping[str, bytes]) -> None:
    """Pack kernels into the file of the package."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "kernels.zip"
        with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as file:
            for at, native in sorted(item for each in kernels for item in each.items()):
                file.writestr(zipfile.ZipInfo(at, EARLIEST), native, zipfile.ZIP_LZMA)
        write_bytes(precompiled.FILE, made.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
