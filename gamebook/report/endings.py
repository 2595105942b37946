"""The report on endings: how often each is reached."""

from __future__ import annotations

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.endings import EndingRow, KindRow, by_kind
from gamebook.analysis.study import Study
from gamebook.report.cells import Cell, Chance
from gamebook.report.section import Chart, Lines, Part, Section, Table
from gamebook.sentences import counted

MANY = 12
"""Endings in a table."""
FEW = 5
"""So many endings are told one by one on any page."""
NAMED = 2
"""Endings that are named beside their kind."""
KINDS = {"victory": ("victory", "victories"), "ending": ("other ending", ""), "defeat": ("defeat", "")}
HOW = "Exact chances that a play ends so; over all endings they add up to 100%."


def one_by_one(study: Study) -> Section:
    """Each ending with its chance; of many the likeliest."""
    found, more = list(study.endings), len(study.endings) - MANY
    if more > 0:  # the likeliest ones say most
        found = sorted(found, key=lambda row: -max(row.best, row.uniform))[:MANY]
    rows = [(*_chances(study, row), row.kind, row.ending) for row in found]
    head = (*_head(study), "kind", "ending")
    table = Table(head, rows, "r" * (len(head) - 2) + "ll")
    says = "How often each ending is reached."
    parts: list[Part] = [Chart("bars", table, says, shows=range(len(head) - 2), labels=len(head) - 1)]
    parts += [Lines([f"… and {more} more"])] * (more > 0)
    return Section("Endings", parts, how=HOW)


def together(study: Study) -> Section:
    """A line for each ending; of more than a few, a line for each kind, with the likeliest of them."""
    if len(study.endings) <= FEW:
        rows = [(*_chances(study, row), row.kind, row.ending) for row in study.endings]
    else:
        rows = [(*_chances(study, row), _kind(row), _named(row)) for row in by_kind(study.endings)]
    head = (*_head(study), "kind", "ending")
    return Section("Endings", [Table(head, rows, "r" * (len(head) - 2) + "ll")], how=HOW)


def _kind(row: KindRow) -> str:
    return counted(len(row.endings), *KINDS[row.kind]) if row.kind in KINDS else row.kind


def _named(row: KindRow) -> str:
    more = f"; and {len(row.endings) - NAMED} more" if len(row.endings) > NAMED else ""
    return "; ".join(ending.ending for ending in row.endings[:NAMED]) + more


def _head(study: Study) -> tuple[str, ...]:
    if study.policy is not None:
        return ("chance",)
    return "best play" if has_shares(study.solved.book) else "best", "random"  # the reader `best` knows less then


def _chances(study: Study, row: EndingRow | KindRow) -> tuple[Cell, ...]:
    """With best play, and for the random reader."""
    return (Chance(row.best), Chance(row.uniform)) if study.policy is None else (Chance(row.best),)
