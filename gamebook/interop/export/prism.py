"""The language of the model checker PRISM, which Storm reads, too; a book with a rival is a game for PRISM-games."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import exact, one_line, walk


def prism(process: Process) -> Iterator[str]:
    """The file, bit by bit."""
    yield f"// {one_line(process.title)}\n// {process.question}\n{process.kind}\n"
    if process.kind == "smg":
        yield from _players(process)
    yield f"\nmodule book\n\ts : [0..{process.states - 1}] init {process.start};\n"
    for state in walk(process):
        for action in process.actions(state):
            total = process.total[action]
            ways = (f"{exact(process.weight[w], total)} : (s'={process.target[w]})" for w in process.ways(action))
            yield f"\t[{_name(process, state, action)}] s={state} -> {' + '.join(ways)};\n"
    yield "endmodule\n\n"
    for label, span in process.labels.items():
        yield f"// {one_line(process.meanings[label])}\n"
        yield f'label "{label}" = {_within(span)};\n'
    if process.scores:
        yield from _rewards(process)


def _name(process: Process, state: int, action: int) -> str:
    """An action's name; in a game it tells whose it is."""
    name = process.names[process.action[action]]
    return name if process.kind != "smg" else f"{'rival' if process.rival[state] else 'reader'}_{name}"


def _players(process: Process) -> Iterator[str]:
    acts = {_name(process, state, action) for state in range(process.states) for action in process.actions(state)}
    for player in ("reader", "rival"):
        here = sorted(name for name in acts if name.startswith(player))
        yield f"\nplayer {player}\n\t{', '.join(f'[{name}]' for name in here)}\nendplayer\n"


def _within(span: range) -> str:
    return f"s>={span.start} & s<={span.stop - 1}" if span else "false"


def _rewards(process: Process) -> Iterator[str]:
    yield '\nrewards "points"\n\ttrue : 0;\n'  # a list of rewards must not be empty
    for state in range(process.states):
        for action in process.actions(state):
            if process.points[action]:
                earned = exact(process.points[action], process.total[action])
                yield f"\t[{_name(process, state, action)}] s={state} : {earned};\n"
    yield "endrewards\n"
