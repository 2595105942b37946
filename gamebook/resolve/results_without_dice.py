"""Choices that tell what dice showed where no rule rolls them: `* If you rolled 1-3 -> 2` below “Throw one die.”

Other programs write it so. Numbers alone are results only where prose speaks of dice, or where they are all that some
dice can show; and not where dice are rolled behind them, for then they may be a bet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.other_languages import all_others
from gamebook.resolve.outcomes_in_words import named_tests
from gamebook.resolve.results_as_choices import (
    Told,
    are_results,
    fits,
    in_english,
    of_a_roll,
    of_a_test,
    open_to_all,
    report_results,
)
from gamebook.syntax import ast
from gamebook.syntax.text import parse_value
from gamebook.syntax.walk import find

_ROLLED = ast.Roll | ast.CountDice | ast.Random
_OF_DICE = pattern(
    r"\b(?:(?:roll|throw|cast)[ \t]+(?:(?:the|an?|one)[ \t]+)?die|\d?d(?:4|6|8|10|12|20)|dice"
    r"|würfel\w*|würfle|dés|(?:jete[zr]|jette|lance[zr]?)[ \t]+(?:un|le)[ \t]+dé|dados?|dad[oi])\b",
    re.IGNORECASE,
)
"""Prose that speaks of dice."""
_TWO = pattern(r"\b(?:two|2|zwei|deux|dos|due)[ \t]+(?:dice|würfel\w*|dés|dados|dadi)\b|\b2d6\b", re.IGNORECASE)
_SAYS_ROLL = pattern(r"\b(?:roll(?:ed)?|threw|throw|die|dice)\b", re.IGNORECASE)
_WAS_ROLLED = pattern(r"\b(?:rolled|threw|roll[ \t]+of)\b", re.IGNORECASE)
"""The same, where it is no deed: “Throw 2” may be one."""
_IF = pattern(r"if|when", re.IGNORECASE)
_NUMBER = pattern(r"\d+")
_RANGE = pattern(r"(?P<low>\d+)(?:-(?P<high>\d+))?")
_USUAL = {
    (1, 6): "1d6",
    (2, 12): "2d6",
    (3, 18): "3d6",
    (1, 4): "1d4",
    (1, 8): "1d8",
    (1, 10): "1d10",
    (1, 12): "1d12",
    (1, 20): "1d20",
    (1, 100): "1d100",
    (0, 9): "1d10 - 1",
}
"""For a lowest and a highest total the dice that most books use for them."""
_NOTHING = "nothing is rolled here, and every reader may take it"


def report(desk: Desk, chapter: ast.Chapter, menu: ast.Menu, before: ast.Block, after: ast.Block) -> None:
    """Report such choices.

    Args:
        desk: receives the finding.
        chapter: where the menu stands; if it rolls or tests, nothing is reported.
        menu: the choices.
        before: the steps above it.
        after: the steps that follow it.
    """
    told = of_a_roll(desk, menu, None)
    above = "\n".join(each.text for each in before if isinstance(each, ast.Prose)).rstrip()
    if told:
        if _are_sure(desk, menu, told, above, after) and not _rolls(desk, chapter):
            rule, dice = "~ roll 1d6", _dice(told, above)
            if dice:
                rule, told = f"~ roll {dice}", of_a_roll(desk, menu, parse_value(dice))
            report_results(desk, rule, told, _NOTHING)
    else:
        _of_a_test(desk, chapter, menu, above)


def _of_a_test(desk: Desk, chapter: ast.Chapter, menu: ast.Menu, above: str) -> None:
    """`* If you are lucky -> 2` and `* If you are unlucky -> 3`, in a book with such a test.

    Below “Test your luck” it may be `* Lucky -> 2` and `* Unlucky -> 3` as well.
    """
    named = named_tests(desk, above)
    for declared in sorted(desk.names.checks.values(), key=lambda each: "lucky" in each.outcomes):
        told = of_a_test(desk, menu, declared)
        rows = {each.row for each in told}
        asks = any(each.asks for each in told) or (len(rows) > 1 and declared.name in named)
        if not asks or not fits(declared.outcomes, (each.option.label for each in told)):
            continue
        others = [each for each in open_to_all(menu) if all_others(desk.language).fullmatch(each.label)]
        tested = any(isinstance(each, ast.Check) for each in desk.nodes(chapter))
        if not tested and len(rows) + len(others) > 1:
            rule = f"~ test {declared.name}"
            report_results(desk, rule, told, "nothing is tested here, and every reader may take it")
        return


def _rolls(desk: Desk, part: ast.Node) -> bool:
    return any(isinstance(each, _ROLLED) for each in desk.nodes(part))


def _are_sure(desk: Desk, menu: ast.Menu, told: Sequence[Told], above: str, after: ast.Block) -> bool:
    """Whether choices tell results of dice, and no numbers of something else."""
    said = [in_english(each.option.label) for each in told]
    if any(_IF.match(each) and _SAYS_ROLL.search(each) for each in said):
        return True
    if len(told) > 1 and any(_WAS_ROLLED.search(each) for each in said):
        return True
    if above.endswith("?") or _may_be_bet(desk, menu, after):
        return False
    if _OF_DICE.search(above):
        return are_results(told)
    ranges = any("-" in each.row for each in told)
    return ranges and len(told) == len(menu.options) and _totals(told) in _USUAL


def _may_be_bet(desk: Desk, menu: ast.Menu, after: ast.Block) -> bool:
    """Whether dice are rolled behind a menu, or where it leads."""
    desk.notes.tied = True  # another chapter may roll them tomorrow
    led_to = {each.chapter for each in find((menu, *after), ast.ToChapter)}
    chapters = [desk.names.chapters[each] for each in led_to if each in desk.names.chapters]
    return any(_rolls(desk, each) for each in (menu, *after, *chapters))


def _totals(told: Sequence[Told]) -> tuple[int, int] | None:
    """The lowest and the highest of numbers that follow each other without a gap; None if there are others."""
    rows = [_RANGE.fullmatch(each.row) for each in told]
    if not all(rows):
        return None
    runs = sorted((int(each["low"]), int(each["high"] or each["low"])) for each in rows if each is not None)
    closed = all(low == before + 1 for (_, before), (low, _) in pairwise(runs))
    return (runs[0][0], runs[-1][1]) if closed else None


def _dice(told: Sequence[Told], above: str) -> str:
    """The dice that are meant; empty if nobody knows."""
    totals = _totals(told)
    if totals in _USUAL:
        return _USUAL[totals]
    numbers = [int(each) for one in told for each in _NUMBER.findall(one.row)]
    if _TWO.search(above) or (min(numbers) > 1 and 6 < max(numbers) <= 12):
        return "2d6"
    return "1d6" if min(numbers) > 0 and max(numbers) <= 6 else ""
