"""The language of the model checker PRISM, which Storm reads, too; a book with a rival is a game for PRISM-games."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.interop.export.process import Process
from gamebook.interop.export.walk import exact, one_line, walk

STATE = "s"
"""The variable that holds the state."""
RESERVED = frozenset((
    # the PRISM manual: The PRISM Language, Modules And Variables
    "A", "bool", "clock", "const", "ctmc", "C", "double", "dtmc", "E", "endinit", "endinvariant", "endmodule",
    "endobservables", "endrewards", "endsystem", "false", "formula", "filter", "func", "F", "global", "G", "init",
    "invariant", "I", "int", "label", "max", "mdp", "min", "module", "X", "nondeterministic", "observable",
    "observables", "of", "Pmax", "Pmin", "P", "pomdp", "popta", "probabilistic", "prob", "pta", "rate", "rewards",
    "Rmax", "Rmin", "R", "S", "stochastic", "system", "true", "U", "W",
    # PRISM-games
    "smg", "player", "endplayer",
    # functions of both, and what Storm reserves besides
    "floor", "ceil", "round", "pow", "mod", "log", "ctmdp", "ma", "atLeastOneOf", "atMostOneOf", "exactlyOneOf",
    STATE,
))  # fmt: skip
"""What nothing may be called."""


def allowed(name: str) -> str:
    """An identifier as PRISM takes it: a reserved word gets an underscore, in which no other identifier ends."""
    return f"{name}_" if name in RESERVED else name


def prism(process: Process) -> Iterator[str]:
    """The file, bit by bit."""
    yield f"// {one_line(process.title)}\n// {process.question}\n{process.kind}\n"
    if process.kind == "smg":
        yield from _players(process)
    yield f"\nmodule book\n\t{STATE} : [0..{process.states - 1}] init {process.start};\n"
    for state in walk(process):
        for action in process.actions(state):
            total = process.total[action]
            ways = (f"{exact(process.weight[w], total)} : ({STATE}'={process.target[w]})" for w in process.ways(action))
            yield f"\t[{_name(process, state, action)}] {STATE}={state} -> {' + '.join(ways)};\n"
    yield "endmodule\n\n"
    for label, span in process.labels.items():
        yield f"// {one_line(process.meanings[label])}\n"
        yield f'label "{label}" = {_within(span)};\n'
    if process.scores:
        yield from _rewards(process)


def _name(process: Process, state: int, action: int) -> str:
    """An action's name; in a game it tells whose it is."""
    name = process.names[process.action[action]]
    if process.kind == "smg":
        return f"{'rival' if process.rival[state] else 'reader'}_{name}"
    return allowed(name)


def _players(process: Process) -> Iterator[str]:
    acts = {_name(process, state, action) for state in range(process.states) for action in process.actions(state)}
    for player in ("reader", "rival"):
        here = sorted(name for name in acts if name.startswith(player))
        yield f"\nplayer {player}\n\t{', '.join(f'[{name}]' for name in here)}\nendplayer\n"


def _within(span: range) -> str:
    return f"{STATE}>={span.start} & {STATE}<={span.stop - 1}" if span else "false"


def _rewards(process: Process) -> Iterator[str]:
    yield '\nrewards "points"\n\ttrue : 0;\n'  # a list of rewards must not be empty
    for state in range(process.states):
        for action in process.actions(state):
            if process.points[action]:
                earned = exact(process.points[action], process.total[action])
                yield f"\t[{_name(process, state, action)}] {STATE}={state} : {earned};\n"
    yield "endrewards\n"
