"""Advice in words."""

from __future__ import annotations

from gamebook.analysis.advice import Advice
from gamebook.sentences import listed


def sentence(advice: Advice) -> str:
    """`Climb the wall if STAMINA > 8, else Knock`"""
    if advice.indifferent:
        return "it makes no difference"
    if advice.without_rules:
        return "no few rules are better than picking at random"
    parts = []
    for rule in advice.rules:
        when = f" if {rule.when}" if rule.when else ""
        if not when and rule.address in advice.sometimes_closed and rule is not advice.rules[-1]:
            when = " if you can"
        ties = listed(advice.ties.get(rule.address, ()), last="or")
        parts.append(f"{rule.label}{when}" + (f" (as good as {ties})" if ties else ""))
    return ", else ".join(parts)
