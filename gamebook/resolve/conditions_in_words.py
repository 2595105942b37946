"""Conditions of choices only in words: `(if rope)`, `[not rope]`, `[ifrope]`, `[else]`, `{rope}`, `If you have it,`.

So are prices in brackets: `[pay 3 gold]`. All these stand behind the other words of the choice, or before them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec import structs

from gamebook.codes import syntax
from gamebook.codes.hints import extended, with_lines, write
from gamebook.comparisons import COMPARISONS, NEGATED
from gamebook.diagnostics import Edit
from gamebook.model.step import GO_ON
from gamebook.patterns import pattern
from gamebook.phrases.play_words import load_words
from gamebook.phrases.table import LANGUAGES, short_code
from gamebook.phrases.turns import OTHERWISE
from gamebook.resolve.can_hold import can_hold
from gamebook.resolve.compared_in_words import compared_in_words
from gamebook.resolve.desk import Desk
from gamebook.resolve.only_once import ONCE, once
from gamebook.resolve.other_languages import (
    OWNS,
    all_others,
    asked_before_a_turn,
    asks_whether,
    before_colon,
    in_english,
    with_clause,
)
from gamebook.resolve.spoken import LONGEST
from gamebook.resolve.told import is_paid
from gamebook.sentences import with_capital
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.foreign import foreign_choice
from gamebook.syntax.one_line import spell_option
from gamebook.syntax.spell import spell
from gamebook.syntax.text import parse_text, parse_value
from gamebook.syntax.walk import find, walk

_ASIDE = pattern(
    r"[ \t]*(?:(?<!\\)\[(?P<square>[^\[\]]*)\]|(?<!\\)\((?P<round>[^()\[\]]*)\)"
    r"|(?<!\\)[(\[{［（【][ \t]*(?P<mixed>if\b[^()\[\]{}［］（）【】]*)[)\]}］）】]"
    r"|(?<!\\)\{[ \t]*(?P<brace>if\b[^{}]*)\}|<[ \t]*(?P<angle>if\b[^<>]*)>|(?P<bare>\bif\b[^.,;:!?]*))[ \t]*$",
    re.IGNORECASE,
)
"""What may be a condition at the end of a choice's words."""
_BESIDE = pattern(
    r"(?P<words>[^()]*[^()\s])[ \t]*\((?P<last>[^()]*)\)|\((?P<first>[^()]*)\)[ \t]*(?P<then>[^()]+)"
    r"|(?P<said>[^:()]+):[ \t]+(?P<rest>\S.*)"
)
"""What may be a condition, or what a choice is about: `Climb (rope)`, `(rope) Climb`, `Rope: climb`."""
_THEN = r"(?:[ \t]*[:,](?:[ \t]*then\b)?|[ \t]+then\b[ \t]*[:,]?|[ \t]+[-–—](?=[ \t]+(?!or\b|and\b)))[ \t]*"
"""What stands between a condition without brackets and the words behind it."""
_IN_FRONT = pattern(
    r"(?P<aside>\[[^\[\]]*\]|<[^<>]*>|[({［（【][^()\[\]{}［］（）【】]*[)\]}］）】])"
    r"[ \t]*(?:[:,][ \t]*)?(?P<words>[^\s:,].*)"
    rf"|(?P<bare>(?:(?:only[ \t]+)?(?:if|unless|when)|needs|requires)\b[^.,;:!?]*?){_THEN}(?P<then>.*)"
    r"|(?P<said>[^.,;:!?()\[\]{}<>]+):[ \t]*(?P<rest>.*)",
    re.IGNORECASE,
)
"""The same before them: `[rope] Climb`, `if rope: climb`, `With the rope: climb`."""
_WITH = pattern(r"(?:only[ \t]+)?with(?:out)?\b", re.IGNORECASE)
_IF_IN_BRACES = pattern(r"[ \t]*\{[ \t]*if\b[^{}]*\}[ \t]*", re.IGNORECASE)
"""`{if rope}`, which is no value: a finding says so."""
_STILL = r"(?:(?:still|already|really|no[ \t]+longer|do[ \t]+not|don['’]t)[ \t]+)*"
_HAVE = rf"{_STILL}(?:have(?:n['’]t)?(?![ \t]+to\b)|possess|carry|own|wear)\b"
"""What the reader does with a thing, or does not."""
_IF_FIRST = pattern(rf"(?P<condition>if you {_HAVE}[^,:]*?){_THEN}(?P<rest>.*)", re.IGNORECASE)
"""`If you have the lantern, take the stairs`, `If you have the lantern,`"""
_OWN = pattern(
    r"if[ \t]+you[ \t]+(?:(?:still|really|already)[ \t]+)?(?:have|possess|carry|own|wear)[ \t]+"
    r"(?:got[ \t]+)?(?:it|one|them|some|that)",
    re.IGNORECASE,
)
"""`Use the rope if you have one`: the thing stands among the words of the choice."""
_STATE = pattern(rf"(?:only[ \t]+)?if[ \t]+you(?:['’]ve\b|[ \t]+{_HAVE})", re.IGNORECASE)
"""Words of a choice for those who have something."""
_IF = pattern(r"\bif\b", re.IGNORECASE)
_OTHERWISE = pattern(rf"\b(?:else|{OTHERWISE}|(?:if|wenn|falls)[ \t]+(?:not|nicht))\b", re.IGNORECASE)
_BEGINS = pattern(r"(?:only[ \t]+)?(?:if|unless|when|with|without|needs?|requires?)\b", re.IGNORECASE)
"""How a condition begins; other words in parentheses are a remark."""
_ELSE = pattern(r"[ \t]*(?:or[ \t]+)?(?:else|otherwise|el(?:se)?if)\b[ \t,:]*", re.IGNORECASE)
"""`[else]`, as if choices were the blocks of an `~ if`."""
ELSE = "else"
"""What `[else]` asks for where no choice above has a condition: nobody knows."""
_SAID = pattern(r"[\w.!?…)\"”'’*_][ \t]+$")
"""Words before braces of which these are no part; behind `Torch:` they show a value."""
_ALONE = 2
"""How tightly a condition binds that `and` stands beside."""
_NO = frozenset({"no", "not", "without", "unless"})
_PRICE = frozenset({"costs", "cost", "pay", "pays", "spend"})
_NEEDS = _PRICE | frozenset({"requires", "require", "required", "needs", "need", "needed"})
_BEHIND = frozenset({"needed", "required"})
"""What stands behind a thing, as in `[rope needed, pay 2 gold]`."""
_ASKS = _NEEDS | {"has", "have", "having", "got", "own"}
_LINKS = frozenset({"if", "when", "only", "with", "you", "your", "the", "a", "an", "and", "or", "must", "still", "at"})
_MORE = frozenset({"least", "more", "than", "of", "any", "owns", "carry", "carries", "possess"})
_AROUND = _ASKS | _LINKS | _MORE | _NO
"""Words around the things that a condition names."""
_OTHERS = _ASKS - _PRICE | _LINKS | _MORE
"""Words around an amount that is no price."""
_NO_PRICE = _ASKS - _PRICE | _MORE | _NO
"""Words beside “pay” and “costs” with which these may mean a condition."""
_SURELY = _NEEDS | _NO | {"if", "when", "only", "must"}
"""Words that no remark has: `[the lantern]` may be what the choice gives, `[no lantern]` is not."""
_GLUED = pattern(r"if_*(?P<rest>[^\W_][^<>=]*)", re.IGNORECASE)
"""`[ifrope]`, without the blank."""
_READ_AS_ONE = pattern(r"if\b|.*[<>=]", re.IGNORECASE)
"""What another finding speaks of if it stands in square brackets."""


