"""Whom a rule of a manuscript is for: every reader, only some of them, or somebody else."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from gamebook.interop.readers.asking import asked, plain
from gamebook.interop.readers.capitals import CAPITAL
from gamebook.interop.readers.speech import SPEECH
from gamebook.phrases.turns import OTHERWISE
from gamebook.sentences import CLOSING

_LONGEST = 500
"""How many letters around a rule can say whom it is for."""

_END = re.compile(
    rf"[.!?]+[{CLOSING})\]*_]*(?=\s|\Z)|\n[ \t]*\n"
    r"|\n(?=[ \t]*(?:[*•>|–-]|[a-h]\)|\d{1,3}(?:\s*[-–—,]\s*\d{1,3}|\s+or\s+\d{1,3})*\s*[:|=)–—-]))"
)
"""The end of a sentence, of an item or of a row."""
_PARAGRAPH = re.compile(r"(?:[^\n]|\n(?![ \t]*\n))+")
_BULLET = re.compile(r"\s*[*•>–-]\s")
_ITEM = re.compile(r"\s*(?:\d{1,3}[.)]|[a-h]\))\s")
_IF = (
    rf"if|unless|should you|provided|as long as|or else|in case|except|{OTHERWISE}|wenn|falls|sofern|s['’]ils?|si no"
    r"|(?<=[.,;:] )s[ie]|du (?:kannst|darfst)|ihr (?:könnt|dürft)|vous pouvez|tu peux|puedes|puoi"
)
_MAY = (
    r"you (?:may|might|could|would|can(?! (?:barely|hardly|hear|feel|just|make|no|only|see|sense|smell|taste|tell)\b))"
    r"|(?:will|do|would|shall) you|on (?:a )?(?:success|failure|hit|miss)"
    r"|(?:those|anyone|anybody|whoever|everyone|everybody) (?:of you )?(?:who|with|without|that|carrying)"
)
_ROW = re.compile(
    r"\A[\s*_|(\[>•–-]*(?:(?:on|with|for)\s+(?:an?\s+)?)?"
    r"(?:\d{1,3}|one|two|three|four|five|six)(?:\s*(?:[-–—,/&]|\bor\b|\band\b|\bto\b)\s*(?:\d{1,3}|two|three|four|five|six))*"
    r"\s*(?:[:=|)–—]|-\s|means?\b|\Z)"
    r"|\A[\s*_|(\[>•–-]*(?:on|with|rolling)\s+(?:an?\s+(?:roll\s+of\s+)?\d|\d{1,3}\s*(?:[-–—]|or\b|to\b)\s*\d)"
    r"|[;,:]\s*(?:on\s+)?\d{1,3}(?:\s*[-–—/]\s*\d{1,3}|\s+(?:or|to)\s+\d{1,3})*\s*[:=]",
    re.IGNORECASE,
)
"""`3-6: …`, `| 3-6 | …`: what happens there happens to some."""
_LABEL = re.compile(
    r"\A[\s*_|]*(?!(?:you|it|he|she|they|we|this|that|these|those|there|the|an?|your|his|her|its|their|now|then|also|finally"
    r"|roll|throw|test|fight|turn|note|remember|first|next|du|der|die|das|es|vous|le|la|tu|el|il)\b)"
    r"\w[\w'’-]*(?:\s+[\w'’-]+){0,2}\s*:(?!\s*\Z)",
    re.IGNORECASE,
)
"""`Failure: lose 2 STAMINA points`, `Wizards: …`"""
_UNMARKED = re.compile(
    r"^[ \t*_•>-]*\d{1,3}(?P<range>(?:[ \t]*[-–—][ \t]*\d{1,3}|[ \t]+(?:or|to)[ \t]+\d{1,3})?)[*_]*[ \t]+"
    rf"(?={CAPITAL})",
    re.MULTILINE,
)
"""`1-2 A bat bites.`: a row without a sign behind its faces."""
_FACES = re.compile(r"[\s*_]*\d{1,3}(?:\s*[-–—,]\s*\d{1,3}|\s+or\s+\d{1,3})*[\s*_]*")
_STRONG = re.compile(rf"\A\s*s[ie]\b|\b(?:{_IF}|{_MAY})\b", re.IGNORECASE)
_MAYBE = re.compile(
    rf"{_STRONG.pattern}|\b(?:or|either|when(?:ever)?|else|each(?! of you)|every|quand|cuando|quando|oder|ou)\b"
    r"|\b(?:the )?first (?:time|visit)\b|\A\W*you have\b[^:]*:\s*\Z|\A\s*(?:[*•>–-]\s|\|)|\n[*•>–-]\s",
    re.IGNORECASE,
)
"""Before a rule: whoever reads on may be one for whom it does not hold."""
_LATER = re.compile(
    rf"(?<!\band )(?<!\band, )(?<!\bthen )\b(?:{_IF}|when|or|instead|wenn|falls|oder)\b|\?\s*\Z", re.IGNORECASE
)
"""Behind a rule: `lose 2 STAMINA points unless you wear the cloak`."""
_INSTEAD = re.compile(
    r"\A(?!.*\bturn to\b)\W*(?:but |however,? )?(?:(?:if|unless|those|anyone|with)\b[^,]*,?.*\b(?:instead|only|ignore"
    r"|nothing|not lose|no (?:loss|damage|points?)|half|just|unhurt)\b"
    r"|.*\b(?:only|instead|nothing|not)\b.*\b(?:if|unless)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""The sentence behind a rule: `If you have the shield, you lose only 1.`"""
