"""Play: a play of the book from any chapter with any sheet, as `gamebook play` plays it.

The page holds the play: how it was begun, and its moves. Each question brings all of that, so that nothing is lost when
a process ends or the text changes; what is remembered here only saves time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from msgspec import field

from gamebook.errors import LimitReached, UsageError
from gamebook.lazy import LazyStruct
from gamebook.limits import STATES_FOR_ADVICE
from gamebook.process import HELPER_MEMORY
from gamebook.studio.bench import Bench, Json

if TYPE_CHECKING:  # the server's own process needs nothing that plays or solves
    from gamebook.analysis.outlook import Adviser
    from gamebook.model.book import Book
    from gamebook.play.moment import Decision
    from gamebook.play.session import Move, Session
    from gamebook.project import Edition
    from gamebook.render.play_json import JsonTelling
    from gamebook.render.play_words import Knowledge

SECONDS = 60.0
"""How long solving the book for the chances may take."""
MOST_ROLLS = 10_000
"""Rolls in a row without a decision after which the page is asked again: play may never end."""
MOST_WAYS = 100
"""The most ways in which dice can fall that are listed one by one."""
BEGUN = ("seed", "chapter", "hero", "sheet", "settings", "mode")
"""What tells how a play was begun."""
TOO_LARGE = "the book is too large to show chances while playing"


class _Table(LazyStruct):
    """A play that goes on."""

    key: str
    """Of how it was begun."""
    name: str
    edition: Edition
    session: Session
    adviser: Adviser
    knowledge: Knowledge
    telling: JsonTelling
    entries: list[Json] = field(default_factory=list)
    """What happened, as `gamebook play --json` prints it."""
    wholly: bool = True
    """False where the book has changed, so that not all moves could be made."""


def sheet(bench: Bench, _: Json) -> Json:
    """What a play can begin with: what the hero rolls, and everything on the sheet.

    Raises:
        BookHasErrors: it cannot be played.
    """
    from gamebook.analysis.given_hero import rolled_stats  # noqa: PLC0415
    from gamebook.analysis.presets import presets  # noqa: PLC0415

    book = bench.project.book
    rolled = rolled_stats(book)
    rows = [
        {
            "name": each.name,
            "kind": each.kind,
            "low": each.low,
            "high": each.high,
            "values": list(each.values),
            "rolled": each.name in rolled,
        }
        for each in book.variables
        if each.on_sheet
    ]
    heroes = {name: dict(values) for name, values in presets(book).items()}
    return {"variables": rows, "start": book.start, "heroes": heroes, "rivals": _has_rivals(book)}


def at(bench: Bench, given: Json) -> Json:
    """A play after its moves, and after one more thing that is done.

    Args:
        bench: the book.
        given: `play`: `seed` (digits, for a page knows no large numbers), `chapter` (empty: the start), `hero` and
            `sheet` (values by name), `moves` as they were given here before, `rivals`: who chooses for them, by `lot`,
            as `best` play would, or the reader (`ask`); `settings` and `mode`, if it was begun with some.
            `do`: one of `{"choose": number}`, `{"roll": 1}`, `{"fall": branch}`, `{"thrown": [numbers]}`, or nothing.
            `alone`: whether all further dice are rolled until somebody chooses. `table` and `told`: the table that the
            page knows, and how many entries of it.

    Returns: `moves`; `from` and `entries`: what happened, from that entry on; `moment`: what is due; `sheet`,
        `ledgers`, `points`, `chapter`; `wholly`: whether all moves could be made.

    Raises:
        BookHasErrors, UsageError: the book cannot be played, or not in this way.
    """
    table = _table(bench, given["play"])
    known = table.name == given.get("table")
    _do(table, given.get("do") or {})
    _go_on(table, alone=bool(given.get("alone")), rivals=str(given["play"].get("rivals", "lot")))
    return _state(table, int(given.get("told", 0)) if known else 0)


def advice(bench: Bench, given: Json) -> Json:
    """What each open option is worth: `now`, `options`, `best` and `good` by number, `wins`.

    Raises:
        UsageError: nobody chooses now.
        LimitReached: the book is too large.
    """
    from gamebook.play.moment import Decision  # noqa: PLC0415

    table = _table(bench, given["play"])
    moment = table.session.moment
    if not isinstance(moment, Decision):
        raise UsageError("there is nothing to choose now")
    found = table.adviser.look(moment, table.session.made)
    if found is None:
        raise LimitReached(TOO_LARGE)
    return {"now": found.now, "options": found.options, "best": found.best, "good": found.good, "wins": found.wins}


def review(bench: Bench, given: Json) -> Json:
    """What luck and what mistakes did: `begin`, `now`, `luck`, `mistakes`, `rivals`, and each choice.

    Raises:
        LimitReached: the book is too large, or the first chapter is not entered yet.
    """
    from gamebook.analysis.review import review as looked_back  # noqa: PLC0415

    table = _table(bench, given["play"])
    if table.session.made is None:
        raise UsageError("the hero is not made yet")
    found = looked_back(table.session, table.adviser)
    if found is None:
        raise LimitReached(TOO_LARGE)
    choices = []
    for each in found.choices:
        labels = table.knowledge.labels(each.moment)
        choices.append(
            {
                "chapter": each.chapter,
                "owner": each.moment.owner,
                "label": labels[each.number],
                "best": labels[each.best],
                "before": each.before,
                "after": each.after,
            }
        )
    sums = ("begin", "now", "luck", "mistakes", "rivals", "unclear", "wins")
    return {**{name: getattr(found, name) for name in sums}, "choices": choices}


def save(bench: Bench, given: Json) -> Json:
    """A play as the text of a file, which `gamebook play --resume` continues, too.

    Args:
        bench: the book.
        given: `play`, as for `at`.

    Raises:
        BookHasErrors, UsageError: as `at`.
    """
    from gamebook.analysis.sheet import on_sheet  # noqa: PLC0415
    from gamebook.play.saved import Saved, fingerprint, written  # noqa: PLC0415

    play, table = given["play"], _table(bench, given["play"])
    book, session = table.edition.book, table.session
    saved = Saved(
        title=book.title,
        book=fingerprint(book),
        settings=play.get("settings") or {},
        mode=play.get("mode"),
        seed=session.seed,
        hero=dict(session.hero),
        chapter=play.get("chapter") or None,
        sheet=on_sheet(book, play.get("sheet") or {}),
        moves=tuple(session.moves),
    )
    return written(saved)


def resume(bench: Bench, given: Json) -> Json:
    """A saved play, as `at` takes it, and whether the `book` is still the `same`.

    Args:
        bench: the book.
        given: `text`: of the file.

    Raises:
        UsageError: it is no saved play, or its settings do not fit the book.
    """
    from gamebook.play.saved import fingerprint, read  # noqa: PLC0415

    saved = read(str(given["text"]))
    if saved is None:
        raise UsageError("this file is no saved play; Save, or `save FILE` in gamebook play, writes one")
    chosen = {"settings": saved.settings, "mode": saved.mode}
    book = _edition(bench, chosen).book
    named = {each.name: each.values for each in book.variables}
    sheet = {
        name: named[name][value] if named.get(name) and value < len(named[name]) else str(value)
        for name, value in saved.sheet.items()
    }
    begun = {"seed": str(saved.seed), "chapter": saved.chapter or "", "hero": saved.hero, "sheet": sheet} | {
        name: value for name, value in chosen.items() if value
    }
    return {"play": {**begun, "moves": [list(each) for each in saved.moves]}, "same": saved.book == fingerprint(book)}


# ---- a table ------------------------------------------------------------------------------------------------


def _table(bench: Bench, play: Mapping[str, Any]) -> _Table:
    """The play with these moves: the one at hand if they lead on from it, else a new one."""
    begun = json.dumps([play.get(name) for name in BEGUN], sort_keys=True)
    moves = [_move(each) for each in play.get("moves", ())]
    table: _Table | None = bench.memory.get("play")
    if table is None or table.key != begun or table.edition is not _edition(bench, play):
        table = _opened(bench, play, begun)
    elif table.session.moves != moves[: len(table.session.moves)]:
        table = _again(table)
    bench.memory["play"] = table
    table.wholly = True
    for move in moves[len(table.session.moves) :]:
        if not _follow(table, move):
            table.wholly = False
            break
    return table


def _edition(bench: Bench, play: Mapping[str, Any]) -> Edition:
    """The present book, with the settings and the mode of a play."""
    from gamebook.options import NO_OPTIONS  # noqa: PLC0415

    return bench.project.edition(NO_OPTIONS.but(settings=play.get("settings") or {}, mode=play.get("mode")))


def _move(given: Json) -> Move:
    from gamebook.play.session import Move  # noqa: PLC0415

    if not isinstance(given, list) or len(given) != 3 or given[0] not in ("roll", "choose", "rival", "reply"):
        raise UsageError(f"this is no move: {given}")
    return Move(given[0], int(given[1]), str(given[2]))


def _opened(bench: Bench, play: Mapping[str, Any], key: str) -> _Table:
    """A play at its start.

    Raises:
        UsageError: there is no such chapter, or a value does not fit.
    """
    from gamebook.analysis.given_hero import for_hero  # noqa: PLC0415
    from gamebook.analysis.outlook import Adviser  # noqa: PLC0415
    from gamebook.analysis.sheet import on_sheet  # noqa: PLC0415
    from gamebook.limits import Limits  # noqa: PLC0415
    from gamebook.play.begin import begin_at  # noqa: PLC0415
    from gamebook.play.session import Session  # noqa: PLC0415
    from gamebook.resolve.spelling import chapter_called  # noqa: PLC0415

    edition = _edition(bench, play)
    book = edition.book
    asked = play.get("chapter")
    chapter = chapter_called(asked, (each.name for each in book.chapters)) if asked else None
    playable, hero = for_hero(book, {str(name): int(value) for name, value in (play.get("hero") or {}).items()})
    begun = begin_at(playable, chapter, on_sheet(book, play.get("sheet") or {}))
    adviser = Adviser(begun, hero, Limits(STATES_FOR_ADVICE, HELPER_MEMORY, SECONDS))
    return _begun(key, edition, Session(begun, int(play["seed"]), hero), adviser)


def _again(table: _Table) -> _Table:
    """The same play at its start."""
    from gamebook.play.session import Session  # noqa: PLC0415

    old = table.session
    return _begun(table.key, table.edition, Session(old.book, old.seed, old.hero), table.adviser)


def _begun(key: str, edition: Edition, session: Session, adviser: Adviser) -> _Table:
    from gamebook.render.play_json import JsonTelling  # noqa: PLC0415
    from gamebook.render.play_words import Knowledge  # noqa: PLC0415

    knowledge = Knowledge(session.book, session.machine.index)
    table = _Table(key, token_hex(8), edition, session, adviser, knowledge, JsonTelling(knowledge))
    _tell(table)
    return table


# ---- moves --------------------------------------------------------------------------------------------------


def _do(table: _Table, what: Mapping[str, Any]) -> None:
    """Do what the reader does.

    Raises:
        UsageError: it cannot be done now.
    """
    from gamebook.play.moment import Chance, Decision  # noqa: PLC0415
    from gamebook.play.session import Move  # noqa: PLC0415
    from gamebook.play.thrown import fallen  # noqa: PLC0415

    session, moment = table.session, table.session.moment
    if "choose" in what:
        number = what["choose"]
        if not isinstance(moment, Decision) or number not in range(len(moment.options)):
            raise UsageError("this cannot be chosen now")
        _follow(table, Move("choose", number, moment.options[number].label), by="you")
    elif what:
        if not isinstance(moment, Chance):
            raise UsageError("no dice are due now")
        if "roll" in what:
            session.roll()
            _tell(table)
            return
        number = fallen(session.machine, moment, what["thrown"]) if "thrown" in what else int(what.get("fall", -1))
        if number not in range(len(moment.branches)):
            raise UsageError("the dice cannot fall like that")
        _follow(table, Move("roll", number, moment.branches[number].label))


def _go_on(table: _Table, *, alone: bool, rivals: str) -> None:
    """What nobody has to do: dice that are rolled by themselves, and rivals who draw lots or play their best.

    Raises:
        LimitReached: the book is too large for a rival who plays his best.
    """
    from gamebook.job import look  # noqa: PLC0415
    from gamebook.play.moment import Chance, Decision  # noqa: PLC0415

    session = table.session
    for _ in range(MOST_ROLLS):
        look()
        if isinstance(session.moment, Chance) and alone:
            session.roll()
        elif isinstance(session.moment, Decision) and session.moment.owner == "rival" and rivals != "ask":
            moment = session.moment
            number = session.draw_lot() if rivals == "lot" else _best_reply(table, moment)
            _take(table, table.telling.taken(moment, number, "rival"))
        else:
            return
        _tell(table)


def _best_reply(table: _Table, moment: Decision) -> int:
    """What best play for the rival chooses, and choose it."""
    found = table.adviser.look(moment, table.session.made)
    if found is None:
        raise LimitReached(f"{TOO_LARGE}; let rivals choose by lot")
    table.session.choose(found.best, "reply")
    return found.best


def _follow(table: _Table, move: Move, by: str = "") -> bool:
    """Make a move; False where the book has no such move any more."""
    from gamebook.play.moment import Decision  # noqa: PLC0415

    session, moment = table.session, table.session.moment
    made = len(session.moves)
    if not session.follow([move]):
        return False
    if isinstance(moment, Decision):
        by = by or ("rival" if move.kind != "choose" else "you")
        _take(table, table.telling.taken(moment, session.moves[made].number, by))
    _tell(table)
    return True


# ---- what is told -------------------------------------------------------------------------------------------


def _tell(table: _Table) -> None:
    """Write down what has happened."""
    session = table.session
    _take(table, table.telling.tell(session.heard(), session.is_fight))


def _take(table: _Table, lines: str) -> None:
    table.entries.extend(json.loads(line) for line in lines.splitlines())


def _state(table: _Table, told: int) -> Json:
    """Where the play stands; of what happened, what comes after `told` entries."""
    from gamebook.render.paper import ledgers  # noqa: PLC0415

    session = table.session
    return {
        "table": table.name,
        "moves": [list(move) for move in session.moves],
        "from": min(told, len(table.entries)),
        "entries": table.entries[told:],
        "moment": _moment(table),
        "sheet": _sheet(session),
        "ledgers": ledgers(session.book.accounts, session.sheet, session.chapter, session.is_fight),
        "points": float(session.points) if session.book.counts_points else None,
        "chapter": session.chapter,
        "wholly": table.wholly,
    }


def _moment(table: _Table) -> Json:
    """What is due: a choice, dice, or nothing more."""
    from gamebook.model.in_words import Words  # noqa: PLC0415
    from gamebook.play.moment import Chance, Decision, SoftLock  # noqa: PLC0415
    from gamebook.play.thrown import throws  # noqa: PLC0415

    session, moment = table.session, table.session.moment
    match moment:
        case Decision():
            labels = table.knowledge.labels(moment)
            choice = {"kind": "choice", "owner": moment.owner, "options": labels, "fight": session.is_fight}
            return {**choice, "amount": moment.name} if table.knowledge.amounts(moment) else choice
        case Chance():
            words = Words(session.book)
            thrown = [
                [words.value(each.dice), each.low, each.high, each.about] for each in throws(session.machine, moment)
            ]
            ways = [[each.label, float(each.chance)] for each in moment.branches[:MOST_WAYS]]
            return {"kind": "dice", "what": moment.what, "label": moment.label, "throws": thrown, "ways": ways}
    over = json.loads(table.telling.over(moment, float(session.points)).splitlines()[-1])
    stuck = {"stuck": True} if isinstance(moment, SoftLock) else {}  # an author's ending may have the same words
    return {"kind": "over", "ending": over["ending"], "ends": over["kind"], **stuck}


def _sheet(session: Session) -> Json:
    """The sheet as on paper: kind, name, value in words, and a stat's initial value."""
    values, rows = session.sheet, []
    for each in session.book.variables:
        value = values[each.name]
        if each.on_sheet and (value or each.kind not in ("item", "codeword")):
            initial = values[each.cap] if each.cap is not None else None
            rows.append([each.kind, each.name, each.values[value] if each.values else str(value), initial])
    return rows


def _has_rivals(book: Book) -> bool:
    from gamebook.model.blocks import steps_in  # noqa: PLC0415
    from gamebook.model.step import Choose  # noqa: PLC0415

    return any(isinstance(step, Choose) and step.owner == "rival" for block in book.blocks for step in steps_in(block))


WORK: Mapping[str, Callable[[Bench, Json], Json]] = {
    "play.sheet": sheet,
    "play.at": at,
    "play.advice": advice,
    "play.review": review,
    "play.save": save,
    "play.resume": resume,
}
