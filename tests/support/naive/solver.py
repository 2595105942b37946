"""All states that play comes to, and what they are worth, in exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

import networkx as nx

from tests.support.naive.book import Book
from tests.support.naive.play import Stack, Way
from tests.support.naive.values import ONE, Sheet

ZERO = Fraction(0)


class TooLargeError(Exception):
    """More than a plain interpreter should list."""


@dataclass(eq=False)
class Action:
    """Where one option leads: chances of nodes by number, and the points earned on the way, on average."""

    chances: dict[int, Fraction]
    earned: Fraction


@dataclass(eq=False)
class Node:
    """A state: who chooses there (nobody where there is one action), or how the book ends."""

    owner: str = "reader"
    actions: list[Action] = field(default_factory=list)
    end: tuple[str, str] | None = None
    ignorant: Fraction = ZERO  # how many readers do not know of all actions
    known: list[Action] = field(default_factory=list)  # what they can do


def listed(book: Book, most: int = 1000) -> list[Node]:
    """All states from the start on; the first is the start.

    Raises:
        TooLargeError: there are more than `most`, or too many steps between two of them.
    """
    play = book.play
    numbers: dict[tuple[Sheet, Stack], int] = {}
    order: list[tuple[Sheet, Stack]] = []

    def number(state: tuple[Sheet, Stack]) -> int:
        if state not in numbers:
            numbers[state] = len(order)
            order.append(state)
            if len(order) > most:
                raise TooLargeError
        return numbers[state]

    def settle(ways: list[Way]) -> Action:
        """Play on until it stops on every way."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        earned = ZERO
        due: dict[tuple[Sheet, Stack], Fraction] = {}
        for chance, sheet, stack, points in ways:
            earned += chance * points
            due[sheet, stack] = due.get((sheet, stack), ZERO) + chance
        steps = 0
        while due:
            (sheet, stack), chance = due.popitem()
            if play.is_stop(stack):
                if stack is not None and stack[0][0] == "end":
                    sheet = ()
                found[number((sheet, stack))] += chance
                continue
            steps += 1
            if steps > 20 * most:
                raise TooLargeError
            for part, after, rest, points in play.step(sheet, stack):
                share = chance if part is ONE else chance * part
                earned += share * points if points else ZERO
                due[after, rest] = due.get((after, rest), ZERO) + share
        return Action(dict(found), earned)

    nodes: list[Node] = []
    sheet, stack = play.begin(book.start)
    nodes.append(Node())
    order.append(((), (("begin",), None)))
    nodes[0].actions.append(settle([Way(ONE, sheet, stack)]))
    while len(nodes) < len(order):
        sheet, stack = order[len(nodes)]
        node = Node()
        nodes.append(node)
        if stack is None:
            node.end = ("stuck", "soft lock")
        elif stack[0][0] == "end":
            node.end = (stack[0][1], stack[0][2])
        elif (decision := play.decision(sheet, stack)) is not None and decision[1]:
            node.owner = decision[0]
            node.actions = [settle([Way(ONE, after, rest)]) for after, rest in decision[1]]
            if (some := play.ignorance(sheet, stack)) is not None:
                node.ignorant = some[0]
                node.known = [settle([Way(ONE, *each)]) for each in some[1] or [(sheet, play.past(stack))]]
        elif decision is not None:
            node.actions = [settle([Way(ONE, sheet, play.past(stack))])]
        else:
            node.actions = [settle(play.step(sheet, stack))]
    return nodes


def informed(nodes: list[Node]) -> list[Node]:
    """The same for readers who know of an option as often as the book says; numbers of nodes stay."""
    found = list(nodes)
    for place, node in enumerate(nodes):
        if node.owner == "reader" and node.ignorant:
            chance = {len(found): 1 - node.ignorant, len(found) + 1: node.ignorant}
            found += [Node("reader", node.actions), Node("reader", node.known)]
            found[place] = Node("reader", [Action({after: each for after, each in chance.items() if each}, ZERO)])
    return found


def at_random(nodes: list[Node]) -> list[Node]:
    """The same for a reader who takes every open option alike."""
    found = []
    for node in nodes:
        if node.owner == "reader" and (len(node.actions) > 1 or node.ignorant):
            mixed: dict[int, Fraction] = defaultdict(Fraction)
            earned = ZERO
            for readers, actions in ((1 - node.ignorant, node.actions), (node.ignorant, node.known)):
                for action in actions:
                    share = Fraction(readers, len(actions))
                    for after, chance in action.chances.items():
                        mixed[after] += share * chance
                    earned += share * action.earned
            found.append(Node("reader", [Action({after: p for after, p in mixed.items() if p}, earned)]))
        else:
            found.append(node)
    return found


def chances(nodes: list[Node], wanted: Callable[[tuple[str, str]], bool], largest: int = 100) -> list[Fraction]:
    """The chance of a wanted ending from each node: the reader's best, against the rival's best.

    Play that never ends is not won.

    Raises:
        TooLargeError: more than `largest` nodes lead back to each other.
    """
    plain = [replace(node, actions=[replace(action, earned=ZERO) for action in node.actions]) for node in nodes]
    return values(plain, lambda end: ONE if wanted(end) else ZERO, largest)


def totals(nodes: list[Node], largest: int = 100) -> list[Fraction]:
    """The points expected from each node, where none are lost: the reader's most, against the rival's least.

    Raises:
        TooLargeError: more than `largest` nodes lead back to each other, or points are earned among nodes that do
            while somebody decides there, or for ever.
    """
    return values(nodes, lambda _: ZERO, largest)