def report(desk: Desk, options: Sequence[ast.Option], after: ast.Block) -> None:
    """Report them at the choices of one list; `after`: what follows them."""
    above: list[ast.Expr] = []
    told: list[str] = []  # the conditions of the choices so far that are for those who have something
    for option in options:
        _braces(desk, option)
        condition = option.condition
        asked = condition
        if len(option.label) <= LONGEST and foreign_choice(option.label, option.span, "") is None:
            wanted = _in_words(desk, option, above, after) if condition is None else spell(condition)
            asked = parse_value(wanted) if wanted and wanted != ELSE else condition
            if wanted and (_STATE.search(option.label) or _clause(desk, option)[0] or _has_bare(option.label)):
                told.append(wanted)
            elif condition is None and told:
                _for_the_rest(desk, option, told)
        above = [*above, asked] if asked is not None else []


def condition_of(desk: Desk, sentence: str) -> str:
    """The condition that words speak of: an item or codeword, or none of it; empty if they name none."""
    sentence = asked_before_a_turn(sentence, _names(desk), desk.language) or sentence
    words = re.findall(r"\w+", sentence)
    spoken = "-".join(words).casefold()
    things = [
        name for name in desk.names.of_kind("item", "codeword") if re.search(rf"(?<!\w){name.casefold()}(?!\w)", spoken)
    ]
    no = "not " if re.search(r"\b(?:no|not|without)\b|n['’]t\b", sentence, re.IGNORECASE) else ""
    return f"{no}{max(things, key=len)}" if things else ""


