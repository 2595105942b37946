"""Versions of a book: a file, a file of a git revision, a saved solution."""

from __future__ import annotations

import json
import os
import posixpath
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from gamebook.errors import Unavailable, UsageError
from gamebook.files import load_bytes
from gamebook.project import Project, is_text

PATIENCE = 60.0
"""Seconds that git may take for one answer."""
ELSEWHERE = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX",
)  # fmt: skip
"""Variables that name a repository: git sets them for a hook. Here the repository is that of the file."""

MOST_LINKS = 40
"""As many links are followed on the way to one file, as Linux does."""
NO_REPOSITORY = "fatal: not a git repository"
"""So git says that a folder lies in none."""
LINK = "120000 "
"""So git lists a symbolic link."""
OUTSIDE = "//"
"""So begins the place of a file that is not in the repository."""

Saved = Mapping[str, Any]
"""What `gamebook solve --json` has written."""


class Revision(Struct, frozen=True):
    """The files of a git revision, by their paths from the top of the repository. Nothing is checked out."""

    top: str
    """The folder of the repository."""
    commit: str
    """The full name of the commit."""

    def read(self, path: str) -> bytes | None:
        """What a file holds; None where the revision has no such file."""
        place = self.place(path)
        if place.startswith(OUTSIDE) or place[1:] in _links(self.top, self.commit):
            return None
        return self._blob(place)

    def place(self, path: str) -> str:
        """The path from the top, without `.` and `..`, links followed; it begins with a slash.

        It begins with two where a link leads out of the repository. Of links in a circle it is one of them.
        """
        links, followed = _links(self.top, self.commit), 0
        left, done = path.replace("\\", "/").split("/"), list[str]()
        while left:
            part = left.pop(0)
            if part == ".." and followed and not done:
                return OUTSIDE + "/".join(left)
            if part == "..":
                done = done[:-1]
            if part in ("", ".", ".."):
                continue
            done.append(part)
            if "/".join(done) in links and followed < MOST_LINKS:
                followed += 1
                target = (self._blob("/" + "/".join(done)) or b"").decode("utf-8", "surrogateescape")
                if posixpath.isabs(target):
                    return OUTSIDE + target.lstrip("/")
                left, done = [*target.split("/"), *left], done[:-1]
        return "/" + "/".join(done)

    def _blob(self, place: str) -> bytes | None:
        return _git(self.top, "cat-file", "blob", f"{self.commit}:{place[1:]}")

    def names(self, folder: str) -> tuple[str, ...]:
        """The names of the files in a folder."""
        listed = _git(self.top, "ls-tree", "--name-only", "-z", f"{self.commit}:{self.place(folder)[1:]}")
        return tuple(sorted(filter(None, (listed or b"").decode("utf-8", "surrogateescape").split("\0"))))


def opened(version: str | Path) -> Project | Saved:
    """A version by its name: `book.gbk`, `HEAD~1:books/book.gbk`, `solution.json`.

    The path after the colon begins at the top of the repository; with `./` it begins in the present folder.

    Raises:
        UsageError: there is no such file, revision or solution; or it is not readable.
        Unavailable: git is needed, and not installed.
    """
    if is_text(str(version)):
        return Project(version)
    path = Path(version)
    if path.is_file():
        if not os.access(path, os.R_OK):
            raise UsageError(f"{path} is not readable")
        return saved(path) if path.suffix == ".json" else Project(path)
    name, colon, inside = str(version).partition(":")
    if not (colon and name and inside):
        raise UsageError(f"there is no file {version}")
    top = _top(Path())
    if inside.startswith(("./", "../")):
        inside = _inside(top, Path(inside))
    return _of_revision(top, name, inside)


def at_revision(path: Path, revision: str) -> Project:
    """A file of this machine as it was in a git revision.

    Raises:
        UsageError: the file lies in no repository, or there is no such revision, or it has no such file.
        Unavailable: git is not installed.
    """
    top = _top(path.parent)
    return _of_revision(top, revision, _inside(top, path))


def revisions(path: Path, most: int = 30) -> tuple[tuple[str, str, str], ...]:
    """The last commits that changed a file, newest first: short name, day, first line of the message.

    Raises:
        UsageError: the file lies in no repository.
        Unavailable: git is not installed.
    """
    top = _top(path.parent)
    told = _git(top, "log", f"-n{most}", "--format=%h%x00%cs%x00%s", "--", _inside(top, path)) or b""
    rows = (line.split("\0", 2) for line in told.decode("utf-8", "replace").splitlines())
    return tuple((name, day, words) for name, day, words in rows)


def saved(path: Path) -> Saved:
    """A solution that was written with `--json`.

    Raises:
        UsageError: the file holds something else.
        OSError: it cannot be read.
    """
    try:
        found = json.loads(load_bytes(path))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not JSON") from error
    if not (isinstance(found, dict) and isinstance(found.get("book"), dict) and isinstance(found.get("best"), dict)):
        raise UsageError(f"{path} is not a solution; write one with: gamebook solve BOOK --json")
    return found


def _of_revision(top: str, name: str, path: str) -> Project:
    commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if commit is None:
        raise UsageError(f"there is no git revision {name}")
    files = Revision(top, commit.decode().strip())
    if files.place(path).startswith(OUTSIDE):
        raise UsageError(f"in the revision {name}, {path} is a link that leads out of the repository")
    if files.read(path) is None:
        raise UsageError(f"the revision {name} has no file {path}")
    return Project(path, files)


@lru_cache(maxsize=16)
def _links(top: str, commit: str) -> frozenset[str]:
    """The paths of all symbolic links of a commit."""
    listed = (_git(top, "ls-tree", "-r", "-z", "--full-tree", commit) or b"").decode("utf-8", "surrogateescape")
    return frozenset(row.partition("\t")[2] for row in listed.split("\0") if row.startswith(LINK))


def _inside(top: str, path: Path) -> str:
    """The path of a file from the top of its repository."""
    try:
        return path.resolve().relative_to(Path(top).resolve()).as_posix()
    except ValueError:
        raise UsageError(f"{path} lies outside the git repository {top}") from None


def _top(folder: Path) -> str:
    found = _asked(str(folder), "rev-parse", "--show-toplevel")
    if found is None or found.returncode != 0:
        why = [] if found is None else found.stderr.decode("utf-8", "replace").split("\n")
        first, *rest = [line.strip() for line in why if line.strip()] or [NO_REPOSITORY]
        if first.startswith(NO_REPOSITORY):
            raise UsageError(f"{folder.resolve()} lies in no git repository")
        told = ". ".join(filter(None, (first.removeprefix("fatal: "), " ".join(rest))))
        raise UsageError(f"git does not read the repository of {folder.resolve()}: {told}")
    return found.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


def _git(folder: str, *words: str) -> bytes | None:
    """What git prints; None where it fails."""
    done = _asked(folder, *words)
    return done.stdout if done is not None and done.returncode == 0 else None


def _asked(folder: str, *words: str) -> subprocess.CompletedProcess[bytes] | None:
    """What git answers, in English; None where it cannot be asked this."""
    own = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    try:
        return subprocess.run(  # noqa: S603 - no shell; what the user typed is one argument, after --end-of-options or in a path
            ["git", "-C", folder, *words],  # noqa: S607 - git is where the user has it
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            env={**own, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise Unavailable("git is not installed; without it there are no revisions to compare") from None
    except subprocess.TimeoutExpired:
        raise Unavailable(f"git took longer than {PATIENCE:.0f} seconds") from None
    except ValueError:  # a zero byte in a name
        return None
