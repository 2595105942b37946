"""Manuscripts: sections under numbers or names, and “turn to 12” by the phrases of printed books."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import islice, zip_longest

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import Body, Chapter, Draft, End, Jump, Kept, Link, Origin, Step, Words, walk
from gamebook.interop.readers.apart import with_numbers_apart
from gamebook.interop.readers.asking import asked, begins_row, depends, is_condition, is_question, row_of, unclear
from gamebook.interop.readers.comments import without_comments
from gamebook.interop.readers.documents import ASIDE, apart, aside, is_docx, is_rtf, own, without_struck
from gamebook.interop.readers.docx import docx_text
from gamebook.interop.readers.emphasis import with_emphasis
from gamebook.interop.readers.headings import (
    IN_DOUBT,
    SAID,
    Mentions,
    headings,
    name_of,
    unmarked,
    with_plain_links,
)
from gamebook.interop.readers.items import with_items_apart, without_number
from gamebook.interop.readers.markdown import front, unescaped
from gamebook.interop.readers.outcomes import outcome
from gamebook.interop.readers.proposals import (
    FOE,
    Place,
    begins_with_change,
    needed_above,
    proposals,
    rolls,
    throws,
    unread,
)
from gamebook.interop.readers.rtf import rtf_text
from gamebook.interop.readers.sections import HEAD, mentions_of, sections_of
from gamebook.interop.readers.sentences import (
    Reading,
    Turn,
    language_of,
    read_sentence,
    spaced,
    turns,
    unread_turn,
    with_sentences_joined,
)
from gamebook.interop.readers.speech import SPEECH, with_speech_marked
from gamebook.interop.sources import Material, NotReadable
from gamebook.patterns import pattern
from gamebook.phrases.table import LANGUAGES, load_phrases
from gamebook.phrases.turns import OTHERWISE
from gamebook.sentences import CLOSING, with_capital
from gamebook.syntax.words import short

_SENTENCE = re.compile(rf"[^.!?]+[.!?]*(?:[{CLOSING})\]*_]| »(?=[\s,;:)]|\Z))*\s*|[.!?]+\s*")
_ROW_END = re.compile(r"(?<=\|\n)")
"""Where a row of a table ends, and so does a sentence."""
_NO_WORDS = "…"
"""The words of a choice that has none."""
_HERE = "\ue003"
"""Stands in the text where a sentence that leads on was."""
_CHOICE = re.compile(
    r"(?:if|unless|when|should|do you|will you|you (?:may|can)|wenn|falls|willst|möchtest|du kannst"
    rf"|si|voulez|vous pouvez|tu peux|se|puoi|puedes|quieres|vuoi|{OTHERWISE})\b"
    r"(?! (?:you are|you have finished|ready|done)\b)",
    re.IGNORECASE,
)
"""How the words of a turn begin that the reader may take or leave."""


_NUMBER_LINK = re.compile(r"\[\**(\d{1,4}[a-z]?)\**\]\([^()\s]{0,200}\)")
_MARKDOWN = re.compile(r"^#{1,6}[ \t]*\S", re.MULTILINE)
_TITLE = pattern(r"\s*#?[ \t]*(\S[^\n]{0,200}(?<![.!?…:,;])) *(?:\n|\Z)")
"""A first line that is no sentence."""
_SHORT_LINE = pattern(r"^#?[ \t]*(\S[^\n]{0,80})$", re.MULTILINE)
_MOST_IN_LINE = 100_000
"""Letters of the longest line: a whole book in one line has no sections, and would be read for minutes."""
_ITEM = pattern(
    r"^(?P<words>[ \t]*(?:\d{1,2}|[a-z])[.)][ \t]+\w"
    r"(?:[^\n?!.…\d]|\n(?![ \t]*(?:\n|(?:\d{1,2}|[a-z])[.)]))){1,160})\.[ \t]+(?P<turn>[^\n.!?]{1,60}[.!]?[ \t]*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""An item of a list with a sentence, and another that may be a turn: “1. Climb the wall. Turn to 2”."""
