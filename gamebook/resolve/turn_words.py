"""Words that tell the reader where to turn: “turn to 7”, “go back to section 12”, in a German book “weiter bei 7”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.phrases.turns import CONDITIONS, GOES_ON, OTHERWISE, STREET, turn_pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.other_languages import OWNS
from gamebook.resolve.spoken import LONGEST, is_spoken
from gamebook.syntax.heads import NAME, NUMBER, PLACE

_THEN = (
    r",?\s+(?:then|dann|danach|puis|ensuite|luego|después|poi)\s+(?:back\s+)?"
    r"(?:to|at|zu|zum|bei|au|aux|à|al|a|en)\s+(?:la\s+)?\d"
)
"""Another place behind that of a turn, which it can lead to as little as the first: “go to 2, then to 3”."""


def _after(goes_on: str) -> str:
    """What stands behind the number of a turn; not so in “go to 12 parties” and “go to 2, Dock Street”.

    Args:
        goes_on: the words with which a sentence may go on there.
    """
    return (
        rf"(?=\s*(?:[.,;:!?)\]”’“»«\"']|$)|\s+(?:{goes_on})\b)"
        rf"(?!,\s+(?!(?:{goes_on}|then)\b)(?-i:[A-ZÀ-Ý]))"
        rf"(?!{_THEN})(?!,\s+{STREET})"
    )


_TURN = pattern(
    r"\b(?P<turn>(?:(?:turn|go|return|proceed)\s+(?:(?:now|back|on)\s+)?to|(?<!\*)goto|continue\s+at)\s+"
    rf"(?:(?:page|paragraph|section|chapter|reference|number|entry|passage)s?\s+)?(?P<to>{NUMBER}))"
    + _after(GOES_ON["en"]),
    re.IGNORECASE,
)
_TURN_TO_NAME = pattern(
    rf"\b(?P<turn>turn\s+(?:(?:now|back)\s+)?to\s+(?P<to>(?!{NUMBER}\b){NAME}))(?=\s*(?:[.,;:!?)\]]|$))", re.IGNORECASE
)
"""The same for a chapter with a name; of other verbs, as in “go to bed”, nobody knows what is meant."""
_CODE = pattern(
    r"^[ \t]*(?:(?-i:>[ \t]*(?=GOTO))|[$%\]][ \t]*(?=goto)|(?-i:\d{1,5}[ \t]+(?:[^.,;]*[ \t:])?(?=GOTO)))"
    r"|(?-i:\bIF\b.*\bTHEN[ \t]+(?=GOTO))"
    r"|\b(?:types?|enters?|prints?|tippe|tippst|gib|tape[rz]?|teclea[r]?|escribe|digita(?:re)?|scrivi)[ \t:]+(?=goto)",
    re.IGNORECASE,
)
"""What makes of `GOTO 10` a line of a program in the story: a prompt, the number of the line, or `Type` before it."""
_A_PAGE = pattern(r"schlag(?:e|st)?\s+seite\s+\d+\s+auf\W*", re.IGNORECASE)
_EMPHASIS = pattern(
    r"(?<![\w*_\\])(?P<mark>\*{1,3}|_{1,3})(?=[^\s*_])[^\n]{0,200}?(?<=[^\s*_\\])(?P<end>(?P=mark))(?![\w*_])"
)
"""Words in italics or in bold letters."""
_DIGIT = pattern(r"\d")
_PLACE = pattern(PLACE, re.IGNORECASE)
_LONG = 3
"""A number with more digits, which no chapter has, is often a year."""
_BEFORE = pattern(r"([\w’']+)\s*$")
_TELLING = frozenset({"would", "could", "might", "to", "i", "we", "they", "she", "he", "it", "who", "never", "not"})
"""Words before it that make it a part of the story."""
_IF_NOT = pattern(r"\bif\s+not\s*$", re.IGNORECASE)
"""How a turn begins that is for all others, with a comma or without it: “if not go to 3”."""
_WILL = pattern(r"(?<!\byou)\s+will\s*$", re.IGNORECASE)
"""The same: “the hand will go to 12”."""
_CLAUSE = pattern(r"[.!?…:;—–()\n]+")
_ASKS = pattern(rf"\b(?:{CONDITIONS}|{OTHERWISE})\b", re.IGNORECASE)
"""Words of a clause whose turn is for those to whom it applies."""
_IN_ORDER = pattern(r"(?:to|um|pour|para|per)\s", re.IGNORECASE)
_COMMAND = frozenset(
    pattern(r"\w+").findall(
        "afterwards again and but can either else finally immediately instead just may must next now or otherwise "
        "please quickly should simply so then to you "
        "also andernfalls anschließend ansonsten bitte danach dann du gleich hier ihr jetzt kann kannst man musst nun "
        "oder sie so sofort solltest sonst und "
        "alors après aussitôt autrement devez doit dois enfin ensuite et lors maintenant ou peux pouvez puis vous "
        "ahora debes después entonces luego o puedes u y "
        "allora devi e infine ora poi puoi quindi subito"
    )
)
"""Words before the verb of a command, in all languages: “then turn to 12”."""
_FOR = frozenset(
    pattern(r"\w+").findall(
        "at after before for in on with without anyone everyone players readers those whoever "
        "am bei für im in mit nach ohne wer zum zur "
        "avec dans en pour sans "
        "con de en para sin "
        "con in per senza"
    )
)
"""How a few words before a command begin that say for whom, or when, it is: “In this case turn to 12.”"""
_WHEN = pattern(
    r"(?:at|in|on)\s+(?:\w*days?|night(?:fall)?|noon|midnight|dawn|dusk|spring|summer|autumn|winter|\w{4,}s)\s+(?=\w)"
)
"""Such words, with more behind them that may name somebody else: “on Sundays trams go to 12”."""
_NOUN = (
    r"(?:(?:the|an?|his|her|its|my|our|their"
    r"|le|la|les|une?|son|sa|ses|leurs?|el|los|las|una|su|sus|il|lo|i|gli|uno)\s+"
    r"|l['’])[\w’'-]+"
)
_SOMEBODY = pattern(rf"(?:he|she|it|they|nobody|no\s+one|{_NOUN}(?:\s+of(?:\s+[\w’'-]+){{1,2}})?)", re.IGNORECASE)
"""Words that name somebody, or something, and no more: “the bells of St Mary’s”."""
_SEVERAL = pattern(
    r"(?!(?:perhaps|besides|toujours|rechts|links|además)$)\w{4,}(?<!s)(?<!u)(?<!ay)(?<!ward)s", re.IGNORECASE
)
"""A word alone that may do the same: “trams”."""
_IF_SOMEBODY = pattern(
    rf"(?:(?:{CONDITIONS})\s+(?:you|du|ihr|tu|vous|sie)|(?:if|when|unless)\s+(?P<noun>{_NOUN})"
    rf"|(?!(?:if|when|unless)\b)(?:{CONDITIONS})\s+(?P<who>{_NOUN}))",
    re.IGNORECASE,
)
"""The same behind the first word of a condition: “if the hands go to 12”, “when you turn to 40”."""
_PLURAL = ("s", "men", "children", "people", "dice")
_BEGINS_TO_ASK = pattern(rf"(?:{CONDITIONS})\b", re.IGNORECASE)
_MAY = frozenset({"may", "can", "must", "should"})
_HELPS = _MAY | {"just", "only", "simply", "then", "now", "also", "soon", "finally"}
"""Words between somebody and what is done: “the lift can only go to 12”."""
_READERS = pattern(
    r"\b(?:you|players?|readers?|hero(?:es|ine)?|adventurers?|characters?|those|whoever|any(?:one|body)|every(?:one|body)"
    r"|who|and|or|but|else)\b",
    re.IGNORECASE,
)
"""Words with which a turn may be the reader's all the same."""
_NO_COMMAND = "they"
"""Stands for words before a verb that name somebody else."""
_IN_A_ROW = pattern(r"\s*,\s*(?:(?:and|then|und|dann|et|puis|y|luego|e|poi)\s+)*")
"""What stands between turns that nobody can take one after another."""
_ASKS_BEHIND = pattern(rf",?\s+(?:{CONDITIONS}|{OTHERWISE})\b", re.IGNORECASE)
_SPEAKS = (
    r"(?:says?|said|cries|cried|whispers?|whispered|shouts?|shouted|orders?|ordered|sings?|sang"
    r"|sagte?|ruft|rief|flüsterte?|dit|dit-(?:il|elle|on)|crie|murmure|dice|dijo|disse|ripete|grida|susurra|grita)"
)
_SAYS = pattern(rf",\s+(?:(?:he|she|it|they|(?:the|my|an?)\s+\w+)\s+)?{_SPEAKS}\b", re.IGNORECASE)
"""Who says it: there may be no quotation marks."""
_WHERE = pattern(r",\s+(?:where|dort|wo|où|donde|dove)\b", re.IGNORECASE)
"""What is there: it is the number of a house."""
_VERSE = pattern(r",(?:[^\n.!?;:]*,)?[ \t]*\n[ \t]+[^\s\d][^\n\d]*(?:\n|$)")
"""A line that ends with a comma, with another one under it that is indented and has no number."""
_FEW = 4
_BARE = frozenset({"you", "du", "ihr", "vous", "sie"})
"""Whoever is spoken to may also do that in the story: “you turn to 12”."""


