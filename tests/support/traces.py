"""The worked traces of `docs/decisions/order-of-a-step.md`: their texts, what they should give, and models by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from gamebook.model.book import Book
from gamebook.model.expression import Expr
from gamebook.model.step import Block, Roll
from tests.support.build import (
    LOSE,
    WIN,
    add,
    attempt,
    book,
    both,
    choose,
    d,
    leave,
    loop,
    more,
    no,
    number,
    op,
    option,
    put,
    roll,
    row,
    scope,
    turn,
    watch,
    when,
)

FOLDER = Path(__file__).parent.parent / "data" / "traces"


def expected(path: Path) -> Fraction:
    """The win chance that the first line of a trace promises, worked out by hand."""
    return Fraction(path.read_text(encoding="utf-8").splitlines()[0].removeprefix("// expect:").strip())


def _win_if(condition: Expr) -> Block:
    return (when(condition, WIN), LOSE)


def _test_luck(lucky: Block) -> Roll:
    return attempt(op(d(6), "<=", "LUCK"), lucky, (LOSE,), then=(add("LUCK", -1),))


_meal = option("Eat", add("meal", -1), add("STAMINA", 2), if_=op("meal", "and", op("STAMINA", "<", 3)), again=True)
_hurt = add("STAMINA", op(0, "-", d(6)))
_scratch = add("STAMINA", op(0, "-", d(3)))

TRACES: dict[str, Book] = {
    "clamping": book(
        number("gold", 0, 3, 1),
        one=(
            *(add("gold", -2), add("gold", 5), add("gold", -1)),
            roll(d(6), row(1, 3, add("gold", 1)), row(4, 6, add("gold", -1))),
            *_win_if(op("gold", "=", 3)),
        ),
    ),
    "cap": book(
        number("STAMINA", 0, 9, 4, cap="initial STAMINA"),
        number("initial STAMINA", 0, 9, 4),
        one=(
            *(add("STAMINA", -2), add("STAMINA", 5), add("STAMINA", 3, beyond=True), add("STAMINA", 1)),
            *(add("initial STAMINA", 2), add("STAMINA", -3), add("STAMINA", d(6))),
            *_win_if(op("STAMINA", "=", 6)),
        ),
    ),
    "trigger-order": book(
        number("doom", 0, 9),
        watches=(
            watch("when 1", op("doom", ">=", 3), "doom", add("doom", -2)),
            watch("when 2", op("doom", ">=", 3), "doom", LOSE),
        ),
        one=(add("doom", d(6)), WIN),
    ),
    "own-body": book(
        number("STAMINA", 0, 9, 5),
        watches=(watch("when 1", op("STAMINA", "<=", 2), "STAMINA", add("STAMINA", -1)),),
        one=(_hurt, *_win_if(op("STAMINA", ">=", 1))),
    ),
    "potion": book(
        number("STAMINA", 0, 9, 3),
        number("potion", 0, 1),
        watches=(
            watch(
                "when 1",
                op("STAMINA", "<=", 0),
                "STAMINA",
                when("potion", choose(option("Drink", put("potion", 0), add("STAMINA", 2)), option("Not"))),
                when(op("STAMINA", "<=", 0), LOSE),
            ),
        ),
        one=(put("potion", 1), _hurt, _hurt, WIN),
    ),
    "test-then": book(
        number("LUCK", 0, 9, 4),
        number("gold", 0, 9),
        watches=(watch("when 1", op("LUCK", "=", 2), "LUCK", add("gold", 1)),),
        one=(_test_luck((turn("two"),)),),
        two=(_test_luck(_win_if(op("gold", "=", 1))),),
    ),
    "pay": book(
        number("gold", 0, 6, 1),
        one=(
            add("gold", d(6)),
            choose(
                option("Bribe", add("gold", -4), WIN, if_=op("gold", ">=", 4)),
                option("Rush", roll(d(6), row(1, 2, WIN), row(3, 6, LOSE)), if_=op("gold", "<", 3)),
            ),
            LOSE,
        ),
    ),
    "anytime": book(
        number("STAMINA", 0, 3, 1),
        number("meal", 0, 2, 2),
        watches=(watch("when 1", op("STAMINA", "<=", 0), "STAMINA", LOSE),),
        one=(choose(option("Climb", _scratch, turn("two")), _meal),),
        two=(choose(option("Climb on", _scratch, WIN), _meal),),
    ),
    "both": book(
        number("x", 0, 9, 1),
        number("y", 0, 9, 2),
        watches=(watch("when 1", op(op("x", "=", 3), "and", op("y", ">=", 7)), "x y", LOSE),),
        one=(add("x", d(6)), both(more("x", op(0, "-", "y")), more("y", "x")), *_win_if(op("y", ">=", 7))),
    ),
    "repeat": book(
        number("gold", 0, 9),
        number("passes", 0, 6),
        watches=(watch("when 1", op("gold", "=", 5), "gold", LOSE),),
        one=(
            put("passes", d(6)),
            loop(no("passes"), add("passes", -1), add("gold", 1)),
            *_win_if(op("gold", ">=", 4)),
        ),
    ),
    "fight": book(
        number("STAMINA", 0, 9, 2),
        number("foe", 0, 2),
        watches=(watch("when 1", op("STAMINA", "<=", 0), "STAMINA", LOSE),),
        one=(
            put("foe", 2),
            scope(
                "fight",
                loop(
                    0,
                    roll(
                        d(6),
                        row(1, 2, add("foe", -1)),
                        row(3, 4, add("STAMINA", -1)),
                        row(5, 6, both(more("foe", -1), more("STAMINA", -1))),
                    ),
                ),
                watches=(watch("won", op("foe", "<=", 0), "foe", leave("fight")),),
            ),
            WIN,
        ),
    ),
}