_ATTRIBUTES = re.compile(r"(?m)(?<![ \t])[ \t]+\{[#.][^{}\n]{0,200}\}[ \t]*$")


@lru_cache(maxsize=1)
def _ends() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How each kind of ending is printed, in every language that has phrases."""
    found = []
    for kind in ("victory", "defeat", "ending"):
        heads = [load_phrases(each).words[f"end-{kind}"].partition("{")[0].strip(" \u00a0:") for each in LANGUAGES]
        words = r"\s*:\s*(?P<words>[^.!?]+)"
        printed = "|".join(spaced(each) for each in heads)
        found.append((kind, re.compile(rf"\b(?:{printed})(?:{words}){'' if kind == 'ending' else '?'}", re.IGNORECASE)))
    return tuple(found)


MARKDOWN = (".md", ".markdown")
"""How the names of files in Markdown end."""


def text_of(material: Material) -> str:
    """The words of a manuscript, whatever kind of file it is."""
    data = material.first[1]
    if is_docx(data):
        return docx_text(material)
    if is_rtf(data):
        return rtf_text(material)
    text = without_comments(own(material.text()), lambda words: aside("comment", words))
    return without_struck(text) if material.first[0].lower().endswith(MARKDOWN) else text


def _plain(text: str) -> str:
    """The text without marks of Pandoc: numbers that are links as numbers, headings without attributes.

    Links to headings are all written in one way, and blanks at which no line breaks are usual ones.
    """
    text = with_sentences_joined(with_plain_links(re.sub("[\u00a0\u202f\u2007]", " ", text)))
    return _ATTRIBUTES.sub("", _NUMBER_LINK.sub(r"\1", text))


def fits(material: Material, text: str) -> bool:
    """Whether a file has sections with numbers, and turns to them; every DOCX or RTF document is taken for one."""
    if material.folder:
        return False
    data = material.first[1]
    if is_docx(data) or is_rtf(data):
        return True
    if _too_long(text):
        return False
    text = _plain(text)
    if len(HEAD.findall(text)) > 1 and turns().search(text) is not None:
        return True
    named = headings(text)
    if len(named) > 1 and turns().search(Mentions([name_of(each) for each in named]).marked(text)) is not None:
        return True
    return with_numbers_apart(text)[0] != text


def doubt(text: str) -> str:
    """Why a text is not read though it looks like a manuscript, and what to do; empty if it does not look like one."""
    if found := _too_long(text):
        return found
    cause = with_numbers_apart(_plain(text))[1]
    return _doubtful(cause) if cause else ""


def _too_long(text: str) -> str:
    """Which line of a text is too long for a paragraph of a book, and what to do; empty if none is."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > _MOST_IN_LINE:
            return (
                f"line {number}, “{short(line)}”, has {len(line):,} letters, and a line of a manuscript has at most "
                f"{_MOST_IN_LINE:,}; write each paragraph, and the number of each section, on a line of its own"
            )
    return ""


def _doubtful(cause: str) -> str:
    return (
        f"it is not certain which lines begin sections: {cause}; write the number of each section in digits, alone on "
        "its line, with a blank line above it"
    )


def _is_read(sentence: str) -> bool:
    """Whether a sentence leads on, or rules are proposed for it."""
    return turns().search(sentence) is not None or bool(proposals(sentence, ())) or unread(sentence)


def _has_escapes(material: Material, text: str) -> bool:
    """Whether a text is Markdown, in which a backslash before a sign is none of the author's words."""
    data = material.first[1]
    return not is_docx(data) and not is_rtf(data) and _MARKDOWN.search(text) is not None