def with_condition(desk: Desk, option: ast.Option, words: str) -> ast.Option:
    """A choice with other words, and with the condition with which these begin, if there is one: `Climb [if rope]`."""
    meant = structs.replace(option, label=words)
    first = _IF_FIRST.fullmatch(f"{words},")
    said, rest = (first["condition"], first["rest"]) if first is not None else _clause(desk, meant)
    condition = parse_value(_owned(desk, option, said)) if said and option.condition is None else None
    if condition is None:
        return meant
    return structs.replace(meant, label=with_capital(rest.strip(" \t,")) or _go_on(desk, option), condition=condition)


def perhaps_asked(desk: Desk, thing: str) -> tuple[str, str]:
    """The words of a choice that names a thing beside them, `Climb (rope)`, and the line that asks for it; or nothing.

    Whether it asks for it nobody knows, so it is no finding of its own.
    """
    for option in desk.names.kinds[ast.Option]:
        if not isinstance(option, ast.Option) or option.condition is not None or len(option.label) > LONGEST:
            continue
        match = _BESIDE.fullmatch(option.label)
        if match is None or option.span.path in desk.names.systems:
            continue
        condition = _meant(desk, option, match["last"] or match["first"] or match["said"])
        value = parse_value(condition) if condition else None
        if value is not None and thing in {str(each.id) for each in find(value, ast.Name)}:
            words = with_capital(match["words"] or match["then"] or match["rest"])
            return option.label, spell_option(structs.replace(option, label=words, condition=value))
    return "", ""


def of_the_sheet(desk: Desk, sentence: str) -> bool:
    """Whether words ask for what stands on the reader's sheet: `If you have the rope`, not `If you want to go`."""
    if _OTHERWISE.search(sentence):
        return False
    if not _IF.search(sentence):
        return bool(asked_before_a_turn(sentence, _names(desk), desk.language))
    words = {each.casefold() for each in re.findall(r"[\w-]+", sentence)}
    numbers = {each.casefold() for each in desk.names.of_kind("stat", "number", "one-of")}
    return bool(condition_of(desk, sentence) or words & numbers or _STATE.search(sentence))


def _braces(desk: Desk, option: ast.Option) -> None:
    """`* {crowbar} Use the crowbar -> 6`, as ink writes a condition, or the same behind the words."""
    label, place = option.label, option.label_span or option.span
    last = label.rfind("{")
    behind = last > 0 and label[0] != "{" and label[-1] == "}" and _SAID.search(label, 0, last) is not None
    if not behind and not label.startswith("{"):
        return
    pieces, _ = parse_text(label, place)
    value = pieces[-1 if behind else 0] if len(pieces) > 1 else ""
    if isinstance(value, str) or not _is_truth(desk, value):
        return
    start, end = (last, len(label)) if behind else (0, label.index("}") + 1)
    span = Span(place.path, place.start + start, place.start + end)
    words = (label[:start] + label[end:]).strip()
    message = "braces show a value: the reader sees 0 or 1 here, and the choice is open to everyone"
    if option.condition is not None and spell(value) in _together(option.condition):
        message, value = "braces show a value: the reader sees 0 or 1 here", option.condition
    elif option.condition is not None:
        message = "braces show a value: the reader sees 0 or 1 here, and the choice does not ask for it"
        value = ast.Binary("and", option.condition, value, span=ast.NOWHERE)
    hint = write(spell_option(structs.replace(option, label=words, condition=value)))
    desk.report(syntax.BRACES_AS_CONDITION, span, message, hint)


