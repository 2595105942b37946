"""Bring the words in all editors' files up to date with the grammar: `python -m editors.write`."""

from __future__ import annotations

from editors.write import FILES

if __name__ == "__main__":
    for path, renewed in FILES.items():
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