_NOT = re.compile(
    r"\b(?:not|never|cannot|neither|nor|unable|nobody|forbidden|impossible|unnecessary|no (?:need|longer|one|way)"
    r"|none of|pointless|useless|too \w+ to|instead of|rather than|ignor\w+|avoid\w*|refus\w+|fail(?:s|ed)? to)\b"
    r"|n['’]t\b|\bn(?:e\s+|['’])\w+\s+pas\b|\b(?:nicht|nie|niemals|kein\w*|ne|non|nunca|jamais|mai)\b|\b(?:no|n['’])\s*\Z",
    re.IGNORECASE,
)
_NEW = re.compile(r"[;:(—–]|,\s*(?=(?:so|but|then|and|you|now|therefore)\b)|\bbut\b", re.IGNORECASE)
"""Where a new clause begins, which a “not” before it leaves alone."""
_OPENED = re.compile(
    r"\A\W*(?:(?:and|but|now|then)\s+)?(?:if|unless|when|since|as|because|should|wenn|falls|si|se)\b", re.IGNORECASE
)
_NOT_BEHIND = re.compile(r"\A[^.!?,;:]{0,60}\b(?:(?-i:nicht|pas)|not (?:allowed|possible)|forbidden)\b", re.IGNORECASE)
_LIGHT = re.compile(
    r"(?:\b(?:must|will|should|shall|may|might|can|could|would|now|also|first|next|then|immediately|automatically|either|each"
    r"|just|both|at once|again|therefore|thus|so|simply|instead|always|please|all|still|further|however|once|finally"
    r"|only|permanently|temporarily|duly|each of|all of"
    r"|(?:have|has|had|need|are|going|got|forced|able) to)\b[\s,]*)+\Z",
    re.IGNORECASE,
)
"""What may stand between somebody and a verb."""
_JOINED = re.compile(r"\b(?:and|or|then|but)[\s,]*\Z", re.IGNORECASE)
_READER = re.compile(r"\b(?:you|thou|ye)(?:['’]ll|['’]d)?\s*\Z", re.IGNORECASE)
_READER_WITHIN = re.compile(r"\byou\b", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"\A\W*(?:(?:the|an?|his|her|its|their|my|our|this|that|these|those|both|every|each|they|he|she|it|we|i)\b"
    rf"|(?-i:{CAPITAL}{{2,}}))",
    re.IGNORECASE,
)
_NO_COMMA = re.compile(
    r"(?:\A|[,;:(]\s*|\b(?:and|but)\s+)(?:otherwise|else|if (?:so|not|(?:un)?lucky|yes|no)"
    r"|(?:on|with|for) (?:an? )?\d[\d\s–-]*(?:(?:or|to) \d+)?"
    r"|if (?:the |your )?(?:result|total|roll|number|score)[^,;:]*|if you\b[^,;:]*)\s*\Z",
    re.IGNORECASE,
)
"""“If you fail lose 2”: the comma is missing."""
_CONDITION = re.compile(
    r"\b(?:if|when(?:ever)?|unless|once|whether|before|after|until|while|did|had)\s+you\s*(?:also\s*|ever\s*)?\Z",
    re.IGNORECASE,
)
"""“If you lose 2 STAMINA points, …”: the change is what is asked for."""
_PURPOSE = re.compile(r"(?:\A|\s)to\s*\Z", re.IGNORECASE)
_MUST = re.compile(
    r"\b(?:(?:you|have|has|had|need|are|going|got|remember"
    r"|(?:forc|oblig|requir|allow|tell|ask)\w*(?: you)?|caus\w+ you) to)\s*\Z",
    re.IGNORECASE,
)
_FIGHT = r"(?:\w+ )?(?:fights?|combats?|battles?|duels?|tests?|rolls?|throws?|rounds?|attacks?)"
_FOR_NOW = re.compile(
    r"\b(?:for|during|throughout)\s+(?:this|that|the(?: next| following| whole)?|your next|each|every|all|any)\s+"
    rf"{_FIGHT}\b"
    r"|\bfor\s+(?:each|every)\b|\b(?:each|every)\s+(?:time|round|hour|day|turn|attack|wound|hit|blow|step|move)\b"
    r"|\bwhenever\b"
    r"|\bin\s+(?:each|every)\b|\A\W*until\b|\bper\s+\w|\btemporarily\b|\bfor the (?:duration|length|time being)\b"
    r"|\bfor the next\b"
    rf"|\bfor the (?:rest|remainder) of (?:the|this|that) {_FIGHT}\b|\bin this (?:fight|combat|battle)\b",
    re.IGNORECASE,
)
"""What comes more than once, or goes again: a line in the chapter would say something else."""
_UNTIL = re.compile(r"\b(?:until|while|as long as|so long as)\b", re.IGNORECASE)
_OFTEN = re.compile(r"\A[^.,;:]{0,40}\b(?:twice|thrice|(?:\w+ )?times|for (?:each|every))\b", re.IGNORECASE)