def _go_on(desk: Desk, option: ast.Option) -> str:
    """What a choice says that only goes on, in the language of the book; its own words where that one has no table."""
    if not desk.language:
        return GO_ON
    return load_words(desk.language)["go-on"] if short_code(desk.language) in LANGUAGES else option.label


def _together(condition: ast.Expr) -> list[str]:
    """What must hold together for a condition to hold."""
    if isinstance(condition, ast.Binary) and condition.op == "and":
        return [*_together(condition.left), *_together(condition.right)]
    return [spell(condition)]


def _for_the_rest(desk: Desk, option: ast.Option, told: Sequence[str]) -> None:
    """`* If you have the rope, climb [if rope] -> 2`, and then `* Otherwise -> 3`"""
    match = all_others(desk.language).fullmatch(option.label)
    if match is None:
        return
    values = (value for each in dict.fromkeys(told) if (value := parse_value(each)) is not None)
    wanted = parse_value(" and ".join(spell(_opposite(each), _ALONE) for each in values))
    words = with_capital(match["words"]) or _go_on(desk, option)
    message = f"“{match['rest']}” is only text: the choice is open to everyone"
    hint: str = "the choices above leave nobody: write when this one is open, or leave that word out"
    if wanted is None or can_hold(wanted):
        hint = write(spell_option(structs.replace(option, label=words, condition=wanted)))
    desk.report(syntax.CONDITION_IN_WORDS, option.label_span or option.span, message, hint)


def _has_bare(label: str) -> bool:
    """Whether words begin with a condition without brackets: `if rope: climb`."""
    front = _IN_FRONT.fullmatch(label)
    return front is not None and not front["aside"]


def _in_words(desk: Desk, option: ast.Option, above: Sequence[ast.Expr], after: ast.Block) -> str:
    """`* Use the crowbar (if crowbar) -> 6`, `* If you have the crowbar, force the door -> 6`

    Args:
        desk: receives the finding.
        option: the choice.
        above: the conditions of the choices just above it.
        after: what follows the menu.

    Returns: the condition that is meant; empty if there is none.
    """
    first, last = _IF_FIRST.fullmatch(option.label), _ASIDE.search(option.label)
    condition, words = compared_in_words(option.label, desk.names.of_kind("number", "stat", "item"))
    if condition:
        first = last = None
    elif first is not None:
        condition, words = _owned(desk, option, first["condition"]), first["rest"]
    elif last is not None and not (last["bare"] and asks_whether(option.label[: last.start()])):
        words = option.label[: last.start()]
        condition = _aside(desk, option, last, words, above)
    if not condition:
        last = None
        said, words = _clause(desk, option)
        condition = _owned(desk, option, said) if said else ""
    behind = last is not None
    if not condition:
        condition, words, last = _in_front(desk, option, above)
    if not condition:
        return ""
    alone = not words.strip()
    words = with_capital(words.strip().rstrip(" \t,") or _go_on(desk, option))
    if last is not None and (prices := _prices(desk, option, last[0], after)):
        _only_asked(desk, structs.replace(option, label=words), last[0], prices, option.label_span or option.span)
        return condition
    message = "this condition is only text: the choice is open to everyone"
    hint: str = write(spell_option(structs.replace(option, label=words, condition=parse_value(condition))))
    if condition == ELSE:
        thing = next(iter(desk.names.of_kind("item", "codeword")), "rope")
        hint = f"choices have no else: write when this one is open, such as [if not {thing}], or remove the bracket"
    if last is not None and (asked := ONCE.fullmatch(last["square"] or last["round"] or "")):
        hint = hint if asked["first"] else _with_rule(desk, option, words, hint)
        hint = extended(hint, after="; if nobody can come here twice, leave those words out")
    place = option.label_span or option.span
    if last is not None and _IF_IN_BRACES.fullmatch(last[0]) and _told_of_braces(desk, place, hint):
        return condition
    edits = _sure(desk, option, last) if first is None and behind and last is not None and not alone else ()
    desk.report(syntax.CONDITION_IN_WORDS, place, message, hint, fix=edits)
    return condition