class Said(Struct, frozen=True):
    """A turn in words."""

    words: str
    to: str
    """The name of the chapter, in the letters of the page."""
    start: int
    end: int
    sure: bool = False
    """Whether such words hardly ever say anything else: “If you dare, turn to 12”, and not “you go to 12”."""


def turns(desk: Desk, words: str) -> Iterator[Said]:
    """The turns that words tell the reader to take; not those of somebody in the story.

    They are in English, or in the language of the book.
    """
    plain, places = _without_emphasis(words)
    named = (match for match in _TURN_TO_NAME.finditer(plain) if match["to"] in desk.names.chapters)
    found = [
        Said(match["turn"], match["to"], *match.span("turn"), match["turn"].casefold().startswith("turn"))
        for match in (*_TURN.finditer(plain), *named)
    ]
    found += _in_its_language(desk, plain)
    for bare in sorted(found, key=lambda each: each.start):
        turn = bare
        if places:  # the marks around it are part of it
            start = places[bare.start - 1] + 1 if bare.start else 0
            turn = replace(bare, start=start, end=places[bare.end])
        if is_spoken(words, turn.start) or (turn.words[:4].casefold() == "goto" and _is_code(words, turn.start)):
            continue
        near = words[max(0, turn.start - 20) : turn.start]
        before = _BEFORE.search(near)
        is_story = before is not None and before[1].casefold() in _TELLING and not _IF_NOT.search(near)
        if not is_story and not _WILL.search(near):
            yield turn


