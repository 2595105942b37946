"""What a manuscript says about foes, tests, rolls, changes and codewords, as rules to be read over by its author."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from gamebook.interop.draft import Kept, Origin
from gamebook.interop.names import spelt
from gamebook.interop.readers.capitals import CAPITAL, CAPITALS
from gamebook.interop.readers.headings import MENTION
from gamebook.interop.readers.reach import Reach, depends_on, with_note
from gamebook.interop.readers.sentences import spaced
from gamebook.interop.readers.stats import named, of_two_words, printed, stat, stats, system_for, systems
from gamebook.phrases.changes import LESS, LOWER, MORE, RAISE
from gamebook.phrases.table import LANGUAGES, cut, load_phrases
from gamebook.sentences import NUMBER_WORDS

# ---- foes -------------------------------------------------------------------------------------------

_NAME = "|".join(
    (
        *("[ -]".join(f"(?:{word}|{word.title()})" for word in each.split("-")) for each in of_two_words()),
        rf"{CAPITAL}[^\W\d_]{{1,40}}",
    )
)
_STAT = rf"(?:{_NAME})[: \t=]+\d{{1,3}}(?![\w.]*\d|d\d)"
_STATS = rf"(?:{_STAT}(?:[,;/ \t*_|]|\band\b)*){{2,4}}"
_CAPITALS = rf"{CAPITAL}{{3,}}[: \t]+\d{{1,3}}"
FOE = re.compile(
    rf"^[ \t*_+|-]*(?P<foe>{CAPITAL}[{CAPITALS}'’ -]{{2,40}}?"
    rf"|{CAPITAL}[\w'’ -]{{2,40}}?(?=[: \t*_|]+{_CAPITALS}[,; \t*_|]+{_CAPITALS}))"
    rf"[: \t*_|]+(?P<stats>{_STATS})[.\\]?$",
    re.MULTILINE,
)
"""A line of its own: `WOLF  Skill 6  Stamina 5`, `Cave thing  SKILL 6  STAMINA 5`, `GUARD: SKILL 7, STAMINA 8`."""
_WITHIN = re.compile(_STATS)
_SHOUTED = re.compile(rf"\b(?:{CAPITAL}['’])?{CAPITAL}{{3,}}(?:[ '’-]{CAPITAL}{{2,}}|['’]{CAPITAL}\b)*\b")
_CALLED = re.compile(rf"\b((?:{CAPITAL}[\w'’-]+[ \t]+){{0,2}}{CAPITAL}[\w'’-]+)[\s:,(–—*_-]*\Z")
_POSSESSIVE = re.compile(r"(?<=['’])\w\b")
_FAR = 240
"""How many letters before its numbers a foe is named."""


_Rule = tuple[int, int, Kept]
"""Where the words of a rule begin and end, and its proposal."""


def _foes(text: str) -> Iterator[_Rule]:
    """The proposal for every foe; one that has a line of its own is proposed only for that."""
    lines = [(*match.span(), _fight(match["foe"], match["stats"])) for match in FOE.finditer(text)]
    yield from lines
    known = [kept for _, _, kept in lines]
    text = FOE.sub(lambda match: " " * len(match[0]), text)
    for match in _WITHIN.finditer(text):
        before = text[max(0, match.start() - _FAR) : match.start()]
        shouted = [each[0] for each in _SHOUTED.finditer(before) if not re.match(r"[: \t]+\d", before[each.end() :])]
        called = _CALLED.search(before)
        if shouted and (called is None or before.rstrip(" \n:,.(–—*_-").endswith(shouted[-1])):
            foe = shouted[-1]
        else:
            foe = re.sub(r"^(?:The|A|An)\s+", "", called[1]) if called else "the foe"
        kept = _fight(foe, match[0])
        if kept not in known:
            yield match.start() - len(before) + len(before.rstrip(" (")), match.end(), kept


_NOTED = re.compile(r"~ (?:note|erase) ([\w-]+)")


def needed_above(lines: Sequence[str]) -> Iterator[str]:
    """What a book must have above its chapters so that its proposals can be written as they stand."""
    system = system_for(each for each in lines if each.startswith("~ "))
    if system is not None:
        yield f"write into the header: use {system}"
    words = dict.fromkeys(found[1] for found in map(_NOTED.match, lines) if found)
    if words:
        yield f"write under a line “sheet” above the first chapter: codeword {', '.join(words)}"


def _fight(foe: str, numbers: str) -> Kept:
    words = re.findall(rf"({_NAME})[: \t=]+(\d+)", numbers)
    said = " ".join(
        f"{name} {value}" for name, (_, value) in zip(named([each[0] for each in words]), words, strict=True)
    )
    name = " ".join(foe.split())
    if name.isupper():
        name = _POSSESSIVE.sub(lambda match: match[0].lower(), name.title())
    return Kept(Origin("dice", "line of a foe", f'~ fight "{name}" {said}'))


# ---- changes ----------------------------------------------------------------------------------------

_COUNTS = {word: number for number, word in enumerate(NUMBER_WORDS, start=1)}
_DIE = r"(?:(?:six|6)-sided\s+)?(?:dice|die|d6)\b"
_N = (
    rf"(?P<n>(?P<count>\d{{0,2}})d(?P<sides>\d{{1,3}})(?:\s*(?P<plus>[+-]\s*\d{{1,2}}))?"
    rf"|(?P<dice>an?|\d|{'|'.join(_COUNTS)})\s+{_DIE}(?=\s+(?:of|from)\b)|\d{{1,3}}|{'|'.join(_COUNTS)})"
)
"""How many: `2`, `two`, `2d6`, `one die of`."""
_NO_STAT = (
    r"(?!(?:points?|of|from|to|or|and|more|your|the|initial|current|dice|die|for|on|in|at|by|with|times|thirds?|half|quarters?"
    r"|its|his|her|their|our|my|this|that|these|those|each|every|all|both|any|an?|it|him|them|you|me|us|one|either"
    r"|number|result|total|score|roll)\b)"
)
_ALONE = r"(?![\w-]|['’]s\b|['’]\s+[A-Za-z])"
"""Behind a name: `the wolf's STAMINA` is none of the reader's numbers."""
_CHANGE = re.compile(
    rf"\b(?P<verb>(?P<less>{LESS})|{MORE})\s+{_N}\s+(?:(?:more|extra)\s+)?"
    rf"(?:points?\s+)?(?:(?:of|from|to)\s+)?(?:(?:your|the)\s+)?(?:current\s+)?{_NO_STAT}(?P<what>[A-Za-z]+){_ALONE}"
    r"(?!\s+(?:or|to)\s+\d)(?:\s+points?)?",
    re.IGNORECASE,
)
"""`Lose 2 STAMINA points`, `add 1 to your LUCK`, `deduct 2 points from your SKILL`, `lose one die of STAMINA`."""
_CHANGE_BY = re.compile(
    rf"\b(?P<verb>(?P<less>{LOWER})|{RAISE})\s+(?:your|the)\s+(?:current\s+)?{_NO_STAT}(?P<what>[A-Za-z]+)"
    rf"(?:\s+score)?\s+by\s+{_N}(?![\w-])(?:\s+points?)?",
    re.IGNORECASE,
)
"""`Reduce your STAMINA by 2`."""


