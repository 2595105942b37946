"""A fight as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gamebook.fights.advice import Remembered
from gamebook.fights.along import Along
from gamebook.fights.chances import Chances
from gamebook.fights.gain import Gains
from gamebook.fights.heuristics import Comparison
from gamebook.fights.loss import Loss
from gamebook.fights.outcome import Distribution, FightStudy, Way
from gamebook.fights.policy import TOLD, PolicyMap, Ties
from gamebook.fights.summary import Summary
from gamebook.plain import as_data
from gamebook.report.advice import sentence

VERSION = 1
"""Raised when a field changes its meaning or goes."""

Data = dict[str, Any]

_KEYS = {"random": "at random"}
"""Keys of data that are older than the words of reports."""


def fight_json(study: FightStudy, ways: Sequence[Way]) -> Data:
    """What `gamebook fight --json` prints."""
    encounter = study.encounter
    return {
        "version": VERSION,
        "system": encounter.rules.system,
        "hero": dict(encounter.hero),
        "things": dict(encounter.things),
        "picked": list(study.picked),
        "foes": [{"name": foe.name, "stats": dict(foe.stats)} for foe in encounter.foes],
        "together": encounter.together,
        "keep": encounter.keep or None,
        "worth": encounter.worth or None,
        "page": encounter.page(),
        "ways": [way_json(way) for way in ways],
        "advice": [
            {"decision": study.names[each.address], "text": sentence(each), "cost": each.cost} for each in study.advice
        ],
    }


def chances_json(found: Chances) -> Data:
    """What the fight is worth for every number in its ranges; lists in lists, a level for each range."""
    return {
        "axes": [{"name": axis.label, "low": axis.low, "high": axis.high} for axis in found.axes],
        "worth": {_KEYS.get(name, name): worth.tolist() for name, worth in found.worth.items()},
    }


def way_json(way: Way) -> Data:
    """One way of fighting."""
    return {
        "name": way.name,
        "value": as_data(way.value),
        "exactly": None if way.exactly is None else str(way.exactly),
        "won": way.won,
        "endings": dict(way.endings),
        "rounds": distribution_json(way.rounds) if way.rounds else None,
        "left": {stat: distribution_json(left) for stat, left in way.left.items()},
    }


def distribution_json(distribution: Distribution) -> Data:
    """Values and their chances, with the mean."""
    return {
        "values": distribution.values.tolist(),
        "chances": distribution.chance.tolist(),
        "mean": distribution.mean,
    }


def policy_json(policy: PolicyMap, ties: Ties) -> Data:
    """A policy map, arrays as nested lists in the order of the axes; -1 where a decision is never reached."""
    return {
        "axes": [{"name": axis.label, "low": axis.low, "high": axis.high} for axis in policy.axes],
        "value": np.where(np.isnan(policy.value), np.array(None), policy.value).tolist(),  # JSON has no nan
        "decisions": [
            {"name": each.name, "options": list(each.labels), "choice": each.choice(ties).tolist()}
            for each in policy.decisions
        ],
        "ties": TOLD[ties],
    }


def comparison_json(comparison: Comparison) -> Data:
    """Strategies everywhere: losses, where they are worst, and how often each is the best, with which parameters."""
    names = [axis.label for axis in comparison.map.axes]
    return {
        "states": comparison.optimum.size,
        "strategies": [
            {
                "name": each.name,
                **_loss(names, each.loss),
                "best": each.best,
                "used": [{"values": list(values), "share": share} for values, share in each.used.items()],
                "steady": {"name": each.steady[0], **_loss(names, each.steady[1])} if each.steady else None,
            }
            for each in (*comparison.strategies, comparison.together)
        ],
    }


def remembered_json(found: Remembered) -> Data:
    """Advice to remember, as lines of a strategy, and what advice of each size costs."""
    names = [axis.label for axis in found.axes]
    return {
        "cost": found.cost,
        "chosen": list(found.chosen.strategy),
        "sizes": [
            {
                "leaves": each.leaves,
                **_loss(names, each.loss),
                "strategy": list(each.strategy),
            }
            for each in found.sizes
        ],
    }


def gains_json(found: Gains) -> Data:
    """Where best play gains most over another way; no factor where that way never wins."""
    names = [axis.label for axis in found.axes]
    return {
        "over": found.over,
        "states": found.states,
        "rows": [
            {
                "what": each.what,
                "before": each.before,
                "after": each.after,
                "factor": each.factor if each.before > 0 else None,
                "where": dict(zip(names, each.where, strict=True)),
            }
            for each in found.rows
        ],
    }


def along_json(found: Along) -> Data:
    """What changes along an axis."""
    return {
        "axis": found.axis.label,
        "values": [
            {
                "value": each.value,
                "states": each.states,
                "worth": dict(each.worth),
                "taken": [
                    {"decision": decision, "option": option, "states": count, "of": among}
                    for (decision, option), (count, among) in each.taken.items()
                ],
                "any": each.any,
                "other play": each.differs,
                "other worth": each.changes,
            }
            for each in found.slices
        ],
    }


def summary_json(found: Summary) -> Data:
    """What is best most often in each part, as an index into `options`: for each decision the number of its option."""
    return {
        "up": found.up.label,
        "across": found.across.label,
        "decisions": [{"name": each.name, "options": list(each.labels)} for each in found.policy.decisions],
        "options": [list(row) for row in found.options],
        "parts": [
            {
                "ranges": [{"name": axis.label, "low": axis.low, "high": axis.high} for axis in part.ranges],
                "value": part.value,
                "rules": {name: {"words": rule.words, "right": rule.right} for name, rule in part.rules.items()},
                "codes": part.codes.tolist(),
                "share": part.share.tolist(),
            }
            for part in found.parts
        ],
    }


def _loss(names: Sequence[str], loss: Loss) -> Data:
    return {"mean": loss.mean, "worst": loss.worst, "where": dict(zip(names, loss.where, strict=True))}