def opens_a_page(words: str) -> bool:
    """Whether the words of a choice only tell of a page, which may be one of a book in the story."""
    return _A_PAGE.fullmatch(words) is not None


def _is_code(words: str, start: int) -> bool:
    """Whether a place in some words is in a line of a program."""
    first = words.rfind("\n", 0, start) + 1
    return any(each.end() == start - first for each in _CODE.finditer(words[first : start + len("goto")]))


def _without_emphasis(words: str) -> tuple[str, list[int]]:
    """Words without the marks of italics and bold letters, and where each letter, and the end, was; empty if as before.

    In “turn to **12**” the marks stand between the words of a turn, and behind them.
    """
    marks = [each.span(mark) for each in _EMPHASIS.finditer(words) for mark in ("mark", "end")]
    if not marks:
        return words, []
    places: list[int] = []
    done = 0
    for start, end in marks:
        places += range(done, start)
        done = end
    places += range(done, len(words) + 1)
    return "".join(words[each] for each in places[:-1]), places


def turns_in_prose(desk: Desk, words: str) -> Iterator[Said]:
    """The same in prose, where much turns that is no reader: “The hands of the clock turn to 12.”"""
    found = turns(desk, words)
    turn, goes_on = next(found, None), False
    while turn is not None:  # only some of many are looked at
        following, went_on = next(found, None), goes_on
        goes_on = following is not None and _go_on(words, turn, following)
        clause, last = _before(words, turn.start)
        is_command = clause or not last or last in _COMMAND
        if is_command and not (went_on or goes_on or _is_told(words, turn)):
            story = (last in _BARE and not clause) or len(turn.to) > _LONG
            yield replace(turn, sure=turn.sure and not story)
        turn = following


