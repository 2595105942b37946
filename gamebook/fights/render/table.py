"""A policy map as a table: a row for each state, or arrays in a file of numpy's."""

from __future__ import annotations

import csv
import gzip
from io import BytesIO, StringIO

import numpy as np

from gamebook.fights.policy import TOLD, PolicyMap, Ties


def policy_csv(policy: PolicyMap, ties: Ties, *, packed: bool = False) -> bytes:
    """A line for each state: the axes, the value, and the option taken at each decision, by number from 0.

    -1 stands where a decision is never reached; with `all`, 2 to the power of each best option is summed. The first
    line is a comment that states the rule for ties and names the options; then come the titles.
    """
    axes = np.meshgrid(*(np.arange(axis.low, axis.high + 1) for axis in policy.axes), indexing="ij")
    columns = [axis.ravel().tolist() for axis in axes]
    choices = [each.choice(ties).ravel().tolist() for each in policy.decisions]
    options = ". ".join(
        f"{each.name}: " + ", ".join(f"{number} {label}" for number, label in enumerate(each.labels))
        for each in policy.decisions
    )
    titles = [*(axis.label for axis in policy.axes), "value", *(each.name for each in policy.decisions)]
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(titles)
    head = f"# Ties: {TOLD[ties]}. {options}.\n{line.getvalue()}"
    rows = zip(*columns, policy.value.ravel().tolist(), *choices, strict=True)
    data = (head + "".join(",".join(map(repr, row)) + "\n" for row in rows)).encode()
    return gzip.compress(data, mtime=0) if packed else data


def policy_npz(policy: PolicyMap, ties: Ties) -> bytes:
    """The array `value` and, named after each decision, the option taken; `axes`, `options` and `ties` are text."""
    out = BytesIO()
    np.savez_compressed(
        out,
        allow_pickle=False,
        value=policy.value,
        axes=np.array([f"{axis.label} {axis.low}..{axis.high}" for axis in policy.axes]),
        options=np.array(["; ".join(each.labels) for each in policy.decisions]),
        ties=np.array(TOLD[ties]),
        **{each.name: each.choice(ties) for each in policy.decisions},
    )
    return out.getvalue()
