"""Kernels that numba keeps on disk are compiled anew when a file that went into them changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamebook.kernels import compiled

KERNELS = Path(compiled.__file__).parent


def test_a_stamp_changes_with_what_a_kernel_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, text in {"outer": "from gamebook.kernels.inner import f\n", "inner": "f = 1\n", "other": ""}.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setattr(compiled, "_HERE", tmp_path)
    stamp = compiled._stamp.__wrapped__
    outer, other = stamp("outer"), stamp("other")
    (tmp_path / "inner.py").write_text("f = 2\n")
    assert stamp("outer") != outer
    assert stamp("other") == other


def test_kernels_import_kernels_in_the_way_that_stamps_read() -> None:
    for path in KERNELS.glob("*.py"):
        imports = re.findall(r"^(?:from|import) gamebook.*", path.read_text(), re.MULTILINE)
        assert all(re.match(r"from gamebook\.kernels\.\w+ import", line) for line in imports), path.name
