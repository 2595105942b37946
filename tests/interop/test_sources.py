"""What is read of a folder: the files that are not hidden, in the order of their names, within limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.interop import sources
from gamebook.interop.sources import NotReadable, load_material


def filled(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_the_files_of_a_folder(tmp_path: Path) -> None:
    folder = filled(tmp_path, "b.txt", "a/c.txt", "a/.git/x.txt", ".git/y/z.txt", ".hidden.txt", "a.txt")
    material = load_material(folder)
    assert material.folder
    assert list(material.files.items()) == [(name, name.encode()) for name in ("a/c.txt", "a.txt", "b.txt")]


def test_a_folder_with_nothing_in_it(tmp_path: Path) -> None:
    with pytest.raises(NotReadable, match="the folder is empty"):
        load_material(filled(tmp_path, ".git/x.txt"))


@pytest.mark.parametrize(("limit", "most"), [("MOST_FILES", 3), ("MOST_IN_FOLDER", 15)])
def test_hidden_files_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int) -> None:
    monkeypatch.setattr(sources, limit, most)
    folder = filled(tmp_path, "1.txt", "2.txt", "3.txt", ".git/4.txt", ".git/5.txt", ".6.txt")
    assert len(load_material(folder).files) == 3
    with pytest.raises(NotReadable, match="holds more than"):
        load_material(filled(folder, "4.txt"))


def test_the_walk_ends_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_FILES", 3)
    folder = filled(
        tmp_path, *(f"{number:02}.txt" for number in range(5)), *(f"in/{number}.txt" for number in range(9))
    )
    asked: list[Path] = []
    is_file = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda path: asked.append(path) or is_file(path))
    with pytest.raises(NotReadable, match="holds more than"):
        load_material(folder)
    assert len(asked) == 4


def test_a_packed_file_may_be_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 4)
    monkeypatch.setattr(sources, "MOST_PACKED", 6)
    path = tmp_path / "book"
    for data in (b"text", b"PKpack"):
        path.write_bytes(data)
        assert load_material(path).files == {"book": data}
        path.write_bytes(data + b"s")
        with pytest.raises(NotReadable, match=f"more than {len(data)} bytes and is not read"):
            load_material(path)
