"""Ours beside Storm, the model checker: Pig, and a maze of keys with 1.7 million states that play goes round in.

Storm gets the same decision processes in PRISM's language, of the same states: one for each decision. What is measured
is to build and to solve, the text of either being read; processor time of one process. Needs `pip install stormpy`;
where it is not to be had, our own figures are printed and the models can still be written: `python -m bench.storm DIR`.

Then books as `gamebook export --to umb` writes them: the same numbered states for both. Here our time is that of
listing states and computing values, and Storm's that of reading the file and computing the value of the start.

Its Python interface (2.0) builds stochastic games of two players and does not solve them, so that Pig is built as the
game, and built and solved as the problem of whoever plays against a player that banks from 20 points on.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from bench.measure import heading, row
from gamebook.interop.export.process import process
from gamebook.interop.export.umb import umb
from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import find

Result = TypeVar("Result")

PIG = Path(__file__).parents[1] / "books" / "dice" / "pig.gbk"
GOAL = 100
HOLD = 20
WIDE, HIGH, KEYS = 21, 20, 12
PRECISION = 1e-9
"""Of Storm's sound methods; our brackets are a thousand times narrower."""

BOOKS = Path(__file__).parents[1] / "books"
EXPORTED = (
    ("tutorial.gbk", {"SKILL": 9, "STAMINA": 16, "LUCK": 9}),
    ("the-long-ebb.gbk", {"SKILL": 9, "STAMINA": 19, "LUCK": 9}),
)
"""Books, and heroes who play them."""

PLACES = [((7 * k + 3) % WIDE, (5 * k + 2) % HIGH) for k in range(KEYS)]
"""Where the keys lie."""


def storm() -> None:
    """Both, one after another."""
    heading("Beside Storm: build and solve, processor time" + ("" if _known() else " (stormpy is not installed)"))
    game = Project(PIG, settings={"goal": GOAL}).book
    _ours("Pig, both at their best", game)
    if _known():
        _storms("Pig, both at their best", pig(), '<<reader>> Pmax=? [F "won"]', solved=False)
    _ours(f"Pig against hold({HOLD})", apply(game, find(game, f"hold(at={HOLD})")))
    if _known():
        _storms(f"Pig against hold({HOLD})", pig(HOLD), 'Pmin=? [F "won"]')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "maze.gbk"
        path.write_text(maze_book(), "utf-8")
        _ours("maze of keys", Project(path).book)
    if _known():
        _storms("maze of keys", maze(), 'Pmax=? [F "won"]')
        for name, hero in EXPORTED:
            _exported(BOOKS / name, hero)


def _known() -> bool:
    return importlib.util.find_spec("stormpy") is not None


def _ours(what: str, book: Book) -> None:
    solve(book, chapters=False)  # kernels loaded
    solved, seconds = _timed(lambda: solve(book, chapters=False))
    best = solved.best
    told = f"{solved.space.count:,} states, {best.value:.10f} ± {(best.high - best.low) / 2:.0e}"
    row(f"{what}, ours", f"{seconds:.2f} s", told)


def _storms(what: str, model: str, wanted: str, *, solved: bool = True) -> None:
    stormpy = importlib.import_module("stormpy")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.prism"
        path.write_text(model, "utf-8")
        program = stormpy.parse_prism_program(str(path))
    formulas = stormpy.parse_properties(wanted, program)
    built, seconds = _timed(lambda: stormpy.build_model(program, formulas))
    if not solved:
        row(f"{what}, Storm", f"{seconds:.2f} s", f"{built.nr_states:,} states, built only")
        return
    for name, environment in (("its own choice", stormpy.environments.default(built)), ("sound", _sound(stormpy))):
        check = partial(stormpy.model_checking, built, formulas[0], environment=environment)
        found, more = _timed(check)
        value = found.get_value(built.initial_states[0])
        told = f"{built.nr_states:,} states, built in {seconds:.2f} s, {value:.10f}, {name}"
        row(f"{what}, Storm", f"{seconds + more:.2f} s", told)