def read(material: Material) -> Draft:
    """The draft of a manuscript: what it says about rules is proposed in comments."""
    text = text_of(material)
    if found := _too_long(text):
        raise NotReadable(f"{material.path}: {found}")
    text, beside = apart(text)
    text = with_emphasis(text, _SENTENCE, _is_read)
    words: Callable[[str], str] = unescaped if _has_escapes(material, text) else str
    asides = iter([Origin("other", name, f"{name}: {words(told)}") for name, told in beside])
    said, text = front(_plain(text))
    draft = Draft("manuscript")
    text, sections, cause = sections_of(text, lambda marked: words(unmarked(marked)))
    if cause and not sections:
        raise NotReadable(f"{material.path}: no chapters were found, read as manuscript: {_doubtful(cause)}")
    before = words(unmarked(text[: sections[0].start] if sections else text))
    title = _TITLE.match(before) or _SHORT_LINE.search(before)
    draft.title = said.get("title") or (title[1].strip("#* _") if title else "")
    draft.author = said.get("author", "")
    draft.language = said.get("lang") or language_of(text)
    draft.leftovers += islice(asides, before.count(ASIDE))
    before = before.replace(ASIDE, "")
    if before.strip("# *_\t\n") not in ("", draft.title):
        draft.leftovers.append(Origin("other", "text before the first section", before))
    names = [each.name for each in sections if not each.part]
    mentions = mentions_of(sections, [each.name for each in sections if not each.numbered and not each.part])
    known, met = frozenset(names), set[str]()
    above: tuple[Kept, ...] = ()
    for section, following in zip_longest(sections, sections[1:]):
        end = following.start if following else len(text)
        if section.part:
            told = words(unmarked(text[section.start : end]).replace(ASIDE, "")).strip(" \t\n#")
            above += (Kept(Origin("other", "heading of a part", told)),)
            above += tuple(map(Kept, islice(asides, text.count(ASIDE, section.start, end))))
            continue
        own = section.name if section.name not in met else f"{section.name} (again)"
        met.add(own)
        inner = words(text[section.end : end])
        kept_here = tuple(map(Kept, islice(asides, inner.count(ASIDE))))
        prose, *steps = _section(re.sub(rf"(?<!\n)\n*{ASIDE}", "", inner), mentions, known)
        body = (*above, prose, *kept_here, *steps)
        above = ()
        if section.boxes:
            boxes = "a box to tick" if section.boxes == 1 else f"{section.boxes} boxes to tick"
            body = (Kept(Origin("other", "tick box", f"the chapter has {boxes}")), *body)
        number = int(section.name) if section.numbered and section.name.isdecimal() else None
        draft.chapters.append(Chapter(own, section.title, body, number))
    draft.leftovers += [each.origin for each in above]
    draft.leftovers += asides  # those in the head of a section
    kept = [step.origin.raw for each in draft.chapters for step in walk(each.body) if isinstance(step, Kept)]
    draft.leftovers.extend(Origin("other", "for the rules proposed here", each) for each in needed_above(kept))
    draft.start = "1" if "1" in names else names[0] if names else ""
    draft.troubles.extend(material.troubles)
    return draft


