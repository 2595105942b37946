"""Rolls, tests and random steps of which one outcome comes: by `ledger`, `residual` and `systematic`."""

from __future__ import annotations

from msgspec import structs

from gamebook.codes import rules
from gamebook.model.arithmetic import const
from gamebook.model.expression import Binary, Const
from gamebook.model.step import COMPARED, Block, Random, Resolution, Roll, Row, Weighted
from gamebook.srr.accounts import Place, Use
from gamebook.srr.outcomes import Outcomes, TooMany
from gamebook.srr.planning import DICE, Plan, Plans


def plan_branch(plans: Plans, step: Roll | Random, how: Resolution, place: Place) -> None:
    """Plan a step of which one outcome comes."""
    if isinstance(step, Roll) and step.what == "compare" and how.account is not None:
        step = _with_all_rows(step)
    try:
        found = plans.chances.of_roll(step) if isinstance(step, Roll) else plans.chances.of_random(step)
    except TooMany as error:
        plans.note(step, f"this stays on dice: {error}", "expected and ledger work with amounts of any size")
        return
    if how.mode == "residual" and plans.deciding.comes_once(how, place):
        said = plans.deciding.says_so(step.resolution)
        if not said and plans.deciding.may_kill(step):
            plans.note(step, "this stays on dice: it can end the book, and without dice its likeliest row is certain")
            return
        if said:
            which = "same" if how.manner == "deadline" else "likeliest"
            why = f"the reader arrives here only once, so the {which} outcome always happens"
            plans.note(step, why, "leave it on dice, or share an account", rules.ONE_VISIT)
    if how.manner == "deadline" and how.mode == "residual" and not all(isinstance(c, Const) for c in found.weights):
        why = "the chances here depend on the sheet, so the outcome furthest behind is chosen, without its deadline"
        plans.note(step, why, "give it fixed chances, or remove deadline", rules.NO_DEADLINE)
    columns = found.labels
    if how.mode == "ledger":  # the default has no column
        columns = tuple(each for n, each in enumerate(found.labels) if n != found.default)
    label = step.label if isinstance(step, Roll) else "random"
    use = plans.use(step.address, label, "branch", how, found.of, columns, place, plans.chances.gaps(found))
    plans.add(step, Plan(lambda: _write(plans, step, found, use)))


def _with_all_rows(step: Roll) -> Roll:
    """A comparison with a row for each of its three outcomes, also for those that can not come up here.

    Where places share an account, its columns are the same for all of them.
    """
    written = {row.label: row for row in step.rows}
    values = zip(COMPARED, (1, 0, -1), strict=True)
    rows = tuple(written.get(label) or Row(low=value, high=value, label=label) for label, value in values)
    return structs.replace(step, rows=rows)


def _write(plans: Plans, step: Roll | Random, found: Outcomes, use: Use) -> Block:
    before, pick = plans.settling.branch(found, plans.accounts.ledgers[use.key], use.manner, step.address)
    if isinstance(step, Roll):
        return (*before, structs.replace(step, value=pick, resolution=DICE))
    rows = tuple(
        Weighted(weight=Binary(op="=", left=pick, right=const(number)), label=row.label, body=row.body)
        for number, row in enumerate(step.rows)
    )
    return (*before, structs.replace(step, rows=rows, resolution=DICE))
