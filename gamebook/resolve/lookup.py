"""Names where they are used: what one means, and what to say where it means nothing there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from gamebook.codes import names
from gamebook.codes.hints import DECLARE, any_of, use_system, write, write_here
from gamebook.diagnostics import Edit, Related
from gamebook.model.arithmetic import FALSE
from gamebook.model.book import Role
from gamebook.model.expression import Var
from gamebook.model.reserved import AGAIN, BEEN, BOXES
from gamebook.resolve.desk import Desk
from gamebook.resolve.load import load_systems_with
from gamebook.resolve.site import Binding, Site, Standing
from gamebook.resolve.spelling import nearest, nearest_chapter, or_part, titled_chapter
from gamebook.sentences import NUMBER_WORDS, listed, with_article
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import quoted
from gamebook.syntax.walk import find
from gamebook.syntax.words import nearest_word

TICKED, VISITED = "ticked", "visited"
"""Words of the language that begin a value and look like names: the first may stand alone."""
ROUND = "round"
"""What a fight calls the number of its round."""
_GIVEN = {**dict.fromkeys(("true", "yes"), ("gain", 1)), **dict.fromkeys(("false", "no"), ("lose", 0))}
"""What other notations set an item to: the rule for it, and what a number is set to."""
_HABITS = {
    **{word: f"write the number in digits: {number}" for number, word in enumerate(NUMBER_WORDS, start=1)},
    **dict.fromkeys(("true", "yes"), "to check that the reader has something, write its name alone: [if lantern]"),
    **dict.fromkeys(("false", "no"), "to check that the reader does not have something, write “not”: [if not lantern]"),
    **dict.fromkeys(("the", "a", "an", "your"), "remove this word"),
    **dict.fromkeys(("less", "fewer", "lower"), "for “5 or less” write: <= 5"),
    **dict.fromkeys(("more", "greater", "higher"), "for “5 or more” write: >= 5"),
    **{f"{no}{TICKED}": write_here(f"not {TICKED}", f"{no}{TICKED}") for no in ("un", "not")},
    "noted": "to check that a codeword is noted, write its name alone: [if RAVEN]",
    **dict.fromkeys(("die", "dice"), "write how many: 1d6 or 2d6"),
    "roll": "give the dice a name where they are rolled, ~ roll 2d6 as result, and write here: result",
    **dict.fromkeys(("points", "point"), "points of the book have a rule of their own: ~ score 3"),
    "all": "there is no word for all of a number: to take all, write ~ set gold = 0",
    **dict.fromkeys(
        ("max", "maximum", "full"),
        "the value of a stat with which the reader began: write “initial” and its name, or “~ restore” and its name",
    ),
    "else": "each row of “random” has a weight, a number: 1: -> 3",
    "half": "divide by two: gold / 2 is half of gold, rounded down",
    **dict.fromkeys(
        ("lucky", "unlucky"),
        "only a test tells: write “~ test luck”, and under it, with four blanks, “lucky -> 2” and “unlucky -> 3”",
    ),
    **{each: write_here("first time", each) for each in ("first-time", "firsttime", "first_time")},
    **{f"d{sides}": any_of(f"write 1d{sides}", [f"1d{sides}"], f"d{sides}") for sides in (4, 6, 8, 10, 12, 20, 100)},
}
"""Words that other notations have, and what to write instead."""
TOGETHER = "write `and` between the foes, or `together` under them"
"""What to do where several foes should fight at the same time."""
MOST_HINTS = 30
"""Findings after which no words are looked for that resemble a misspelt one: each takes a look at all chapters."""


# ---- names of the sheet ---------------------------------------------------------------------------------


def unknown(
    desk: Desk, name: ast.Id, site: Site, hint: str | None = None, *, asked: bool = False, declare: str = DECLARE
) -> None:
    """Report a name that nothing has.

    Args:
        desk: what is known of the book.
        name: the name.
        site: where it stands.
        hint: what to do, where that is known.
        asked: it stands where a value is read, and could be a word of the language for one.
        declare: what to do where the book has nothing like it.
    """
    if name == ROUND:
        hint = "count rounds in the fight: each round, then ~ rounds +1"
        desk.report(names.OUT_OF_PLACE, name.span, "`round` can be used only in the rules of its fight", hint)
        return
    if hint is None and _known_elsewhere(desk, name):
        return
    if hint is None and site.fight is not None and name in site.fight.foe:
        hint = write_here(f"foe {name}", name)
    hint = hint or _HABITS.get(name.lower())
    if hint is None and len(desk.findings) <= MOST_HINTS:
        known = [*desk.names.symbols, *desk.names.values, *site.names, *([TICKED] if asked else [])]
        hint = nearest(name, known) or in_a_system(desk, "stat", name)
        if hint is None and asked:
            hint = _about_a_chapter(desk, name)
        hint = hint or or_part(declare, name, known)
    hint = hint or declare
    desk.report(names.UNKNOWN_NAME, name.span, f"nothing is called {name}", hint)


def is_known(desk: Desk, name: str, site: Site) -> bool:
    """Whether a name means a value: one of the place, of the sheet, or of a one-of."""
    return name in site.names or on_the_sheet(desk, name)


def _about_a_chapter(desk: Desk, name: ast.Id) -> str | None:
    """A hint for `visited inn or cellar`, and for `visted` without a chapter."""
    if name in desk.names.chapters:
        return any_of(f"if the chapter is meant, write: visited {name}", [f"visited {name}"], name)
    return "write which chapter: visited 12" if nearest_word(name, [VISITED], least=0.8) else None


def _known_elsewhere(desk: Desk, name: ast.Id) -> bool:
    """Whether the name is known in another place of the book; if so, that is reported."""
    where, verb, place = "in the block where it is chosen or rolled, below that line", "given", "in that block"
    given = _first_written(desk, name, ast.ChooseAmount, ast.Roll)
    if given is None:
        given = _first_written(desk, name, ast.Local)
        where, verb = "in the fights for which it is declared", "declared"
        place = "in the combat or the fight, where it changes"
        if any(each.id is name for line in desk.names.kinds[ast.With] for each in find(line.value, ast.Name)):
            where = f"in the blocks of the fights for which it is {verb}: a setting cannot use it"
    if given is None:
        return False
    hint = (
        f"to use it here, keep it on the sheet: declare a number kept-{name}, write "
        f"“~ set kept-{name} = {name}” {place}, and kept-{name} here"
    )
    related = (Related(given, f"{name} is {verb} here"),)
    desk.report(names.UNKNOWN_NAME, name.span, f"{name} is known only {where}", hint, related)
    return True


def _first_written(desk: Desk, name: ast.Id, *kinds: type[ast.ChooseAmount | ast.Roll | ast.Local]) -> Span | None:
    """Where the book first gives this name in one of some ways; None if it does not."""
    nodes = chain.from_iterable(desk.names.kinds[each] for each in kinds)
    spans = [each.name.span for each in nodes if each.name == name and each.span.path not in desk.names.systems]
    return min(spans, key=lambda span: (span.path != name.span.path, span.start), default=None)


def is_truth(desk: Desk, name: ast.Id, site: Site) -> bool:
    """Whether a value is `yes` or `no`, which nothing is called."""
    return name.lower() in _GIVEN and not is_known(desk, name, site)


def no_truth(desk: Desk, what: ast.Id, said: ast.Id, site: Site) -> None:
    """Report that something is set to `yes` or `no`."""
    rule, number = _GIVEN[said.lower()]
    is_item = what in desk.names.of_kind("item")
    unknown(desk, said, site, write(f"~ {rule} {what}" if is_item else f"~ set {what} = {number}"))


def in_a_system(desk: Desk, kind: str, name: str, stats: Iterable[str] = ()) -> str | None:
    """A hint to use one of the rule systems that have a test, combat or stat, where the book uses none.

    Args:
        desk: what is known of the book.
        kind: the word that declares it.
        name: its name.
        stats: what foes have in it.
    """
    systems = () if desk.names.kinds[ast.Use] else load_systems_with(kind, name, tuple(stats))
    if not systems:
        return None
    which = f"; {name} is also part of {', '.join(systems[1:])}" if systems[1:] else ""
    return use_system(systems[0], which)


def wrong_kind(desk: Desk, name: ast.Id, is_not: str, hint: str | None = None, fix: tuple[Edit, ...] = ()) -> None:
    """Report a name that stands for something else than its place needs.

    Args:
        desk: what is known of the book.
        name: the name.
        is_not: what it should be, in words.
        hint: what to do.
        edits: what surely was meant.
    """
    symbol = desk.names.symbols.get(name)
    kind = symbol.kind if symbol else "name of this place"
    desk.report(names.WRONG_KIND, name.span, f"{name} is {with_article(kind)}, not {is_not}", hint, fix=fix)


def value_to_change(desk: Desk, name: ast.Id, where: str = "") -> None:
    """Report a value of a one-of where something is changed.

    Args:
        desk: receives the finding.
        name: the value.
        where: ` in the rule hit`, where a rule with a name changes it.
    """
    owner = desk.names.values[name][0][0]
    message = f"{name} is a value of {owner}: it cannot be changed{where}"
    hint = f"~ gain {name} makes it the value of {owner}; a number that belongs to it needs a name of its own"
    desk.report(names.WRONG_KIND, name.span, message, hint)


def check_new(desk: Desk, name: ast.Id, *, result: bool = False) -> None:
    """Report a name given in a block that means something on the sheet already.

    Args:
        desk: what is known of the book.
        name: the name.
        result: it is of an amount that is chosen, or of a roll: it can be kept in the number of the sheet.
    """
    if on_the_sheet(desk, name):
        hint = "choose another name"
        if result and name in desk.names.of_kind("stat", "number"):
            hint = f"choose another name, such as new-{name}, and write after it: ~ set {name} = new-{name}"
        desk.report(names.DUPLICATE_NAME, name.span, f"{name} is already on the sheet", hint)


def check_new_setting(desk: Desk, name: ast.Id) -> None:
    """Report a setting of a combat with a name of the sheet, where one author has written both."""
    symbol = desk.names.symbols.get(name)
    if name.span.path not in desk.names.systems or (symbol is not None and symbol.span.path == name.span.path):
        check_new(desk, name)


def means_two(desk: Desk, name: ast.Id, site: Site) -> bool:
    """Whether a name could mean the sheet, and a setting of the combat of a rule system; if so, that is reported.

    In the file of the combat it is the setting.
    """
    combat = site.fight.combat if site.fight is not None else None
    if combat is None or name.span.path == combat.name.span.path or not on_the_sheet(desk, name):
        return False
    if name not in {setting.name for setting in combat.settings}:
        return False
    message = f"{name} is on the sheet, and a setting of this combat, too"
    desk.report(names.DUPLICATE_NAME, name.span, message, f"give it another name on the sheet, such as my-{name}")
    return True


def on_the_sheet(desk: Desk, name: str) -> bool:
    """Whether something of the sheet has this name, or a value of a one-of."""
    return name in desk.names.symbols or name in desk.names.values


def named_value(desk: Desk, name: ast.Id, one_of: str | None = None) -> int | None:
    """The number of a one-of's value, in the one-of given or in the only one that has it."""
    owners = desk.names.values.get(name, [])
    matching = [number for owner, number in owners if one_of in (None, owner)]
    if one_of is None and len(owners) > 1:
        several = listed(owner for owner, _ in owners)
        hint = write_here(f"{owners[0][0]} = {name}", name)
        desk.report(names.AMBIGUOUS_VALUE, name.span, f"{name} is a value of {several}", hint)
    return matching[0] if matching else None


