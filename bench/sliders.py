"""How long a writer waits from a slider of the studio to the number, in a process that is warm."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import heading, row
from bench.synthetic import HERO, synthetic
from gamebook.project import Project
from gamebook.studio.bench import Bench
from gamebook.studio.panels.whatif import details, value

BOOK = Path(__file__).parents[1] / "books" / "the-long-ebb.gbk"
AVERAGE = {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
CHAPTERS = 73
"""A synthetic book of so many chapters has about 200,000 states."""


def sliders() -> None:
    """Three steps of one slider, the slowest counts; then what the table below takes longer."""
    heading("Studio: slider to number, warm")
    _measure("The Long Ebb", BOOK, AVERAGE, "to be below 2 s")
    with TemporaryDirectory() as folder:
        path = Path(folder, "road.gbk")
        path.write_text(synthetic(CHAPTERS), "utf-8")
        _measure(f"synthetic, {CHAPTERS} chapters", path, HERO, "to be below 0.5 s")


def _measure(name: str, path: Path, hero: dict[str, int], wish: str) -> None:
    bench = Bench(Project(path), {})
    value(bench, _given(hero))
    waits, works = [], []
    for skill in (8, 10, 11):
        began, worked = time.perf_counter(), time.process_time()
        value(bench, _given({**hero, "SKILL": skill}))
        waits.append(time.perf_counter() - began)
        works.append(time.process_time() - worked)
    began = time.perf_counter()
    details(bench, _given({**hero, "SKILL": 11}))
    more = time.perf_counter() - began
    row(name, f"{max(waits):.2f} s", f"{wish}; processor {max(works):.2f} s; details {more:.2f} s more")


def _given(stats: dict[str, int]) -> dict[str, object]:
    return {"hero": "", "stats": stats, "settings": {}, "without": []}
