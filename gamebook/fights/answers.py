"""What can be asked about a fight in one go, and the answers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from gamebook.fights.advice import Remembered, remember
from gamebook.fights.along import Along, along, must_be_among
from gamebook.fights.chances import Chances, chances
from gamebook.fights.encounter import Encounter
from gamebook.fights.gain import ABOVE, Gains, gains
from gamebook.fights.heuristics import Comparison, Search, compare, ways
from gamebook.fights.layout import lay_out, policy_map, value_map, with_axes, with_points
from gamebook.fights.outcome import FightStudy, Way, study_fight
from gamebook.fights.policy import PolicyMap, Ties
from gamebook.fights.summary import Summary, summary


class Questions(Struct, frozen=True):
    """The questions. Those about states everywhere need a fight with ranges."""

    search: Search = field(default_factory=dict)
    """Values to try for parameters of strategies."""
    only: Sequence[str] = ()
    """Names of strategies; none: all of them."""
    maps: bool = False
    """What to do in every state."""
    outline: bool = False
    """The same in outline."""
    compare: bool = False
    """How strategies do everywhere."""
    gain: str = ""
    """A strategy over which best play gains."""
    above: float = ABOVE
    along: str = ""
    """The label of an axis."""
    cost: float | None = None
    """What advice to remember may lose; None: no advice is asked for."""
    exact: bool = False
    """Fractions, for one fight."""
    ties: Ties = "published"


class Answers(Struct, frozen=True):
    """What was asked for; the rest is None."""

    encounter: Encounter
    ties: Ties
    study: FightStudy | None = None
    ways: tuple[Way, ...] = ()
    chances: Chances | None = None
    comparison: Comparison | None = None
    remembered: Remembered | None = None
    gains: Gains | None = None
    along: Along | None = None
    summary: Summary | None = None
    laid: PolicyMap | None = None
    """What to do everywhere; in a comparison, which strategy to follow."""


def answer(encounter: Encounter, questions: Questions) -> Answers:
    """Solve a fight as often as the questions need it.

    Raises:
        BookHasErrors: the fight's words are not what a book may say.
        ValueError: something cannot be answered; the message says why.
    """
    if encounter.axes:
        return _everywhere(encounter, questions)
    study = study_fight(encounter, exact=questions.exact)
    laid = policy_map(with_axes(study)) if questions.maps or questions.outline else None
    found = (study.best, *ways(study, questions.search, questions.only), study.uniform)
    outline = summary(laid, questions.ties) if laid is not None and questions.outline else None
    return Answers(encounter, questions.ties, study, found, summary=outline, laid=laid)


def _everywhere(encounter: Encounter, questions: Questions) -> Answers:
    if questions.along:
        must_be_among(encounter.axes, questions.along)
    drawn = questions.maps or questions.outline or bool(questions.along)
    comparison = compare(encounter, questions.search, questions.only) if questions.compare else None
    remembered = remember(encounter, questions.cost) if questions.cost is not None else None
    gained = gains(encounter, questions.gain, questions.above) if questions.gain else None
    others = comparison is not None or remembered is not None or gained is not None
    laid = comparison.map if comparison is not None else None
    worth = comparison.worth if comparison is not None else None
    found = None
    if laid is None and (drawn or not others):
        encounter = with_points(encounter) if drawn else encounter
        study = study_fight(encounter)
        worth = {"best play": value_map(study.solved, encounter)}
        laid = lay_out(study) if drawn else None
        found = None if drawn else chances(study.solved, encounter)
    return Answers(
        encounter,
        questions.ties,
        chances=found,
        comparison=comparison,
        remembered=remembered,
        gains=gained,
        along=along(laid, questions.along, questions.ties, worth, encounter.axes)
        if laid is not None and questions.along
        else None,
        summary=summary(laid, questions.ties) if laid is not None and questions.outline else None,
        laid=laid,
    )