def _with_rule(desk: Desk, option: ast.Option, words: str, hint: str) -> str:
    """The hint for a choice that can be taken once, with the rule that closes it, if one is needed."""
    closed = once(desk, option)
    if not closed.rule:
        return hint
    line = spell_option(structs.replace(option, label=words, condition=parse_value(closed.condition)))
    declared = f", and in the sheet: codeword {closed.codeword}" if closed.codeword else ""
    told = f"write “{line}”, and under it, with four blanks: {closed.rule}{declared}"
    return told if option.body or declared else with_lines(told, f"{line}\n    {closed.rule}")


def _in_front(desk: Desk, option: ast.Option, above: Sequence[ast.Expr]) -> tuple[str, str, re.Match[str] | None]:
    """`[rope] Climb`, `if rope: climb`, `With the rope: climb`

    Args:
        desk: what is known of the book.
        option: the choice.
        above: the conditions of the choices just above it.

    Returns: the condition that is meant, the words behind it, and the bracket it stands in; empty if there is none.
    """
    front = _IN_FRONT.fullmatch(option.label)
    if front is None:
        return "", "", None
    if front["aside"]:
        words, aside = front["words"], _ASIDE.fullmatch(front["aside"])
        return "" if aside is None else _aside(desk, option, aside, words, above), words, aside
    if front["bare"]:
        words, said = front["then"], front["bare"].strip()
        rest = re.sub(r"^(?:only[ \t]+)?(?:if|when)[ \t]+", "", said, flags=re.IGNORECASE)
        if _OWN.fullmatch(said):
            return _only_thing(desk, option, words), words, None
        written = _as_written(desk, rest, alone=True) if rest != said else ""
        return written or _meant(desk, option, said), words, None
    said = front["said"].strip()
    said = said if _WITH.match(said) else before_colon(said, _names(desk), desk.language)
    return _meant(desk, option, said), front["rest"], None


def _clause(desk: Desk, option: ast.Option) -> tuple[str, str]:
    """What a choice asks of the reader in another language, word by word in English; and the rest of its words."""
    if not OWNS.search(option.label):
        return "", option.label
    return with_clause(option.label, _names(desk), desk.language)


def _owned(desk: Desk, option: ast.Option, clause: str) -> str:
    """The condition of a clause about what the reader has; empty if it names no item and no codeword."""
    thing = condition_of(desk, clause)
    return thing and (_meant(desk, option, clause) or thing)


def _prices(desk: Desk, option: ast.Option, words: str, after: ast.Block) -> dict[str, str]:
    """What is to be paid by the words in a bracket → the rule that takes it; nothing where a rule takes it already."""
    found = _named(words, _names(desk)) or []
    if any("or" in around for _, around in found):
        return {}
    prices, pays = {}, False
    for name, around in found:
        if _NO_PRICE & {*around}:  # `needs rope, pay 2 gold`
            pays = False
            continue
        amount = next(filter(str.isdecimal, around), "")
        pays = bool(_PRICE & {*around}) or (pays and {*around} == {"and", amount})  # `pay 3 gold and 1 meal`
        if pays and amount and not is_paid(desk, option, after, name):
            prices[name] = f"~ pay {amount} {name}"
    return prices


def _only_asked(desk: Desk, option: ast.Option, words: str, prices: Mapping[str, str], place: Span) -> None:
    """Report `* Take the ferry [pay 3 gold] -> 2`.

    Args:
        desk: receives the finding.
        option: the choice without the words in the bracket.
        words: the bracket.
        prices: what is to be paid → the rule that takes it.
        place: where the words of the choice stand.
    """
    condition = _meant(desk, option, words, apart=prices)
    line = spell_option(structs.replace(option, condition=parse_value(condition) if condition else None))
    rules = [*prices.values()]
    hint: str = f"write “{line}”, and under it, with four blanks: {', '.join(rules)}"
    if not option.body:
        hint = with_lines(hint, "\n    ".join((line, *rules)))
    message = "this price is only text: nobody pays it, and the choice is open to everyone"
    desk.report(syntax.CONDITION_IN_WORDS, place, message, hint)