def _exported(path: Path, hero: dict[str, int]) -> None:
    """A book in Storm's hands and in ours."""
    stormpy = importlib.import_module("stormpy")
    io = importlib.import_module("stormpy.io")
    book = Project(path).book
    solve(book, hero)  # kernels loaded
    solved, ours = _timed(lambda: solve(book, hero))
    row(f"{path.stem}, ours", f"{ours:.2f} s", f"{solved.space.count:,} states, {solved.best.value:.10f}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.umb"
        file.write_bytes(umb(process(book, hero)))
        options = io.UmbImportOptions()
        options.value_type = io.UmbImportValueType.DOUBLE
        options.build_state_valuations = False
        model, reading = _timed(lambda: stormpy.build_model_from_umb(str(file), options=options))
    formula = stormpy.parse_properties('Pmax=? [F "won"]')[0]
    for name, environment in (("its own choice", stormpy.environments.default(model)), ("sound", _sound(stormpy))):
        check = partial(stormpy.model_checking, model, formula, environment=environment)
        found, more = _timed(check)
        value = found.get_value(model.initial_states[0])
        told = f"read in {reading:.2f} s, {value:.10f}, {name}; {(reading + more) / ours:.1f} times ours"
        row(f"{path.stem}, Storm", f"{reading + more:.2f} s", told)


def _sound(stormpy: ModuleType) -> object:
    """Settings with which Storm's answer is right to `PRECISION`."""
    sound = stormpy.environments.sound()
    sound.solver().min_max().precision = stormpy.Rational(str(PRECISION))
    return sound


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


# ---- the models -----------------------------------------------------------------------------------------


def pig(hold: int | None = None) -> str:
    """Pig, one state for each decision; with `hold` the reader banks from so many points on, and the rival decides."""

    def throw(turn: int) -> str:
        ways = [f"1/6: (t'={1 - turn})&(mine'=theirs)&(theirs'=mine)&(open'=0)&(asked'=false)"]
        for face in range(2, 7):
            over = f"mine+open+{face}>={GOAL}"
            kept = "&".join(f"({name}'={over}?0:{name})" for name in ("mine", "theirs", "t"))
            here = f"(over'={over}?{turn + 1}:0)&(open'={over}?0:open+{face})&(asked'=!({over}))"
            ways.append(f"1/6: {here}&{kept}")
        return " + ".join(ways)

    lines = ["mdp"]
    if hold is None:
        lines = ["smg", "player reader", "  [roll0], [again0], [hold0], [end]", "endplayer"]
        lines += ["player rival", "  [roll1], [again1], [hold1]", "endplayer"]
    lines += ["module pig", "  t : [0..1] init 0;", "  asked : bool init false;", "  over : [0..2] init 0;"]
    lines += [
        f"  mine : [0..{GOAL - 1}] init 0;",
        f"  theirs : [0..{GOAL - 1}] init 0;",
        f"  open : [0..{GOAL}] init 0;",
    ]
    for turn in (0, 1):
        keeps = "" if hold is None or turn else f" & open>={hold}"
        goes = "" if hold is None or turn else f" & open<{hold}"
        handed = f"(t'={1 - turn})&(mine'=theirs)&(theirs'=mine+open)&(open'=0)&(asked'=false)"
        lines += [
            f"  [roll{turn}] t={turn} & !asked & over=0 -> {throw(turn)};",
            f"  [again{turn}] t={turn} & asked & over=0{goes} -> {throw(turn)};",
            f"  [hold{turn}] t={turn} & asked & over=0{keeps} -> {handed};",
        ]
    return "\n".join([*lines, "  [end] over>0 -> true;", "endmodule", 'label "won" = over=1;', ""])


def maze() -> str:
    """The maze: in each room one in a hundred is lost; at the way out the more keys the better."""
    lines = ["mdp", "module maze", f"  x : [0..{WIDE - 1}] init 0;", f"  y : [0..{HIGH - 1}] init 0;"]
    lines += [f"  k{k} : bool init false;" for k in range(KEYS)]
    lines += ["  over : [0..2] init 0;"]
    for name, open_, dx, dy in _steps():
        taken = "&".join(f"(k{k}'=k{k}|(x{dx:+d}={a}&y{dy:+d}={b}))" for k, (a, b) in enumerate(PLACES))
        moved = "&".join(f"({axis}'={axis}{by:+d})" for axis, by in (("x", dx), ("y", dy)) if by)
        lost = "&".join(["(over'=2)", "(x'=0)", "(y'=0)", *(f"(k{k}'=false)" for k in range(KEYS))])
        lines.append(f"  [{name}] over=0 & {open_} -> 0.99: {moved}&{taken} + 0.01: {lost};")
    count = "+".join(f"(k{k}?1:0)" for k in range(KEYS))
    won = f"({count}+1)/{KEYS + 1}"
    reset = "&".join(["(x'=0)", "(y'=0)", *(f"(k{k}'=false)" for k in range(KEYS))])
    out = f"over=0 & x={WIDE - 1} & y={HIGH - 1}"
    lines.append(f"  [out] {out} -> {won}: (over'=1)&{reset} + 1-{won}: (over'=2)&{reset};")
    return "\n".join([*lines, "  [end] over>0 -> true;", "endmodule", 'label "won" = over=1;', ""])


def _steps() -> list[tuple[str, str, int, int]]:
    return [
        ("north", "y>0", 0, -1),
        ("south", f"y<{HIGH - 1}", 0, 1),
        ("west", "x>0", -1, 0),
        ("east", f"x<{WIDE - 1}", 1, 0),
    ]


def maze_book() -> str:
    """The same as a book."""
    count = " + ".join(f"k{k}" for k in range(KEYS))
    lines = ['book "The Maze"', "    start gate", "", "sheet", f"    number x = 0 in 0..{WIDE - 1}"]
    lines += [f"    number y = 0 in 0..{HIGH - 1}", f"    item {', '.join(f'k{k}' for k in range(KEYS))}"]
    lines += [f"    table key columns 0..{WIDE - 1} rows 0..{HIGH - 1}"]
    known = {place: number for number, place in enumerate(PLACES, start=1)}
    lines += ["        " + " ".join(str(known.get((x, y), 0)) for x in range(WIDE)) for y in range(HIGH)] + [""]
    lines += ["=== gate", "-> choose", "", "=== room", "~ random", "    1: -> defeat", "    99:", "        On."]
    lines += ["~ if key(x, y)"]
    for k in range(KEYS):
        lines += [f"    ~ if key(x, y) = {k + 1}", f"        ~ set k{k} = 1"]
    lines += ["-> choose", "", "=== choose"]
    for name, open_, dx, dy in _steps():
        axis, by = ("x", dx) if dx else ("y", dy)
        lines += [f"* {name.capitalize()} [if {open_}]", f"    ~ {axis} {by:+d}", "    -> room"]
    lines += [f"* Out [if x = {WIDE - 1} and y = {HIGH - 1}]", "    ~ random"]
    lines += [f"        {count} + 1: -> victory", f"        {KEYS} - ({count}): -> defeat", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for name, model in (("pig", pig()), (f"pig-against-{HOLD}", pig(HOLD)), ("maze", maze())):
            (Path(sys.argv[1]) / f"{name}.prism").write_text(model, "utf-8")
        (Path(sys.argv[1]) / "maze.gbk").write_text(maze_book(), "utf-8")
    else:
        storm()
