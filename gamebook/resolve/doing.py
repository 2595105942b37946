"""What a rule does to a thing of the sheet: whether it changes it, in which direction and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamebook.resolve.desk import Desk
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.parse import parse
from gamebook.syntax.walk import find, walk

EFFECTS = (
    ast.Change | ast.SetTo | ast.Restore | ast.Gain | ast.Lose | ast.NoteWord | ast.EraseWord | ast.Pay
    | ast.SwapValues | ast.Store | ast.DoRule | ast.ChooseAmount
)  # fmt: skip


def does(desk: Desk, node: ast.Node, name: str) -> bool:
    """Whether a rule does something to a name, or to all that is in a limit."""
    if not isinstance(node, EFFECTS):
        return False
    return bool({name, *(str(each.name) for each in desk.names.limits.get(name, ()))} & set(names_in(node)))


def sign_of(node: ast.Node | None) -> int:
    """1 for a rule that adds something, -1 for one that takes it; 0 for all others."""
    match node:
        case ast.Change():
            return node.sign
        case ast.Gain() | ast.NoteWord() | ast.Restore():
            return 1
        case ast.Lose() | ast.EraseWord() | ast.Pay():
            return -1
    return 0


def amount_of(node: ast.Node | None) -> str:
    """By how much a rule changes something, if it always is the same amount; else empty."""
    match node:
        case ast.Change(amount=ast.Number(value=value)) | ast.Pay(amount=ast.Number(value=value)):
            return str(value)
        case ast.Gain(count=ast.Number(value=value)) | ast.Lose(count=ast.Number(value=value)):
            return str(value)
    return ""


def done_with(desk: Desk, chapter: ast.Chapter, prose: ast.Prose) -> tuple[ast.Node, ...]:
    """The nodes of a chapter that a reader of some lines may carry out: none of a choice beside the one they stand in.

    A choice that comes back to its menu may tell what another one takes; the nodes of that one count then.
    """
    nodes, beside = desk.nodes(chapter), list[ast.Option]()
    if any(isinstance(each, ast.Repeat) for each in nodes):
        return nodes
    for menu in (each for each in nodes if isinstance(each, ast.Menu)):
        own = next((option for option in menu.options if any(each is prose for each in walk(option))), None)
        if own is not None and not _comes_back(desk, chapter, own):
            beside += [option for option in menu.options if option is not own]
    return without(desk, nodes, beside)


def _comes_back(desk: Desk, chapter: ast.Chapter, option: ast.Option) -> bool:
    """Whether a choice may lead to its own chapter, or to one that leads back there."""
    desk.notes.tied = True  # another chapter may lead back tomorrow
    turns = [*find(option, ast.Target)] or [*find(chapter, ast.Target)]
    names = {each.chapter for each in turns if isinstance(each, ast.ToChapter)}
    beyond = (desk.names.nodes[id(desk.names.chapters[each])] for each in names if each in desk.names.chapters)
    turns += (node for nodes in beyond for node in nodes if isinstance(node, ast.Target))
    return any(
        isinstance(each, ast.Back) or (isinstance(each, ast.ToChapter) and each.chapter == chapter.name)
        for each in turns
    )


def without(desk: Desk, nodes: Sequence[ast.Node], options: Iterable[ast.Option]) -> tuple[ast.Node, ...]:
    """Some nodes without those of some choices, and without the rules that only these do."""
    elsewhere = {id(inner) for option in options for inner in desk.nodes(option)}
    calls = [node for node in nodes if isinstance(node, ast.DoRule) and id(node) not in elsewhere]
    elsewhere -= {id(inner) for call in calls for inner in desk.nodes(call)}
    return tuple(node for node in nodes if id(node) not in elsewhere)


def effect_in(words: str) -> ast.Step | None:
    """The effect that words are, if they are one as it stands behind its mark."""
    if not reads_as_step(f"~ {words}"):
        return None
    (chapter,) = parse(Source("", f"=== 1\n~ {words}\n")).chapters
    (step,) = chapter.body[:1] or (None,)
    return step if isinstance(step, EFFECTS) else None


def names_in(node: ast.Step) -> Iterator[str]:
    """The names that an effect speaks of."""
    for each in node.__struct_fields__:
        value = getattr(node, each)
        if isinstance(value, ast.Id):
            yield str(value)
        elif isinstance(value, ast.Place):
            yield str(value.id)
        elif isinstance(node, ast.DoRule) and isinstance(value, tuple):
            yield from (str(name.id) for name in find(value, ast.Name))
