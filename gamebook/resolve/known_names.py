"""What to say of a line that cannot be read, once all names of the book are known.

Reading a page knows only its words: `~ hurt-helper` may be a number without its change, or a rule without its `do`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from gamebook.codes import finding, syntax
from gamebook.codes.hints import advised, did_you_mean, with_lines, write, write_apart, write_one
from gamebook.diagnostics import Diagnostic, Hint
from gamebook.patterns import pattern
from gamebook.resolve.fight_names import setting_added_to
from gamebook.resolve.names import Names, collect
from gamebook.sentences import listed
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.heads import NAME, WORD
from gamebook.syntax.words import GIVEN, OUTCOMES, RULES, RULES_BEGIN, nearest_word

_UNREAD = frozenset({syntax.LINE, syntax.EXPRESSION})
"""Findings about a line that may be read once a name of several words is one."""
_CODES = frozenset(
    {syntax.FOREIGN_RULE, syntax.NO_SIGN, syntax.UNKNOWN_RULE, syntax.BAD_TARGET, syntax.PART_MISSING, *_UNREAD}
)
"""Findings about a line with a name whose kind matters."""
_SLIPS = frozenset({*_UNREAD, syntax.BAD_TARGET})
"""Findings about a line on which a word may be misspelt."""
MOST_SLIPS = 30
"""Findings after which no word is looked for that a misspelt one was meant to be: each takes some reading."""
_VISITED = pattern(r"(?<=\bvisited)[ \t]+(?P<words>[^\]\[()\",]*?)(?=[ \t]*(?:[\]()]|\band\b|\bor\b|$))")
_ADDED = pattern(
    rf"[ \t]*with[ \t]+(?P<name>{NAME})[ \t]*(?P<sign>[-+])=?[ \t]*(?P<by>\d{{1,6}})"
    r"(?P<rest>(?:[ \t]+for[ \t].*)?)[ \t.]*"
)
_SET_ALONE = pattern(rf"[ \t]*~[ \t]*set[ \t]+(?P<name>{NAME})[ \t]*")
_SET_TO = pattern(rf"~ set (?P<name>{NAME}) = (?P<value>\w+)")
_PAY_ALONE = pattern(r"[ \t]*~[ \t]*pay[ \t]+(?P<amount>\d+)[ \t]*")
MOST_PAID = 3
"""So many things are named that may be meant by `~ pay 3`."""
_VALUES = pattern(
    rf"[ \t]*~[ \t]*do[ \t]+(?P<rule>{NAME})(?:[ \t]*[:=]|[ \t]+(?:with|by|for|of)\b|[ \t])[ \t]*(?P<values>.*)"
)
_GIVES = pattern(rf"~ (?P<rule>gain|lose|note|erase|restore) (?:(?P<count>\d+(?:d\d+)?) )?(?P<name>{NAME})")
_TESTS = pattern(rf"write: ~ test (?P<name>{NAME})(?P<rest>.*)")
_LINE = pattern(rf"[ \t]*~[ \t]*(?P<word>{NAME})[ \t]*(?P<rest>.*)")
_COLON = pattern(r"[ \t]*:[ \t]*->\Z")
_TURN = pattern(r"(?P<before>.*->)[ \t]*(?P<words>[^->\"]*[^\s\d>\"-][^->\"]*)")
_OPEN = pattern(r"[(\[][^()\[\]]*->$")
"""A bracket before an arrow that is closed behind it: `* On (-> 2)`."""
_COMMENT = pattern(r"//.*")
_ARTICLES = frozenset({"the", "a", "an", "to", "chapter"})
_SET = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
"""What an item or codeword is set to in other notations, and whether the reader has it then."""
_GIVEN = {"item": ("gain", "lose"), "codeword": ("note", "erase")}
_WORD = pattern(WORD)
_WOUNDS = {**dict.fromkeys(("heal", "recover", "regain"), "+"), **dict.fromkeys(("hurt", "wound", "damage"), "-")}
"""Words that change the number that fights wound, and the sign."""


def with_names(
    found: Iterable[Diagnostic], sources: Mapping[str, Source], pages: Sequence[ast.Page]
) -> Iterator[Diagnostic]:
    """The findings of reading the pages, with what is to be written where a name says so."""
    names: Names | None = None
    tries = MOST_SLIPS
    for each in found:
        if each.code not in _CODES or each.span.path not in sources:
            yield each
            continue
        names = names or collect(pages)[0]
        source = sources[each.span.path]
        tries -= 1
        if tries >= 0 and (slip := _slip(each, names, source)) is not None:
            yield slip
            continue
        number = source.position(each.span.start).line
        line = _COMMENT.sub("", source.line(number)).rstrip()
        if each.code == syntax.FOREIGN_RULE:
            yield _foreign(each, names)
        elif each.code == syntax.PART_MISSING:
            yield _part(each, names)
        elif each.code == syntax.BAD_TARGET:
            yield _turn(each, line, names)
        elif each.code in _UNREAD:
            of_a_fight = _setting(each, line, names)
            yield of_a_fight or _in_singular(_by_kind(_unread(each, line, names), names), names)
        else:
            yield _by_kind(_rule(each, line, source.offset(number, 1), names, source), names)


def _slip(found: Diagnostic, names: Names, source: Source) -> Diagnostic | None:
    """`[if frist time]`: one word of the language is misspelt; None if that is not so, or has been said."""
    if (found.hint or "").startswith("did you mean") or (found.code not in _SLIPS and found.hint != RULES_BEGIN):
        return None
    from gamebook.syntax.misspelt import slip  # noqa: PLC0415 - most books have no such line

    position = source.position(found.span.start)

    def is_known(word: str) -> bool:
        tables = (names.symbols, names.values, names.rules, names.checks, names.combats)
        return any(word in each for each in tables) or names.has_chapter(word) or _is_given(word, names, source)

    lines = source.text.split("\n")
    meant = slip(lines, position.line - 1, position.column - 1, is_known)
    if meant is None:
        return None
    start = source.offset(position.line, 1) + meant.start
    place = source.span(start, start + len(meant.word))
    message = f"“{meant.word}” cannot be read here, and nothing is called so"
    return finding(found.code, place, message, did_you_mean(meant.meant, meant.word))


def _foreign(found: Diagnostic, names: Names) -> Diagnostic:
    """`*set RAVEN true`, where RAVEN is a codeword of the book."""
    line = found.suggestions[0].text if found.suggestions else ""
    match = _SET_TO.fullmatch(line)
    symbol = names.symbols.get(match["name"]) if match else None
    if match is None or symbol is None or symbol.kind not in _GIVEN or match["value"] not in _SET:
        return found
    rule = f"~ {_GIVEN[symbol.kind][not _SET[match['value']]]} {symbol.name}"
    return advised(found, with_lines((found.hint or "").replace(line, rule), rule))


def _part(found: Diagnostic, names: Names) -> Diagnostic:
    """A test without its outcomes, whose rows say what they are."""
    tests = (each for each in names.checks.values() if each.span.path == found.span.path)
    test = next((each for each in tests if each.span.start == found.span.start), None)
    if test is None or OUTCOMES not in (found.hint or ""):
        return found
    rows = (row.name for made in names.kinds[ast.Check] if made.test == test.name for row in made.rows)
    said = [*dict.fromkeys(rows)]
    if len(said) != len(test.outcomes):
        return found
    return advised(found, f"add a line with its outcomes, first the one of success: “{' | '.join(said)}”")


def _turn(found: Diagnostic, line: str, names: Names) -> Diagnostic:
    """`-> ridge top`, where a chapter is called ridge-top."""
    match = _TURN.fullmatch(line)
    if match is None or _OPEN.search(match["before"]):
        return found
    before = match["before"].strip()
    without = _COLON.sub(" ->", before)
    if f"{without} 12" in (found.hint or ""):  # a row of a roll has no colon
        before = without
    number, _, behind = match["words"].strip().partition(" ")
    chapter = names.chapters.get(number) if number[:1].isdecimal() else None
    if chapter is not None and chapter.title and _plain(behind) == _plain(chapter.title):  # `-> 7 The gallery`
        line = f"{before} {number}"
        return advised(found, with_lines(f"leave the title out: {line}", line))
    name = _chapter(match["words"], names)
    meant = f"{before} {name}"
    title = names.chapters[name].title if name in names.chapters else None
    if title and f"{name} {title}".casefold() == match["words"].strip().casefold():
        joined = "-".join(re.findall(r"\w+", f"{name} {title}"))
        told = f"a name is one word: write {before} {joined}, and === {joined} in place of === {name} {title}"
        return advised(found, with_lines(told, f"{before} {joined}"))
    return found if meant.endswith("-> ") or meant == line.strip() else advised(found, write(meant))


def _chapter(said: str, names: Names) -> str:
    """The one chapter that has these words as its name or title; empty if none has, or several."""
    words = _plain(said)
    meant = [
        name
        for name, chapter in names.chapters.items()
        if words in (_plain(name), _plain(chapter.title or "")) or said.strip() == chapter.title
    ]
    meant += [name for name in sorted(names.broken) if words == _plain(name)]
    return meant[0] if len(meant) == 1 and words else ""


def _setting(found: Diagnostic, line: str, names: Names) -> Diagnostic | None:
    """`with attack -2`: the setting with what is added to it; of a number that is none, the one that is added to it.

    Where combats have several such settings, or none, their names are said.
    """
    match = _ADDED.fullmatch(line)
    if match is None or not names.combats:
        return None
    name, change = match["name"], int(f"{match['sign']}{match['by']}")
    settings = [setting for combat in names.combats.values() for setting in combat.settings]
    if not any(each.name == name for each in settings):
        added = {setting_added_to(combat, name) for combat in names.combats.values()} - {None}
        if len(added) != 1:
            told = ", ".join(dict.fromkeys(str(each.name) for each in settings))
            return advised(found, f"a fight has no setting {name}; its settings are {told}")
        name = next(str(each) for each in added)
    usual = {each.value.value for each in settings if each.name == name and isinstance(each.value, ast.Number)}
    if len(usual) != 1:
        return None
    return advised(found, write(f"with {name} = {usual.pop() + change}{match['rest']}"))


def _unread(found: Diagnostic, line: str, names: Names) -> Diagnostic:
    """`[if visited The cave]`, `~ gain silver key`, `~ set RAVEN`: lines that names make readable."""
    alone = _SET_ALONE.fullmatch(line)
    symbol = names.symbols.get(alone["name"]) if alone else None
    if symbol is not None and symbol.kind in _GIVEN:
        return advised(found, write(f"~ {_GIVEN[symbol.kind][0]} {symbol.name}"))
    given = _VALUES.fullmatch(line) if found.message == GIVEN else None
    joined = "-".join((given["rule"], *given["values"].split())) if given is not None else ""
    if joined in names.rules:
        return advised(found, write(f"~ do {joined}"))
    if given is not None and (rule := given["rule"]) in names.rules:
        return advised(found, _do(rule, given["values"], names.rules[rule].parameters))
    paid = _PAY_ALONE.fullmatch(line)
    if paid is not None and (known := _paid(names)):
        return advised(found, write_one(*(f"~ pay {paid['amount']} {each}" for each in known[:MOST_PAID])))
    from gamebook.syntax.suggestions import LONGEST, suggested  # noqa: PLC0415 - most books have no such line

    if len(line) > LONGEST or not line.lstrip().startswith(("~", "* ")) or (found.hint or "").startswith("write “"):
        return found
    start = line.find("[") if line.lstrip().startswith("*") else 0
    if start < 0:
        return found
    meant = _VISITED.sub(lambda match: f" {_chapter(match['words'], names) or match['words']}", line[start:])
    for name in names.symbols:
        if "-" in name:
            meant = re.sub(rf"\b{name.replace('-', '[ ]')}\b", name, meant, flags=re.IGNORECASE)
    if meant == line[start:]:
        return found
    meant = f"{line[:start]}{meant}"
    suggestion = meant.strip() if reads_as_step(meant) else suggested(meant, "passage")
    return advised(found, write(suggestion)) if suggestion else found


def _paid(names: Names) -> list[str]:
    """What the book pays with elsewhere; if that is nothing, its numbers."""
    numbers = [each for each in names.of_kind("number") if names.symbols[each].span.path not in names.systems]
    paid = [str(node.what) for node in names.kinds[ast.Pay] if isinstance(node, ast.Pay)]
    return [*dict.fromkeys(each for each in paid if each in numbers)] or numbers


def _by_kind(found: Diagnostic, names: Names) -> Diagnostic:
    """A finding whose hint gives, takes or tests something, with the rule for what it is and its name."""
    test = _TESTS.fullmatch(found.hint or "")
    if test is not None and test["name"] not in names.checks:
        meant = [each for each in names.checks if each.casefold() == test["name"].casefold()]
        return advised(found, write(f"~ test {meant[0]}{test['rest']}")) if len(meant) == 1 else found
    lines = [line for each in found.suggestions[:1] for line in each.text.split("\n")]
    if found.hint == write_apart(lines):
        return advised(found, write_apart([_for_its_kind(line, names) for line in lines]))
    if found.hint != write("".join(lines)):
        return found
    return advised(found, write(_for_its_kind(lines[0], names)))


def _for_its_kind(line: str, names: Names) -> str:
    """A rule that gives or takes something, in the words for what it is: `~ gold +3` for `~ gain 3 gold`."""
    match = _GIVES.fullmatch(line)
    symbol = names.symbols.get(match["name"]) if match else None
    if match is None or symbol is None:
        return line
    takes = match["rule"] in ("lose", "erase")
    if match["rule"] == "restore":
        start = getattr(symbol.node, "start", None)
        if symbol.kind == "number" and isinstance(start, ast.Number):
            return f"~ set {symbol.name} = {start.value}"
        return line
    if symbol.kind in ("stat", "number"):
        return f"~ {symbol.name} {'-' if takes else '+'}{match['count'] or 1}"
    if match["count"] or symbol.kind not in _GIVEN:
        return line
    return f"~ {_GIVEN[symbol.kind][takes]} {match['name']}"


def _in_singular(found: Diagnostic, names: Names) -> Diagnostic:
    """A finding whose hint has `meals >= 2`, where the sheet has a meal."""
    if (found.hint or "").partition(": ")[0] != "write" or not found.suggestions:
        return found

    def one(match: re.Match[str]) -> str:
        word = match[0]
        plural = word not in names.symbols and word not in names.values and word[:-1] in names.symbols
        return word[:-1] if plural and word.endswith("s") else word

    line = found.suggestions[0].text
    start = max(0, line.find("[")) if line.startswith("*") else 0
    singular = line[:start] + _WORD.sub(one, line[start:])
    return advised(found, write(singular)) if singular != line and reads_as_step(singular) else found


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
        hint = Hint(found.hint, found.suggestions)
        return finding(syntax.UNKNOWN_RULE, place, f"there is no rule “{word}”", hint) if unknown else found
    if word in names.rules:
        message = "a rule of your own has “do” before its name"
        return finding(syntax.UNKNOWN_RULE, place, message, _do(word, rest, names.rules[word].parameters))
    symbol = names.symbols.get(word)
    fight = f"~ fight {word} {rest}".rstrip()  # its foes may stand below
    if word in names.combats and symbol is None and (not rest or reads_as_step(fight)):
        message = "a combat of your own has “fight” before its name"
        return finding(syntax.UNKNOWN_RULE, place, message, write(fight))
    kind = symbol.kind if symbol is not None else "value" if word in names.values else ""
    lines = _for_kind(kind, word, rest)
    if lines:
        return advised(replace(found, span=place, message=f"“{word}” is no rule"), write_one(*lines))
    if kind or found.code != syntax.NO_SIGN or _is_given(word, names, source):
        return advised(found, write(f"~ set {word} {rest}")) if kind and rest[:1] == "=" else found
    message = f"“{word}” is no rule, and nothing on the sheet is called so"
    return finding(syntax.UNKNOWN_RULE, place, message, _nearest(word, rest, names))


def _do(rule: str, rest: str, parameters: Sequence[ast.Name]) -> Hint:
    """How to do a rule of the book, with the values that stand behind its name: `~ do heal(2)` for `~ heal 2`."""
    if not parameters:
        return write(f"~ do {rule}")
    values = rest.removeprefix("=").strip()
    for given in (re.split(r"[ \t]*,[ \t]*", values), values.split()):
        line = f"~ do {rule}({', '.join(given)})"
        if len(given) == len(parameters) and reads_as_step(line):
            return write(line)
    several = len(parameters) > 1
    values_of = listed(each.id for each in parameters)
    return Hint(f"write “~ do {rule}(…)”, and in the parentheses {'values' if several else 'a value'} for {values_of}")


def _for_kind(kind: str, word: str, rest: str) -> tuple[str, ...]:
    """The rule that gives or takes something of some kind, or both; nothing for a number."""
    value = rest.removeprefix("=").strip()
    if kind == "item" and value.isdecimal() and value not in _SET:
        return (f"~ set {word} = {value}" if rest[0] == "=" else f"~ gain {value} {word}",)
    if kind in _GIVEN:
        give, take = _GIVEN[kind]
        if value in _SET:
            return (f"~ {give if _SET[value] else take} {word}",)
        return f"~ {give} {word}", f"~ {take} {word}"
    if kind == "one-of" and re.fullmatch(NAME, value):
        return (f"~ set {word} = {value}",)
    return (f"~ gain {word}",) if kind == "value" else ()


def _is_given(word: str, names: Names, source: Source) -> bool:
    """Whether a word is the name of a roll, an amount, a number of a fight or a parameter.

    So is a number of the sheet whose line could not be read.
    """
    if any(word == each.id for rule in names.rules.values() for each in rule.parameters):
        return True
    return (
        re.search(rf"\b(?:as|pool|local|choose|option|stat|number)[ \t]+{re.escape(word)}(?![\w-])", source.text)
        is not None
    )


def _nearest(word: str, rest: str, names: Names) -> str:
    """What to write for a word that nothing is called."""
    wounded = {combat.wounds.id for combat in names.combats.values() if combat.wounds is not None}
    sign = _WOUNDS.get(word.lower())
    if sign and len(wounded) == 1 and re.fullmatch(r"\d+(?:d\d+)?", rest):
        return write(f"~ {next(iter(wounded))} {sign}{rest}")
    test = next((each for each in names.checks if each.casefold() == word.casefold()), None)
    if test is not None and not rest:
        return with_lines(f"did you mean “~ test {test}”?", f"~ test {test}")
    meant = {
        **{rule: rule for rule in RULES},
        **{each: f"{each} -2" for each in names.of_kind("stat", "number")},
        **{each: f"do {each}" for each in names.rules},
        **({} if rest else {each: f"{_GIVEN[kind][0]} {each}" for kind in _GIVEN for each in names.of_kind(kind)}),
    }
    near = nearest_word(word, meant, least=0.7)
    if not near:
        roll = f"~ roll {rest[1:].strip()} as {word}"
        return write(roll) if re.match(r"=[ \t]*\d*d\d", rest) and reads_as_step(roll) else RULES_BEGIN
    line = f"~ {meant[near]} {rest}".rstrip()
    is_known = near not in names.of_kind("stat", "number")  # of a number it is not known how it changes
    return with_lines(f"did you mean “~ {meant[near]}”?", *([line] if is_known else []))
