"""Choices that tell how a fight, a test or a roll came out: the reader may take any of them.

`~ test luck`, and then `* If you are lucky -> 2` and `* If you are unlucky -> 3`: these are rows of the test. So they
are where only prose says what is rolled, or nothing does; `results_without_dice` looks for those.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from gamebook.codes import syntax
from gamebook.diagnostics import Related
from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.resolve.desk import Desk
from gamebook.resolve.other_languages import all_others
from gamebook.sentences import listed
from gamebook.syntax import ast
from gamebook.syntax.one_line import spell_check
from gamebook.syntax.spell import spell, spell_target
from gamebook.syntax.walk import find
from gamebook.syntax.words import short

_WORD = pattern(r"[\w-]+")
_OF_LUCK = frozenset({"lucky", "unlucky"})
LONGEST = 60
"""Letters of the words of a choice that are looked at."""
MOST = 999
"""The highest total of dice that is looked at."""
_FOUGHT = pattern(
    r"(?P<asks>(?:if|when)[ \t]+)?(?:you[ \t]+)?(?:have[ \t]+|are[ \t]+)?"
    r"(?:(?P<won>win|won|victory|victorious|survive|survived)"
    r"|(?:lose|lost|defeat|defeated|beaten|killed|die|dead))(?:[ \t]+the[ \t]+(?:fight|battle|combat))?"
    r"(?:(?(asks)[,:].*|(?!))|[ \t.,:;!]*)",
    re.IGNORECASE,
)
"""The words of a choice that tell how a fight ended."""
_BEGINS = r"(?P<asks>(?:if|when)[ \t]+)?(?:(?:you(?:['’]re)?|it|the|your|test|check|roll|dic?e|result)[ \t]+)*"
_TESTED = pattern(
    rf"{_BEGINS}(?:(?:have|has|are|were|is|was|been|did)[ \t]+)*(?:"
    r"(?P<good>lucky|success|successful|succeeds?|succeeded|pass|passes|passed)"
    r"|(?P<bad>unlucky|unsuccessful|fails?|failed|failure|not[ \t]+(?:lucky|succeed|successful|pass))"
    r"|(?P<named>[\w-]+))(?:[ \t]+(?:the|your|this)[ \t]+(?:test|check|roll|luck))?[ \t.,:;!]*",
    re.IGNORECASE,
)
"""Those that tell how a test came out."""
_ROLLED = pattern(
    rf"{_BEGINS}(?P<rolled>(?:(?:roll(?:ed)?(?:[ \t]+of)?|throw|threw|get|got|score|shows?|is|was|on|of|an?|between)"
    r"[ \t]+)*)(?:(?:(?P<past>more|higher|above|over)|(?P<short>less|lower|below|fewer|under))(?:[ \t]+than)?[ \t]+"
    r"|at[ \t]+(?:(?P<least>least)|(?P<most>most))[ \t]+)?"
    r"(?P<low>\d{1,3})(?:[ \t]*(?:-|–|\.\.|to|or|and)[ \t]*(?P<high>\d{1,3})|[ \t]*(?:(?P<plus>\+"
    r"|or[ \t]+(?:more|higher|above|over))|(?P<minus>or[ \t]+(?:less|lower|below|fewer|under))))?"
    r"[ \t.,:;!]*",
    re.IGNORECASE,
)
"""Those that tell which numbers the dice showed."""
_SHOWN = r"(?:eine?[ \t]+|une?[ \t]+)?(?P<low>\d{1,3})(?:[ \t]*(?:-|–|bis|oder|à|ou|al?|o|y|e)[ \t]*(?P<high>\d{1,3}))?"
_ROLLED_ELSEWHERE = tuple(
    pattern(rf"{form.replace('#', _SHOWN)}[ \t.,:;!]*", re.IGNORECASE)
    for form in (
        r"(?:wenn|falls)[ \t]+(?:du|ihr|sie|man)[ \t]+#[ \t]+(?:würfel(?:s?t|n)|gewürfelt[ \t]+ha(?:s?t|bt|ben))",
        r"(?:würfelst|würfelt)[ \t]+(?:du|ihr)[ \t]+#",
        r"(?:hast|habt)[ \t]+(?:du|ihr)[ \t]+#[ \t]+gewürfelt",
        r"si[ \t]+(?:vous|tu)[ \t]+(?:obtenez|obtiens|avez[ \t]+obtenu|as[ \t]+obtenu|faites|fais)[ \t]+#",
        r"si[ \t]+(?:sacas|obtienes|has[ \t]+(?:sacado|obtenido))[ \t]+#",
        r"se[ \t]+(?:ottieni|tiri|fai|hai[ \t]+(?:ottenuto|tirato|fatto))[ \t]+#",
    )
)
"""The same in German, French, Spanish and Italian."""


class Told(NamedTuple):
    """A choice that tells a result."""

    option: ast.Option
    row: str
    """What the row is called that is meant."""
    asks: bool
    """Whether it begins with `if`."""


def report(desk: Desk, menu: ast.Menu, before: ast.Block, after: ast.Block) -> None:
    """Report such choices.

    Args:
        desk: receives the finding.
        menu: the choices.
        before: the steps above it, of which the last one that is no prose counts.
        after: the steps that follow it.
    """
    match next((each for each in reversed(before) if not isinstance(each, ast.Prose)), None):
        case ast.Fight() as fight:
            _of_a_fight(desk, menu, fight)
        case ast.Check(rows=()) as check:
            _of_dice(desk, check, "test", spell_check(check), of_a_test(desk, menu, desk.names.checks.get(check.test)))
        case ast.Roll(rows=(), pool=False) as roll:
            used = roll.name is not None and any(each.id == roll.name for each in find((menu, *after), ast.Name))
            told = [] if used else of_a_roll(desk, menu, roll.value)
            _of_dice(desk, roll, "roll", f"~ roll {spell(roll.value)}", told)


def open_to_all(menu: ast.Menu) -> list[ast.Option]:
    """The choices of a menu that have no condition, and few words."""
    return [each for each in menu.options if each.condition is None and len(each.label) < LONGEST]


def _of_a_fight(desk: Desk, menu: ast.Menu, fight: ast.Fight) -> None:
    """`* You win -> 4` and `* You lose -> 5` after a fight."""
    told = [(each, match["won"]) for each in open_to_all(menu) if (match := _FOUGHT.fullmatch(each.label))]
    if not told:
        return
    winning = next((option for option, won in told if won), None)
    losing = next((option for option, won in told if not won), None)
    message = f"“{short(told[0][0].label)}” is a choice like any other: after the fight every reader may take it"
    hint = f"who wins goes on after the fight{_there(winning)}"
    if not any(isinstance(each, ast.FightRow) and each.kind == "lost" for each in fight.options):
        hint += f"; for who loses the book has ended, unless {_lost(losing)}"
    desk.report(syntax.RESULT_AS_CHOICE, told[0][0].label_span or told[0][0].span, message, hint)


def _there(winning: ast.Option | None) -> str:
    """What to write after the fight, for who wins, in place of the choice that says so."""
    if winning is None:
        return ""
    turn = _turn(winning.target) if winning.target is not None else ""
    if winning.body:
        then = f", and then {turn}" if turn else ""
        return f": write what is under “{short(winning.label)}” there, without the blanks before it{then}"
    return f": write {turn} there, without a star" if turn else f": leave out “{short(winning.label)}”"


def _lost(losing: ast.Option | None) -> str:
    """What there must be under the fight for who loses: what the choice that says so leads to, if there is one."""
    if losing is None or (losing.target is None and not losing.body):
        return "a row “lost” stands under the fight"
    row = "lost" if losing.target is None else f"lost {_turn(losing.target)}"
    under = f", and under it, with eight, what is under “{short(losing.label)}”" if losing.body else ""
    return f"you write under the fight, with four blanks: {row}{under}"


class Row(NamedTuple):
    """The row of a test that words tell."""

    row: str
    asks: bool
    """Whether they begin with `if`."""


def row_said(desk: Desk, words: str, declared: ast.CheckDecl | None) -> Row | None:
    """The row of a test that some words tell, such as “If you are lucky”; None if they tell none.

    Args:
        desk: knows the language of the book.
        words: a choice, or a clause.
        declared: the test; None if nobody knows.
    """
    good, bad = declared.outcomes if declared is not None and all(declared.outcomes) else ("pass", "fail")
    printed = load_phrases(desk.language).words if desk.language else {}
    label = words.rstrip(" \t.,:;!").casefold()
    for each in (good, bad):
        if each in printed and label == printed[each].casefold():
            return Row(each, asks=True)
    match = _TESTED.fullmatch(words)
    if match is None or not (match["good"] or match["bad"] or match["named"].casefold() in (good, bad)):
        return None
    row = good if match["good"] else bad if match["bad"] else match["named"].casefold()
    return Row(row, asks=match["asks"] is not None)


def fits(outcomes: Iterable[str], told: Iterable[str]) -> bool:
    """Whether words may tell how a test came out: no test of skill makes anybody lucky."""
    words = {word.casefold() for each in told for word in _WORD.findall(each)}
    return _OF_LUCK.isdisjoint(words) or not words.isdisjoint(outcomes)


def of_a_test(desk: Desk, menu: ast.Menu, declared: ast.CheckDecl | None) -> list[Told]:
    """`* If you are lucky -> 2` and `* If you are unlucky -> 3` after a test without rows; `declared`: that test."""
    said = ((each, row_said(desk, each.label, declared)) for each in open_to_all(menu))
    return [Told(option, each.row, asks=each.asks) for option, each in said if each is not None]


def of_a_roll(desk: Desk, menu: ast.Menu, dice: ast.Expr | None) -> list[Told]:
    """`* If you roll 1-3 -> 2` and `* If you roll 4-6 -> 3` after a roll without rows whose result nothing uses.

    `* Otherwise -> 4` is for all totals that no other choice is for.

    Args:
        desk: knows the language of the book.
        menu: the choices.
        dice: what is rolled; None if nobody knows.
    """
    told = []
    left = _totals(dice)
    for option in open_to_all(menu):
        match = _ROLLED.fullmatch(in_english(option.label))
        if match is None:
            continue
        low, high = int(match["low"]), int(match["high"] or match["low"])
        row = f"{low}-{high}" if match["high"] else f"{low}"
        if match["past"] or match["least"] or match["plus"]:
            low, high = low + bool(match["past"]), MOST
            row = f"{low} or more"
        elif match["short"] or match["most"] or match["minus"]:
            low, high = 0, low - bool(match["short"])
            row = f"{high} or less"
        asks = match["asks"] is not None or bool(match["rolled"].strip())
        told.append(Told(option, row, asks=asks or match["short"] is not None or match["past"] is not None))
        left = [total for total in left if not low <= total <= high]
    others = [each for each in open_to_all(menu) if all_others(desk.language).fullmatch(each.label)]
    if are_results(told) and len(others) == 1:
        runs = [[total for _, total in run] for _, run in groupby(enumerate(left), lambda each: each[1] - each[0])]
        rows = [f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs]
        told.extend(Told(others[0], row, asks=False) for row in rows)
    return told


def are_results(told: Sequence[Told]) -> bool:
    """Whether choices surely tell results of dice: one that asks for it, or several of different ones."""
    return any(each.asks for each in told) or len({each.row for each in told}) > 1


def in_english(label: str) -> str:
    """`If you roll 1-3` for “Wenn du 1-3 würfelst”; words of another kind stay as they are."""
    match = next(filter(None, (each.fullmatch(label) for each in _ROLLED_ELSEWHERE)), None)
    if match is None:
        return label
    return f"If you roll {match['low']}-{match['high']}" if match["high"] else f"If you roll {match['low']}"


def _totals(dice: ast.Expr | None) -> list[int]:
    """What dice can show in all, if they are nothing but dice of one kind."""
    match dice:
        case ast.Dice(count=ast.Number(value=count), sides=sides, keep=None, explode=0) if count * sides <= MOST:
            return [*range(count, count * sides + 1)]
    return []


def _of_dice(desk: Desk, dice: ast.Check | ast.Roll, what: str, rule: str, told: Sequence[Told]) -> None:
    """Report the choices that tell results of dice, if they surely do.

    Args:
        desk: receives the finding.
        dice: what is rolled above the menu.
        what: what that is called.
        rule: its line as it should be.
        told: such choices.
    """
    if are_results(told):
        related = (Related(dice.span, f"the {what}"),)
        report_results(desk, rule, told, f"after the {what} every reader may take it", related)


def report_results(desk: Desk, rule: str, told: Sequence[Told], why: str, related: tuple[Related, ...] = ()) -> None:
    """Report choices that tell results of dice.

    Args:
        desk: receives the finding.
        rule: the line that rolls, as it should be.
        told: the choices.
        why: what is wrong.
        related: where it is rolled.
    """
    leading = [each for each in told if each.option.target is not None or each.option.body]  # for others play goes on
    rows = [f"{each.row} {_turn(each.option.target)}" if each.option.target else each.row for each in leading]
    rows = rows or [f"{told[0].row} -> …"]
    hint = (
        f"write “{rule}”, and in place of such choices put under it, with four blanks before each row: {listed(rows)}"
    )
    if any(each.option.body for each in leading):
        hint += "; what is under a choice goes under its row"
    option = told[0].option
    message = f"“{short(option.label)}” is a choice like any other: {why}"
    desk.report(syntax.RESULT_AS_CHOICE, option.label_span or option.span, message, hint, related)


def _turn(target: ast.Target) -> str:
    return f"-> {spell_target(target)}"