_RESTORE = re.compile(
    rf"\b(?:restore|return|reset)\s+your\s+{_NO_STAT}(?P<what>[A-Za-z]+)(?:\s+score)?\s+to\s+its\s+(?:initial|starting|full)\b"
    r"(?:\s+(?:level|score|value))?",
    re.IGNORECASE,
)
"""`Restore your STAMINA to its Initial level`."""
_OTHERS = re.compile(
    r"(?:\s+(?:points?|scores?))?\s+(?:of\s+(?!yours\b)\w"
    r"|to\s+(?!your\s+(?:total|score|current|initial|own|sheet|adventure|character)\b)"
    r"(?:the|an?|his|her|its|their|your|each|every|both|any)\s)"
    r"|\s+(?:attack|dice|die|rolls?|throws?|strength|totals?|tests?|checks?)\b",
    re.IGNORECASE,
)
"""Behind a name: `from the STAMINA of the wolf`, `add 2 to your SKILL roll`."""
_FROM = re.compile(r"\s+from\s+(?:the|an?|his|her|its|their|each|every|both|any|your)\s", re.IGNORECASE)
_MEASURE = re.compile(
    r"\s*(?:feet|foot|met(?:er|re)s?|yards?|inch(?:es)?|steps?|degrees?|miles?|per\s?cent|times|%|(?:or|to)\s+\d)",
    re.IGNORECASE,
)


