"""The modes, as steps of the core language: from chances and what the account holds to the outcome.

Each function makes the steps that settle one random thing: they bring the account up to date and put what comes of it
into a variable. Only `ledger` and `systematic` still roll; the others know. The letters are those of the source: c is
an outcome's weight out of D, r what stands in its column, t = r + c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamebook.model.arithmetic import FALSE, ONE, TRUE, ZERO, Interval, binary, const, negate
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.fold import times, total
from gamebook.model.step import Assign, Block, Change, If, Random, Step, Weighted, own_address
from gamebook.srr.accounts import Ledger
from gamebook.srr.luckless import PICK
from gamebook.srr.outcomes import Chances, Outcomes

_Rule = Callable[[Sequence[Var], Sequence[Expr], int], list[tuple[Expr, Expr]]]
"""From what each column holds, the weights and D: how urgent each outcome is, and whether it goes before others."""


class Settling:
    """Makes the steps for one book; the variables that it needs in passing are shared by all of them."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances
        self.passing: dict[str, Interval] = {}

    def put(self, name: str, low: int, high: int) -> Var:
        """A variable that only lives for a few steps."""
        before = self.passing.get(name, (low, high))
        self.passing[name] = (min(low, before[0]), max(high, before[1]))
        self.chances.ranges[name] = self.passing[name]
        return Var(name=name)

    def keep(self, name: str, value: Expr) -> tuple[Change, Var]:
        """A change that puts a value into a variable of that name, and the variable."""
        return Change(variable=name, value=value), self.put(name, *self.chances.bounds(value))

    # ---- branches ------------------------------------------------------------------------------------------

    def branch(
        self, found: Outcomes, ledger: Ledger, manner: str | None, address: str, number: int = 0
    ) -> tuple[Block, Var]:
        """Settle which outcome comes.

        Args:
            found: the outcomes.
            ledger: their account.
            manner: how the mode is read.
            address: of the step that is settled.
            number: tells apart things that are settled together.

        Returns: the steps, and the variable that then holds the outcome's value.
        """
        low, high = min(found.values), max(found.values)
        none = high + 1
        pick = self.put(f"{PICK} {number}", low, none if not isinstance(found.total, Const) else high)
        weights = found.scaled(ledger.of)
        match ledger.mode:
            case "residual" if manner == "deadline" and all(isinstance(each, Const) for each in weights):
                steps = self._residual(found, weights, ledger, pick, address, _by_deadline)
            case "residual":
                steps = self._residual(found, weights, ledger, pick, address, _by_residual)
            case "systematic":
                steps = self._systematic(found, weights, ledger, pick, address)
            case _:
                steps = self._ledger(found, weights, ledger, pick, address, manner)
        if isinstance(found.total, Const):
            return steps, pick
        # Where every weight is 0 nothing comes, and the account stays as it is.
        nothing = _assign(address, Change(variable=pick.name, value=const(none)))
        some = binary(">", found.total, ZERO)
        return (If(condition=some, then=steps, otherwise=(nothing,), own=True, address=own_address(address)),), pick

    def _residual(
        self,
        found: Outcomes,
        weights: Sequence[Expr],
        ledger: Ledger,
        pick: Var,
        address: str,
        rule: _Rule,
    ) -> Block:
        """Of the outcomes that have a chance, the one that is furthest behind; of equal ones the first."""
        columns = [ledger.read(number) for number in range(len(ledger.names))]
        if len(columns) < len(ledger.columns):
            columns.append(binary("-", ZERO, total(columns)))
        grown = [
            self.keep(f"grown {number}", binary("+", column, weight))
            for number, (column, weight) in enumerate(zip(columns, weights, strict=False))
        ]
        after = [variable for _, variable in grown]
        urgent = rule(after, weights, ledger.of)
        ends = [self.chances.bounds(urgency) for urgency, _ in urgent]
        first = const(max(high for _, high in ends) - min(low for low, _ in ends) + 1)
        outcomes = [
            (urgency if ready == TRUE else binary("+", urgency, times(first, ready)), self.chances.may(weight))
            for (urgency, ready), weight in zip(urgent, weights, strict=True)
        ]
        number_, number = self.keep("taken 0", self._most_urgent(outcomes, weights, ledger.of))
        value: Expr = number
        if found.values != tuple(range(len(found.values))):
            value = total(
                times(const(value), binary("=", number, const(place))) for place, value in enumerate(found.values)
            )
        paid = [
            Change(variable=name, value=_less_where(after[place], ledger.of, number, place))
            for place, name in enumerate(ledger.names[: len(after)])
        ]
        return (
            _assign(address, *(change for change, _ in grown)),
            _assign(address, number_),
            _assign(address, Change(variable=pick.name, value=value), *paid, *_forgotten([*after, number])),
        )

    def _most_urgent(self, outcomes: Sequence[tuple[Expr, Expr]], weights: Sequence[Expr], of: int) -> Expr:
        """The number of the most urgent outcome, the first of equal ones; of one that is certain, where there is one.

        With n outcomes, urgency u is told by n u + n - 1 - (the outcome's number): no two are equal, and the largest
        tells whose it is. That takes n comparisons, where each with each would take n squared.
        """
        count = len(outcomes)
        keys = [
            binary("+", times(const(count), urgency), const(count - 1 - number))
            for number, (urgency, _) in enumerate(outcomes)
        ]
        if any(may != TRUE for _, may in outcomes):  # one that may not come gets 0, and all others more
            lift = const(count * (1 - min(self.chances.bounds(key)[0] for key in keys) // count))
            keys = [times(may, binary("+", key, lift)) for key, (_, may) in zip(keys, outcomes, strict=True)]
        best = keys[0]
        for key in keys[1:]:
            best = binary("max", best, key)
        usual = binary("-", const(count - 1), binary("mod", best, const(count)))
        if all(isinstance(each, Const) and each.value != of for each in weights):
            return usual
        sure = [binary("=", each, const(of)) for each in weights]
        certain = total(times(const(number), one) for number, one in enumerate(sure))
        return binary("+", times(usual, negate(_any(sure))), certain)

    def _ledger(
        self, found: Outcomes, weights: Sequence[Expr], ledger: Ledger, pick: Var, address: str, manner: str | None
    ) -> Block:
        """Columns own faces of a die from the top, in their order; the outcome that is not followed has the rest.

        The first positive column that owns every face comes without a die. What has no chance now owns no face. If the
        outcome that is not followed has none, and something happens in it, the last one that has a chance gets the
        rest. `strict`: the die must be lower than what is there, not just reach it. `alone`: the die is read on the
        printed chances.
        """
        of = const(ledger.of)
        tracked = [number for number in range(len(found.values)) if number != found.default]
        grown = [
            self.keep(f"grown {place}", binary("+", ledger.read(place), weights[number]))
            for place, number in enumerate(tracked)
        ]
        after = [variable for _, variable in grown]
        faces: list[Expr] = []
        if manner == "alone":
            faces = [weights[number] for number in tracked]
        else:
            reached: Expr = ZERO
            so_far: Expr = ZERO
            for number, variable in zip(tracked, after, strict=True):
                owned = times(self.chances.may(weights[number]), _owned(variable, ledger.of, manner == "strict"))
                reached = binary("+", reached, owned)
                now = binary("min", reached, of)
                faces.append(binary("-", now, so_far))
                so_far = now
        shares = dict(zip(tracked, faces, strict=True))
        rest: Expr = binary("-", of, total(faces))
        steps: list[Step] = [_assign(address, *(change for change, _ in grown))]
        passing = after
        if manner == "alone" or found.idle or self.chances.may(weights[found.default]) == TRUE:
            shares[found.default] = rest
        else:
            order = (*tracked, found.default)
            last: Expr = ZERO
            for place, number in enumerate(order):
                last = binary("max", last, times(const(place), self.chances.may(weights[number])))
            rest_, rest = self.keep("rest 0", rest)
            last_, last = self.keep("taken 0", last)
            steps.append(_assign(address, rest_, last_))
            passing = [*after, rest, last]
            for place, number in enumerate(order):
                more = times(rest, binary("=", last, const(place)))
                shares[number] = binary("+", shares.get(number, ZERO), more)
        shares = dict(enumerate(_or_sure([shares[n] for n in range(len(weights))], weights, ledger.of)))
        rows = []
        for number, value in enumerate(found.values):
            paid = [
                Change(variable=name, value=binary("-", variable, of) if each == number else variable)
                for each, name, variable in zip(tracked, ledger.names, after, strict=False)
            ]
            put = Change(variable=pick.name, value=const(value))
            rows.append(
                Weighted(
                    weight=shares[number],
                    label=found.labels[number],
                    body=(_assign(address, put, *paid, *_forgotten(passing)),),
                )
            )
        return (*steps, Random(rows=tuple(rows), own=True, address=own_address(address)))

    def _systematic(self, found: Outcomes, weights: Sequence[Expr], ledger: Ledger, pick: Var, address: str) -> Block:
        """One hidden die u for each outcome against those after it; success where u + w passes a multiple of D.

        The die has moved to v = (u + w) mod D. The reader saw every outcome, and so knows that v lies in low..high, all
        alike: it begins in 0..D - 1, an outcome cuts off one end, and then all move on by c. The cut is at D - c, so
        what is left is always one stretch.
        """
        kept = [self.keep(f"weight {number}", weight) for number, weight in enumerate(weights)]
        left: Expr = const(ledger.of)
        lefts = []
        for number, (_, weight) in enumerate(kept[:-1]):
            lefts.append(left if not number else Var(name=f"left {number}"))
            self.put(f"left {number + 1}", 0, ledger.of)
            left = binary("-", left, weight)
        rest = [
            Change(variable=f"left {number}", value=binary("-", const(ledger.of), total(w for _, w in kept[:number])))
            for number in range(1, len(kept) - 1)
        ]
        steps: Block = (_assign(address, Change(variable=pick.name, value=const(found.values[-1]))),)
        for number in reversed(range(len(kept) - 1)):
            steps = self._against_the_rest(found, ledger, number, kept[number][1], lefts[number], pick, steps, address)
        before = _assign(address, *(change for change, _ in kept))
        return (before, *((_assign(address, *rest),) if rest else ()), *steps)

    def _against_the_rest(
        self,
        found: Outcomes,
        ledger: Ledger,
        number: int,
        weight: Expr,
        left: Expr,
        pick: Var,
        otherwise: Block,
        address: str,
    ) -> Block:
        stem = f"{ledger.stem}.{number + 1}"
        low, high = Var(name=f"{stem} low"), Var(name=f"{stem} high")
        cut = binary("-", left, weight)
        from_cut = binary("max", low, cut)
        to_cut = binary("min", high, binary("-", cut, ONE))
        yes = binary("max", binary("+", binary("-", high, from_cut), ONE), ZERO)
        no = binary("max", binary("+", binary("-", to_cut, low), ONE), ZERO)
        passed = _assign(
            address,
            Change(variable=low.name, value=binary("-", from_cut, cut)),
            Change(variable=high.name, value=binary("-", high, cut)),
            Change(variable=pick.name, value=const(found.values[number])),
        )
        failed = _assign(
            address,
            Change(variable=low.name, value=binary("+", low, weight)),
            Change(variable=high.name, value=binary("+", to_cut, weight)),
        )
        draw = Random(
            rows=(
                Weighted(weight=yes, label=found.labels[number], body=(passed,)),
                Weighted(weight=no, label=f"not {found.labels[number]}", body=(failed, *otherwise)),
            ),
            own=True,
            first_asked=binary("=", binary("-", high, low), binary("-", left, ONE)),
            address=own_address(address),
        )
        if not number:
            return (draw,)
        # The die of this outcome has as many sides as the outcomes before it leave; where that changes it is a new one.
        of = Var(name=f"{stem} of")
        anew = _assign(
            address,
            Change(variable=low.name, value=ZERO),
            Change(variable=high.name, value=binary("-", left, ONE)),
            Change(variable=of.name, value=left),
        )
        other = If(condition=binary("!=", of, left), then=(anew,), own=True, address=own_address(address))
        return (other, draw)

    # ---- amounts -------------------------------------------------------------------------------------------

    def amount(
        self,
        mean: Expr,
        certain: Expr,
        ledger: Ledger,
        column: str,
        manner: str | None,
        positive: bool,
        address: str,
        number: int = 0,
    ) -> tuple[Block, Expr]:
        """Settle how much comes. An amount that is certain comes in full, and the account does not change.

        Args:
            mean: the mean, out of the account's denominator.
            certain: whether nothing else can come, on the present sheet.
            ledger: the account.
            column: which of its columns.
            manner: how the mode is read.
            positive: the amount is never below 0.
            address: of the step that is settled.
            number: tells apart amounts that are settled together.

        Returns: the steps, and the amount.
        """
        whole = binary("/", mean, const(ledger.of))
        if not ledger.loose:  # a fraction that is carried never changes a whole number
            certain = FALSE
        if certain == TRUE:
            return (), whole
        steps, came = self._carried(mean, ledger, column, manner, positive, address, number)
        if certain == FALSE:
            return steps, came
        as_it_is, _ = self.keep(came.name, whole)
        sure = (_assign(address, as_it_is),)
        return (If(condition=certain, then=sure, otherwise=steps, own=True, address=own_address(address)),), came

    def _carried(
        self, mean: Expr, ledger: Ledger, column: str, manner: str | None, positive: bool, address: str, number: int
    ) -> tuple[Block, Var]:
        """Settle how much comes: the whole part of what the column holds and the mean; the rest is carried.

        Args: as `amount`.

        Returns: the steps, and the amount. By `ledger` a die decides whether the rest makes one more; `alone` reads
            the mean without what the column holds.
        """
        name = ledger.holds(column)
        sum_, together = self.keep(f"grown {number}", binary("+", Var(name=name), mean))
        of = const(ledger.of)
        if ledger.mode == "expected":
            upper = binary("+", times(const(2), together), of) if manner == "nearest" else together
            amount, came = self.keep(
                f"{PICK} {number}", binary("/", upper, const(2 * ledger.of) if manner == "nearest" else of)
            )
            carry = Change(variable=name, value=binary("-", together, times(of, came)))
            return (
                _assign(address, sum_),
                _assign(address, amount),
                _assign(address, carry, *_forgotten([together])),
            ), came
        read = mean if manner == "alone" else together
        sure = binary("/", read, of)
        amount, came = self.keep(f"{PICK} {number}", binary("max", sure, ZERO) if positive else sure)
        rest_, rest = self.keep(f"rest {number}", binary("-", read, times(of, came)))
        self.put(rest.name, -ledger.of, ledger.of)
        left = binary("+", Var(name=name), rest) if manner == "alone" else rest
        low, high = self.passing[came.name]
        self.put(came.name, low, high + 1)
        owned = _owned(rest, ledger.of, manner == "strict")
        one_more = _assign(
            address,
            Change(variable=came.name, value=binary("+", came, ONE)),
            Change(variable=name, value=binary("-", left, of)),
            *_forgotten([together, rest]),
        )
        carried = _assign(address, Change(variable=name, value=left), *_forgotten([together, rest]))
        die = Random(
            rows=(
                Weighted(weight=owned, label="one more", body=(one_more,)),
                Weighted(weight=binary("-", of, owned), label="no more", body=(carried,)),
            ),
            own=True,
            address=own_address(address),
        )
        return (_assign(address, sum_), _assign(address, amount), _assign(address, rest_), die), came


def _by_residual(after: Sequence[Expr], _weights: Sequence[Expr], _of: int) -> list[tuple[Expr, Expr]]:
    return [(column, TRUE) for column in after]


def _by_deadline(after: Sequence[Expr], weights: Sequence[Expr], of: int) -> list[tuple[Expr, Expr]]:
    """Of the outcomes at least 1/(2n - 2) behind, the one that is first 1 - 1/(2n - 2) behind: Tijdeman's rule.

    What an account holds at the start can be due to outcomes that have no chance, so that none of the others is behind.
    """
    parts = 2 * max(len(after), 2) - 2
    found: list[tuple[Expr, Expr]] = []
    for t, c in zip(after, weights, strict=True):
        assert isinstance(c, Const)
        if not c.value:
            found.append((ZERO, TRUE))  # it never comes
            continue
        # Events until then, rounded up: the floor of (parts t - (parts - 1) D) / (parts c) with its sign turned.
        behind = binary("-", times(const(parts), t), const((parts - 1) * of))
        found.append((binary("/", behind, const(parts * c.value)), binary(">=", times(const(parts), t), const(of))))
    return found


def _owned(variable: Expr, of: int, strict: bool) -> Expr:
    """How many faces of D a column owns."""
    if not strict:
        return binary("min", binary("max", variable, ZERO), const(of))
    some = binary("min", binary("max", binary("-", variable, ONE), ZERO), const(of))
    return binary("max", some, times(const(of), binary(">=", variable, const(of))))


def _or_sure(usual: Sequence[Expr], weights: Sequence[Expr], of: int) -> list[Expr]:
    """The shares of a die: what is certain has all of it, whatever the account holds."""
    if all(isinstance(each, Const) and each.value != of for each in weights):
        return list(usual)
    sure = [binary("=", each, const(of)) for each in weights]
    unsure = negate(_any(sure))
    return [
        binary("+", times(one, unsure), times(const(of), certain)) for one, certain in zip(usual, sure, strict=True)
    ]


def _any(conditions: Sequence[Expr]) -> Expr:
    found: Expr = FALSE
    for each in conditions:
        found = binary("or", found, each)
    return found


def _less_where(value: Expr, of: int, taken: Var, outcome: int) -> Expr:
    return binary("-", value, times(const(of), binary("=", taken, const(outcome))))


def _forgotten(variables: Sequence[Var]) -> list[Change]:
    """What was needed in passing is no part of the state: it is 0 again."""
    return [Change(variable=variable.name, value=ZERO) for variable in variables]


def _assign(address: str, *changes: Change) -> Assign:
    return Assign(changes=changes, address=own_address(address), why="hidden")
