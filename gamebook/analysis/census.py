"""What is in a book, counted as its author would: fights and tests as written, not what the rules make of them."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
from msgspec import Struct

from gamebook.analysis.decisions import may_be_open
from gamebook.graph.chapters import chapter_graph, unreachable
from gamebook.model.arithmetic import has_dice
from gamebook.model.blocks import blocks_in
from gamebook.model.book import Book
from gamebook.model.step import (
    OTHER_NUMBER,
    Assign,
    Block,
    Choose,
    If,
    Pool,
    Random,
    Roll,
    Say,
    Scope,
    Score,
    Step,
    Text,
    count_words,
)


class Census(Struct, frozen=True):
    """A book in numbers."""

    title: str
    author: str
    language: str
    """As the header says."""
    words: int
    """Words of prose and of options' labels."""
    chapters: int
    unreachable: int
    """Chapters to which no way leads from the start."""
    unwritten: int
    """Chapters of a draft that are not written yet."""
    longest_chapter: str
    """The chapter with most words."""
    longest_chapter_words: int
    decisions: int
    """Places where the reader chooses; those of fights are not counted."""
    choices: int
    """Options at these places; actions offered everywhere are not counted."""
    victories: int
    """Endings of each kind."""
    defeats: int
    other_endings: int
    fights: int
    tests: int
    rolls: int
    """Other places where dice are rolled; those of fights and of the hero are not counted."""
    stats: int
    numbers: int
    """Those that readers write down."""
    items: int
    codewords: int
    one_ofs: int
    shortest_win: int | None
    """Chapters on the shortest way to a victory on the map, whatever the sheet says; None if there is no way."""
    longest_win: int | None
    """Most different chapters that a way to a victory can have; if the book has loops, a bound from above."""
    loops: bool
    """Whether a reader can reach a chapter twice."""


def census(book: Book) -> Census:
    """Count a book."""
    own = {chapter.name: list(_own_steps(chapter.body)) for chapter in book.chapters}
    everywhere = [step for steps in own.values() for step in steps]
    length = {name: count_words(_read(steps)) for name, steps in own.items()}
    longest = max(length, key=length.__getitem__, default="")
    decisions = [step for step in everywhere if isinstance(step, Choose) and step.owner == "reader"]
    kinds = [ending.kind for ending in book.endings]
    sheet = [variable.kind for variable in book.variables if variable.on_sheet]
    graph = chapter_graph(book)
    return Census(
        title=book.title,
        author=book.author,
        language=book.language,
        words=sum(length.values()),
        chapters=len(book.chapters),
        unreachable=len(unreachable(graph)),
        unwritten=len(book.unwritten),
        longest_chapter=longest,
        longest_chapter_words=length.get(longest, 0),
        decisions=len(decisions),
        choices=sum(len(step.written) for step in decisions),
        victories=kinds.count("victory"),
        defeats=kinds.count("defeat"),
        other_endings=kinds.count("ending"),
        fights=len(book.fights),
        tests=sum(isinstance(step, Roll) and step.what == "test" for step in everywhere),
        rolls=sum(_is_roll(step) for step in everywhere),
        stats=sheet.count("stat"),
        numbers=sheet.count("number"),
        items=sheet.count("item"),
        codewords=sheet.count("codeword"),
        one_ofs=sheet.count("one-of"),
        shortest_win=_shortest_win(graph),
        longest_win=_longest_win(graph),
        loops=_loops(graph),
    )


def _own_steps(block: Block) -> Iterator[Step]:
    """A chapter's own steps: not what a fight's rounds do, nor the actions offered everywhere."""
    for step in block:
        if isinstance(step, Choose) and (step.first or not may_be_open(step)):
            continue  # a further pick of the same options; or, where a number is no chapter's, nobody chooses
        yield step
        if isinstance(step, Scope) and step.what == "fight":
            continue
        inner = (option.body for option in step.written) if isinstance(step, Choose) else blocks_in(step)
        for body in inner:
            yield from _own_steps(body)


def _read(steps: list[Step]) -> Iterator[Text]:
    """What the author wrote of what a reader reads of them."""
    asked = (inner for step in steps if isinstance(step, If) and step.own for inner in step.then)
    swaps = {each.address for each in asked if isinstance(each, Choose)}  # what to drop for something else
    for step in steps:
        if isinstance(step, Say) and not step.own:
            yield step.text
        elif isinstance(step, Choose) and not _of_numbers(step) and step.address not in swaps:
            yield from (option.label for option in step.written)


def _of_numbers(step: Choose) -> bool:
    """Whether the reader chooses an amount, or answers with a number: the rows of an `ask` are no words."""
    return step.what == "amount" or step.options[-1].label == (OTHER_NUMBER,)


def _is_roll(step: Step) -> bool:
    match step:
        case Roll():
            return step.what != "test"
        case Random() | Pool():
            return True
        case Assign():
            return any(has_dice(change.value) for change in step.changes)
        case Score():
            return has_dice(step.amount)
        case _:
            return False


# ---- ways through the chapter map -------------------------------------------------------------------------


def _wins(graph: nx.MultiDiGraph[str]) -> set[str]:
    return {node for node in graph if graph.nodes[node].get("ending_kind") == "victory"}


def _chapters(graph: nx.MultiDiGraph[str], nodes: set[str]) -> int:
    return sum(graph.nodes[node]["kind"] == "chapter" for node in nodes)


def _shortest_win(graph: nx.MultiDiGraph[str]) -> int | None:
    ways = nx.single_source_shortest_path(graph, graph.graph["start"])
    return min((_chapters(graph, set(ways[win])) for win in _wins(graph) if win in ways), default=None)


def _longest_win(graph: nx.MultiDiGraph[str]) -> int | None:
    """Longest way over the sets of chapters that lead to each other, each counted whole."""
    whole = nx.condensation(nx.DiGraph(graph))
    part = whole.graph["mapping"]
    size = {node: _chapters(graph, whole.nodes[node]["members"]) for node in whole}
    best = {part[graph.graph["start"]]: size[part[graph.graph["start"]]]}
    for node in nx.topological_sort(whole):
        if node in best:
            for after in whole.successors(node):
                best[after] = max(best.get(after, 0), best[node] + size[after])
    return max((best[part[win]] for win in _wins(graph) if part[win] in best), default=None)


def _loops(graph: nx.MultiDiGraph[str]) -> bool:
    return not nx.is_directed_acyclic_graph(graph)
