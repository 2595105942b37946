from __future__ import annotations

import pytest

from gamebook.graph.chapters import chapter_graph
from gamebook.model.arithmetic import const, negate
from gamebook.model.book import Role, Variable
from gamebook.model.expression import Dice, Expr, Lookup, Unary, Var
from gamebook.model.in_words import Words
from gamebook.model.step import Assign, Change
from gamebook.project import Project
from tests.support import build
from tests.support.build import d, no, op, value


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(
        build.book(
            build.number("STAMINA", 0, 24, 20),
            build.number("gold", 0, 50),
            Variable(name="silver-key", kind="item", low=0, high=1),
            Variable(name="meal", kind="item", low=0, high=5),
            Variable(name="RAVEN", kind="codeword", low=0, high=1),
            Variable(name="weapon", kind="one-of", low=0, high=2, values=("none", "sword", "axe")),
            Variable(name="visited 12", kind="hidden", low=0, high=1, role=Role(what="visited", of="12")),
            Variable(name="again", kind="hidden", low=0, high=1, role=Role(what="visited before", of="12")),
            Variable(name="chapter before", kind="hidden", low=0, high=1, role=Role(what="chapter before")),
            Variable(name="anytime fight luck-left", kind="local", low=0, high=1),
            hall=(build.WIN,),
            cellar=(build.WIN,),
        )
    )


@pytest.mark.parametrize(
    ("expr", "told"),
    [
        (op("silver-key", "and", op("gold", ">=", 5)), "silver-key and gold >= 5"),
        (op(op("RAVEN", "or", "silver-key"), "and", no("meal")), "(RAVEN or silver-key) and not meal"),
        (no(op("RAVEN", "and", "silver-key")), "not (RAVEN and silver-key)"),
        (negate(op("gold", "<", 5)), "gold >= 5"),
        (op("gold", "-", op("meal", "-", 1)), "gold - (meal - 1)"),
        (op(op("gold", "+", 1), "*", 2), "(gold + 1) * 2"),
        (op("gold", "+", op("meal", "+", 1)), "gold + meal + 1"),
        (op(op("gold", "min", 3), ">", op("meal", "mod", 2)), "min(gold, 3) > meal mod 2"),
        (op("silver-key", "=", 1), "silver-key"),
        (op("meal", ">", 0), "meal > 0"),
        (op("weapon", "=", 2), "weapon = axe"),
        (no(op("weapon", "=", 1)), "not weapon = sword"),
        (op("visited 12", ">", 0), "visited 12"),
        (op("visited 12", "<=", 0), "not visited 12"),
        (op("again", ">", 0), "visited 12"),
        (op("again", "=", 0), "first time"),
        (op("again", "<=", 0), "first time"),
        (op("chapter before", "=", 2), "from cellar"),
        (op("anytime fight luck-left", ">", 0), "luck-left > 0"),
        (op(d(6, 2), "<=", "STAMINA"), "2d6 <= STAMINA"),
        (Dice(count=value(3), most=3, sides=6, keep=2), "keep highest 2 of 3d6"),
        (Dice(count=value("meal"), most=5, sides=6), "(meal)d6"),
        (Unary(op="-", operand=op("gold", "+", 1)), "-(gold + 1)"),
        (Lookup(table="crt", column=value("gold"), row=value(3)), "crt(gold, 3)"),
    ],
)
def test_expressions_are_told_as_books_write_them(words: Words, expr: Expr, told: str) -> None:
    assert words.value(expr) == told


@pytest.mark.parametrize(
    ("variable", "becomes", "why", "told"),
    [
        ("STAMINA", op("STAMINA", "-", d(6)), "effect", "STAMINA -1d6"),
        ("gold", op("gold", "-", 5), "pay", "pay 5 gold"),
        ("gold", op("gold", "-", 1), "pay", "pay 1 gold"),
        ("gold", op("gold", "+", op("meal", "*", 2)), "effect", "gold +(meal * 2)"),
        ("gold", op("meal", "+", 1), "effect", "gold = meal + 1"),
        ("silver-key", 1, "gain", "gain silver-key"),
        ("silver-key", 0, "lose", "lose silver-key"),
        ("meal", op("meal", "+", 2), "gain", "gain 2 meal"),
        ("meal", op("meal", "-", 1), "lose", "lose meal"),
        ("RAVEN", 1, "effect", "note RAVEN"),
        ("RAVEN", 0, "effect", "erase RAVEN"),
        ("weapon", 2, "gain", "gain axe"),
        ("weapon", 0, "effect", "weapon = none"),
    ],
)
def test_effects_are_told_in_short(words: Words, variable: str, becomes: build.Value, why: str, told: str) -> None:
    change = Change(variable=variable, value=value(becomes))
    assert words.effects(Assign(changes=(change,), address="1#1", why=why)) == (told,)  # type: ignore[arg-type]


def test_the_engines_own_doings_are_not_told(words: Words) -> None:
    assert words.effects(build.put("visited 12", 1)) == ()
    assert words.engine_only(op("chapter before", "=", "visited 12"))
    assert not words.engine_only(op("chapter before", "=", 1))
    assert not words.engine_only(no("silver-key"))


def test_a_foe_is_numbered_where_it_is_not_alone() -> None:
    foes = [Variable(name=f"fight foe {number} STAMINA", kind="local", low=0, high=9) for number in (1, 2)]
    told = [Words(build.book(*known, hall=(build.WIN,))).name(foes[0].name) for known in (foes[:1], foes)]
    assert told == ["foe STAMINA", "foe 1 STAMINA"]


def test_values_in_labels_stand_in_brackets(words: Words) -> None:
    assert words.text(("Pay ", op("gold", "/", 2), " of it")) == "Pay {gold / 2} of it"
    assert words.text(("Buy a rope for ", const(3), " gold")) == "Buy a rope for 3 gold"
    assert words.name("gold") == "gold"
    assert words.value(Var(name="a parameter")) == "a parameter"


LETS = """
sheet
    number anna = 2 in 0..2
    number bert = 2 in 0..2
    number gold = 2 in 0..9

let helpers = (anna > 0) + (bert > 0)
let rich = gold > 5

=== 1
* Ask [if not ticked]
    ~ tick a box
    -> 1
* Climb [if helpers = 0 or gold > 5] -> 2

=== 2
* Back [if ticked 1 and helpers + 1 < 3] -> 1
* On -> victory
"""


def test_conditions_are_told_with_the_names_that_the_author_gave() -> None:
    """`gold > 5` may have been written so: only what a name makes shorter is called by it."""
    ways = chapter_graph(Project.of(LETS).book).edges(data=True)
    told = {way["label"]: way["condition"] for _, _, way in ways}
    assert told["Ask"] == "not ticked 1"
    assert told["Climb"] == "helpers = 0 or gold > 5"
    assert told["Back"] == "ticked 1 and helpers + 1 < 3"


WORN = """book "Worn"

sheet
    stat SKILL = 1d6
    item charm = 1
    while charm: SKILL +2

=== 1
* Jump [if SKILL > 4]
    ~ lose charm
    -> victory
* Walk -> defeat
"""


def test_a_value_with_its_bonus_is_told_by_its_name() -> None:
    """As the author wrote it; `SKILL + charm * 2 > 4` is what it is worked out from."""
    ways = chapter_graph(Project.of(WORN).book).edges(data=True)
    assert {way["label"]: way["condition"] for _, _, way in ways} == {"Jump": "SKILL > 4", "Walk": ""}