def _section(text: str, mentions: Mentions, known: Collection[str]) -> Body:
    """Prose, proposals, and the sentences that lead on: their words are those of the choices."""
    text = with_items_apart(_listed(mentions.marked(text)), _leads_on, throws)
    text = FOE.sub(r"\n\n\g<0>\n\n", _ITEM.sub(_as_choice, text))
    said: list[str] = []
    made = _Choices(mentions, known)
    for paragraph in re.split(r"\n[ \t]*\n", text):
        mark, words = without_number(paragraph)
        made.begin_paragraph(unmarked(paragraph))
        kept = ""
        for sentence in (
            each for line in _ROW_END.split(with_speech_marked(words)) for each in _SENTENCE.findall(line)
        ):
            reading = read_sentence(sentence, known)
            kept += "".join(each.prose for each in reading.turns)
            kept += made.read(sentence, reading)
            rest = reading.rest.lstrip(" ,;:)") if reading.turns else reading.rest
            rest = with_capital(rest) if reading.turns else rest
            kept += rest if not reading.turns or re.search(r"\w", rest) else "\n" if rest.endswith("\n") else ""
        said.append(f"{mark}{kept}" if re.search(r"\w", kept) else kept)
        made.end_paragraph()
    links = made.links
    ends = [each for each in map(_ending, _SENTENCE.findall(unmarked(text))) if each is not None]
    jumps = len(links) == 1 and not ends and not links[0].body and not made.free
    before = f"{made.labels[0]}. " if jumps and made.labels[0] else ""
    said = [unmarked(each).replace(_HERE, before).strip() for each in said]
    steps: list[Step] = [Words(("\n\n".join(each for each in said if each),))]
    places = [] if jumps else made.places(text)
    turned = None if jumps else _turned(text, places)
    for proposal in proposals(text, made.results, [each for _, each in places], turned):
        if proposal.choice is None:
            steps.append(proposal.kept)
        else:
            number = places[proposal.choice][0]
            links[number] = replace(links[number], body=(*links[number].body, proposal.kept))
    text = unmarked(text)
    steps += made.unread
    steps += [] if jumps else made.changing
    if jumps:
        return (*steps, Jump(links[0].target, links[0].origin))
    if not links and len(ends) == 1 and not asked(str(ends[0].label[0])):
        return (*steps, *ends[0].body)
    if not links and not ends:
        return (*steps, *_taken_for(text))
    return (*steps, *links, *map(_conditional, ends))


def _leads_on(words: str) -> bool:
    return turns().search(words) is not None


def _turned(text: str, places: Sequence[tuple[int, Place]]) -> int | None:
    """Where the first readers turn away from a chapter that offers a choice, or ends for some."""
    found = [place.turn for _, place in places]
    turn = turns().search(text)
    found += [turn.end()] if turn else []
    found += [each.start() for _, said in _ends() for each in said.finditer(text)]
    return min(found, default=None)


@lru_cache(maxsize=1)
def _rows() -> re.Pattern[str]:
    return re.compile(
        rf"^[ \t]*(?:[-*•–][ \t]+)?(?P<words>\w[^\n?!.…]{{1,160}})"
        rf"(?:[?!]+|\.{{3,}}|…)[{CLOSING}*_]*(?P<gap>[ \t]+)(?={turns().pattern})"
        r"(?P<turn>[^\n.!?]{1,60}?)[.!]?[ \t]*$",
        re.MULTILINE | re.IGNORECASE,
    )


def _as_choice(item: re.Match[str]) -> str:
    """An item of a list with a colon before its turn: “1. Climb the wall: turn to 2”."""
    return f"{item['words']}: {item['turn']}" if turns().match(item["turn"]) else item[0]


def _listed(text: str) -> str:
    """The text, with a colon between the two columns of a list of choices: “Climb the wall?     Turn to 2”."""
    rows = list(_rows().finditer(text))
    if len(rows) < 2 and not any(len(each["gap"].expandtabs(4)) > 1 for each in rows):
        return text
    return _rows().sub(r"\n\n\g<words>: \g<turn>.\n\n", text)


