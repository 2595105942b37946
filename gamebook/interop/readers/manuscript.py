"""Manuscripts: sections under numbers or names, and “turn to 12” by the phrases of printed books."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from gamebook.interop.draft import Body, Chapter, Draft, End, Jump, Kept, Link, Origin, Remark, Step, Words
from gamebook.interop.readers import documents
from gamebook.interop.readers.headings import MENTION, Mentions, headings, name_of, unmarked
from gamebook.interop.sources import Material
from gamebook.phrases.table import LANGUAGES, Hole, cut, load_phrases

_HEAD = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?[*_—–-]*[ \t]*"
    r"(?:(?:section|chapter|paragraph|abschnitt|paragraphe|paragrafo|capitolo|sección)[ \t]+)?"
    r"\[?(?P<number>\d{1,4}[a-z]?)\]?[ \t]*[.:)]?[*_—–-]*"
    r"(?P<title>[ \t]+(?![ \t]*(?:\[ \]|☐))[^\n.!?]{1,60}?)?(?P<boxes>(?:[ \t]+(?:\[ \]|☐))*)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?]+[.!?]*[\"”’)\]*_]*\s*|[.!?]+\s*")
_ROW_END = re.compile(r"(?<=\|\n)")
"""Where a row of a table ends, and so does a sentence."""
_HERE = "\ue003"
"""Stands in the text where a sentence that leads on was."""
_HAVE = re.compile(
    r"\bif you (?:do not |don't |still )?(?:have|possess|own|carry|wear|hold)\b|\bcodeword\b", re.IGNORECASE
)
_CHANGE = re.compile(
    r"\b(?P<verb>lose|gain|add|deduct|subtract|restore|regain)\s+(?P<n>\d{1,3})\s+(?P<what>[A-Za-z]+)(?:\s+points?)?",
    re.IGNORECASE,
)
_STAT = r"[A-Z]{3,}[: \t]+\d{1,3}"
_FOE = re.compile(
    rf"^[ \t*_+|-]*(?P<foe>[A-Z][A-Z' -]{{2,40}}?|[A-Z][\w' -]{{2,40}}?(?=[ \t*_|]+{_STAT}[,; \t*_|]+{_STAT}))"
    r"[ \t*_|]+(?P<stats>(?:[A-Z][A-Za-z]+[: \t]+\d{1,3}[,; \t*_|]*){2,4})\\?$",
    re.MULTILINE,
)
"""`WOLF  Skill 6  Stamina 5`, or `Cave thing  SKILL 6  STAMINA 5`."""
_OVER = re.compile(r"\byour adventure (?:ends|is over)\b|\bdein abenteuer (?:endet|ist zu ende)\b", re.IGNORECASE)


_FRONT = re.compile(r"\A---[ \t]*\n(?P<lines>.{0,5000}?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
"""What stands above a text for Pandoc."""
_NUMBER_LINK = re.compile(r"\[\**(\d{1,4}[a-z]?)\**\]\([^()\s]{0,200}\)")
_MARKDOWN = re.compile(r"^#{1,6}[ \t]*\S", re.MULTILINE)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])|\\$", re.MULTILINE)
"""A sign that Markdown would take for a mark, or a line that is broken."""
_ATTRIBUTES = re.compile(r"(?m)[ \t]+\{[#.][^{}\n]{0,200}\}[ \t]*$")


@lru_cache(maxsize=1)
def _ends() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How each kind of ending is printed, in every language that has phrases."""
    found = []
    for kind in ("victory", "defeat", "ending"):
        heads = [load_phrases(each).words[f"end-{kind}"].partition("{")[0].strip(" :") for each in LANGUAGES]
        words = r"\s*:\s*(?P<words>[^.!?]+)"
        pattern = "|".join(_spaced(each) for each in heads)
        found.append((kind, re.compile(rf"\b(?:{pattern})(?:{words}){'' if kind == 'ending' else '?'}", re.IGNORECASE)))
    return tuple(found)


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
        patterns = ["".join(map(_part, cut(form.strip()))) for form in sorted(forms, key=len, reverse=True)]
        found[language] = re.compile(rf"\b(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
    return found


def _part(part: str) -> str:
    """A piece of a phrase as a pattern: the number or the name of a section, or words with any blanks between them."""
    return rf"[\"“„«‘]?(\d{{1,4}}[a-z]?|{MENTION})[\"“”»’]?" if isinstance(part, Hole) else _spaced(part)


def _language(text: str) -> str:
    """The language whose turns stand in the text most often; empty if there are none."""
    counts = {language: len(pattern.findall(text)) for language, pattern in _turns_by_language().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""


def _spaced(words: str) -> str:
    lead = r"[\s*_\]]+" if words[:1] == " " else ""
    tail = r"[\s*_\[]+" if words[-1:] == " " else ""
    return lead + r"\s+".join(re.escape(word) for word in words.split()) + tail


def text_of(material: Material) -> str:
    """The words of a manuscript, whatever kind of file it is."""
    data = material.first[1]
    if documents.is_docx(data):
        return documents.docx_text(material)
    if documents.is_rtf(data):
        return documents.rtf_text(material)
    return material.text()


def _plain(text: str) -> str:
    """The text without marks of Pandoc: numbers that are links as numbers, headings without attributes."""
    return _ATTRIBUTES.sub("", _NUMBER_LINK.sub(r"\1", text))


def fits(material: Material, text: str) -> bool:
    """Whether a file has sections with numbers, and turns to them; every DOCX or RTF document is taken for one."""
    if material.folder:
        return False
    data = material.first[1]
    if documents.is_docx(data) or documents.is_rtf(data):
        return True
    text = _plain(text)
    if len(_HEAD.findall(text)) > 1 and turns().search(text) is not None:
        return True
    named = headings(text)
    return len(named) > 1 and turns().search(Mentions([name_of(each) for each in named]).marked(text)) is not None


def _has_escapes(material: Material, text: str) -> bool:
    """Whether a text is Markdown, in which a backslash before a sign is none of the author's words."""
    data = material.first[1]
    return not documents.is_docx(data) and not documents.is_rtf(data) and _MARKDOWN.search(text) is not None


def _unescaped(text: str) -> str:
    """The words of a text in Markdown."""
    return _ESCAPE.sub(lambda found: found[1] or "", text)


def read(material: Material) -> Draft:
    """The draft of a manuscript: what it says about rules is proposed in comments."""
    text = text_of(material)
    words: Callable[[str], str] = _unescaped if _has_escapes(material, text) else str
    text = _plain(text)
    draft = Draft("manuscript")
    front = _FRONT.match(text)
    said = dict(re.findall(r"(?m)^(title|author|lang):[ \t]*['\"]?(.*?)['\"]?[ \t]*$", front["lines"])) if front else {}
    text = text[front.end() :] if front else text
    numbered = _heads(text)
    heads = numbered if len(numbered) > 1 else headings(text)
    before = words(text[: heads[0].start()] if heads else text)
    title = re.search(r"^#?[ \t]*(\S[^\n]{0,80})$", before, re.MULTILINE)
    draft.title = said.get("title") or (title[1].strip("#* _") if title else "")
    draft.author = said.get("author", "")
    draft.language = said.get("lang") or _language(text)
    if before.strip("# \t\n") not in ("", draft.title):
        draft.leftovers.append(Origin("other", "text before the first section", before))
    names = [(each["number"].lstrip("0") or "0") if numbered == heads else words(name_of(each)) for each in heads]
    mentions = Mentions([] if numbered == heads else names)
    met: set[str] = set()
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        own = names[place] if names[place] not in met else f"{names[place]} (again)"
        met.add(own)
        body = _section(words(text[head.end() : end]), mentions)
        if numbered == heads:
            number = int(head["number"]) if head["number"].isdecimal() else None
            boxes = len(re.findall(r"\[ \]|☐", head["boxes"]))
            if boxes:
                told = "a box to tick" if boxes == 1 else f"{boxes} boxes to tick"
                body = (Kept(Origin("other", "tick box", f"the chapter has {told}")), *body)
            draft.chapters.append(Chapter(own, words(head["title"] or "").strip(" –—-*_"), body, number))
        else:
            draft.chapters.append(Chapter(own, body=body))
    draft.start = "1" if "1" in names else names[0] if names else ""
    draft.troubles.extend(material.troubles)
    return draft


def _heads(text: str) -> list[re.Match[str]]:
    """Lines that begin a section: a number under a blank line, or a heading of Markdown, which may have a title.

    Where the first is in brackets, `[1]`, all are: other numbers are rows of a roll.
    """
    found = []
    for match in _HEAD.finditer(text):
        marked = match[0].lstrip().startswith("#")
        before = max(match.start() - 1, 0)
        above = text[text.rfind("\n", 0, before) + 1 : before]
        if marked or not ((match["title"] or "").strip() or above.strip()):
            found.append(match)
    in_brackets = [match for match in found if match[0].startswith("[")]
    return in_brackets if in_brackets[1:] and found[0] is in_brackets[0] else found


def _section(text: str, mentions: Mentions) -> Body:
    """Prose, proposals, and the sentences that lead on: their words are those of the choices."""
    text = mentions.marked(text)
    said: list[str] = []
    links: list[Link] = []
    for paragraph in re.split(r"\n[ \t]*\n", _FOE.sub(r"\n\n\g<0>\n\n", text)):
        kept = ""
        for sentence in (each for line in _ROW_END.split(paragraph) for each in _SENTENCE.findall(line)):
            found = list(turns().finditer(sentence))
            origin = Origin("link", "turn to", " ".join(unmarked(sentence).split()))
            place = 0
            for match in found:
                links.append(_link(sentence[place : match.start()], match, origin, mentions))
                place = match.end()
            rest = sentence[place:]
            kept += _HERE if found else ""
            kept += rest if not found or re.search(r"\w", rest) else "\n" if rest.endswith("\n") else ""
        said.append(kept)
    text = unmarked(text)
    jumps = (
        len(links) == 1
        and not links[0].body
        and not re.match(r"if\b|you (?:may|can)", str(links[0].label[0]), re.IGNORECASE)
    )
    before = _before(links[0]) if jumps else ""
    said = [each.replace(_HERE, before).strip() for each in said]
    steps: list[Step] = [Words((unmarked("\n\n".join(each for each in said if each)),)), *_proposals(text)]
    if jumps:
        return (*steps, Jump(links[0].target, links[0].origin))
    over = [_ending(sentence) for sentence in _SENTENCE.findall(text)]
    ends = [each for each in over if each is not None]
    if not links and ends:
        return (*steps, *ends[0].body)
    if not links and _OVER.search(text):
        return (*steps, Remark("TODO import: taken for a defeat"), End("defeat"))
    return (*steps, *links, *ends)


def _before(link: Link) -> str:
    """What a sentence that turns on says besides: “You run away; turn to 2.”"""
    words = str(link.label[0])
    return "" if turns().fullmatch(words) else f"{words}. "


def _ending(sentence: str) -> Link | None:
    """A choice that ends the book: “Sit down: your adventure ends here, in defeat: you sleep.”"""
    for kind, pattern in _ends():
        match = pattern.search(sentence)
        if match is not None:
            label = " ".join(sentence[: match.start()].split()).strip(" ,;:—–-*_.([|")
            end = End(kind, " ".join((match["words"] or "").split()).rstrip(" *_)"))
            return Link((label or "…",), "", body=(end,), origin=Origin("link", "end", match[0]))
    return None


def _link(words: str, match: re.Match[str], origin: Origin, mentions: Mentions) -> Link:
    target = mentions.target(next(group for group in match.groups() if group).lstrip("0") or "0")
    label = re.sub(r"^(?:or|and|but)\s+", "", " ".join(unmarked(words).split()).strip(" ,;:—–-*_.([|")).strip()
    label = re.sub(r"[ ,]+(?:and|und|et|y|e)$", "", label)
    label = label[:1].upper() + label[1:]
    body: Body = ()
    if _HAVE.search(words):
        body = (Kept(Origin("condition", "if you have", f"only {label}")),)
    return Link((label or unmarked(match[0]),), target, body=body, origin=origin)


def _proposals(text: str) -> list[Step]:
    """What the text says about foes, tests and changes of the sheet."""
    found: list[Step] = []
    for match in _FOE.finditer(text):
        stats = re.findall(r"([A-Z][A-Za-z]+)[: \t]+(\d+)", match["stats"])
        line = f'~ fight "{match["foe"].strip().title()}" {" ".join(f"{stat} {value}" for stat, value in stats)}'
        found.append(Kept(Origin("dice", "line of a foe", line)))
    test = next((cut(form) for form in load_phrases().also.get("test", ())), ("test your ",))
    tests = re.finditer(rf"\b{re.escape(str(test[0]).strip())}\s+([A-Z]\w+)", text, re.IGNORECASE)
    found.extend(Kept(Origin("dice", "test", f"~ test {match[1].lower()}")) for match in tests)
    for match in _CHANGE.finditer(text):
        sign = "-" if match["verb"].lower() in ("lose", "deduct", "subtract") else "+"
        found.append(Kept(Origin("effect", match["verb"].lower(), f"~ {match['what']} {sign}{match['n']}")))
    return found