def _go_on(words: str, one: Said, other: Said) -> bool:
    """Whether one turn goes on with another one, and nothing says for whom it is: “go to 3, go to 4”."""
    return (
        one.to != other.to
        and _IN_A_ROW.fullmatch(words, one.end, other.start) is not None
        and not _ASKS_BEHIND.match(words, other.end)
    )


def _is_told(words: str, turn: Said) -> bool:
    """Whether what stands behind a turn makes story of it: “go to 12, says the voice”, and a line of a poem."""
    if _SAYS.match(words, turn.end) or _VERSE.match(words, turn.end):
        return True
    return _WHERE.match(words, turn.end) is not None and not turn.words.casefold().startswith(("turn", "lies"))


def _before(words: str, start: int) -> tuple[bool, str]:
    """Whether the clause before a turn says for whom it is; and the word right before the turn, if any.

    A comma ends what the turn belongs to: `If you dare, turn to 12`.
    """
    clause = _CLAUSE.split(words[max(0, start - LONGEST) : start])[-1].strip("*_> \t•·-")
    part = clause.rpartition(",")[2].casefold().split()
    told = bool(part) and part[0] in _FOR and len(part) <= _FEW
    if _others_do(_behind_when(part) if told else part):
        return False, _NO_COMMAND
    return told or bool(_ASKS.search(clause) or _IN_ORDER.match(clause)), part[-1] if part else ""


def _behind_when(part: Sequence[str]) -> list[str]:
    """What stands behind words that say when it is, or where: “trams” in “on Sundays trams”."""
    words = " ".join(part)
    when = _WHEN.match(words)
    return words[when.end() :].split() if when else []


def _others_do(part: Sequence[str]) -> bool:
    """Whether words right before a verb name somebody who is not the reader: “the children then”, “if the hands”."""
    end = len(part)
    while end and part[end - 1] in _HELPS:
        end -= 1
    who, may = " ".join(part[:end]), not _MAY.isdisjoint(part[end:])
    asks = _IF_SOMEBODY.fullmatch(who)
    if asks is not None and not (asks["who"] and OWNS.search(asks["who"])):  # “se la hai vai al 12”
        return may or not asks["noun"] or asks["noun"].endswith(_PLURAL)  # “if a six turn to 12” leaves a verb out
    if not who or _BEGINS_TO_ASK.match(who) or part[end - 1] in _COMMAND or _READERS.search(who):
        return False
    if may:
        return _SEVERAL.fullmatch(who) is None  # “Wizards may turn to 12.”
    return bool(_SOMEBODY.fullmatch(who) or _SEVERAL.fullmatch(who))


def _in_its_language(desk: Desk, words: str) -> Iterator[Said]:
    """The turns in the language of the book, where that is another than English and has phrases."""
    if desk.language and _DIGIT.search(words):  # else the table is not even read
        phrases = load_phrases(desk.language)
        goes_on = GOES_ON.get(phrases.language)
        if goes_on is not None and phrases.language != "en":
            usual = phrases.words["turn"].split()[0]
            for match in turn_pattern(phrases, NUMBER, _after(goes_on)).finditer(words):
                sure = match[0].casefold().startswith(usual) and _is_sure(phrases.language, words, match)
                sure = sure or bool(_PLACE.search(match[0]))
                yield Said(match[0], match[match.lastindex or 0], *match.span(), sure)


def _is_sure(language: str, words: str, match: re.Match[str]) -> bool:
    """Whether the usual words for a turn say nothing else: “rendez-vous au 12” may be a meeting, “pasa al 12” a train.

    In French they are sure as a sentence of their own; German “lies” and Italian “vai” are always commands.
    """
    if language in ("de", "it") or _before(words, match.start())[0]:
        return True
    alone = words[: match.start()].rstrip(" *_")[-1:] in ("", ".", "!", "?", "\n")
    return language == "fr" and alone and words[match.end() :].lstrip(" *_\u00a0\u202f")[:1] in (".", "!")
