"""Write `docs/diagnostics.md`, the page of all finding codes: `python -m docs.diagnostics`."""

from __future__ import annotations

from pathlib import Path

from gamebook.codes import CODES
from gamebook.render.codes import codes_markdown

PAGE = Path(__file__).with_name("diagnostics.md")


def write_page() -> None:
    """Bring the page up to date with the codes."""
    PAGE.write_text(codes_markdown(CODES.values()), encoding="utf-8")


if __name__ == "__main__":
    write_page()
