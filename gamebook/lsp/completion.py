"""What could be written at a place: chapters after an arrow, things by kind, words by the mark of the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from lsprotocol import types as lsp
from msgspec import Struct

from gamebook.lsp.around import NEAR, events, in_header, is_in_fight, known_here, outcomes, parameters, settings
from gamebook.lsp.decisions import decisions_of
from gamebook.lsp.outline import titles_of
from gamebook.lsp.page import Page
from gamebook.mains import systems_beside
from gamebook.model.reader import Kind
from gamebook.model.step import Mode
from gamebook.patterns import pattern
from gamebook.resolve.load import load_systems
from gamebook.resolve.references import AMOUNT, FOE, FOE_STAT, LOCAL, OUTCOME, PARAMETER, POOL, ROLL, SETTING, VALUE
from gamebook.resolve.resolution import MANNERS
from gamebook.syntax import ast
from gamebook.syntax.clean import COMMENT
from gamebook.syntax.heads import natural
from gamebook.syntax.words import RULES, SHEET_LINES, TOP_LINES

KINDS = {
    "chapter": lsp.CompletionItemKind.Reference,
    "item": lsp.CompletionItemKind.Field,
    "codeword": lsp.CompletionItemKind.Constant,
    "stat": lsp.CompletionItemKind.Property,
    "number": lsp.CompletionItemKind.Property,
    "rule": lsp.CompletionItemKind.Function,
    "test": lsp.CompletionItemKind.Function,
    "word": lsp.CompletionItemKind.Keyword,
    "rule system": lsp.CompletionItemKind.Module,
}
HERE = (LOCAL, SETTING, PARAMETER, ROLL, AMOUNT)
"""Names that stand for a value only in their fight, their rule or their block."""
ON_SHEET = (
    "stat", "number", "item", "codeword", "one-of", VALUE, "limit", "param", "derived value", "table", *HERE,
)  # fmt: skip
CHANGED = ("stat", "number", "item", LOCAL, PARAMETER)
"""Things that `~ NAME +1` can change."""
NUMBERED, WITH_A_NAME = "chapter with a number", "chapter with a name"
DECIDED = "chapter with a decision"
STORED = ("limit", "item", "number", "stat", PARAMETER)
"""Things that can be put away."""
ENDS = ("victory", "defeat", "ending", "back")
"""What may stand after an arrow besides chapters."""
BY_USE = ("chest", "account")
"""Things that nobody declares."""

SCOPES = ("book", "chapter", "fight")
"""Where an account of luck begins anew."""
ACCOUNTS = ("account", "scope")
"""What may follow the way in which chance is decided."""
LOGIC = ("not", "and", "or", "visited", "ticked")
"""Words of a condition."""


class Place(Struct, frozen=True):
    """What is wanted after some beginning of a line."""

    before: re.Pattern[str]
    """What stands before the cursor; `typed` is what an offer takes the place of."""
    kinds: tuple[str, ...] = ()
    """Things of the book."""
    words: tuple[str, ...] = ()
    """Words of the language."""
    part: Literal["page", "header", "fight", "test"] = "page"
    """Where in the file the line has this meaning: prose may begin with the same words."""


_NEEDS_MARKS = re.compile(r"\b(?:if|else|in)\b|[:,]")
"""Words of an option that end it in a strategy."""
_QUOTED = re.compile(r"\"[^\"]*\"")
_ESCAPED = pattern(r"\\.")
"""A mark that is ordinary text."""


def _after(pattern: str, typed: str = r"[\w-]*") -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?P<typed>{typed})$")


_MORE = r"(?:.*[ \t(])?"
"""A condition or a sum goes on."""
_UNQUOTED = r"(?:[^\"]|\"[^\"]*\")*"
"""Whatever comes before, it does not end inside quotation marks."""
_RULE = rf"(?:^[ \t]*(?:~|with\b|busy\b){_UNQUOTED}|[\[({{][^\])}}\n]*)"
"""What comes before is no prose."""
_FOE = rf"{_RULE}\bfoe[ \t]+(?:\"[^\"]*\"[ \t]+)?"


class Asked(Struct, frozen=True):
    """What is wanted within a condition or a sum."""

    before: str
    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()


ASKED = (
    Asked(r"\bvisited[ \t]+", ("chapter",)),
    Asked(r"\bticked[ \t]+in[ \t]+", (WITH_A_NAME,)),
    Asked(r"\bticked[ \t]+", (NUMBERED,), ("in",)),
    Asked(r"\bcount[ \t]+of[ \t]+(?:\d+|\([^()]*\))[ \t]+in[ \t]+", (POOL,)),
    Asked(r"\bcount[ \t]+of[ \t]+", ("limit", "item")),
    Asked(r"\binitial[ \t]+", ("stat", "number")),
)


def _deciding(line: str, part: Literal["page", "header"] = "page") -> Iterator[Place]:
    """After `by`, whatever comes before it: how chance is decided, in the order in which that is said."""
    by = rf"{line}\bby[ \t]+"
    modes = get_args(Mode)
    more = rf"(?:(?:{'|'.join(modes)})[ \t]+)?(?:(?:{'|'.join(MANNERS)})[ \t]+)?"
    yield Place(_after(rf"{by}{more}(?:account[ \t]+[\w-]+[ \t]+)?scope[ \t]+"), (), SCOPES, part)
    yield Place(_after(rf"{by}{more}account[ \t]+[\w-]+[ \t]+"), (), ("scope",), part)
    yield Place(_after(rf"{by}{more}account[ \t]+"), ("account",), (), part)
    yield Place(_after(rf"{by}(?:{'|'.join(modes)})?[ \t]*(?:{'|'.join(MANNERS)})[ \t]+"), (), ACCOUNTS, part)
    for mode in modes:
        fitting = (manner for manner, of in MANNERS.items() if of == mode)
        yield Place(_after(rf"{by}{mode}[ \t]+"), (), (*fitting, *ACCOUNTS), part)
    yield Place(_after(by), (), (*modes, *MANNERS, *ACCOUNTS), part)


PLACES = (
    Place(_after(r"->[ \t]*"), ("chapter",), ENDS),
    *(Place(_after(rf"{_RULE}{each.before}"), each.kinds, each.words) for each in ASKED),
    *(Place(_after(each.before), each.kinds, each.words, "header") for each in ASKED),
    Place(_after(_FOE), (FOE_STAT,)),
    Place(_after(rf"^{_UNQUOTED}[^ \t\"]{_UNQUOTED}\bfoe[ \t]+(?:\"[^\"]*\"[ \t]+)?"), (FOE_STAT,), part="header"),
    Place(_after(r"~[ \t]*gain[ \t]+"), ("item", VALUE, PARAMETER)),
    Place(_after(r"~[ \t]*lose[ \t]+"), ("item", "one-of", VALUE, PARAMETER)),
    Place(_after(r"~[ \t]*lose[ \t]+(?:all|random)[ \t]+"), ("item", "limit", PARAMETER)),
    Place(_after(r"~[ \t]*(?:gain|lose)[ \t]+(?:\d+|\d*d\d+)[ \t]+"), ("item", PARAMETER)),
    Place(_after(r"~[ \t]*(?:note|erase)[ \t]+"), ("codeword", PARAMETER)),
    Place(_after(r"~[ \t]*pay[ \t]+\S+[ \t]+"), ("number", "stat", "item", PARAMETER)),
    Place(_after(r"~[ \t]*pay[ \t]+"), ("number", "stat", "item", "param", "derived value", *HERE)),
    Place(_after(r"~[ \t]*(?:store|return)[ \t]+"), STORED),
    Place(_after(r"~[ \t]*(?:store|return)[ \t]+[^\"]*\b(?:in|from)[ \t]+"), ("chest",)),
    Place(_after(r"~[ \t]*set[ \t]+"), ("stat", "number", "one-of", "item", LOCAL, PARAMETER), ("foe",)),
    Place(_after(r"~[ \t]*restore[ \t]+"), ("stat", PARAMETER), ("foe",)),
    Place(_after(r"~[ \t]*both[ \t]+(?:[^\"]*,[ \t]*)?"), CHANGED, ("foe",)),
    Place(_after(r"~[ \t]*choose[ \t]+[\w-]+[ \t]+in[ \t]+(?:.*[ \t(.])?"), ON_SHEET),
    Place(_after(r"~[ \t]*fight[ \t]+"), ("combat",)),
    Place(_after(r"~[ \t]*swap[ \t]+(?:[\w-]+[ \t]+)?"), ("stat", "number", "item", "one-of", LOCAL, PARAMETER)),
    Place(_after(r"~[ \t]*test[ \t]+"), ("test", *ON_SHEET)),
    Place(_after(r"~[ \t]*do[ \t]+"), ("rule",)),
    Place(_after(r"~[ \t]*tick[ \t]+"), ("chapter",)),
    Place(_after(r"^[ \t]*~[ \t]*"), CHANGED, tuple(RULES)),
    *_deciding(rf"^[ \t]*~{_UNQUOTED}"),
    Place(_after(rf"^[ \t]*~[ \t]*roll\b{_UNQUOTED}\bas[ \t]+"), (), ("pool",)),
    Place(_after(rf"^[ \t]*~[ \t]*roll\b{_UNQUOTED}\bas[ \t]+pool[ \t]+")),
    Place(_after(rf"^[ \t]*~{_UNQUOTED}[ \t][+-](?:.*[ \t(*/+-])?"), ON_SHEET),
    Place(_after(r"^[ \t]*~[ \t]*repeat[ \t]+"), ON_SHEET, ("until",)),
    Place(_after(rf"^[ \t]*~[ \t]*repeat[ \t]+until[ \t]+{_MORE}"), ON_SHEET, LOGIC),
    Place(
        _after(r"^[ \t]*(?:~[ \t]*fight\b[^\"]*|(?:then[ \t]+)?foe[ \t]+)(?:\"[^\"]*\"[^\"]*)+[ \t]"),
        (FOE_STAT,),
        ("and", "then"),
    ),
    Place(_after(r"^[ \t]+"), (OUTCOME,), part="test"),
    Place(_after(r"^[ \t]+with[ \t]+"), (SETTING,), part="fight"),
    Place(_after(r"^[ \t]+with[ \t]+[\w-]+[ \t]*=[ \t]*(?:.*[ \t(*/+-])?"), ON_SHEET, part="fight"),
    Place(_after(r"^[ \t]+on[ \t]+"), ("event",), part="fight"),
    Place(_after(r"^[ \t]+busy[ \t]+\"", r"[^\"]*"), (FOE,), part="fight"),
    Place(_after(rf"{_RULE}\bfoe[ \t]+\"", r"[^\"]*"), (FOE,)),
    Place(_after(r"^[ \t]+wounds[ \t]+"), ("stat",), part="header"),
    Place(_after(r"^[ \t]+then[ \t]+"), CHANGED, tuple(RULES), part="header"),
    Place(_after(rf"^[ \t]+busy[ \t]+\"[^\"]*\"[ \t]+while[ \t]+{_MORE}"), ON_SHEET, LOGIC, part="fight"),
    Place(_after(r"^[ \t]*use[ \t]+"), ("rule system",), part="header"),
    Place(_after(r"^[ \t]*start[ \t]+"), ("chapter",), part="header"),
    Place(_after(r"^[ \t]*aim[ \t]+"), (), ("win", "score", "win then score"), part="header"),
    Place(_after(r"^[ \t]*ties[ \t]+"), (), ("first", "last"), part="header"),
    Place(_after(r"^[ \t]*expect[ \t]+reader[ \t]+"), (), get_args(Kind), part="header"),
    Place(_after(r"^[ \t]*expect[ \t]+"), (), ("win", "reader"), part="header"),
    *_deciding(r"^[ \t]*resolve[ \t]+", "header"),
    Place(_after(r"^[ \t]*resolve[ \t]+"), (), ("by",), part="header"),
    Place(_after(r"^[ \t]+otherwise[ \t]+"), (), ("best", "random", "first"), part="header"),
    Place(_after(r"^[ \t]+at[ \t]+(?P<mark>\"?)", r"[^\":]*"), (DECIDED, "decision"), part="header"),
    Place(_after(r"^[ \t]*limit[ \t][^:]*:(?:[^,]*,)*[ \t]*"), ("item",), part="header"),
    Place(
        _after(r"^[ \t]*carry[ \t](?:[^,]*,)*[ \t]*"),
        ("item", "number", "stat", "codeword"),
        part="header",
    ),
    Place(
        _after(r"^[ \t]*hero[ \t]+\"[^\"]*\"[ \t]*:(?:[^,]*,)*[ \t]*"),
        ("stat", "number", "item", "codeword", VALUE),
        part="header",
    ),
    Place(_after(r"^[ \t]*phrase[ \t]+\"?"), ("rule", *ON_SHEET), part="header"),
    Place(_after(r"^[ \t]*while[ \t][^:]*:[ \t]*"), CHANGED, part="header"),
    Place(
        _after(
            r"^[ \t]*(?:(?:(?:first|won)[ \t]+)?when|while|succeed|(?:let|param|stat|number)[ \t]+[\w-]+[ \t]*=)"
            rf"[ \t]+{_MORE}"
        ),
        ON_SHEET,
        LOGIC,
        part="header",
    ),
    Place(_after(r"[\[({][^\])}\n]*(?<![\w-])"), ON_SHEET, (*LOGIC, "count of")),
    Place(_after(r"~[ \t]*(?:(?:else[ \t]+)?if|roll|set|compare)\b.*[ \t(]"), ON_SHEET, LOGIC),
)
"""The first that fits counts."""
_OPTION = _after(
    r"^[ \t]+at[ \t]+(?:\"(?P<quoted>[^\"]*)\"[ \t]*:?|(?P<plain>[^:\"]*[^:\" \t])[ \t]*:)(?:.*\belse\b)?[ \t]*"
    r"(?P<mark>\"?)",
    r"[^\"]*",
)
"""Where a line of a strategy says which option is taken."""
_ADVICE_IF = _after(rf"^[ \t]+at[ \t].*\bif[ \t]+(?!.*\belse\b){_MORE}")
"""Where it says when."""


def completions(page: Page, position: lsp.Position) -> list[lsp.CompletionItem]:
    """What could stand at a position, by what stands before it in the line; nothing in a comment."""
    offset = page.offset(position)
    place = page.source.position(offset)
    before = page.source.line(place.line)[: place.column - 1]
    if COMMENT.search(before):
        return []
    header = in_header(page, place.line)
    found, offered = _offered(page, place.line, before, header=header)
    if found is None:
        words = TOP_LINES if re.fullmatch(r"[\w-]*", before) else SHEET_LINES
        return list(_words(words)) if header and re.fullmatch(r"[ \t]*[\w-]*", before) else []
    typed = found["typed"]
    start = page.ruler.position(page.source, offset - len(typed))
    once = list({(each.label, each.detail): each for each in offered}.values())
    for number, each in enumerate(once):
        each.sort_text = f"{number:06}"  # else an editor sorts them as text, 10 before 2
        if not re.fullmatch(r"[\w-]*", typed):  # else an editor replaces the last word only
            each.text_edit = lsp.TextEdit(lsp.Range(start, position), each.insert_text or each.label)
    return once


def _offered(
    page: Page, line: int, before: str, *, header: bool
) -> tuple[re.Match[str] | None, list[lsp.CompletionItem]]:
    """What is offered after the beginning of a line, and how that was read; None where nothing is known of it."""
    bare = _QUOTED.sub('""', before)
    if header and (found := _ADVICE_IF.search(bare)):
        return found, [*_of_advice(page, line, bare)]
    option = _OPTION.search(before)
    if option is not None and header:
        return option, list(_options(page, option["quoted"] or option["plain"] or "", quoted=bool(option["mark"])))
    plain = _ESCAPED.sub("  ", before)
    for place in PLACES:
        found = place.before.search(plain)
        if found is not None and _is_in(page, line, place.part, header=header):
            offered = [*_things(page, line, place.kinds), *_words(place.words)]
            near = {OUTCOME: outcomes, SETTING: settings, "event": events}
            if len(place.kinds) == 1 and place.kinds[0] in near:
                (kind,) = place.kinds
                offered = [_item(name, kind, kind) for name in near[kind](page, line)]
            if "decision" in place.kinds and not found["mark"]:
                _mark(offered)
            return found, offered
    return None, []


def _of_advice(page: Page, line: int, before: str) -> Iterator[lsp.CompletionItem]:
    """What a condition of a strategy can ask: of rolls, amounts and fights it is everything that the book has."""
    for asked in ASKED:
        if _after(asked.before).search(before):
            yield from (*_things(page, line, asked.kinds), *_words(asked.words))
            return
    yield from (_item(name, PARAMETER, PARAMETER) for name in parameters(page, line))
    yield from _things(page, line, ON_SHEET)
    given = {(each.name, each.kind) for each in page.edition.references.things if each.kind in (ROLL, AMOUNT)}
    yield from (_item(name, kind, kind) for name, kind in sorted(given, key=lambda each: (each[0].casefold(), each)))
    yield from _words(LOGIC)


def _is_in(page: Page, line: int, part: str, *, header: bool) -> bool:
    """Whether a line stands in some part of the file."""
    if part == "fight":
        return is_in_fight(page, line)
    if part == "test":
        return bool(outcomes(page, line))
    return part == "page" or header


def _mark(decisions: Iterable[lsp.CompletionItem]) -> None:
    """Write quotation marks around the names of decisions that are no single word."""
    for each in decisions:
        if not re.fullmatch(r"[\w-]+", each.label):
            each.insert_text = f'"{each.label}"'


def _options(page: Page, decision: str, *, quoted: bool) -> Iterator[lsp.CompletionItem]:
    """The options of a decision, in quotation marks where their words need them."""
    for label in decisions_of(page.edition).get(decision, ()):
        item = _item(label, "option", "option")
        if not quoted and _NEEDS_MARKS.search(label):
            item.insert_text = f'"{label}"'
        yield item


def _things(page: Page, line: int, kinds: Iterable[str]) -> Iterator[lsp.CompletionItem]:
    """Chapters by number, then the others by name."""
    wanted = set(kinds)
    decisions = decisions_of(page.edition) if DECIDED in wanted else {}
    titles = titles_of(page.edition)
    fitting = (
        name
        for name in titles
        if wanted & {"chapter", NUMBERED if name[0].isdigit() else WITH_A_NAME} or name in decisions
    )
    for name in sorted(fitting, key=natural):
        yield _item(name, "chapter", titles[name] or "chapter")
    yield from (_item(name, "decision", "decision") for name in decisions if name not in titles)
    others = {
        (each.name, each.kind)
        for each in page.edition.references.things
        if (each.definitions or each.kind in BY_USE) and each.kind not in NEAR and each.name != ast.USUAL_COMBAT
    }
    if wanted & NEAR:
        others |= known_here(page, line)
    for name, kind in sorted(others, key=lambda each: (each[0].casefold(), each)):
        if kind in wanted - {"chapter", "decision"}:
            yield _item(name, kind, kind)
    if "rule system" in wanted:
        systems = sorted({*load_systems(), *systems_beside(page.project.main)})
        yield from (_item(name, "rule system", "rule system") for name in systems)


def _words(words: Iterable[str]) -> Iterator[lsp.CompletionItem]:
    yield from (_item(word, "word", "") for word in words)


def _item(name: str, kind: str, detail: str) -> lsp.CompletionItem:
    return lsp.CompletionItem(name, kind=KINDS.get(kind, lsp.CompletionItemKind.Variable), detail=detail or None)
