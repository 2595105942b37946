"""What to say of a line that cannot be read, once all names of the book are known.

Reading a page knows only its words: `~ hurt-helper` may be a number without its change, or a rule without its `do`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic
from gamebook.resolve.names import Names, collect
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.heads import NAME
from gamebook.syntax.words import RULES, RULES_BEGIN, nearest_word

_CODES = frozenset({syntax.NO_SIGN, syntax.UNKNOWN_RULE, syntax.BAD_TARGET})
"""Findings about a line with a name whose kind matters."""
_LINE = re.compile(rf"[ \t]*~[ \t]*(?P<word>{NAME})[ \t]*(?P<rest>.*)")
_TURN = re.compile(r"(?P<before>.*->)[ \t]*(?P<words>[^->\"]*[^\s\d>\"-][^->\"]*)")
_COMMENT = re.compile(r"[ \t]*//.*")
_ARTICLES = frozenset({"the", "a", "an", "to", "chapter"})
_SET = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
"""What an item or codeword is set to in other notations, and whether the reader has it then."""
_GIVEN = {"item": ("gain", "lose"), "codeword": ("note", "erase")}
_WOUNDS = {**dict.fromkeys(("heal", "recover", "regain"), "+"), **dict.fromkeys(("hurt", "wound", "damage"), "-")}
"""Words that change the number that fights wound, and the sign."""


def with_names(
    found: Iterable[Diagnostic], sources: Mapping[str, Source], pages: Sequence[ast.Page]
) -> Iterator[Diagnostic]:
    """The findings of reading the pages, with what is to be written where a name says so."""
    names: Names | None = None
    for each in found:
        if each.code not in _CODES or each.span.path not in sources:
            yield each
            continue
        names = names or collect(pages)[0]
        source = sources[each.span.path]
        number = source.position(each.span.start).line
        line = _COMMENT.sub("", source.line(number)).rstrip()
        if each.code == syntax.BAD_TARGET:
            yield _turn(each, line, names)
        else:
            yield _rule(each, line, source.offset(number, 1), names, source)


def _turn(found: Diagnostic, line: str, names: Names) -> Diagnostic:
    """`-> ridge top`, where a chapter is called ridge-top."""
    match = _TURN.fullmatch(line)
    if match is None:
        return found
    words = [word for word in re.findall(r"\w+", match["words"].casefold()) if word not in _ARTICLES]
    meant = [
        name
        for name, chapter in names.chapters.items()
        if words in (_plain(name), _plain(chapter.title or "")) or match["words"].strip() == chapter.title
    ]
    meant += [name for name in sorted(names.broken) if words == _plain(name)]
    if len(meant) != 1 or not words:
        return found
    return replace(found, hint=f"write: {match['before'].strip()} {meant[0]}")


def _plain(words: str) -> list[str]:
    return [word for word in re.findall(r"\w+", words.replace("-", " ").casefold()) if word not in _ARTICLES]


def _rule(found: Diagnostic, line: str, start: int, names: Names, source: Source) -> Diagnostic:
    """`~ hurt-helper`, `~ lantern`, `~ heal 4`: a word after ~ that is no rule of the language.

    Args:
        found: what reading the page said.
        line: the line.
        start: where it begins.
        names: all names of the book.
        source: the page.
    """
    match = _LINE.fullmatch(line)
    if match is None or match["word"] in RULES:
        return found
    word, rest = match["word"], match["rest"]
    place = source.span(start + match.start("word"), start + match.end("word"))
    if found.hint is not None and found.hint.startswith(("write:", "“")):  # which line to write is known
        unknown = found.code == syntax.NO_SIGN and word not in names.symbols and not _is_given(word, names, source)
        return finding(syntax.UNKNOWN_RULE, place, f"there is no rule “{word}”", found.hint) if unknown else found
    if word in names.rules:
        given = names.rules[word].parameters
        values = f"({', '.join(each.id for each in given)})" if given else ""
        message = "a rule of your own has “do” before its name"
        return finding(syntax.UNKNOWN_RULE, place, message, f"write: ~ do {word}{values}")
    symbol = names.symbols.get(word)
    kind = symbol.kind if symbol is not None else "value" if word in names.values else ""
    rule = _for_kind(kind, word, rest)
    if rule:
        return replace(found, span=place, message=f"“{word}” is no rule", hint=f"write: {rule}")
    if kind or found.code != syntax.NO_SIGN or _is_given(word, names, source):
        return replace(found, hint=f"write: ~ set {word} {rest}") if kind and rest[:1] == "=" else found
    message = f"“{word}” is no rule, and nothing on the sheet is called so"
    return finding(syntax.UNKNOWN_RULE, place, message, _nearest(word, rest, names))


def _for_kind(kind: str, word: str, rest: str) -> str:
    """The rule that gives or takes something of some kind; empty for a number."""
    value = rest.removeprefix("=").strip()
    if kind == "item" and value.isdecimal() and value not in _SET:
        return f"~ set {word} = {value}" if rest[0] == "=" else f"~ gain {value} {word}"
    if kind in _GIVEN:
        give, take = _GIVEN[kind]
        if value in _SET:
            return f"~ {give if _SET[value] else take} {word}"
        return f"~ {give} {word}, or: ~ {take} {word}"
    if kind == "one-of" and re.fullmatch(NAME, value):
        return f"~ set {word} = {value}"
    return f"~ gain {word}" if kind == "value" else ""


def _is_given(word: str, names: Names, source: Source) -> bool:
    """Whether a word is the name of a roll, an amount, a number of a fight or a parameter."""
    if any(word == each.id for rule in names.rules.values() for each in rule.parameters):
        return True
    return re.search(rf"\b(?:as|pool|local|choose|option)[ \t]+{re.escape(word)}(?![\w-])", source.text) is not None


def _nearest(word: str, rest: str, names: Names) -> str:
    """What to write for a word that nothing is called."""
    wounded = {combat.wounds.id for combat in names.combats.values() if combat.wounds is not None}
    sign = _WOUNDS.get(word.lower())
    if sign and len(wounded) == 1 and re.fullmatch(r"\d+(?:d\d+)?", rest):
        return f"write: ~ {next(iter(wounded))} {sign}{rest}"
    meant = {
        **{rule: rule for rule in RULES},
        **{each: f"{each} -2" for each in names.of_kind("stat", "number")},
        **{each: f"do {each}" for each in names.rules},
    }
    near = nearest_word(word, meant, least=0.7)
    return f"did you mean “~ {meant[near]}”?" if near else RULES_BEGIN