def _meant(change: re.Match[str], text: str, reach: Reach) -> bool:
    """Whether a change is one of the reader's sheet, which comes once and stays."""
    behind = text[change.end("what") : change.end("what") + _FAR]
    other = re.match(r"\s+([\w-]+)", behind)
    if other and other[1].upper() in stats() and stat(change["what"]) not in stats():
        return False
    if "n" in change.groupdict():  # others restore what is the reader's
        if change["verb"].lower() in ("deduct", "subtract") and _FROM.match(text, change.end()):
            return False
        if _OTHERS.match(behind) or _OTHERS.match(text, change.end()) or _MEASURE.match(text, change.end()):
            return False
    return reach.done(*change.span()) and reach.lasting(*change.span())


def _changes(text: str, reach: Reach) -> Iterator[_Rule | None]:
    """The changes; None for one of which nothing is made."""
    for pattern in (_CHANGE, _CHANGE_BY):
        for match in pattern.finditer(text):
            verb = match["verb"].lower()
            line = f"~ {stat(match['what'])} {'-' if match['less'] else '+'}{_amount(match)}"
            meant = _meant(match, text, reach)
            yield (*match.span(), Kept(Origin("effect", verb, line))) if meant else None
    for match in _RESTORE.finditer(text):
        line = f"~ restore {stat(match['what'])}"
        yield (*match.span(), Kept(Origin("effect", "restore", line))) if _meant(match, text, reach) else None


def _amount(change: re.Match[str]) -> str:
    """How much a change is: `2`, `2d6`, `(1d6 + 2)`."""
    if change["sides"]:
        dice = f"{change['count'] or 1}d{change['sides']}"
        return f"({dice} {change['plus'][0]} {change['plus'][1:].strip()})" if change["plus"] else dice
    if change["dice"]:
        return f"{_COUNTS.get(change['dice'].lower(), change['dice'] if change['dice'].isdigit() else 1)}d6"
    return str(_COUNTS.get(change["n"].lower(), change["n"]))


_CHANGE_DE = re.compile(
    r"(?:verlier\w*|erhöh\w*|verringer\w*|senk\w*|zieh\w*|addier\w*|erhält\w*|gewinnst)\b[^.;]{0,40}\d", re.IGNORECASE
)


def begins_with_change(words: str) -> bool:
    """Whether words begin with a change of the sheet: “Lose 2 STAMINA points and”."""
    words = re.sub(r"\A\W*(?:(?:you|and|then|now|but|du|und|dann|nun)\s+)*", "", words, flags=re.IGNORECASE)
    return any(pattern.match(words) for pattern in (_CHANGE, _CHANGE_BY, _CHANGE_DE, _RESTORE))


# ---- tests and rolls --------------------------------------------------------------------------------

