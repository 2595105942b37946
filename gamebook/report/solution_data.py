"""A study as plain data, of the shape that `docs/schema/solution.schema.json` describes."""

from __future__ import annotations

from math import isfinite
from typing import Any

from gamebook.analysis.advice import Advice
from gamebook.analysis.difficulty import Difficulty, proven
from gamebook.analysis.failures import Failure
from gamebook.analysis.heroes import Hero, Heroes
from gamebook.analysis.presets import presets
from gamebook.analysis.study import Study
from gamebook.plain import as_data
from gamebook.report import scores
from gamebook.report.advice import sentence
from gamebook.report.failures import what
from gamebook.sentences import listed
from gamebook.solver.practice import Practised
from gamebook.solver.sample import Sample
from gamebook.strategy.policy import Policy

VERSION = 2
"""Raised when a field changes its meaning or goes."""

Data = dict[str, Any]


def data(study: Study) -> Data:
    """Everything that is known.

    Lists are empty and objects null where a limit stopped the solver; up to a chapter there are the value and `until`.
    """
    book, hard = study.solved.book, study.difficulty
    complete = hard.complete
    told = complete and not study.until
    return {
        "version": VERSION,
        "book": {
            "title": book.title,
            "author": book.author,
            "language": book.language,
            "start": book.start,
            "aim": book.aim,
            "then_score": book.then_score,
        },
        "hero": dict(study.solved.hero),
        "asked": {
            "settings": dict(study.settings),
            "mode": study.mode,
            "sheet": dict(study.sheet),
            "start": study.start,
        },
        "policy": _policy(study, study.policy) if study.policy else None,
        "complete": complete,
        "method": method(hard),
        "states": hard.states,
        "seconds": hard.seconds,
        "memory": hard.memory,
        "best": as_data(hard.best),
        "unwritten": _unwritten(study) if book.unfinished else None,
        "uniform": as_data(hard.uniform) if hard.uniform else None,
        "sample": _sample(hard.sample, wins=study.solved.wins) if hard.sample else None,
        "practised": _practised(study, hard.practised) if hard.practised else None,
        "exact": _exact(study),
        "points": _points(study),
        "scores": _scores(study),
        "until": _until(study) if study.until else None,
        "heroes": _heroes(study) if told else None,
        "endings": [as_data(row) for row in study.endings] if told else [],
        "chapters": [as_data(row) for row in study.chapters] if told else [],
        "failures": [_failure(row) for row in study.failures] if told else [],
        "route": as_data(study.route) if told and study.route else None,
        "decisions": _decisions(study) if told else [],
        "following_advice": _following(study) if told else None,
        "mistakes": [as_data(mistake) for mistake in study.mistakes] if told else [],
    }


def _unwritten(study: Study) -> Data:
    """What a draft lacks, and best play's chance to win if it is never a victory, or always; points have no bounds."""
    now = proven(study.solved, study.solved.best)
    found: Data = {
        "chapters": list(study.solved.book.unwritten),
        "lost": None if study.hope is None else as_data(now),
        "won": study.hope,
    }
    return found | {"practised": _practised(study, study.hoped)} if study.hoped else found


def method(hard: Difficulty) -> str:
    """`backward induction, with loops: interval iteration`"""
    if not hard.complete:
        return "bounds from the states found before the limit"
    found = hard.method
    words = "backward induction over arrays" if found.arrays else "backward induction"
    iterations = ["interval"] * found.intervals + ["policy"] * found.policies
    how = f": {listed(iterations)} iteration" if iterations else ""
    return f"{words}, with loops{how}" if found.loops else words


def _policy(study: Study, policy: Policy) -> Data:
    told = study.difficulty.complete and not study.until
    return {
        "name": policy.strategy.name,
        "parameters": dict(policy.values),
        "whole": study.whole if told else None,
    }


def _until(study: Study) -> Data:
    return {
        "chapters": list(study.until),
        "end_states": [as_data(each) for each in study.end_states] if study.difficulty.complete else [],
    }


def _practised(study: Study, found: Practised) -> Data:
    return {
        "practice": found.practice,
        "plays": found.plays,
        "seed": found.seed,
        "confidence": found.confidence,
        "value": found.win.value,
        "low": found.win.low,
        "high": found.win.high,
        "endings": {name: share for name, share in found.endings.items() if share},
        "failures": {name: share for name, share in found.failures.items() if share},
        "rivals": found.rivals,
        "choices": [as_data(choice) for choice in study.good_choices] if found is study.good_play else [],
    }


def _sample(found: Sample, *, wins: bool) -> Data | None:
    """What the plays show of the value; None for points where not each play came to its end."""
    estimate = found.win if wins else found.points
    if estimate is None:
        return None
    return {
        "plays": found.plays,
        "seed": found.seed,
        "confidence": found.confidence,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
    }


def _points(study: Study) -> Data | None:
    """What comes next, where the chance to win comes first."""
    hard = study.difficulty
    if hard.points is None or hard.calls is None:
        return None
    return {
        "best": as_data(hard.points),
        "uniform": as_data(hard.uniform_points) if hard.uniform_points else None,
        "equal_to": hard.calls.widest,
        "different_from": hard.calls.closest,
    }


def _exact(study: Study) -> Data | None:
    if study.exactly is None:
        return None
    return {
        "best": str(study.exactly.best),
        "uniform": None if study.exactly.uniform is None else str(study.exactly.uniform),
        "points": None if study.exactly.points is None else str(study.exactly.points),
        "moments": study.exactly.moments,
    }


def _scores(study: Study) -> Data | None:
    if study.scores is None:
        return None
    uniform = study.scores.uniform
    return {"best": scores.data(study.scores.best), "uniform": None if uniform is None else scores.data(uniform)}


def _failure(row: Failure) -> Data:
    return {
        "chapter": row.chapter,
        "title": row.title,
        "kind": row.kind,
        "address": row.address,
        "what": what(row),
        "chance": row.chance,
        "share": row.share,
        "shown": [as_data(each) for each in row.shown],
    }


def _heroes(study: Study) -> Data | None:
    heroes = study.heroes
    if not isinstance(heroes, Heroes):
        return None
    return {
        "stats": list(heroes.stats),
        "mean": heroes.mean,
        "points": heroes.points,
        "worst": _hero(heroes.worst),
        "best": _hero(heroes.best),
        "heroes": [_hero(hero) for hero in heroes.heroes],
        "names": presets(study.solved.book),
        "grid": as_data(heroes.grid) if heroes.grid else None,
    }


def _hero(hero: Hero) -> Data:
    return {"stats": dict(hero.stats), "chance": hero.chance, "value": hero.value, "points": hero.points}


def _decisions(study: Study) -> list[Data]:
    advice = {(each.chapter, each.address): each for each in study.advice}
    return [
        {**as_data(decision), "advice": _advice(advice.get((decision.chapter, decision.address)))}
        for decision in study.costs
    ]


def _following(study: Study) -> Data | None:
    """What it is worth to follow all advice, where that is less than best play."""
    found = study.all_advice.following
    if found is None:
        return None
    return {
        "value": found.value if isfinite(found.value) else None,
        "points": found.points,
        "at_most": found.at_most,
        "tried": found.tried if found.doubtful else None,
    }


def _advice(advice: Advice | None) -> Data | None:
    if advice is None:
        return None
    return {
        "text": sentence(advice),
        "rules": [as_data(rule) for rule in advice.rules],
        "exact": advice.exact,
        "differs": advice.differs,
        "cost": advice.cost,
        "points": advice.points,
    }
