"""The hero that is given: what the hero block settles, and the book for one hero. Nothing is solved for it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from gamebook.analysis.presets import BY_DICE, presets, thrown_names
from gamebook.errors import UsageError
from gamebook.model.arithmetic import has_dice, reads
from gamebook.model.blocks import mapped, steps_in, written_in
from gamebook.model.book import Book, Variable
from gamebook.model.step import Assign, Block, Choose, Pool, Random, Roll
from gamebook.resolve.spelling import nearest
from gamebook.sentences import listed


def rolled_stats(book: Book) -> tuple[str, ...]:
    """The values of the sheet that the hero block rolls."""
    rolled: set[str] = set()
    thrown = thrown_names(book)
    for step in steps_in(book.hero):
        match step:
            case Assign(changes=changes):
                rolled |= {each.variable for each in changes if has_dice(each.value) or reads(each.value) & thrown}
            case Roll() if step.store is not None:
                rolled.add(step.store)
    return tuple(variable.name for variable in book.variables if variable.on_sheet and variable.name in rolled)


def settled_by_dice(book: Book) -> set[str]:
    """What dice of the hero block settle: they give a number, or the row of a roll says what there is."""
    drawn = [step for step in steps_in(book.hero) if isinstance(step, Roll | Random)]
    return set(rolled_stats(book)).union(*(written_in(row.body) for step in drawn for row in step.rows))


def made_stats(book: Book) -> tuple[str, ...]:
    """The values of the sheet that the hero block settles, by dice or by the reader's choice."""
    made = written_in(book.hero)
    return tuple(variable.name for variable in book.variables if variable.on_sheet and variable.name in made)


def names_for_all(book: Book) -> frozenset[str]:
    """Those of `weak`, `average` and `lucky` that stand for all heroes: where nothing is rolled, all are equal."""
    return frozenset(BY_DICE.keys() - presets(book).keys() - {*made_stats(book)})


def picked_words(book: Book) -> tuple[str, ...]:
    """`potion=potion-of-luck`, for each one-of that the hero block settles: an example of how it is given."""
    made = made_stats(book)
    return tuple(f"{each.name}={each.values[-1]}" for each in book.variables if each.values and each.name in made)


def for_hero(book: Book, hero: Mapping[str, int] | str | None) -> tuple[Book, dict[str, int]]:
    """The book for a hero, and his values by the names of the sheet.

    Raises:
        UsageError: the hero block settles nothing of this name, or a value is out of range.
    """
    given = hero_values(book, {hero: 1} if isinstance(hero, str) else hero or {})
    return with_picks(book, given), given


def hero_values(book: Book, hero: Mapping[str, int]) -> dict[str, int]:
    """A hero by the names of the sheet: the value of a one-of may be written alone, as in a condition (`axe`).

    A name may also be `weapon=axe`, with the value 1.

    So may the name of a hero that the book declares, or `weak`, `average`, `lucky`; what is said beside it goes first.

    Raises:
        UsageError: the hero block settles nothing of this name, the value is out of range, or two values are given.
    """
    made = made_stats(book)
    variables = {variable.name: variable for variable in book.variables}
    called = {} if set(hero) <= set(made) else presets(book)
    asked = [name for name, value in hero.items() if value and name in called and name not in made]
    found: dict[str, int] = {}
    for name, value in hero.items():
        if name in asked:
            continue
        owner, equals, word = name.partition("=")
        owners = [each for each in made if value and name in variables[each].values]
        if equals:
            if owner not in made:
                raise UsageError(_unknown(book, owner, made, called))
            number = _word_of(variables[owner], owner, word)
        elif name in made:
            number = value
        elif len(owners) == 1:
            owner = owners[0]
            number = variables[owner].values.index(name)
        elif owners:
            told = f"{name} is a value of {' and of '.join(owners)}"
            raise UsageError(f"{told}: write {listed((f'{each}={name}' for each in owners), last='or')}")
        else:
            raise UsageError(_unknown(book, name, made, called))
        if found.setdefault(owner, number) != number:
            one, other = (_shown(variables[owner], each) for each in (found[owner], number))
            raise UsageError(f"{owner} cannot be both {one} and {other}; give one of them")
    found = {name: value for each in asked for name, value in called[each].items()} | found
    for name, value in found.items():
        low, high = variables[name].low, variables[name].high
        if not low <= value <= high:
            raise UsageError(f"{name} is in {low}..{high}, not {value}")
    return found


def _shown(variable: Variable, value: int) -> str:
    """How `--hero` gives a value: the value of a one-of by its name."""
    return variable.values[value] if 0 <= value < len(variable.values) else str(value)


def _word_of(variable: Variable, name: str, word: str) -> int:
    """The number of a value of a one-of."""
    if not variable.values:
        number = word.partition(",")[0]
        if number.isdecimal():  # numbers of the command line are read before
            raise UsageError(f'a hero is given by a name or as values, {{"{name}": {number}}}, not as "{name}={word}"')
        raise UsageError(f"{name} needs a number, not {word}")
    if word not in variable.values:
        raise UsageError(f"{name} is never {word}; it is one of: {', '.join(variable.values)}")
    return variable.values.index(word)


def _unknown(book: Book, name: str, made: tuple[str, ...], called: Mapping[str, Mapping[str, int]]) -> str:
    """That nothing of the hero is called so, and what there is."""
    if name in BY_DICE and not is_rolled(book):
        what = f"; the hero picks {', '.join(made)}" if made else ""
        return f"this book rolls nothing for its hero, so no hero is {name}: leave it out{what}"
    words = [value for variable in book.variables if variable.name in made for value in variable.values]
    hint = nearest(name, [*called, *made, *words])
    told = f"the hero does not roll or pick {name}"
    return f"{told}; {hint}" if hint else f"{told}; {_what_they_give(book, made, called)}"


def _what_they_give(book: Book, made: tuple[str, ...], called: Mapping[str, Mapping[str, int]]) -> str:
    """Which heroes can be given, with an example."""
    told = f"the hero rolls or picks {', '.join(made) or 'nothing'}"
    if not called:
        return told
    variables = {variable.name: variable for variable in book.variables}
    given = next(iter(called.values())).items()
    example = ",".join(f"{name}={_shown(variables[name], value)}" for name, value in given)
    return f"{told}; heroes by name: {', '.join(called)}; or numbers, as in --hero {example}"


def with_picks(book: Book, hero: Mapping[str, int]) -> Book:
    """The book for a hero whose picks are known.

    Where `hero` tells something that the hero block lets the reader pick, it tells all that was picked, and nothing
    is asked: what it does not mention was not picked. Dice are rolled as ever.

    A stat that is rolled before or after is no pick, whatever an option adds to it: who tells it tells no pick.
    """
    unasked = structs.replace(book, hero=asking_nothing(book))
    picks = hero.keys() - set(rolled_stats(unasked))
    return unasked if picks & written_in_choices(book) else book


def asking_nothing(book: Book) -> Block:
    """The hero block without what the reader picks."""
    return mapped(book.hero, lambda step: None if isinstance(step, Choose) else step)


def written_in_choices(book: Book) -> set[str]:
    """What the options of the hero block may change."""
    return written_in(tuple(step for step in steps_in(book.hero) if isinstance(step, Choose)))


def is_rolled(book: Book) -> bool:
    """Whether dice decide on the hero."""
    dice = any(isinstance(step, Roll | Pool | Random) for step in steps_in(book.hero))
    return dice or bool(rolled_stats(book))