def one_of_named(desk: Desk, expr: ast.Expr, site: Site) -> str | None:
    """The one-of that an expression is the bare name of, if it is one."""
    if isinstance(expr, ast.Name) and expr.id not in site.names:
        symbol = desk.names.symbols.get(expr.id)
        if symbol is not None and symbol.kind == "one-of":
            return expr.id
    return None


# ---- foes -----------------------------------------------------------------------------------------------


def foe_stat(desk: Desk, stat: ast.Id, whose: ast.Id, span: Span, site: Site) -> Binding | None:
    """The stat of the current foe, or of the one named; None where there is no foe, or no such stat."""
    if site.fight is None:
        desk.report(names.OUT_OF_PLACE, span, "there is no foe here", "use it in a fight")
        return None
    foe = foe_called(desk, whose, site).stats if whose else site.fight.foe
    found = foe.get(stat)
    if found is None and not foe and not whose and stat in {each.id for each in site.fight.combat.foe_stats}:
        last = next((each.name for each in site.fight.group), "")
        message = "this is worked out as the fight begins: no foe stands yet"
        hint = "write a number, or one of the sheet"
        if last:
            message = "all foes are beaten here, so “foe” means none of them"
            hint = f"name the foe that you mean: foe {quoted(last)} {stat}"
        desk.report(names.OUT_OF_PLACE, stat.span, message, hint)
    elif found is None and (foe or not whose):
        of_combat = f"in the combat {site.fight.combat.name}" if len(desk.names.combats) > 1 else "here"
        likely = _for_every_fight(desk, stat) or nearest(stat, foe)
        desk.report(names.UNKNOWN_NAME, stat.span, f"foes have no {stat} {of_combat}", likely)
    return found


