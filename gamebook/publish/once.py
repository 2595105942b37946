"""Which named rules are printed once, under their names: long ones that several places use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gamebook.letters import word_count
from gamebook.publish.document import Paragraph, plain
from gamebook.publish.known import all_in_place, changed_in, in_place
from gamebook.publish.rules.writer import Writer
from gamebook.publish.values import Values
from gamebook.syntax import ast
from gamebook.syntax.walk import find, walk

LONG = 25
"""Words of a rule that is worth looking up; a shorter one is read faster where it is used."""
_OF_THE_SECTION = (
    ast.ToChapter, ast.ToComputed, ast.Back, ast.Tick, ast.Ticked, ast.Visited, ast.FirstTime,
    ast.FoeStat, ast.EachFoe, ast.AnyFoe, ast.Happen,
)  # fmt: skip
"""What a section must say itself: where it turns, and what is about this very section or a fight in it."""
_ROLLED = (ast.Dice, ast.CountDice, ast.FoeStat)
"""What a value may have in it that is another one each time it is asked."""


def told_once(
    values: Values, declarations: Sequence[ast.Declaration], chapters: Sequence[ast.Chapter]
) -> frozenset[str]:
    """The names of the rules that are printed once.

    Args:
        values: has the words.
        declarations: of all files.
        chapters: all chapters, as they are written.
    """
    rules = values.names.rules
    elsewhere = (ast.RuleDecl, ast.StrategyDecl, ast.CombatDecl)  # a combat has the rules that it does in their places
    places = (*(each for each in declarations if not isinstance(each, elsewhere)), *chapters)
    if not rules or any(find((tuple(declarations), tuple(chapters)), ast.Resolution)):
        return frozenset()  # without luck, each place has an account of its own
    uses = Counter(str(each.rule) for each in find(places, ast.DoRule))
    calls = [*find(places, ast.DoRule), *find(tuple(rules.values()), ast.DoRule)]
    found: set[str] = set()
    for name in _callers_first(rules):
        rule = rules[name]
        given = [call.arguments for call in calls if call.rule == name]
        if (
            uses[name] > 1
            and _stands_alone(values, rule, given)
            and _stays(values, rule, given, declarations)
            and _words(values, rule) >= LONG
        ):
            found.add(name)
        for inner in find(rule, ast.DoRule):
            uses[str(inner.rule)] += 1 if name in found else uses[name]
    return frozenset(found)


def _callers_first(rules: Mapping[str, ast.RuleDecl]) -> Iterable[str]:
    """The rules, each after all that do it."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        for inner in find(rules[name], ast.DoRule):
            if inner.rule in rules and inner.rule not in done:
                visit(str(inner.rule))
        done[name] = None

    for name in rules:
        if name not in done:
            visit(name)
    return reversed(done)


def _stands_alone(values: Values, rule: ast.RuleDecl, given: Iterable[tuple[ast.Expr, ...]]) -> bool:
    """Whether a rule means the same on a page of its own, and is only given numbers."""
    names = values.names
    body = in_place(rule.body, names.rules)
    if any(isinstance(node, _OF_THE_SECTION) or (isinstance(node, ast.Place) and node.foe) for node in walk(body)):
        return False
    parameters = {str(each.id) for each in rule.parameters}
    if not parameters.isdisjoint(changed_in(body)):  # it is done to a thing, and not with how many there are
        return False
    if any(name.id in parameters for row in find(body, ast.WeightRow) for name in find(row.weight, ast.Name)):
        return False  # with fixed weights, ordinary dice will do
    if body and isinstance(body[-1], ast.Fight):  # what follows in the section is for those who won it
        return False
    numbers = {*names.numbers, *names.stats, *names.params, *names.lets}
    return all(each.id in numbers for arguments in given for each in find(arguments, ast.Name))


def _stays(
    values: Values,
    rule: ast.RuleDecl,
    given: Iterable[tuple[ast.Expr, ...]],
    declarations: Sequence[ast.Declaration],
) -> bool:
    """Whether all that a rule is given is the same number wherever the rule uses it, so that readers work it out once.

    A rule computes it anew each time: dice in it are rolled again, and what changes a number changes the next use, too.
    """
    names = values.names
    asked = [part for arguments in given for part in _asked(values, arguments, declarations)]
    if any(isinstance(node, _ROLLED) for part in asked for node in walk(part)):
        return False
    read = {str(node.id) for part in asked for node in walk(part) if isinstance(node, ast.Name | ast.Initial)}
    return read.isdisjoint(_changed(values, _meanwhile(in_place(rule.body, names.rules), declarations)))


def _asked(values: Values, arguments: object, declarations: Sequence[ast.Declaration]) -> list[object]:
    """Some values, and all that they depend on: what a `let` in them means, and when a `while` line adds to them."""
    found: list[object] = [arguments]
    bonuses = list(find(tuple(declarations), ast.While))
    known: set[str] = set()
    for part in found:  # grows on the way
        for node in walk(part):
            if isinstance(node, ast.Name | ast.Initial) and node.id not in known:
                known.add(str(node.id))
                if node.id in values.names.lets:
                    found.append(values.names.lets[node.id].value)
                found += [bonus for bonus in bonuses if bonus.change.place.id == node.id]
    return found


def _meanwhile(body: ast.Block, declarations: Sequence[ast.Declaration]) -> list[object]:
    """A rule, and what the declarations may add while it is carried out."""
    every = tuple(declarations)
    tests = {str(each.test) for each in find(body, ast.Check)}
    found: list[object] = [body, *find(every, ast.When)]
    found += [test.then for test in find(every, ast.CheckDecl) if str(test.name) in tests]
    if any(find(body, ast.Fight)) or any(find(body, ast.Menu)):
        found += [*find(every, ast.CombatDecl), *find(every, ast.Anytime)]
    return found


def _changed(values: Values, parts: Iterable[object]) -> set[str]:
    """The names of all that some parts change."""
    found = {name for part in parts for name in changed_in(all_in_place(part, values.names.rules))}
    if not found.isdisjoint(values.names.limits):  # what counts for a limit goes with it
        found |= set(values.names.items)
    return found


def _words(values: Values, rule: ast.RuleDecl) -> int:
    """How long a rule is, with the rules that it does."""
    blocks = Writer(values).block(rule.body)
    return sum(word_count(plain(block.runs)) for block in blocks if isinstance(block, Paragraph))
