"""Manuscripts whose sections have names in headings: where the text mentions one, it is marked like a number."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, field

from gamebook.patterns import pattern
from gamebook.phrases.table import load_phrases

_HEADING = re.compile(r"^[ \t]*(?P<marks>#{1,6})[ \t]*(?P<name>\S[^\n]{0,100})$", re.MULTILINE)
_ANCHOR = re.compile(r"\[(?P<words>[^\]\n]{1,200})\]\(#(?P<slug>[^()\s]{1,200})\)")
_WORD = re.compile(r"\w+")
MENTION = "\ue000(?:\\d+)\ue001[^\ue002]{1,100}\ue002"
"""A name that is mentioned, with its number."""
SAID = "\ue004"
"""Stands before the number of a turn that somebody only speaks of."""
IN_DOUBT = "\ue00d"
"""Stands before a number in words that may be one to turn to."""
_MENTION = re.compile("\ue000(\\d+)\ue001([^\ue002]*)\ue002")


_ADDRESS = re.compile(r"(?<=\]\()(?:https?://|mailto:)[\x21-\x27\x2a-\x7e]{1,2000}(?=\))")
_CODED = re.compile("[\ue120-\ue17f]+")
"""Letters of an address, which are no words, numbers or ends of sentences."""
_CODE = 0xE100
_STOPS = {ord(each): chr(_CODE + ord(each)) for each in ".!?"}
"""In a name that is mentioned, they end no sentence."""


_OWN_ADDRESS = pattern(
    r"^[ \t]*#{1,6}[ \t]*(?P<name>\S[^\n{]{0,100}?)[ \t#]*"
    r"\{(?:[.][^{}\s]*[ \t]+)*#(?P<address>[^{}\s]{1,200})[^{}\n]*\}[ \t]*$",
    re.MULTILINE,
)
"""`## The attic {#up}`"""
_DEFINED = pattern(
    r"^[ ]{0,3}\[(?P<key>[^\]\[\n^]{1,200})\]:[ \t]*<?#(?P<slug>[^\s<>()]{1,200})>?[ \t]*(?:\n|\Z)", re.MULTILINE
)
"""`[shed]: #the-shed`"""
_REFERENCE = pattern(r"\[(?P<words>[^\]\[\n]{1,200})\][ ]?\[(?P<key>[^\]\[\n]{0,200})\]")
"""`[Search][shed]`, `[Shed][]`"""
_WIKI = pattern(r"\[\[#?(?!\d{1,4}[a-z]?\]\])(?P<name>[^\]\[\n|]{1,200})(?:\|(?P<words>[^\]\[\n|]{1,200}))?\]\]")
"""`[[The attic]]`, `[[The attic|Climb]]`; a number alone, `turn to [[2]]`, is read without this."""


def with_plain_links(text: str) -> str:
    """A text in Markdown, in which links to headings that are written in another way are as `[Climb](#the-attic)`."""
    found: dict[str, str] = {}
    for each in _DEFINED.finditer(text):
        found.setdefault(each["key"].casefold(), each["slug"])
    if found:
        text = _DEFINED.sub("", text)

    def referred(link: re.Match[str]) -> str:
        address = found.get((link["key"] or link["words"]).casefold())
        return f"[{link['words']}](#{address})" if address else link[0]

    text = _REFERENCE.sub(referred, text) if found else text
    if "[[" in text:
        heads = {slug(re.sub(r"[ \t]*\{[#.][^{}\n]*\}[ \t]*$", "", name_of(each))) for each in all_headings(text)} - {
            ""
        }

        def wiki(link: re.Match[str]) -> str:
            address = slug(link["name"])
            return f"[{(link['words'] or link['name']).strip()}](#{address})" if address in heads else link[0]

        text = _WIKI.sub(wiki, text)
    own = {each["address"].casefold(): slug(each["name"]) for each in _OWN_ADDRESS.finditer(text)}
    if not own:
        return text
    return _ANCHOR.sub(lambda link: f"[{link['words']}](#{own.get(link['slug'].casefold(), link['slug'])})", text)


def all_headings(text: str) -> list[re.Match[str]]:
    """The headings of Markdown."""
    return list(_HEADING.finditer(text))


def headings(text: str) -> list[re.Match[str]]:
    """The headings that begin sections: those of Markdown, but for a single one at the top that is the book's title."""
    found = all_headings(text)
    top = [each for each in found if each["marks"] == "#"]
    return [each for each in found if each is not top[0]] if len(top) == 1 and top[0] is found[0] else found


def name_of(heading: re.Match[str]) -> str:
    """What a heading says, without its marks."""
    return heading["name"].strip(" \t#*_")


class Mentions(Struct):
    """The names of sections."""

    names: list[str]
    numbers: Mapping[str, str] = field(default_factory=dict)
    """The numbers of other sections, by what their headings say: links to these are turns, too."""
    _by_word: dict[str, list[int]] = field(default_factory=dict)
    _by_slug: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_slug |= {slug(heading): number for heading, number in self.numbers.items()}
        self._by_slug |= {slug(name): name for name in reversed(self.names)}
        for number in sorted(range(len(self.names)), key=lambda each: -len(self.names[each])):
            first = _WORD.search(self.names[number])
            if first is not None and first.start() == 0:
                self._by_word.setdefault(first[0].casefold(), []).append(number)

    def marked(self, text: str) -> str:
        """The text with every mention of a section marked."""
        made: list[str] = []
        done = 0
        text = _ADDRESS.sub(lambda found: "".join(chr(_CODE + ord(each)) for each in found[0]), text)
        text = _ANCHOR.sub(self._turn, re.sub(f"[\ue000-\ue002{SAID}]", " ", text))
        for word in _WORD.finditer(text):
            number = self._here(text, word) if word.start() >= done else None
            if number is not None:
                end = word.start() + len(self.names[number])
                name = text[word.start() : end].translate(_STOPS)
                made += [text[done : word.start()], f"\ue000{number}\ue001{name}\ue002"]
                done = end
        return "".join([*made, text[done:]])

    def _here(self, text: str, word: re.Match[str]) -> int | None:
        """The longest name that stands here."""
        for number in self._by_word.get(word[0].casefold(), ()):
            name = self.names[number]
            end = word.start() + len(name)
            if text[word.start() : end].casefold() == name.casefold() and not text[end : end + 1].isalnum():
                return number
        return None

    def _turn(self, match: re.Match[str]) -> str:
        """`[Open the door](#the-cave)` as `Open the door, turn to The cave`"""
        address = slug(match["slug"])
        name = self._by_slug.get(address) or self._by_slug.get(address.partition("-")[2])  # `section-12`
        if name is None:
            return match[0]
        words = "" if match["words"].casefold() == name.casefold() else f"{match['words']}, "
        return words + load_phrases().words["turn"].replace("{n}", name)

    def target(self, mention: str) -> str:
        """The name that is mentioned; words that are no mention as they are."""
        match = _MENTION.fullmatch(mention)
        return self.names[int(match[1])] if match else mention


def slug(words: str) -> str:
    """What a heading is called in the address of a link to it."""
    return "-".join(_WORD.findall(words.casefold()))


def unmarked(text: str) -> str:
    """The text as it was before mentions, speech, doubts and addresses were marked."""
    text = _CODED.sub(lambda found: "".join(chr(ord(each) - _CODE) for each in found[0]), text)
    return _MENTION.sub(r"\2", text).replace(SAID, "").replace(IN_DOUBT, "")