class _Choices(Struct):
    """The choices of a chapter, as they are read sentence by sentence, and what was not understood."""

    mentions: Mentions
    known: Collection[str]
    """The numbers of all chapters."""
    links: list[Link] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    """The words of each link; empty where the text has none."""
    results: list[tuple[str, str]] = field(default_factory=list)
    """(Words, target) of those that dice decide."""
    unread: list[Kept] = field(default_factory=list)
    changing: list[Kept] = field(default_factory=list)
    """Turns that come after a change of the sheet: no choice of the reader, if others stand beside them."""
    free: bool = False
    """Whether the words of a turn say that it is a choice."""
    _asked: str = ""
    """What was asked last: “otherwise” asks for the contrary."""
    _heading: str = ""
    """“If you have the lantern:”, as long as nothing stands under it."""
    _question: str = ""
    """“Do you have the lantern?”, as long as nothing stands behind it."""
    _held: str = ""
    """What a sentence before asked for that leads nowhere: it may still hold in its paragraph."""
    _row: str = ""
    """The faces of a row of a roll, as long as sentences on its line follow that may lead on."""
    _indent: int = 0
    """How far the paragraph is indented in which `_heading` stands."""
    _strange: list[str] = field(default_factory=list)
    _unread_turn: bool = False
    """Whether a turn stands among what was not understood."""
    _words: list[tuple[Turn, bool]] = field(default_factory=list)
    """The turn of each link, and whether no other shares its words."""

    def begin_paragraph(self, paragraph: str) -> None:
        """Forget a row, “1-2:”, whose lines are over: another row begins, or a line that is indented less."""
        words = paragraph.strip("\n")
        if not words.strip():
            return
        indent = len(words) - len(words.lstrip())
        if begins_row(self._heading) and (begins_row(words) or indent < self._indent):
            self._heading = ""
        if not self._heading:
            self._indent = indent

    def read(self, sentence: str, reading: Reading) -> str:
        """Add the turns of a sentence; the mark that stands for them in the text."""
        whole = " ".join(unmarked(sentence).split())
        strange = unread(reading.rest) or any(unread(each.prose) for each in reading.turns)
        told = SPEECH.sub("…", reading.rest)
        strange |= SAID in sentence or IN_DOUBT in sentence
        end = None if reading.turns else _ending(unmarked(sentence))
        if end is not None:  # its words are those of the choice or of the end
            label = str(end.label[0])
            strange = (
                SAID in sentence
                or IN_DOUBT in sentence
                or (not asked(label) and label != _NO_WORDS and (unread(label) or unclear(label)))
            )
        if re.search(r"\w", told) and is_condition(told):
            kind = asked(told)
            self._asked = self._asked or "state" if kind in ("", "same", "otherwise") else kind
            self._heading = whole if whole.rstrip(" *_").endswith(":") else ""
            self._question = whole if is_question(whole) else ""
            self._held = self._asked
            strange |= end is None
        elif re.search(r"\w", reading.rest):
            self._question = ""
            wish = reading.rest.rstrip(f" \n*_{CLOSING})").endswith("?")  # “Do you want to fight? If so, …”
            self._asked = "dice" if rolls(reading.rest) else "" if wish else self._asked
        self.free |= bool(strange and reading.turns)
        begun = filter(None, (self._faces(line) for line in reversed(unmarked(sentence).splitlines())))
        self._row = next(begun, self._row)
        before = ""
        alone = len(reading.turns) == 1 or all(each.label for each in reading.turns)
        for turn in reading.turns:
            if turn.label or turn.target != before:  # “Turn to 12: turn to 12” is one
                self._words.append((turn, alone))
                strange |= self._add(turn, whole)
            before = turn.target
        if strange:
            self._strange.append(whole)
            self._unread_turn |= bool(reading.turns) and unread_turn(reading, self.known)
        if "\n" in sentence[len(sentence.rstrip()) :]:
            self._row = ""
        return _HERE if reading.turns else ""

    def places(self, text: str) -> list[tuple[int, Place]]:
        """(Number, where its words stand) of each choice whose words stand in a text as they were read."""
        found, place = [], 0
        for number, (turn, alone) in enumerate(self._words):
            said = re.compile(rf"{re.escape(turn.said)}(?!\w)").search(text, place)
            start = text.rfind(turn.head, place, said.start()) if said else -1
            if said is None or start < 0:
                continue
            place = said.end()
            tail = text.find(turn.tail, place) if turn.tail else -1
            end = tail + len(turn.tail) if tail >= 0 else place
            found.append((number, Place(start, said.start(), end, alone)))
        return found

    def _told_in_row(self, label: str) -> str:
        """What a turn in a row of a roll depends on: the faces, and its own words."""
        if not label or row_of(label, rolled=True):
            return label or self._row
        return f"{self._row}: {label}"

    def _faces(self, words: str) -> str:
        return row_of(words, rolled=self._asked == "dice")

    def end_paragraph(self) -> None:
        """Keep what was not understood in a paragraph as one comment."""
        self._held = self._row = ""
        if self._strange:
            words = "not understood, please read: " + " ".join(self._strange)
            origin = ("link", "turn without its verb") if self._unread_turn else ("other", "not understood")
            self.unread.append(Kept(Origin(*origin, words)))
            self._strange, self._unread_turn = [], False

    def _add(self, turn: Turn, whole: str) -> bool:
        """Add a turn; whether there is something in its words that was not understood."""
        target = self.mentions.target(turn.target.lstrip("0") or "0")
        said, label = unmarked(turn.said), unmarked(turn.label)
        words = f"{turn.head} {turn.tail}"
        if rolls(words):
            self._asked = "dice"
        kind, told = asked(turn.head) or asked(turn.tail), label or "if nothing above holds"
        if not kind and self._row:
            free = _CHOICE.match(turn.head.strip(" \n*_-•>")) is not None
            kind, told = "state" if free else "dice", self._told_in_row(label)
        elif not kind and (self._heading or (self._question and not label)):
            kind, told = self._asked, f"{self._heading or self._question} {label}".strip()
        elif not kind and self._held and begins_with_change(turn.head):
            kind = self._held
        elif kind == "same":
            kind = self._asked = self._asked or "state"
        elif kind == "otherwise" or (not label and self.links and not kind):
            kind = self._asked or ("state" if unread(words) else "")
        elif label:
            self._asked = kind
        self._heading = self._question = self._held = ""
        self.free |= bool(kind) or _CHOICE.match(turn.head.strip(" \n*_-•>")) is not None
        if kind == "dice":
            self.results.append((told, target))
        body = depends(kind, told)
        label_or_turn = label or with_capital(said)
        self.links.append(Link((label_or_turn,), target, body=body, origin=Origin("link", "turn to", whole)))
        self.labels.append(label)
        strange = not kind and (unread(words) or unclear(turn.head) or unclear(turn.tail))
        if not kind and not strange and begins_with_change(turn.head):
            self.changing.append(Kept(Origin("other", "not understood", f"not understood, please read: {whole}")))
        return strange