class Reach:
    """For whom the words of a chapter hold, place by place."""

    def __init__(self, text: str, turned: int | None = None) -> None:
        """Read the words once.

        Args:
            text: the words of a chapter, or some of them.
            turned: where some readers have turned away already; None if everybody reads on to the end.
        """
        self._text = text
        self._begins = [0, *(each.end() for each in _END.finditer(text))]
        self._turned = turned
        self._speech = [each.span() for each in SPEECH.finditer(text)]

    @cached_property
    def _doubts(self) -> list[tuple[int, int]]:
        return list(_doubts(self._text))

    def before(self, place: int) -> str:
        """The words of the sentence before a place."""
        begin = self._begins[bisect_right(self._begins, place) - 1]
        return self._text[max(begin, place - _LONGEST) : place]

    def behind(self, place: int) -> str:
        """The words of the sentence behind a place."""
        following = bisect_right(self._begins, place)
        end = self._begins[following] if following < len(self._begins) else len(self._text)
        return self._text[place : min(end, place + _LONGEST)]

    def _next(self, place: int) -> str:
        following = bisect_right(self._begins, place)
        return self.behind(self._begins[following]) if following < len(self._begins) else ""

    def some(self, start: int, end: int, stop: int | None = None, *, dice: bool = False) -> bool:
        """Whether a rule that stands between two places may hold for some readers only.

        Args:
            start: where it begins.
            end: where it ends.
            stop: where the words of its choice end, if it stands in a choice.
            dice: whether it is a test, a roll or a fight: what stands behind it is what they decide.
        """
        before = self.before(start)
        behind = self.behind(end)[: None if stop is None else stop - end]
        behind = re.split(r"[;:,]|\band\b" if dice else r"[;:]", behind, maxsplit=1)[0]
        return (
            (self._turned is not None and start >= self._turned)
            or any(low <= start < high for low, high in self._doubts)
            or _MAYBE.search(before) is not None
            or depends_on(before)
            or _LABEL.match(f"{before}…") is not None
            or _LATER.search(behind) is not None
            or (
                _only_named(before) or self.refused(start, end)
                if dice
                else _INSTEAD.search(self._next(end)) is not None
            )
        )

    @staticmethod
    def doubtful(words: str) -> bool:
        """Whether words before a rule say that it may not hold."""
        return _MAYBE.search(words) is not None or depends_on(words)

    def refused(self, start: int, end: int) -> bool:
        """Whether the words say that something is not done: “you may not …”, or somebody only speaks of it."""
        if any(low <= start < high for low, high in self._speech):
            return True
        clause = re.split(r"[;:(—–]", self.before(start))[-1]
        clause = clause.rpartition(",")[2] if _OPENED.match(clause) else clause
        clause = clause[max((each.end() for each in _NEW.finditer(clause)), default=0) :]
        return _NOT.search(clause) is not None or _NOT_BEHIND.search(self.behind(end)) is not None

    def done(self, start: int, end: int) -> bool:
        """Whether the words tell the reader, and nobody else, to do now what an English verb says."""
        return not self.refused(start, end) and _of_reader(self.before(start))

    def by_others(self, start: int) -> bool:
        """Whether somebody else does what stands at a place: “the sailors roll two dice”."""
        clause = re.split(r"[,;:(—–|]", self.before(start))[-1]
        return _SOMEBODY.match(clause) is not None and _READER_WITHIN.search(clause) is None

    def lasting(self, start: int, end: int) -> bool:
        """Whether a change comes once and stays."""
        behind = self.behind(end)
        if any(each.search(behind) for each in (_FOR_NOW, _UNTIL)) or self.often(end):
            return False
        return _FOR_NOW.search(self.before(start)) is None

    def often(self, end: int) -> bool:
        """Whether something is done more than once: “roll one die for each guard”."""
        return _OFTEN.match(self.behind(end)) is not None