def _for_every_fight(desk: Desk, stat: ast.Id) -> str | None:
    """What to write for a stat that foes have in some combats, in an action that is offered in all fights."""
    having = [name for name, each in desk.names.combats.items() if stat in {known.id for known in each.foe_stats}]
    actions = [each for each in desk.names.kinds[ast.Anytime] if isinstance(each, ast.Anytime) and each.in_fights]
    here = any(node.id is stat for each in actions for node in find(each, ast.Place))
    here = here or any(node.stat is stat for each in actions for node in find(each, ast.FoeStat))
    if not (having and here):
        return None
    fights = listed([f"~ fight {name}" if name != ast.USUAL_COMBAT else "~ fight" for name in having])
    return f"this action is there in every fight: write it as a ~ may, in “each round” under {fights} only"


def foe_called(desk: Desk, name: ast.Id, site: Site) -> Standing:
    """The foe of that name among those that fight at the same time; one without stats where there is none."""
    group = site.fight.group if site.fight is not None else ()
    for each in group:
        if each.name == name:
            return each
    known = [each.name for each in group]
    if site.fight is not None and name in site.fight.foes:
        message = f"{name} is not there in all rounds: these foes fight one after another"
        desk.report(names.OUT_OF_PLACE, name.span, message, TOGETHER)
        return Standing(name, {}, FALSE)
    hint = nearest(name, known) or f"here you fight {listed(known)}"
    desk.report(names.UNKNOWN_NAME, name.span, f"no foe is called {name} here", hint)
    return Standing(name, {}, FALSE)


