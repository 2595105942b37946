"""Where text comes from: each kind of files answers alike."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
import zipfile
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pytest

from gamebook import files as module
from gamebook.files import (
    DISK,
    PRIVATE,
    Buffers,
    Files,
    Memory,
    first_bytes,
    in_folder,
    load_bytes,
    write_bytes,
    zipped,
)

TEXTS = {"main.gbk": "one", "parts/two.gbk": "two"}


@pytest.fixture(params=["disk", "memory", "zip", "buffers"])
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """The same two files, four times."""
    if request.param == "memory":
        return Memory(TEXTS)
    if request.param == "zip":
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, text in TEXTS.items():
                archive.writestr(name, text)
        return zipped(packed.getvalue())
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, "utf-8")
    return DISK if request.param == "disk" else Buffers()


def test_what_is_there_is_read(files: Files) -> None:
    assert files.read("main.gbk") == b"one"
    assert files.read("parts/../parts/two.gbk") == b"two"
    assert files.names("parts") == ("two.gbk",)


def test_what_is_not_there_is_none(files: Files) -> None:
    assert files.read("none.gbk") is None
    assert files.read("bad\0name") is None
    assert files.names("nowhere") == ()


def test_a_file_has_one_place(files: Files) -> None:
    assert files.place("parts/../main.gbk") == files.place("main.gbk") == files.place("./main.gbk")
    assert files.place("main.gbk") != files.place("parts/main.gbk")


def test_no_zip() -> None:
    with pytest.raises(OSError, match="no zip archive"):
        zipped(b"not packed at all")


def test_a_file_is_read_once_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "main.gbk"
    path.write_text("one", "utf-8")
    buffers = Buffers()
    assert buffers.read(str(path)) == b"one"
    path.write_text("two", "utf-8")
    assert buffers.read(str(path)) == b"one"
    buffers.changed(str(path))
    assert buffers.read(str(path)) == b"two"


def test_an_edited_text_stands_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "main.gbk"
    path.write_text("one", "utf-8")
    buffers = Buffers()
    buffers.edit(str(path), "edited")
    before = buffers.copy()
    assert buffers.read(str(tmp_path / "." / "main.gbk")) == b"edited"
    assert buffers.names(str(tmp_path)) == ("main.gbk",)
    buffers.edit(str(tmp_path / "new.gbk"), "new")
    assert buffers.names(str(tmp_path)) == ("main.gbk", "new.gbk")
    buffers.changed(str(path))
    assert buffers.read(str(path)) == b"one"
    assert before.read(str(path)) == b"edited"
    buffers.changed()
    assert buffers.names(str(tmp_path)) == ("main.gbk",)
    assert path.read_bytes() == b"one"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_private_file_is_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "tables"
    for data in (b"old", b"new"):
        write_bytes(path, data, PRIVATE)
        assert path.read_bytes() == data
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes in folders")
def test_a_named_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_bytes(pipe, b"all of it")
    reader.join(timeout=10)
    assert read == [b"all of it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_missing_folder_is_no_way_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("mine", "utf-8")
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"):
        write_bytes(tmp_path / "nowhere" / ".." / "notes.md", b"text")
    assert (tmp_path / "notes.md").read_text("utf-8") == "mine"


def test_a_file_that_is_write_protected_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a writer who is not root: root may write everything."""
    path = tmp_path / "book.gbk"
    path.write_text("old")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda file, mode: mode != os.W_OK or bool(Path(file).stat().st_mode & 0o200))
    with pytest.raises(PermissionError) as error:
        write_bytes(path, b"new")
    assert (error.value.filename, error.value.strerror) == (str(path), "it is write-protected")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["book.gbk"]
    path.chmod(0o644)
    write_bytes(path, b"new")
    assert path.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_file_that_root_replaces_stays_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_text("old")
    os.chown(path, 12345, 23456)
    write_bytes(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid, path.read_text()) == (12345, 23456, "new")


def test_a_name_whose_letters_and_marks_stand_apart_in_its_folder() -> None:
    files = Memory({f"teile/{normalize('NFD', 'höhle')}.gbk": "", "teile/x.gbk": ""})
    assert in_folder(Path("teile/höhle.gbk"), files) == Path(f"teile/{normalize('NFD', 'höhle')}.gbk")
    assert in_folder(Path("teile/möhre.gbk"), files) == Path("teile/möhre.gbk")
    assert in_folder(Path("teile/x.gbk"), files) == Path("teile/x.gbk")


def test_a_file_is_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.files.MOST_BYTES", 3)
    path = tmp_path / "notes"
    path.write_bytes(b"one")
    assert load_bytes(path) == b"one"
    path.write_bytes(b"more")
    with pytest.raises(OSError, match="it has more than 3 bytes and is not read"):
        load_bytes(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(("writes", "holds"), [(None, None), ("echo hello", b"hello\n"), ("true", b"")])
def test_a_pipe_is_read_if_a_program_writes_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: str | None, holds: bytes | None
) -> None:
    """Else it would be waited for, perhaps for ever. `test_streams` reads from pipes that the shell makes."""
    path = tmp_path / "pipe.gbk"
    os.mkfifo(path)
    writer = None
    if writes is None:
        monkeypatch.setattr(module, "_A_MOMENT", 0.01)
    else:
        writer = subprocess.Popen(f"{writes} > {path}", shell=True)
    assert DISK.read(str(path)) == holds
    if holds is None:
        with pytest.raises(OSError, match="no program writes into it"):
            first_bytes(path)
    if writer is not None:
        writer.wait(10)
