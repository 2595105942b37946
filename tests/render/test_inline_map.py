"""Maps inside a page: what Graphviz draws becomes simpler shapes."""

from __future__ import annotations

from gamebook.render.inline_map import _box


def test_a_box_reaches_as_far_as_its_path() -> None:
    """One point is the leftmost, another the highest."""
    assert _box("M10,-20C20,-50 31,-26 14,-22") == {"x": "10", "y": "-50", "width": "21", "height": "30", "rx": "8"}