# ---- chapters -------------------------------------------------------------------------------------------


def been(desk: Desk, chapter: str) -> Var:
    """The variable that tells whether the reader has been in a chapter, or is there."""
    return desk.local(BEEN + chapter, 0, 1, "hidden", Role(what="visited", of=str(chapter)))


def again(desk: Desk, chapter: str) -> Var:
    """The variable that tells, in a chapter, whether the reader had been there before this visit."""
    been(desk, chapter)
    return desk.local(AGAIN + chapter, 0, 1, "hidden", Role(what="visited before", of=str(chapter)))


def boxes(desk: Desk, chapter: str, most: int) -> Var:
    """The variable that counts the ticked boxes of a chapter."""
    return desk.local(BOXES + chapter, 0, most, "hidden")


def known_chapter(desk: Desk, name: ast.Id) -> bool:
    """Whether a chapter of this name can be read, or will be written; an unknown one is a finding, a broken one not."""
    if name in desk.names.chapters:
        return True
    if name not in desk.names.broken:
        if desk.is_unwritten(name, name.span):
            return True
        what = f"no chapter is numbered {name}" if name.isdecimal() else f"no chapter is called {name}"
        words = name.split()
        hint = chapter_hint(desk, name, desk.names.chapters) or title_hint(desk, "-".join(words).strip("."))
        if hint is None and len(words) > 1:
            hint = f"write the number or the name of a chapter: {next(iter(desk.names.chapters), '1')}"
        hint = hint or write_chapter(name)
        desk.report(names.UNKNOWN_CHAPTER, name.span, what, hint)
    return False


def write_chapter(name: str) -> str:
    """A hint to write a chapter that is not there, now or later."""
    return f"write the chapter: === {name}, or draft in the header until then"


def number_as_chapter(desk: Desk, name: str) -> str | None:
    """A hint for `-> key`, where no chapter is called so and the sheet has a number of that name."""
    if name not in desk.names.of_kind("stat", "number", "param", "derived value"):
        return None
    return any_of(f"for the chapter whose number it is, write: -> ({name})", [f"({name})"], name)


def chapter_hint(desk: Desk, name: str, known: Iterable[str]) -> str | None:
    """What was meant by the name of a chapter that is not there; after many findings nothing is looked for."""
    if len(desk.findings) > MOST_HINTS:
        return None
    return nearest_chapter(name, desk.names.chapters, desk.names.linked) or nearest(name, known)


def title_hint(desk: Desk, name: str) -> str | None:
    """The one chapter whose title speaks of a name that no chapter has; after many findings nothing is looked for."""
    if len(desk.findings) > MOST_HINTS or name.isdecimal():
        return None
    return titled_chapter(name, desk.names.chapters)