def points_after_winning(nodes: list[Node], wanted: Callable[[tuple[str, str]], bool]) -> Fraction:
    """The points expected where the chance to win comes first: among what is equally good, most points.

    Raises:
        TooLargeError: some nodes lead back to each other.
    """
    won = chances(nodes, wanted)
    best = [
        replace(node, actions=[action for action in node.actions if worth(replace(action, earned=ZERO), won) == value])
        for node, value in zip(nodes, won, strict=True)
    ]
    return totals(best, 1)[0]


def values(nodes: list[Node], ending: Callable[[tuple[str, str]], Fraction], largest: int) -> list[Fraction]:
    """What each node is worth: what is earned on the way, and what the ending is worth; all of it 0 or more.

    Nodes that lead back to each other are worked out by strategy iteration: the rival's best answer to a play of the
    reader, then a strictly better play, until there is none.
    """
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(nodes)))
    for place, node in enumerate(nodes):
        graph.add_edges_from((place, after) for action in node.actions for after in action.chances)
    value: list[Fraction] = [ZERO] * len(nodes)
    for component in nx.strongly_connected_components(graph):
        members = sorted(component)
        first = nodes[members[0]]
        if len(members) == 1 and members[0] not in graph[members[0]]:
            if first.end is not None:
                value[members[0]] = ending(first.end)
            else:
                pick = min if first.owner == "rival" else max
                value[members[0]] = pick(worth(action, value) for action in first.actions)
            continue
        inside = [action for place in members for action in nodes[place].actions if component & action.chances.keys()]
        earning = any(action.earned for action in inside)
        decided = any(len(nodes[place].actions) > 1 for place in members)
        for_ever = all(action.chances.keys() <= component for action in inside)
        if len(members) > largest or (earning and (decided or for_ever)):
            raise TooLargeError
        solve_loop(nodes, members, value)
    return value


def worth(action: Action, value: list[Fraction]) -> Fraction:
    """What an action earns and leads to on average."""
    return action.earned + sum((chance * value[after] for after, chance in action.chances.items()), ZERO)


def solve_loop(nodes: list[Node], members: list[int], value: list[Fraction]) -> None:
    """Values of nodes that lead back to each other; those of all others they lead to are known."""
    play = {place: nodes[place].actions[0] for place in members}
    readers = [place for place in members if nodes[place].owner == "reader" and len(nodes[place].actions) > 1]
    rivals = [place for place in members if nodes[place].owner == "rival" and len(nodes[place].actions) > 1]
    while True:
        answer(nodes, members, rivals, play, value)
        better = False
        for place in readers:
            now = value[place]
            for action in nodes[place].actions:
                if (then := worth(action, value)) > now:
                    play[place], now, better = action, then, True
        if not better:
            return


def answer(
    nodes: list[Node], members: list[int], rivals: list[int], play: dict[int, Action], value: list[Fraction]
) -> None:
    """The rival's best answer to the reader's play, and what all is worth then."""
    held = hold(nodes, members, rivals, play, value)
    play.update(held)
    while True:
        evaluate(members, play, value)
        better = False
        for place in rivals:
            if place in held:
                continue
            now = value[place]
            for action in nodes[place].actions:
                if (then := worth(action, value)) < now:
                    play[place], now, better = action, then, True
        if not better:
            return


def hold(
    nodes: list[Node], members: list[int], rivals: list[int], play: dict[int, Action], value: list[Fraction]
) -> dict[int, Action]:
    """Where the rival can keep all that is worth something out of reach for ever, and how."""
    inside = set(members)
    options = {place: nodes[place].actions if place in rivals else [play[place]] for place in members}

    def stays(action: Action) -> bool:
        if action.earned:
            return False
        return all(after in inside or (after not in options and value[after] == 0) for after in action.chances)

    while True:
        out = {place for place in inside if not any(stays(action) for action in options[place])}
        if not out:
            break
        inside -= out
    return {place: next(a for a in options[place] if stays(a)) for place in inside if place in rivals}


def evaluate(members: list[int], play: dict[int, Action], value: list[Fraction]) -> None:
    """Values where everybody's play is known: nodes are done away with one after another.

    x = sum of a x + b; where nothing of worth can be reached, x is 0.
    """
    inside = set(members)
    rows: dict[int, dict[int, Fraction]] = {}
    known: dict[int, Fraction] = {}
    into: dict[int, set[int]] = defaultdict(set)
    for place in members:
        rows[place] = {after: chance for after, chance in play[place].chances.items() if after in inside}
        known[place] = sum(
            (chance * value[after] for after, chance in play[place].chances.items() if after not in inside),
            play[place].earned,
        )
        for after in rows[place]:
            into[after].add(place)
    alive = {place for place in members if known[place]}
    due = list(alive)
    while due:
        for before in into[due.pop()]:
            if before not in alive:
                alive.add(before)
                due.append(before)
    for place in members:
        value[place] = ZERO
    rows = {place: {after: chance for after, chance in rows[place].items() if after in alive} for place in alive}
    into = {place: {before for before in into[place] if before in alive} for place in alive}
    done: list[tuple[int, dict[int, Fraction], Fraction]] = []
    left = set(alive)
    while left:
        place = min(left, key=lambda each: (len(into[each]) * len(rows[each]), each))
        left.discard(place)
        row, constant = rows.pop(place), known[place]
        again = row.pop(place, ZERO)
        if again:
            row = {after: chance / (1 - again) for after, chance in row.items()}
            constant /= 1 - again
        for after in row:
            into[after].discard(place)
        for before in into.pop(place):
            if before == place:
                continue
            share = rows[before].pop(place)
            known[before] += share * constant
            for after, chance in row.items():
                rows[before][after] = rows[before].get(after, ZERO) + share * chance
                into[after].add(before)
        done.append((place, row, constant))
    for place, row, constant in reversed(done):
        value[place] = constant + sum((chance * value[after] for after, chance in row.items()), ZERO)