def _told_of_braces(desk: Desk, place: Span, hint: str) -> bool:
    """Whether a finding says of braces in a choice that they hold no value: then its hint is what they mean."""
    for number, each in enumerate(desk.findings):
        if each.code == syntax.BAD_BRACES and place.start <= each.span.start and each.span.end <= place.end:
            desk.findings[number] = structs.replace(each, hint=hint)
            return True
    return False


def _sure(desk: Desk, option: ast.Option, said: re.Match[str]) -> tuple[Edit, ...]:
    """Of `(if lantern)` and `[not lantern]`: the change to a condition. Other words may mean something else."""
    place, words = option.label_span, said["square"] or ""
    if said["round"] and said["round"].startswith("if "):
        words = said["round"].removeprefix("if ")
    glued = _without_if(desk, words)
    words = glued or words
    value = parse_value(words)
    plain = ast.Name | ast.Number | ast.Unary | ast.Binary
    if place is None or value is None or not all(isinstance(each, plain) for each in walk(value)):
        return ()
    if not glued and not _as_written(desk, words, alone=bool(said["round"])):
        return ()
    start = place.start + said.start() + len(said[0]) - len(said[0].lstrip(" \t"))
    return (Edit(Span(place.path, start, place.start + len(option.label)), f"[if {words.strip()}]"),)


def _aside(desk: Desk, option: ast.Option, said: re.Match[str], others: str, above: Sequence[ast.Expr]) -> str:
    """The condition at the end of a choice's words, or before them; empty where it may be a remark.

    Args:
        desk: what is known of the book.
        option: the choice.
        said: what may be a condition.
        others: the other words of the choice.
        above: the conditions of the choices just above it.
    """
    words = said["square"]
    asked = ONCE.fullmatch(words or said["round"] or "")
    if asked:
        return "first time" if asked["first"] else once(desk, option).condition
    if words is None:
        remark = said["bare"] or said["round"] or said["mixed"] or said["brace"] or said["angle"] or ""
        rest = re.sub(r"^if[ \t]+", "", remark, flags=re.IGNORECASE)
        if not _BEGINS.match(remark):
            return _meant(desk, option, in_english(remark, _names(desk), desk.language, remark=True))
        if _OWN.fullmatch(remark.strip()):
            return _only_thing(desk, option, others)
        written = _as_written(desk, rest, alone=not said["bare"]) if rest != remark else ""
        return written or _meant(desk, option, remark)
    if _READ_AS_ONE.match(words):
        return ""
    glued = _without_if(desk, words)
    if glued:
        return glued
    other = _ELSE.match(words)
    if other is None:
        foreign = in_english(words, _names(desk), desk.language)
        return _as_written(desk, words) or _meant(desk, option, words) or _meant(desk, option, foreign)
    rest = words[other.end() :]
    wanted = _as_written(desk, rest) or _meant(desk, option, rest) if rest.strip() else ""
    if rest.strip() and not wanted:
        return ""
    together = " and ".join([*(spell(_opposite(each), _ALONE) for each in above), *([wanted] if wanted else [])])
    value = parse_value(together) if together else None
    return together if value is not None and can_hold(value) else ELSE


def _without_if(desk: Desk, words: str) -> str:
    """The condition of `ifrope`; empty where that is no condition."""
    glued = _GLUED.fullmatch(words)
    return _as_written(desk, glued["rest"], alone=True) if glued else ""


def _only_thing(desk: Desk, option: ast.Option, words: str) -> str:
    """The one thing that words name, if the choice does not give it."""
    spoken = "-".join(re.findall(r"\w+", words)).casefold()
    names = ((name, re.escape(name.casefold())) for name in desk.names.of_kind("item"))
    found = [name for name, letters in names if re.search(rf"(?<![^\W_]){letters}(?![^\W_])", spoken)]
    given = {str(gain.item) for gain in find(option.body, ast.Gain)}
    return found[0] if len(found) == 1 and found[0] not in given else ""


def _opposite(condition: ast.Expr) -> ast.Expr:
    match condition:
        case ast.Unary(op="not"):
            return condition.operand
        case ast.Binary() if condition.op in COMPARISONS:
            return structs.replace(condition, op=NEGATED[condition.op])
    return ast.Unary(op="not", operand=condition)