def depends_on(words: str) -> bool:
    """Whether words say when something holds: a condition, a leave, or the row of a roll."""
    words = words.strip(" \n")
    return bool(words) and any((_STRONG.search(words), _ROW.search(words), asked(words)))


def _doubts(text: str) -> Iterator[tuple[int, int]]:
    """(First, last) place of what may stand under a condition that a sentence before it names.

    “If you are unlucky:” on a line of its own may hold to the end; other conditions, to the end of the paragraph.
    """
    for paragraph in _PARAGRAPH.finditer(text):
        rows = list(_UNMARKED.finditer(text, *paragraph.span()))
        if len(rows) > 1 or any(row["range"] for row in rows):  # one number alone may count something
            yield rows[0].start(), paragraph.end()
        if _ITEM.match(paragraph[0]) or _BULLET.match(paragraph[0]):
            yield paragraph.span()
        ends = [each.end() for each in _END.finditer(text, *paragraph.span())]
        for start, end in zip([paragraph.start(), *ends], [*ends, paragraph.end()], strict=True):
            words = text[start:end]
            heads = end == paragraph.end() and plain(words) != "" and words.rstrip(" *_|\n").endswith(":")
            fights = re.search(r"\bfight\b", words, re.IGNORECASE) is not None  # “… in each round, choose one:”
            if (heads and (depends_on(words) or (_MAYBE.search(words) and not fights))) or _FACES.fullmatch(
                paragraph[0]
            ):
                yield end, len(text) + 1
            elif depends_on(words) or _LABEL.match(words) or words.rstrip(f" *_{CLOSING})").endswith("?"):
                yield end, paragraph.end()


def _only_named(before: str) -> bool:
    """Whether the words before a verb only speak of what it says: “before you …”, “it is time to …”."""
    return _CONDITION.search(before) is not None or (
        _PURPOSE.search(before) is not None and _MUST.search(before) is None
    )


_MARKS = " *_\n\t\"“„«‘'"
_CLOSED = (",", ";", ":", "(", "—", "–", "|", "…")
"""Behind these, a verb in its plain form tells the reader what to do."""


def _of_reader(before: str) -> bool:
    """Whether it is the reader who does what the verb behind some words says."""
    if _only_named(before):
        return False
    words = before.rstrip(_MARKS)
    if words.endswith(_CLOSED):
        return True
    words = _LIGHT.sub("", re.sub(r"\bto\Z", "", words)).rstrip(_MARKS)
    clause = re.split(r"[,;:(—–|]", words)[-1].strip(f"{_MARKS}[•>-")
    if not clause or _READER.search(clause) or re.fullmatch(r"\d+\s*[-–.)]?\s*\d*", clause):
        return True
    joined = _JOINED.search(clause)
    if joined is not None:
        rest = clause[: joined.start()]
        return _READER_WITHIN.search(rest) is not None or _SOMEBODY.match(rest) is None
    return _NO_COMMA.search(clause) is not None or (
        _MUST.search(before) is not None and _READER_WITHIN.search(clause) is not None
    )


def with_note(rule: str) -> str:
    """A rule with a note that it is not for everybody."""
    line, end, rows = rule.partition("\n")
    return f"{line}  // not for everybody: see the text{end}{rows}"
