"""Sentences that lead on: which words of “if you dare, turn to 2, or to 3 if not” belong to which turn."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from gamebook.interop.readers.capitals import CAPITALS
from gamebook.interop.readers.headings import MENTION
from gamebook.interop.readers.number_words import words_pattern
from gamebook.patterns import pattern
from gamebook.phrases.table import LANGUAGES, Hole, cut, load_phrases
from gamebook.phrases.turns import GOES_ON, OTHERWISE, STREET, guarded
from gamebook.sentences import CLOSING, with_capital
from gamebook.syntax.heads import PLACE

_OR = r"or\s+else|or|oder|ou\s+bien|ou|oppure|o"
_AND = r"and|but|und|aber|et|mais|y|pero|e|ma"
_ASKS = r"if|unless|when|should|provided|as\s+long\s+as|wenn|falls|si|s'il|quand|se|cuando|quando"
_ELSE = rf"else|si\s+no|{OTHERWISE}"
_NUMBER = rf"(?P<opened>\()?[\"“„«‘]?(?P<target>\d{{1,4}}[a-z]?|{MENTION})[\"“”»’]?(?(opened)\))"
_ARTICLE = (
    r"(?:(?:(?:the|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli)[\s*_\[]+|l['’])"
    rf"(?=[\"“„«‘]?{MENTION}))?"
)
"""What may stand before a name: “turn to the Epilogue”."""
_BLANK = r"[\s*_]{0,9}"
_TO = r"(?:to|at|zu|bei|mit|unter|au|à|al|a)\s+"
_AIM = r"(?:to|pour|para|per|um)\s+[^\W\d_]"
"""How the words begin that say what a turn is for: “turn to 3 to go left”."""
_ENDS = rf"(?={_BLANK}(?:[.,;:!?()\]—–]|\Z|\b(?:{_ASKS}|{_ELSE}|{_OR}|to\s+[a-z]+|for|um|pour|para|per)\b))"
_NOT = r"(?:if|wenn|falls|se)\s+(?:not|nicht|no)(?=,)"
_LATER_ELSE = re.compile(
    rf"(?<=[\w)])\.(?P<blank>[ \t]+|[ \t]*\n[ \t]*)(?P<else>(?:{_NOT}|{_ELSE})\b)"
    rf"(?=,?\s+(?:(?:instead|then|dann|puis|poi)\s+)?{_TO}(?:{PLACE}\s+)?"
    rf"\(?(?:\d{{1,4}}[a-z]?|(?-i:[IVXLC]{{1,9}})|{words_pattern()})\)?[.!])",
    re.IGNORECASE,
)
"""“Turn to 2. If not, to 3.”: a sentence whose verb stands in the one before."""
_FOLLOWER = re.compile(
    rf"(?:\b(?:{_OR}|(?P<else>{_ELSE}|{_NOT}))\b"
    rf"|(?P<list>,)(?={_BLANK}(?:{_TO})?\(?\d{{1,4}}\)?{_BLANK}(?:\(?\b(?:{_ASKS})\b|{_AIM}"
    rf"|(?:,{_BLANK}\(?\d{{1,4}}\)?{_BLANK}){{0,9}},?{_BLANK}\b(?:{_OR})\b)))"
    rf"[,\s*_]{{1,9}}(?:(?:instead|then)\s+)?(?P<to>{_TO})?(?P<place>{PLACE}\s+)?"
    rf"{_NUMBER}(?!\w){_ENDS}(?={_BLANK}(?P<aim>{_AIM})|)",
    re.IGNORECASE,
)
"""`or to 3`, `or 8`, `, 5 if you lose`: a turn whose verb stands further ahead."""
_DICE = re.compile(
    r"\d|\b(?:roll|throw|thrown?|(?:an?|one|the|this|that|each)\s+die|dice|total|score|result|würf\w*|lance[rz]?|dés?)\b",
    re.IGNORECASE,
)
_NEAR = 40
"""How many letters around a turn are looked at."""
_LINE = re.compile(
    r"\n[ \t]*(?:[-*•–+>][ \t]+|(?=(?:If|When|Unless|Should|Otherwise|On|Wenn|Falls|Sonst|Si|Sinon|Se|Altrimenti)\b)"
    r"|(?=\d{1,2}(?:[ \t]*[-–][ \t]*\d{1,2}\b|[ \t]*:)))"
)
"""Where a line begins that has nothing to do with the words before it."""
_BARE = re.compile(r"\((\d{1,4}[a-z]?)\)")
"""`the left one (3), the middle one (29) or the right one (30)`"""
_CHOSEN = re.compile(rf"\?|\b(?:{_OR}|{_ELSE})\b", re.IGNORECASE)
_OPEN = re.compile(r"[(\[][\s*_]*\Z")
_SHUT = re.compile(r"[\s*_]*[)\]]")
_QUOTE = re.compile(rf"[{CLOSING}*_]*")
_ASIDE = re.compile(r"[\s*_]*\((?P<words>[^()]*)\)")
_JOINED = re.compile(rf"(?:\A|[\s,;:—–])(?:{_OR}|{_AND})[\s,*_]*(?:to[\s*_]+)?\Z", re.IGNORECASE)
"""A gap between two turns that ends in “or”: what stands before that belongs to the first."""
_APART = re.compile(
    rf"[\s*_]*(?:\Z|[,;:.!?—–)\]|]|-\s|\b(?:{_OR}|{_AND}|{_ELSE})\b)|[ \t]*\n[ \t]*(?=[{CAPITALS}\-*•])"
)
"""How a gap begins that does not belong to the turn before it."""
_NEXT = re.compile(rf"[\s*_]*[,;:.]?[\s*_]*\b(?:{_OR}|{_ELSE})\b", re.IGNORECASE)
"""How a gap begins that belongs to the turn behind it, whatever joins them."""
_CASE = re.compile(r"\bin (?:which|that) case\b", re.IGNORECASE)
_UNSAID = re.compile(rf"\b(?:{_OR}|{_ELSE})\b", re.IGNORECASE)
_LATE = re.compile(rf"[\s*_]*[,;—–][\s*_]*(?=(?:{_ASKS})\b)", re.IGNORECASE)
_CONTRARY = re.compile(
    rf"[\s*_]*[,;—–][\s*_]*(?:(?:{_OR}|{_AND})\s+)?"
    rf"(?:(?:if\s+(?:not|you\s+do\s+not|you\s+don['’]t)|wenn\s+nicht|falls\s+nicht)(?=,|\s+then\b)|(?:{_ELSE})\b)",
    re.IGNORECASE,
)
"""“; if not, you stagger on”: what a gap says of those who do not turn."""
_AT_ONCE = re.compile(
    r"(?:now|at once|immediately|straight ?away|instead|again|next|sofort|maintenant|tout de suite|ahora|ora|subito)",
    re.IGNORECASE,
)
_JOINS = re.compile(rf"(?:[ ,]+(?:{_AND}|{_OR}|by|then|just|simply)|,\s*(?:so|dann))$", re.IGNORECASE)
"""What joins words to the turn behind them."""
_AGAIN = re.compile(r"\s*,?\s*(?:and|to) (?:choose|try|start|decide) again\b", re.IGNORECASE)
_EMPTY = re.compile(
    r"(?:then|now|so|either|next|please|dann|nun|jetzt|dort|puis|alors|luego|poi"
    r"|(?:you|he|she) (?:may|can|could|must|should|will|have to)(?: now| also| either| then)*|(?:will|do) you)?",
    re.IGNORECASE,
)
"""Words that say nothing about where a turn leads."""
_EMPHASIS = pattern(
    r"(?<![\w*`])(?P<mark>\*{1,3}|`)(?=[^\s*`])(?P<words>[^*`]*[^\s*`])(?P=mark)"
    r"|(?<![\w])(?P<line>_{1,3})(?=[^\s_])(?P<said>[^_]*[^\s_])(?P=line)(?!\w)"
)
"""Words in italics, in bold letters or as code in Markdown; innermost marks first."""
_ASKED = re.compile(r"(?:do|will|would) you (?:(?:want|wish|prefer|like|choose|dare|decide) to )?(?=\w)", re.IGNORECASE)


_SURELY = re.compile(
    rf"{_BLANK}[{CLOSING})\]]?{_BLANK}(?:(?:{_AT_ONCE.pattern})\b{_BLANK})?"
    rf"(?:[.!?…]|\Z|(?<=[)\]])|\n[ \t]*(?-i:[\n\-*•{CAPITALS}])"
    rf"|\b(?:{_ASKS}|{_ELSE})\b|(?:to|um|pour|para|per)\s+(?!cento?\b)[^\W\d_]"
    rf"|[,;:(—–-]{_BLANK}(?:\b(?:{_AND}|{_OR})\b[\s,]{{1,9}})?\(?\b(?:{_ASKS}|{_ELSE})\b)",
    re.IGNORECASE,
)
"""What follows a number in words that surely leads on: the end of the sentence, or what the turn depends on."""
_NAMED = re.compile(rf"\b{PLACE}\s{{1,9}}\Z", re.IGNORECASE)
_OTHERS = re.compile(rf"{_BLANK}[{CLOSING})\]]?{_BLANK}[,;]?{_BLANK}\b(?:{_OR})\b", re.IGNORECASE)


_LATER = (
    r"unless|should|but|else|to(?!\s+\d)|for|in|on|at|as|by|with|without|from|before|after|while|because|since|once|so"
    r"|then|now|again|instead|straight|right|also|next|below|above|please|via|through|until|where|whatever|whenever"
    r"|though|although|not|only|rather|even|just|alone|anyway|regardless|provided|whether|the|this|that|you|your|he|she|they|\w+ly|(?-i:[a-z]+ing)"
    "|aber|als|jetzt|nun|sofort|dann|gleich|um|für|ohne|mit|weiter|zurück|auf|nach|vor|bevor|nachdem|weil|da|damit"
    "|bitte|direkt|wieder|dort|hier|wo|fort|nur|zum|zur|durch|über|trotzdem"
    r"|mais|pour|maintenant|tout|puis|ensuite|afin|sans|avec|quand|lorsque|dès|après|avant|dans|par|aussitôt|\w+mente?"
    "|pero|para|ahora|entonces|cuando|sin|con|en|de|por|ma|per|ora|subito|quando|senza|dopo|prima|adesso"
)
"""Words that may stand right behind the number of a turn, beside those with which a sentence goes on."""
_NO_NOUN = (
    rf"(?:(?<=[\ue002\"“”»’])|(?![*_]{{0,3}}(?:[ \t]+|[ \t]*\n[ \t]*(?=[*_]{{0,3}}(?-i:[a-zß-ÿ])))"
    rf"(?!(?:{'|'.join(GOES_ON.values())}|{_LATER})\b)[*_]{{0,3}}[^\W\d_])(?!,\s+{STREET}))"
)
"""What must not stand behind the number of a turn, as in “go to 3 doors” and “go to 2, Dock Street”.