def _as_written(desk: Desk, words: str, *, alone: bool = False) -> str:
    """The words, if they are a condition but for the `if` before it: `not lantern`, `visited 12`.

    Args:
        desk: what is known of the book.
        words: what is said.
        alone: whether a name alone is a condition; if not, it may be a remark.
    """
    value = parse_value(words)
    if value is None or not (alone if isinstance(value, ast.Name) else _is_truth(desk, value)):
        return ""
    known = {*desk.names.symbols, *desk.names.values}
    return words.strip() if all(name.id in known for name in find(value, ast.Name)) else ""


def _meant(desk: Desk, option: ast.Option, words: str, apart: Container[str] = ()) -> str:
    """The condition that some words tell in their own way: `needs the crowbar`; `apart`: names that are a price."""
    things = {*_things(desk)}
    paid = {str(each.what) for each in find(option.body, ast.Pay)}
    paid |= {str(each.place.id) for each in find(option.body, ast.Change)}
    given = {str(gain.item) for gain in find(option.body, ast.Gain)}
    found = _named(words, _names(desk))
    if found is None:
        return ""
    around_all = {word for _, around in found for word in around}
    if given & {name for name, _ in found} and not _SURELY & around_all:
        return ""
    condition = ""
    for name, around in found:
        if name in apart:
            continue
        if name in paid and not _OTHERS & {*around}:
            return ""  # a price, which closes the choice where it is paid
        value = _value(name, around, is_thing=name in things)
        if not value:
            return ""
        condition += f" {'or' if 'or' in around else 'and'} {value}" if condition else value
    return condition


def _things(desk: Desk) -> tuple[str, ...]:
    """What a reader has or has not."""
    return (*desk.names.of_kind("item", "codeword"), *desk.names.values)


def _names(desk: Desk) -> tuple[str, ...]:
    """All that a condition in words may name."""
    return (*_things(desk), *desk.names.of_kind("number", "stat"))


def _value(name: str, around: Sequence[str], *, is_thing: bool) -> str:
    """What is asked of a thing or a number, by the words around its name; empty where that may be a remark."""
    amount = next((word for word in around if word.isdecimal()), "")
    if amount:
        return f"{name} >= {amount}"
    if is_thing:
        return f"not {name}" if _NO & {*around} else name
    if _NO & {*around}:
        return f"{name} = 0"
    sure = _SURELY if "with" in around else _SURELY - {"only"}  # “Nur Mut: spring” is a remark
    return f"{name} > 0" if sure & {*around} else ""


def _named(said: str, names: Iterable[str]) -> list[tuple[str, list[str]]] | None:
    """The names in some words, each with the words before it, and `needed` after it; the last one with all after it.

    None if there are words that no condition would have. A hyphen in a name may be a blank.
    """
    known = {tuple(name.casefold().split("-")): name for name in names}
    longest = max(map(len, known), default=0)
    words = re.findall(r"\w+", said.casefold())
    found: list[tuple[str, list[str]]] = []
    before: list[str] = []
    place = 0
    while place < len(words):
        size = next((size for size in range(longest, 0, -1) if tuple(words[place : place + size]) in known), 0)
        if size:
            found.append((known[tuple(words[place : place + size])], before))
            before = []
        elif found and not before and words[place] in _BEHIND:
            found[-1][1].append(words[place])
        elif words[place].isdecimal() or words[place] in _AROUND:
            before.append(words[place])
        else:
            return None
        place += size or 1
    if found:
        found[-1][1].extend(before)
    return found


def _is_truth(desk: Desk, value: ast.Expr) -> bool:
    """Whether a value can only be true or false, so that nobody wishes to read it."""
    match value:
        case ast.Name():
            symbol = desk.names.symbols.get(value.id)
            node = symbol.node if symbol is not None else None
            return isinstance(node, ast.CodewordDecl) or (isinstance(node, ast.ItemDecl) and node.most is None)
        case ast.Unary():
            return value.op == "not"
        case ast.Binary():
            return value.op in ("and", "or", "=", "!=", "<", "<=", ">", ">=")
    return isinstance(value, ast.Visited | ast.FirstTime)