_ROLL = re.compile(
    rf"\b(?:roll|throw)\s+(?:(?P<dice>\d{{0,2}}d\d{{1,3}})\b|(?P<n>an?|{'|'.join(NUMBER_WORDS[:6])}|\d)\s+{_DIE})",
    re.IGNORECASE,
)
_ROLLING = re.compile(
    r"\b(?:roll|throw)\b[^.!?]{0,60}?\b(?:dice|die)\b"
    r"|\b(?:würf\w*|wirf|lance[rz]?|jete[rz]?|tira|lanza|lancia)\b[^.!?]{0,60}?"
    r"\b(?:würfel\w*|dés?|dados?|dad[oi])\b|\b(?:odd|even) number\b"
    r"|\b(?:toss|flip)\s+(?:a|the)\s+coin\b|\bdraw\s+(?:a|the)\s+card\b|\brandom number\b",
    re.IGNORECASE,
)
_RESULT = re.compile(r"(?<![\w-])(\d{1,3})(?:(?:\s*[-–—]\s*|\s+(?:to|or)\s+)(\d{1,3}))?(?![\w-])")


_BEYOND = re.compile(r"\b(?:more|less|higher|lower|over|under|above|below|fewer|your)\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def _test() -> re.Pattern[str]:
    form = next((cut(each) for each in load_phrases().also.get("test", ())), ("test your ",))
    return re.compile(rf"\b{re.escape(str(form[0]).strip())}\s+([A-Z]\w+)", re.IGNORECASE)


_TRY = re.compile(
    r"\b(?:versuche?n?|teste[nz]?|prüfe?n?|tente[zr]?|prueba|tentate|tentare|tenta|metti alla prova)\s+(?:Sie\s+)?"
    r"(?:(?:deine?|eure?|Ihre?|das|votre|ton|ta|tu|su|la tua|la vostra|la)\s+)?(\w+)",
    re.IGNORECASE,
)
"""`Versuche dein Glück`, `Tentez votre chance`: a test, if the word is what a stat is called in print."""


def _tests(text: str, reach: Reach) -> Iterator[_Rule | None]:
    """The tests; None for one that the words forbid."""
    for match in _test().finditer(text):
        if (
            match[1][0].isupper()
            or match[1].upper() in stats()
            or match[1].lower() in frozenset().union(*systems().values())
        ):
            line = f"~ test {match[1].lower()}"
            yield None if reach.refused(*match.span()) else (*match.span(), Kept(Origin("dice", "test", line)))
    for match in _TRY.finditer(text):
        name = printed().get(match[1].upper())
        if name is not None:
            line = f"~ test {name.lower()}"
            yield None if reach.refused(*match.span()) else (*match.span(), Kept(Origin("dice", "test", line)))


def _rolls(text: str, results: Sequence[tuple[str, str]], reach: Reach) -> Iterator[_Rule | None]:
    """The rolls, None for one that the reader does not make.

    The results of the only one are its rows, if they are all there. Others get a name.
    """
    found = list(_ROLL.finditer(text))
    for match in found:
        words = (match["n"] or "").lower()
        dice = match["dice"] or f"{_COUNTS.get(words, words if words.isdigit() else 1)}d6"
        rows = [_row(said, target) for said, target in results] if len(found) == 1 else []
        count, _, sides = dice.lower().partition("d")
        faces = list(range(int(count or 1), int(count or 1) * int(sides) + 1)) if rows and all(rows) else []
        whole = sorted(face for low, high, _ in filter(None, rows) for face in range(low, high + 1)) == faces
        told = "".join(f"\n    {_faces(*row)}" for row in rows if row) if faces and whole else " as d"
        made = not (reach.refused(*match.span()) or reach.by_others(match.start()) or reach.often(match.end()))
        yield (*match.span(), Kept(Origin("dice", "roll", f"~ roll {dice.lower()}{told}"))) if made else None


def _row(words: str, target: str) -> tuple[int, int, str] | None:
    """`1-3 -> 8`, as low, high and chapter; None if the words name more or other than faces."""
    found = _RESULT.findall(words)
    if len(found) != 1 or _BEYOND.search(words) or not target.isdecimal():
        return None
    low, high = int(found[0][0]), int(found[0][1] or found[0][0])
    return (low, high, target) if "or" not in words.split() or high == low + 1 else None


def _faces(low: int, high: int, target: str) -> str:
    return f"{low if low == high else f'{low}-{high}'} -> {target}"


# ---- codewords --------------------------------------------------------------------------------------

_WORD = (
    r"[\s*_:“\"'‘«„]+(?P<word>[^\W\d][\w'’ -]{0,40}?)"
    r"(?=[\s*_]*(?:[”\"»“.,;:!?)]|’(?!\w)|\Z|\b(?:on|in|and|to|at|if|or|und|auf|et|sur|y|en|e|su)\b))"
)


@lru_cache(maxsize=1)
def _notes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How a codeword is written down, and how it is erased, in every language that has phrases."""
    found = []
    usual = {
        "note": rf"\b(?:write|note|record|jot|add|gain|get|acquire|take)\b(?:\s+down)?\s+(?:the\s+)?code\s?word{_WORD}"
        rf"|\b(?:notier|schreib|merk|trag)\w*\s+(?:(?:du|dir|euch|Sie|sich|nun|jetzt|dann)\s+){{0,3}}(?:das\s+)?codewort{_WORD}",
        "erase": rf"\b(?:erase|delete|remove|lose|(?:cross|rub|strike)\s+(?:off|out))\s+(?:the\s+)?code\s?word{_WORD}"
        rf"|\b(?:streich|lösch)\w*\s+(?:(?:du|dir|euch|Sie|nun|jetzt|dann)\s+){{0,3}}(?:das\s+)?codewort{_WORD}",
    }
    for key, pattern in usual.items():
        forms = [cut(load_phrases(each).words[key]) for each in LANGUAGES]
        others = [rf"\b{spaced(str(form[0]).strip())}{_WORD}" for form in forms if len(form) > 1]
        joined = "|".join(re.sub(r"\?P<word>", "", each) for each in (pattern, *others))
        found.append((key, re.compile(joined, re.IGNORECASE)))
    return tuple(found)


_ENGLISH = re.compile(
    r"(?:write|note|record|jot|add|gain|get|acquire|take|erase|delete|remove|lose|cross|rub|strike)\b", re.IGNORECASE
)


def _codewords(text: str, reach: Reach) -> Iterator[_Rule | None]:
    """The codewords that are noted and erased; None where the words say that this is not done."""
    for key, pattern in _notes():
        for match in pattern.finditer(text):
            group = next(number for number, each in enumerate(match.groups(), start=1) if each)
            word, span = match[group], (match.start(), match.start(group))
            done = reach.done if _ENGLISH.match(match[0]) else lambda *place: not reach.refused(*place)
            line = f"~ {key} {spelt(word)}"
            yield (*match.span(), Kept(Origin("effect", f"{key} a codeword", line))) if done(*span) else None


# ---- all of it --------------------------------------------------------------------------------------

_NUMBER = re.compile(r"\d")
_SECTION = re.compile(
    r"\b(?:section|paragraph|abschnitt|paragraphe|paragrafo|capitolo|sección)\b"
    r"|\b(?:turn|return|proceed|continue)\s+(?:back\s+)?to\s+(?:(?:the|that|this|your)\s+)+(?:page|number|reference|entry|result)\b",
    re.IGNORECASE,
)
_UNSAID = re.compile(
    r"\b(?:add|deduct|subtract|lose|gain)\s+(?:the|that|this|as many)\s+(?:total|result|number|amount|score|points)\b"
    r"|\b(?:lose|erase|discard)\s+(?:everything\b|(?:all|half)\s+(?:of\s+)?(?:your|the)\b)"
    r"|\b(?:take|choose|keep|select)\s+(?:any\s+)?(?:one|two|three)\s+of\b|\brestore\s+your\b|\btick\s+(?:the|a|one)\b"
    r"|\b(?:cross|strike|mark|rub)\s+(?:[\w'’-]+\s+){0,5}?off\b|\b(?:cross|rub)\s+(?:[\w'’-]+\s+){0,5}?out\b"
    r"|\b(?:gain|write|note|record|erase)\b[^.!?]{0,20}\bcode\s?words\b|\bstreiche\b(?![^.!?]{0,20}\bcodewort\b)|\banfangswert\b"
    r"|\bverlier\w* (?:alle|die hälfte)\b|\bfolgende[nr]? gegenst\w+",
    re.IGNORECASE,
)
"""Changes that have no number, and of which nothing is made."""
_READ = (re.compile(MENTION), _WITHIN, _CHANGE, _CHANGE_BY, _RESTORE, _ROLL)
"""What holds numbers of which something was made."""


class Place(Struct, frozen=True):
    """Where the words of a choice stand in a text."""

    start: int
    turn: int
    """Where they turn to the chapter."""
    end: int
    alone: bool
    """Whether no other choice shares these words: “lose 2 LUCK points and turn to 3 or 4”."""


class Proposal(Struct, frozen=True):
    """A rule that a text says."""

    kept: Kept
    choice: int | None = None
    """The choice under which it belongs; None if it belongs into the chapter."""


def proposals(
    text: str, results: Sequence[tuple[str, str]], choices: Sequence[Place] = (), turned: int | None = None
) -> list[Proposal]:
    """What a chapter says about rules, in the order of its words.

    Args:
        text: the words of the chapter.
        results: (words, chapter) of its choices that dice decide.
        choices: where its choices stand.
        turned: where the first readers turn away; None if nobody does before the end.
    """
    reach = Reach(text, turned)
    others = (*_tests(text, reach), *_rolls(text, results, reach), *_changes(text, reach), *_codewords(text, reach))
    found = sorted((*_foes(text), *filter(None, others)), key=lambda each: each[0])
    return [_placed(each, text, choices, reach) for each in found]


def _placed(rule: _Rule, text: str, choices: Sequence[Place], reach: Reach) -> Proposal:
    """A rule under the choice in whose words it stands, or with a note if it is not for everybody."""
    start, end, kept = rule
    dice = kept.origin.kind == "dice"
    stop = None
    for number, choice in enumerate(choices):
        if not choice.start <= start < choice.end:
            continue
        stop = choice.end
        if not _first(text[end : choice.turn], text[max(end, choice.turn) : choice.end]):
            if dice or not choice.alone:
                return _noted(kept)
            inner = re.split(r"[,:]", text[choice.start : start], maxsplit=1)
            nested = bool(inner[1:]) and reach.doubtful(inner[1])
            return Proposal(_noted(kept).kept if nested else kept, number)
    return _noted(kept) if reach.some(start, end, stop, dice=dice) else Proposal(kept)


def _first(behind: str, tail: str) -> bool:
    """Whether a choice begins behind a rule in its sentence: “lose 2 LUCK points, and if you still live, turn to 3”."""
    return depends_on(behind) or depends_on(tail)


def _noted(kept: Kept) -> Proposal:
    return Proposal(Kept(Origin(kept.origin.kind, kept.origin.name, with_note(kept.origin.raw))))


def throws(words: str) -> bool:
    """Whether words tell the reader to roll dice."""
    return any(pattern.search(words) for pattern in (_ROLL, _ROLLING))


def rolls(words: str) -> bool:
    """Whether words tell the reader to leave something to dice, which a test does, too."""
    return throws(words) or any(_tests(words, Reach(words)))


def unread(words: str) -> bool:
    """Whether words hold a number, a roll or a section that nothing was made of."""
    reach = Reach(words)
    rules = (*_tests(words, reach), *_rolls(words, (), reach), *_changes(words, reach), *_codewords(words, reach))
    if None in rules:
        return True
    for pattern in _READ:
        words = pattern.sub(" ", words)
    return any(pattern.search(words) for pattern in (_NUMBER, _ROLLING, _SECTION, _UNSAID))