def _ending(sentence: str) -> Link | None:
    """A choice that ends the book: “Sit down: your adventure ends here, in defeat: you sleep.”"""
    for kind, said in _ends():
        match = said.search(sentence)
        if match is not None:
            label = re.split(r"\n[ \t]*\n", sentence[: match.start()])[-1]
            label = " ".join(label.split()).strip(" ,;:—–-*_.([|")
            end = End(kind, " ".join((match["words"] or "").split()).rstrip(" *_)"))
            return Link((label or _NO_WORDS,), "", body=(end,), origin=Origin("link", "end", match[0]))
    return None


def _conditional(end: Link) -> Link:
    """A choice that ends the book, with what its words ask for."""
    label = str(end.label[0])
    kept = depends(asked(label), label)
    if not kept and label == _NO_WORDS:
        kept = depends("state", f"where the text says so: {end.origin.raw if end.origin else ''}")
    return replace(end, body=(*kept, *end.body))


def _taken_for(text: str) -> Body:
    """The end of a chapter that leads nowhere: a victory or a defeat as far as its words say so."""
    kind = outcome(text)
    if not kind:
        return (Kept(Origin("other", "end", "no turn leads on: taken for an ending, neither won nor lost")),)
    return (Kept(Origin("other", "end", f"taken for a {kind}")), End(kind, guessed=True))
