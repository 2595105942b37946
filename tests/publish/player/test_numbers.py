"""The small parts of the player: random numbers, whole numbers, fractions, dice. Each against another source."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

from gamebook.model.arithmetic import OPERATIONS
from tests.support.player import in_node

SEEDS = (0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**32 + 5, 2**53 - 1)
LIMITS = (1, 2, 6, 36, 1000, 2**31, 2**32 - 1, 2**32, 2**33 + 1, 6**40, 7**100)
WHOLE = (0, 1, -1, 2, -2, 3, -7, 10, 10**9, -(10**9), 2**53 - 1, -(2**53) + 1, 2**53, 10**18, -(10**18) - 1)


def test_words_are_those_that_the_authors_published() -> None:
    """The first numbers of `mt19937ar.out`, which Matsumoto and Nishimura give with their program."""
    (words,) = in_node([{"do": "words", "seed": [0x123, 0x234, 0x345, 0x456], "count": 5}])
    assert words == [1067595299, 955945823, 477289528, 4107218783, 4228976476]


def test_drawn_numbers_are_those_of_python() -> None:
    limits = [str(limit) for limit in LIMITS for _ in range(30)]
    for seed, found in zip(
        SEEDS, in_node({"do": "draw", "seed": seed, "limits": limits} for seed in SEEDS), strict=True
    ):
        random = Random(seed)
        assert found == [str(random.randrange(int(limit))) for limit in limits]


def test_operations_on_whole_numbers_of_any_size() -> None:
    pairs = list(product(WHOLE, repeat=2))
    jobs = [{"do": "reckon", "op": op, "pairs": [[str(x), str(y)] for x, y in pairs]} for op in OPERATIONS]
    for (op, operation), found in zip(OPERATIONS.items(), in_node(jobs), strict=True):
        assert found == [str(operation(x, y)) for x, y in pairs], op


def test_fractions_become_the_nearest_number() -> None:
    random = Random(1)
    fractions = [Fraction(random.randrange(-(10**a), 10**a), random.randrange(1, 10**b)) for a, b in
                 product((1, 9, 17, 40), repeat=2) for _ in range(50)]  # fmt: skip
    pairs = [[str(each.numerator), str(each.denominator)] for each in fractions]
    (found,) = in_node([{"do": "nearest", "fractions": pairs}])
    assert [float(each) for each in found] == [float(each) for each in fractions]


RULES = [
    (0, {"sides": 6}),
    (3, {"sides": 6}),
    (4, {"sides": 6, "keep": 3}),
    (4, {"sides": 4, "keep": 2, "highest": False}),
    (2, {"sides": 4, "keep": 9}),
    (4, {"sides": 6, "faces": [5, 6]}),
    (2, {"sides": 3, "faces": [4, 6]}),
    (2, {"sides": 3, "explode": 2}),
    (3, {"sides": 2, "keep": 1, "explode": 1}),
]


def test_dice_are_as_counted_throw_by_throw() -> None:
    thrown = in_node([{"do": "thrown", "count": count, "rule": rule} for count, rule in RULES])
    for (count, rule), found in zip(RULES, thrown, strict=True):
        counted = _throws(count, **rule)
        total, all_weights = sum(counted.values()), sum(int(weight) for _, weight in found)
        assert {outcome: Fraction(int(weight), all_weights) for outcome, weight in found} == {
            outcome: Fraction(weight, total) for outcome, weight in counted.items()
        }, (count, rule)
        assert [outcome for outcome, _ in found] == sorted(counted), (count, rule)


def _throws(
    count: int,
    sides: int,
    keep: int | None = None,
    highest: bool = True,
    faces: list[int] | None = None,
    explode: int = 0,
) -> Counter[int]:
    """Every throw of the dice, one by one: each die is thrown `explode` times more, though not each throw counts."""
    counted: Counter[int] = Counter()
    for throw in product(range(1, sides + 1), repeat=count * (explode + 1)):
        dice = [_exploded(throw[die * (explode + 1) : (die + 1) * (explode + 1)], sides) for die in range(count)]
        if faces is not None:
            counted[sum(faces[0] <= die <= faces[1] for die in dice)] += 1
        else:
            kept = sorted(dice, reverse=highest)[:keep]
            counted[sum(kept)] += 1
    return counted


def _exploded(throws: tuple[int, ...], sides: int) -> int:
    total = 0
    for face in throws:
        total += face
        if face < sides:
            break
    return total


def test_large_sums_of_dice() -> None:
    """The mean and the variance of 60 dice of 100 sides."""
    (found,) = in_node([{"do": "thrown", "count": 60, "rule": {"sides": 100}}])
    total = sum(int(weight) for _, weight in found)
    mean = Fraction(sum(outcome * int(weight) for outcome, weight in found), total)
    variance = Fraction(sum(outcome**2 * int(weight) for outcome, weight in found), total) - mean**2
    assert (len(found), mean, variance) == (5_941, 3_030, Fraction(60 * (100**2 - 1), 12))


def test_multisets_are_as_counted_throw_by_throw() -> None:
    dice = [(0, 3), (1, 4), (3, 3), (4, 2)]
    listed = in_node([{"do": "multisets", "count": count, "sides": sides} for count, sides in dice])
    for (count, sides), found in zip(dice, listed, strict=True):
        throws = product(range(1, sides + 1), repeat=count)
        counted = Counter(tuple(throw.count(face) for face in range(1, sides + 1)) for throw in throws)
        assert found == [[list(counts), str(counted[counts])] for counts in sorted(counted)], (count, sides)
