"""What can be asked about a fight from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Never

from gamebook.fights.encounter import encounter
from gamebook.fights.outcome import FightStudy, study_fight
from gamebook.job import Job, current
from gamebook.options import NO_OPTIONS, several, switch, whole, word


def fight(
    hero: str | Mapping[str, int],
    foes: Sequence[str] | str,
    *,
    system: str = "fighting-fantasy",
    together: bool = False,
    rules: Sequence[str] = (),
    keep: str = "",
    worth: str = "",
    job: Job | None = None,
    **wishes: Never,
) -> FightStudy:
    """One fight, solved: `.best` and `.uniform` are ways to fight it, `.advice` says what to do.

    Args:
        hero: the reader's stats in the order of the sheet, `12/24/12`, or by name, `SKILL=12,LUCK=10` or
            `{"SKILL": 12, "LUCK": 10}`.
        foes: each `15/22` or `White Dragon 15/22`.
        system: the rule system.
        together: the foes attack together, not one after another.
        rules: more lines of the fight, as in a book: `with damage = 3`.
        keep: a condition that counts beside winning: `STAMINA >= 8`.
        worth: points for what is left after a victory, to be maximised instead of the chance to win.
        job: as for `solve`.
        wishes: none: a fight has no options of a book, and no limits.

    Raises:
        UsageError: the words make no fight; the message says why.
        Cancelled: the job was cancelled.
    """
    if isinstance(hero, Mapping):
        hero = ",".join(f"{name}={whole(f'{name} of the hero', value)}" for name, value in hero.items())
    NO_OPTIONS.of_call("fight", (), wishes)
    hero, system, together = word("hero", hero), word("system", system), switch("together", together)
    foes, rules, keep, worth = several("foes", foes), several("rules", rules), word("keep", keep), word("worth", worth)
    with current(job):
        return study_fight(encounter(hero, foes, system=system, together=together, lines=rules, keep=keep, worth=worth))
