"""UMB, the binary exchange format of model checkers: a tar of arrays, and JSON that tells what they are.

Source: the specification, version 0, at pmc-tools.github.io/umb/spec. All numbers are little-endian; a fraction is two
integers of the same width, the one above the line signed.
"""

from __future__ import annotations

import gzip
import json
import tarfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

import numpy as np

from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import one_line
from gamebook.job import current

COMPRESSED = 6
"""Of gzip's levels; the highest takes ten times as long for one byte in a hundred."""
WORD = 64
"""Bits of the numbers of a fraction, unless one of them needs more."""


def umb(process: Process) -> bytes:
    """The archive."""
    job = current()
    job.begin("writing states", process.states)
    counts = np.diff(process.first_way)
    below = [total for total, count in zip(process.total, counts.tolist(), strict=True) for _ in range(count)]
    chances, bits = _fractions(process.weight, below)
    files = {
        "state-is-initial.bin": _flags([process.start], process.states),
        "state-to-choices.bin": np.array(process.first_action, "<u8").tobytes(),
        "choice-to-branches.bin": np.array(process.first_way, "<u8").tobytes(),
        "branch-to-target.bin": np.array(process.target, "<u8").tobytes(),
        "branch-to-probability.bin": chances,
        "actions/choices/values.bin": np.array(process.action, "<u4").tobytes(),
        **_strings("actions/choices", process.names),
    }
    job.look()
    index: dict[str, Any] = {
        "format-version": 0,
        "format-revision": 1,
        "model-data": {"name": one_line(process.title), "description": process.question},
        "transition-system": {
            "time": "discrete",
            "#players": {"dtmc": 0, "mdp": 1, "smg": 2}[process.kind],
            "#states": process.states,
            "#initial-states": 1,
            "#choices": len(process.action),
            "#choice-actions": len(process.names),
            "#branches": len(process.target),
            "#branch-actions": 0,
            "#observations": 0,
            "branch-probability-type": {"type": "rational", "size": bits},
        },
        "annotations": {"aps": {}},
    }
    if process.kind == "smg":
        index["transition-system"]["player-names"] = ["reader", "rival"]
        files["state-to-player.bin"] = np.array(process.rival, "<u4").tobytes()
    for label, span in process.labels.items():
        files[f"annotations/aps/{label}/states/values.bin"] = _flags(span, process.states)
        index["annotations"]["aps"][label] = {
            "description": process.meanings[label],
            "applies-to": ["states"],
            "type": {"type": "bool", "size": 1},
        }
    if process.scores:
        files["annotations/rewards/points/choices/values.bin"], bits = _fractions(process.points, process.total)
        points = {"applies-to": ["choices"], "type": {"type": "rational", "size": bits}}
        index["annotations"]["rewards"] = {"points": points}
    return _packed({"index.json": json.dumps(index, indent=1).encode(), **files})


def _fractions(above: Sequence[int], below: Sequence[int]) -> tuple[bytes, int]:
    """Fractions in lowest terms, and the bits that each takes; `below` holds positive numbers."""
    widest = max(map(int.bit_length, (*above, *below)), default=0)
    if widest < WORD:
        pairs = np.stack([np.array(above, np.int64), np.array(below, np.int64)], axis=1)
        return (pairs // np.gcd(pairs[:, 0], pairs[:, 1])[:, np.newaxis]).astype("<i8").tobytes(), 2 * WORD
    width = -(-(widest + 1) // WORD) * WORD
    terms = (Fraction(*pair).as_integer_ratio() for pair in zip(above, below, strict=True))
    return b"".join(term.to_bytes(width // 8, "little", signed=True) for pair in terms for term in pair), 2 * width


def _flags(marked: Iterable[int], count: int) -> bytes:
    """A bit for each of `count` things, in words of 64."""
    bits = np.zeros(-(-count // WORD) * WORD, bool)
    bits[list(marked)] = True
    return np.packbits(bits, bitorder="little").tobytes()


def _strings(folder: str, texts: Sequence[str]) -> dict[str, bytes]:
    written = [text.encode() for text in texts]
    starts = np.cumsum([0, *map(len, written)]).astype("<u8").tobytes()
    return {f"{folder}/strings.bin": b"".join(written), f"{folder}/string-mapping.bin": starts}


def _packed(files: dict[str, bytes]) -> bytes:
    """A tar, compressed; the same files always give the same bytes."""
    plain = BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, BytesIO(data))
    return gzip.compress(plain.getvalue(), COMPRESSED, mtime=0)