Behind a name it may.
"""


@lru_cache(maxsize=1)
def turns() -> re.Pattern[str]:
    """The pattern of a turn, in every language that has phrases."""
    return re.compile("|".join(each.pattern for each in _turns_by_language().values()), re.IGNORECASE)


@lru_cache(maxsize=1)
def _turns_by_language() -> dict[str, re.Pattern[str]]:
    found = {}
    for language in LANGUAGES:
        phrases = load_phrases(language)
        forms = {*phrases.words["turn"].split("|"), *phrases.also.get("turn", ())}
        patterns = [
            guarded(form, "".join(map(_part, parts))) + (_NO_NOUN if isinstance(parts[-1], Hole) else "")
            for form in sorted(forms, key=len, reverse=True)
            if (parts := cut(form.strip()))
        ]
        found[language] = re.compile(rf"\b(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
    return found


def _part(part: str) -> str:
    """A piece of a phrase as a pattern: the number or the name of a section, or words with any blanks between them."""
    number = rf"(?:{PLACE}\s+)?{_ARTICLE}(?:\((\d{{1,4}}[a-z]?)\)|[\"“„«‘]?(\d{{1,4}}[a-z]?|{MENTION})[\"“”»’]?)"
    return number if isinstance(part, Hole) else spaced(part)


def language_of(text: str) -> str:
    """The language whose turns stand in the text most often; empty if there are none."""
    counts = {language: len(said.findall(text)) for language, said in _turns_by_language().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""


def spaced(words: str) -> str:
    """Words as a pattern, with any blanks and marks between them."""
    lead = r"[\s*_\]]+" if words[:1] == " " else ""
    tail = r"[\s*_\[]+" if words[-1:] == " " else ""
    return lead + r"\s+".join(re.escape(word) for word in words.split()) + tail


def with_sentences_joined(text: str) -> str:
    """The text with “turn to 2; if not, to 3” for two sentences of which the second has no verb."""
    return _LATER_ELSE.sub(lambda found: f";{found['blank']}{found['else'][0].lower()}{found['else'][1:]}", text)


# ---- cutting ----------------------------------------------------------------------------------------


class Turn(Struct, frozen=True):
    """A turn that a sentence names."""

    target: str
    said: str
    """The turn itself: “turn to 12”."""
    head: str
    """What stands before it and belongs to it."""
    tail: str = ""
    """What stands behind it and belongs to it."""
    prose: str = ""
    """What stands before the head and belongs to no turn."""

    @property
    def label(self) -> str:
        """The words of the choice; empty if the sentence has none."""
        words = [each for each in (_tidy(self.head), _tidy(self.tail)) if each]
        label = ", ".join(words)
        label = _ASKED.sub("", label) if _ASKED.match(label) else label
        label += ")" if label.count("(") > label.count(")") else ""
        return with_capital(label)


class Reading(Struct, frozen=True):
    """A sentence, with its turns in order."""

    turns: tuple[Turn, ...]
    rest: str
    """What stands behind the last one and belongs to none; the whole sentence if there is none."""


class _Place(Struct, frozen=True):
    start: int
    end: int
    target: str
    said: str
    open: bool = False
    """Whether the bracket in front of it is closed further on."""
    joined: bool = False
    """Whether its verb stands further ahead."""


def read_sentence(sentence: str, known: Collection[str]) -> Reading:
    """Cut a sentence at its turns.

    Args:
        sentence: one sentence, in which mentions of chapters are marked.
        known: the numbers of all chapters; others are no turns where the verb is missing.
    """
    places = list(_places(sentence, known))
    if not places:
        return Reading((), sentence)
    found: list[Turn] = []
    prose, head = _lines(sentence[: places[0].start])
    for here, following in zip_longest(places, places[1:]):
        gap = sentence[here.end : following.start if following else len(sentence)]
        tail, gap = _own(gap, here)
        if following is None:
            more, rest = _last(gap)
            found.append(Turn(here.target, here.said, head, tail + more, prose))
            return Reading(tuple(found), rest)
        more, rest = (gap, "") if following.joined else _between(gap, headed=bool(_tidy(head)))
        found.append(Turn(here.target, here.said, head, tail + more, prose))
        prose, head = _lines(rest)
    raise AssertionError


def _places(sentence: str, known: Collection[str]) -> Iterator[_Place]:
    found = list(turns().finditer(sentence))
    bare: list[re.Match[str]] = []
    if _BARE.search(sentence):
        led = list(_with_followers(sentence, found, known))
        between = zip([0, *(each.end for each in led)], [*(each.start for each in led), len(sentence)], strict=True)
        bare = [each for start, end in between for each in _BARE.finditer(sentence, start, end)]
    if (found or len(bare) > 1) and all(each[1] in known for each in bare) and _CHOSEN.search(sentence):
        found = sorted((*found, *bare), key=lambda each: each.start())
    return _with_followers(sentence, found, known)


def _with_followers(sentence: str, found: Sequence[re.Match[str]], known: Collection[str]) -> Iterator[_Place]:
    """The turns that were found, each with those behind it that share its verb."""
    for here, following in zip_longest(found, found[1:]):
        target = next(group for group in here.groups() if group)
        yield _bracketed(sentence, _Place(here.start(), here.end(), target, here[0]))
        place, stop = here.end(), following.start() if following else len(sentence)
        while (more := _FOLLOWER.search(sentence, place, stop + _NEAR)) is not None and more.end() <= stop:
            number = more["target"].lstrip("0") or "0"
            if number[0].isdigit() and number not in known:
                break
            if not _leads_on(sentence[place : more.start()], more):
                break
            said = here[0].replace(target, more["target"])
            yield _bracketed(sentence, _Place(more.start(), more.end(), more["target"], said, joined=True))
            place = more.end()


def numbers_in(sentence: str, known: Collection[str]) -> Iterator[tuple[int, bool]]:
    """Where the numbers of turns stand, and whether what follows each shows that it is one.

    In words, a number may say how many: “you return to one thing”. Numbers that share a verb are turns together.

    Args:
        sentence: one sentence, with its numbers in digits.
        known: the numbers of all chapters.
    """
    sharing: list[int] = []
    sure = True
    places = list(_places(sentence, known))
    for here, following in zip_longest(places, places[1:]):
        number = sentence.rfind(here.target, here.start, here.end)
        sharing.append(number)
        named = _NAMED.search(sentence, max(0, number - _NEAR), number)
        sure = sure and (named is not None or _is_sure(sentence, here, following))
        if following is None or not following.joined:
            yield from ((each, sure) for each in sharing)
            sharing, sure = [], True


def _is_sure(sentence: str, here: _Place, following: _Place | None) -> bool:
    """Whether a number leads on by what stands behind it: nothing more, a condition, or “or” and another turn."""
    if _SURELY.match(sentence, here.end):
        return True
    if following is None:
        return False
    others = _OTHERS.match(sentence, here.end)
    if others is not None:
        return re.search(r"\d", sentence[others.end() : max(others.end(), following.start)]) is None
    return following.joined and not sentence[here.end : following.start].strip()


def unread_turn(reading: Reading, known: Collection[str]) -> bool:
    """Whether words that belong to no turn of their own may hold another: “or 8”."""
    words = (*(each.tail for each in reading.turns), reading.rest)
    return any(each["target"] in known for part in words for each in _FOLLOWER.finditer(part))


def _leads_on(between: str, more: re.Match[str]) -> bool:
    """Whether a number behind “or” is one to turn to, and none of what the words ask for."""
    words = between.strip(f" ,\t\n*_{CLOSING})]")
    if not words or (words == ";" and more["else"]):
        return bool(more["to"] or not more["else"])
    if more["aim"] and re.match(_AIM, words) and not re.search(r"\d", words):
        return True
    if re.search(r"\d", words) or (_APART.match(between) and not _LATE.match(between)):
        return False
    if more["to"] or more["place"] or more["list"]:
        return True
    if more["else"]:
        return False
    return between.rstrip(" \n*_").endswith((",", ")", ";")) and not _DICE.search(words)


def _bracketed(sentence: str, place: _Place) -> _Place:
    """The place with the brackets around it: `(turn to 2)`."""
    before = _OPEN.search(sentence[max(0, place.start - _NEAR) : place.start])
    if before is None:
        return place
    behind = _SHUT.match(sentence, place.end)
    return replace(place, start=place.start - len(before[0]), end=behind.end()) if behind else replace(place, open=True)


def _lines(words: str) -> tuple[str, str]:
    """Prose, and what belongs to the next turn: its own line, if one begins there."""
    first = re.search(r"\w", words)
    cuts = list(_LINE.finditer(words, first.start())) if first else []
    return (words[: cuts[-1].start() + 1], words[cuts[-1].end() :]) if cuts else ("", words)


def _own(gap: str, place: _Place) -> tuple[str, str]:
    """What follows a turn in brackets, or in those that are open; and what is left."""
    if place.open and ")" in gap:
        inner, _, rest = gap.partition(")")
        return inner, rest
    gap = gap[_QUOTE.match(gap).end() :]  # type: ignore[union-attr]
    again = _AGAIN.match(gap)
    gap = gap[again.end() :] if again else gap
    aside = _ASIDE.match(gap)
    return (aside["words"], gap[aside.end() :]) if aside else ("", gap)


def _between(gap: str, *, headed: bool) -> tuple[str, str]:
    """What belongs to the turn before a gap, and what to the one behind it."""
    line = _LINE.search(gap)
    if line is not None:
        return ("", gap) if _APART.match(gap) else (gap[: line.start()], gap[line.start() :])
    case = _CASE.search(gap)
    if case is not None:
        return gap[: case.start()], gap[case.start() :]
    if _NEXT.match(gap) or re.match(r"[\s*_]*;", gap):
        return "", gap
    joined = _JOINED.search(gap)
    if joined is not None:
        return gap[: joined.start()], ""
    if _APART.match(gap) or re.match(r"\s*(?:If|Otherwise|Unless|Wenn|Sonst|Falls|Si|Se)\b", gap):
        return "", gap
    words = gap.rstrip(" \t\n,*_")
    cut_at = max(words.rfind(each) for each in ",;:—–\n")
    if cut_at < 0:
        others = list(_UNSAID.finditer(words))
        cut_at = others[-1].start() if others else 0 if headed else len(gap)
    return gap[:cut_at], gap[cut_at:]


def _last(gap: str) -> tuple[str, str]:
    """What belongs to the last turn, and what to none."""
    words = gap.strip()
    if not re.search(r"\w", words):
        return "", gap
    if _CONTRARY.match(gap):
        return "", gap
    if _LATE.match(gap) or not _APART.match(gap):
        end = re.search(rf"[.!?]*[{CLOSING})\]*_]*\s*\Z", gap)
        line = re.search(rf"\n(?=[ \t]*[{CAPITALS}\-*•])", gap)
        stop = min(end.start() if end else len(gap), line.start() if line else len(gap))
        return gap[:stop], gap[stop:]
    return "", gap


def _tidy(words: str) -> str:
    """Words without emphasis and what joined them to others; empty if they say nothing."""
    words = " ".join(words.split())
    while (plain := _EMPHASIS.sub(lambda found: found["words"] or found["said"], words)) != words:
        words = plain
    words = words.replace("**", "").replace("`", "").strip(" ,;:—–-*_.([|)]>•!?")
    words = re.sub(rf"^(?:(?:{_OR}|{_AND})\b[\s,]+)+", "", words).strip(" ,;")
    words = _JOINS.sub("", words).strip(" ,;")
    if re.fullmatch(rf"{_OR}|{_AND}|by", words, re.IGNORECASE) or _AT_ONCE.fullmatch(words):
        return ""
    return "" if _EMPTY.fullmatch(words) or not re.search(r"\w", words) else words
