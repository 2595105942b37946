"""Where a reader's plays are lost, what could have saved them, and how far they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Any

from gamebook.analysis.fates import Fate, Fates
from gamebook.analysis.hazards import Hazard
from gamebook.analysis.offers import Offer
from gamebook.analysis.survival import Survival
from gamebook.model.book import UNWRITTEN
from gamebook.plain import as_data
from gamebook.report.amounts import UNSEEN, Amounts
from gamebook.report.cells import Cell, Chance, Chapter, Choice, Count, often
from gamebook.report.section import Lines, Section, Table

MOST = 10
"""Chapters in a table."""
TOLD = (0, 1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 500, 800)
"""Numbers of chapters that are shown."""
FATES = {
    "forced": "no choice of the play had a better option than the one taken",
    "blind": "the last choice with a better option was one where the option taken is the best on average",
    "fair": "the last choice with a better option was in the same chapter",
    "early": "the last choice with a better option was in an earlier chapter",
}
"""What becomes of lost plays, in the words of the legend."""


def hazard_sections(who: str, rows: tuple[Hazard, ...], titles: Mapping[str, str]) -> Iterator[Section]:
    """The deadliest chapters: how often play comes there, and how often it is lost there."""
    found = sorted((row for row in rows if row.lost > UNSEEN), key=lambda row: -row.lost)[:MOST]
    if not found:
        return
    lines: list[list[Cell]] = [
        [_chapter(row.chapter, titles), often(row.arrivals), Chance(row.lost), Chance(row.risk)] for row in found
    ]
    yield Section(f"Where {who} is lost", (Table(("chapter", "arrivals", "lost here", "per arrival"), lines, "lrrr"),))


def fate_sections(who: str, fates: Fates, titles: Mapping[str, str], amounts: Amounts) -> Iterator[Section]:
    """Whether lost plays could have been saved, and by which choice."""
    if fates.all.lost <= UNSEEN:
        return
    every = (fates.all, *(each for each in fates.chapters if each.lost > UNSEEN))
    lines: list[list[Cell]] = [
        [
            _chapter(each.chapter, titles) if each.chapter else "all chapters",
            Chance(each.lost),
            *_shares([getattr(each, name) for name in FATES]),
        ]
        for each in every
    ]
    yield Section(f"Could {who} have been saved?", (Table(("lost in", "chance", *FATES), lines, "lrrrrr"),))
    last = [row for each in every[1:] if (row := _last(each, titles, amounts)) is not None]
    if last:
        head = ("lost in", "last better choice", "option taken", "share", "loses")
        yield Section(f"The last choice that could have saved {who}", (Table(head, last, "lllrr", gives=2),))


def _shares(parts: Sequence[float]) -> list[Chance]:
    """What share of their sum each part is: all of it where there is no other part, whatever rounding makes of sums."""
    return [Chance(part / (part + sum(parts[:n]) + sum(parts[n + 1 :])), 1) for n, part in enumerate(parts)]


def _last(fate: Fate, titles: Mapping[str, str], amounts: Amounts) -> list[Cell] | None:
    """The most frequent last choice before plays were lost in a chapter."""
    if not fate.last:
        return None
    first = fate.last[0]
    return [
        _chapter(fate.chapter, titles),
        _chapter(first.taken.chapter, titles),
        option(first.taken),
        _shares([*(each.chance for each in fate.last), fate.forced])[0],
        amounts.cell(first.loss),
    ]


def survival_sections(who: str, curve: Survival, amounts: Amounts) -> Iterator[Section]:
    """What has become of a play after so many chapters. Where nobody plays to win, only a defeat is a loss.

    What is not written yet has a column where a play may come there.
    """
    last = len(curve.after) - 1
    found = [row for row in curve.after if row.chapters in TOLD or row.chapters == last]
    lines: list[list[Cell]] = [
        [Count(row.chapters), Chance(row.reading), Chance(row.doomed), Chance(row.won), Chance(row.over)]
        for row in found
    ]
    head: tuple[str, ...]
    if amounts.wins:
        head = ("chapters read", "can still win", "cannot win any more", "won", "lost")
    else:
        head = ("chapters read", "goes on", "goes on to a defeat", "over, no defeat", "defeat")
    if any(row.unwritten for row in found):
        head = (*head, UNWRITTEN)
        lines = [[*line, Chance(row.unwritten)] for line, row in zip(lines, found, strict=True)]
    on = curve.after[last].reading + curve.after[last].doomed
    cut = [] if curve.complete else [f"The curve is cut after {last:,} chapters, where {Chance(on)} of plays go on."]
    yield Section(f"How far {who} comes", (Table(head, lines, "r" * len(head)), Lines(cut)))


def lost_here(amounts: Amounts) -> str:
    """What it means that a play is lost in a chapter."""
    after = "no victory can be reached any more" if amounts.wins else "nothing but a defeat can be reached"
    return f"lost here: something happens there after which {after}"


def legend(amounts: Amounts) -> Lines:
    """What the columns mean."""
    return Lines((f"{lost_here(amounts)}.", *fates()))


def fates() -> list[str]:
    """What becomes of lost plays, a line for each."""
    return [f"{name}: {words}." for name, words in FATES.items()]


def option(offer: Offer) -> Choice:
    """An option in words, with the foe it is about; and with its decision, where the words do not tell which it is."""
    told = (offer.name, offer.against) if offer.in_fight else (offer.name if offer.name != offer.chapter else "",)
    return Choice(offer.label, tuple(filter(None, told)))


def _chapter(name: str, titles: Mapping[str, str]) -> Chapter:
    return Chapter(name, titles.get(name, "(before the first chapter)"))


# ---- as data --------------------------------------------------------------------------------------------


def hazard_data(rows: tuple[Hazard, ...]) -> list[dict[str, Any]]:
    """The dangers of chapters."""
    return [
        {
            "chapter": row.chapter,
            "arrivals": row.arrivals,
            "lost": row.lost,
            "risk": None if isnan(row.risk) else row.risk,
        }
        for row in rows
    ]


def fate_data(fates: Fates) -> dict[str, Any]:
    """What became of lost plays, in all and in the deadliest chapters."""
    return {"all": _fate(fates.all), "chapters": [_fate(each) for each in fates.chapters]}


def _fate(fate: Fate) -> dict[str, Any]:
    last = [
        {**offer_data(each.taken), "chance": each.chance, "loss": each.loss, "blind": each.blind} for each in fate.last
    ]
    return {"chapter": fate.chapter or None, "lost": fate.lost} | {n: getattr(fate, n) for n in FATES} | {"last": last}


def survival_data(curve: Survival) -> dict[str, Any]:
    """The curve, from 0 chapters on."""
    return {"complete": curve.complete, "after": [as_data(row) for row in curve.after]}


def offer_data(offer: Offer) -> dict[str, Any]:
    """An option."""
    return {
        "chapter": offer.chapter,
        "decision": offer.address,
        "option": offer.option,
        "label": offer.label,
        "owner": offer.owner,
        "in_fight": offer.in_fight,
    }
