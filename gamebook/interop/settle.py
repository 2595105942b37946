"""From a draft to a page: every step is modelled, or kept as a comment in its place, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field, structs

from gamebook.comparisons import COMPARISONS
from gamebook.interop import escape, spoken
from gamebook.interop.blocks import MARK, bare, ends, keeps, note, offers, under
from gamebook.interop.census import Census
from gamebook.interop.draft import (
    Apart,
    Back,
    Body,
    Chapter,
    Draft,
    End,
    Fight,
    If,
    Jump,
    Kept,
    Link,
    May,
    Origin,
    Pieces,
    Remark,
    Set,
    Spread,
    Step,
    Words,
    walk,
)
from gamebook.interop.effects import Effects
from gamebook.interop.names import Names
from gamebook.interop.sheet import Cannot, Sheet
from gamebook.interop.terms import (
    Named,
    Strict,
    both,
    conjuncts,
    inside,
    spelt,
)
from gamebook.interop.things import Interval
from gamebook.interop.undoing import undone
from gamebook.patterns import pattern
from gamebook.phrases.table import load_phrases
from gamebook.syntax import ast
from gamebook.syntax.ast import Id
from gamebook.syntax.limits import MAX_DEPTH
from gamebook.syntax.spell import spell

DEEPEST = MAX_DEPTH - 12
LONGEST_CONDITION = 120
"""Parts of the condition of a choice: more would not be read."""
BETWEEN = "***"
"""The line between two menus: without prose between them, our language has one menu."""


_ASKS = pattern(r"\W*(?:if|unless)\b")
"""How a condition of another language begins that says itself that it is one."""


class Settled(Struct):
    """A book of ours, and how it was made from a draft."""

    page: ast.Page
    census: Census
    names: Names
    sheet: Sheet
    dangling: tuple[str, ...]
    """Targets of links that the source does not have, one entry for each link."""
    leftovers: tuple[Origin, ...]
    """What belongs to no chapter: scripts, style sheets, things whose first value cannot be said."""
    unsaid: ast.Block = ()
    """Comments on what happens before the first chapter, if nothing of it is modelled: such a block cannot stand."""


def settle(draft: Draft, guess: Interval = (-100, 100), victories: Iterable[str] = ()) -> Settled:
    """Model a draft.

    Args:
        draft: what a reader made.
        guess: the range of numbers that the source does not bound.
        victories: chapters, by the names of the source, whose ending is a victory.
    """
    names = Names()
    for chapter in draft.chapters:
        names.of("chapter", chapter.name)
    sheet = Sheet(draft, guess, names=names)
    sheet.study()
    for thing in sheet.kinds:
        names.of("thing", thing)
    for thing, words in sheet.values.items():
        for word in (sheet.first(thing), *words):
            names.of(f"value of {thing}", word)
    work = _Settling(draft, sheet, names, Census(), frozenset(victories), undone(draft))
    chapters = [work.chapter(chapter) for chapter in draft.chapters]
    chapters = [work.counted(chapter, source) for chapter, source in zip(chapters, draft.chapters, strict=True)]
    opening = tuple(work.block(draft.opening, 0))
    known = {chapter.name for chapter in draft.chapters}
    targets = [each for chapter in draft.chapters for each in _targets(chapter.body)]
    dangling = tuple(each for each in targets if each not in known)
    page = ast.Page(tuple(work.header(opening, unfinished=bool(dangling))), tuple(chapters))
    leftovers = list(draft.leftovers)
    for thing, said in draft.things.items():
        if sheet.kinds[thing] != "odd":
            work.census.count(said.origin, modelled=True)
        elif said.origin is not None:
            leftovers.append(said.origin)
    for thing in sheet.never_set:
        work.census.count(Origin("other", "never set", thing), modelled=False)
    for origin in leftovers:
        work.census.count(origin, modelled=False)
    unsaid = opening if bare(opening) else ()
    return Settled(page, work.census, names, sheet, dangling, tuple(leftovers), unsaid)


def _targets(body: Body) -> Iterator[str]:
    for step in walk(body):
        if isinstance(step, Link | Jump) and step.target:
            yield step.target


class _Settling(Struct):
    """The work on one draft."""

    draft: Draft
    sheet: Sheet
    names: Names
    census: Census
    victories: frozenset[str]
    undone: frozenset[str]
    """Chapters in which to go back would take something back."""
    here: str = ""
    rolls: int = 0
    worded: int = 0
    """Choices of which there are several, by their words."""
    taken: list[str] = field(default_factory=list)
    """Codewords of choices that can be taken once."""
    shared: dict[str, Id] = field(default_factory=dict)
    """Memory of a choice → its codeword, if it stands in several places."""

    @property
    def go_on(self) -> str:
        """The words of a choice that has none."""
        return load_phrases(self.draft.language).get("turn-on").capitalize()

    # ---- chapters -----------------------------------------------------------------------------------

    def chapter(self, chapter: Chapter) -> ast.Chapter:
        self.here, self.rolls = chapter.name, 0
        body = tuple(self.block(chapter.body, 1))
        title = escape.line(chapter.title)
        name = self.names.of("chapter", chapter.name)
        if not title and name != chapter.name:
            title = escape.line(chapter.name)
        if not ends(body):
            body += (self._end("ending", title or name),)
        if title == name:
            title = ""
        return ast.Chapter(Id(name), title, body)

    def _end(self, kind: str, words: str) -> ast.Step:
        if kind == "ending":
            kind = "victory" if self.here in self.victories else kind
            words = words or self.names.of("chapter", self.here)
        return ast.End(ast.ToEnding(kind, Id(words)))

    def counted(self, chapter: ast.Chapter, source: Chapter) -> ast.Chapter:
        """The chapter with its visits counted, if they matter."""
        if source.name not in self.sheet.counters:
            return chapter
        place = ast.Place(Id(self.names.of("visits of", source.name)))
        visit: ast.Step = ast.Change(place, 1, ast.Number(1))
        if source.staying:
            stayed = ast.Name(Id(self.names.of("thing", source.staying)))
            visit = ast.If(ast.Unary("not", stayed), (visit,))
        return structs.replace(chapter, body=(visit, *chapter.body))

    def header(self, opening: ast.Block, *, unfinished: bool) -> Iterator[ast.Declaration]:
        draft = self.draft
        yield ast.Title("book", escape.quoted(draft.title) or "Imported book")
        if draft.author:
            yield ast.Field("author", Id(escape.quoted(draft.author)))
        if draft.language:
            yield ast.Field("language", Id(escape.line(draft.language)))
        if draft.system:
            yield ast.Use(Id(draft.system))
        if draft.start and any(chapter.name == draft.start for chapter in draft.chapters):
            yield ast.Field("start", Id(self.names.of("chapter", draft.start)))
        if unfinished:
            yield ast.Draft()
        yield from self.sheet.declarations()
        yield from (ast.CodewordDecl(Id(each)) for each in self.taken)
        if not bare(opening):
            yield ast.HeroDecl(opening)

    # ---- blocks -------------------------------------------------------------------------------------

    def block(self, body: Body, depth: int) -> Iterator[ast.Step]:
        """The steps of a block, with the choices that stand together as menus."""
        made: list[ast.Step] = []
        options: list[ast.Option] = []
        for step in (*_merged(body), None):
            if step is not None and depth > DEEPEST:
                made.extend(self._too_deep(step))
                continue
            if isinstance(step, Link):
                for link in self._worded(step):
                    before, option = self._option(link, depth)
                    made.extend(before)
                    options.append(option)
                continue
            if options:
                made.append(ast.Menu(tuple(options)))
                options = []
            if isinstance(step, Apart) and offers(made):
                made.append(ast.Prose(BETWEEN))
            idle = isinstance(step, End) or (isinstance(step, Jump) and step.origin is None)
            if step is not None and not (idle and ends(made)):
                made.extend(self._step(step, depth))
        return iter(made)

    def _step(self, step: Step, depth: int) -> Iterator[ast.Step]:
        match step:
            case Words():
                yield from self._words(step.pieces)
            case Set():
                yield from self._set(step)
            case If():
                yield from self._if(step, depth)
            case Jump():
                self.census.count(step.origin, modelled=True)
                yield ast.Turn(self._to(step.target))
            case Back():
                if step.origin is not None and step.undoes and self.here in self.undone:
                    told = f"{step.origin.raw} also takes back what has happened since; here it only turns back"
                    yield from self._keep(structs.replace(step.origin, raw=told))
                else:
                    self.census.count(step.origin, modelled=True)
                yield ast.Turn(ast.Back())
            case Spread():
                self.census.count(step.origin, modelled=True)
                yield ast.Random(
                    tuple(ast.WeightRow(self._weight(weight), self._filled(row, depth)) for weight, row in step.rows)
                )
            case May():
                self.census.count(step.origin, modelled=True)
                before, words = self._pieces(step.label)
                yield from before
                label = escape.label(words).replace('"', "'").replace("\\", "") or self.go_on
                yield ast.May(label, self._filled(step.body, depth))
            case Fight():
                self.census.count(step.origin, modelled=True)
                stats = tuple((Id(stat), ast.Number(value)) for stat, value in step.stats)
                yield ast.Fight(Id("fight"), (ast.Foe(Id(escape.quoted(step.foe)), stats),), together=False, options=())
            case End():
                kind = "ending" if step.guessed and self.here in self.victories else step.kind
                yield self._end(kind, escape.ending(step.words))
            case Kept():
                yield from self._keep(step.origin)
            case Remark():
                yield note(step.words)

    def _weight(self, weight: int | ast.Expr) -> ast.Expr:
        return ast.Number(weight) if isinstance(weight, int) else self.sheet.value(weight, self.here)

    def _too_deep(self, step: Step) -> Iterator[ast.Step]:
        """Comments for a step, and all that is in it, where blocks cannot be nested any deeper."""
        for each in walk((step,)):
            origin: Origin | None = getattr(each, "origin", None)
            if isinstance(each, Words):
                words = "".join(piece if isinstance(piece, str) else f"({spelt(piece)})" for piece in each.pieces)
                origin = Origin("other", "words of a deep block", words)
            if origin is not None:
                yield from self._keep(origin)

    def _filled(self, body: Body, depth: int) -> ast.Block:
        return tuple(self.block(body, depth + 1))

    def _keep(self, origin: Origin) -> Iterator[ast.Step]:
        self.census.count(origin, modelled=False)
        yield note(f"{MARK} {origin.raw}")

    def _words(self, pieces: Pieces) -> Iterator[ast.Step]:
        for paragraph in spoken.paragraphs(spoken.settled(pieces), self.sheet.cases):
            yield from self._paragraph(paragraph)

    def _paragraph(self, pieces: Pieces) -> Iterator[ast.Step]:
        """Words; where they have values that our language shows otherwise, once for each way in which they may read."""
        found = spoken.cases(pieces, self.sheet.cases)
        if not spoken.few(found):
            yield from self._said(pieces)
            return
        try:
            asked = [case.condition and self.sheet.condition(case.condition, self.here) for case in found[0]]
        except Cannot:
            yield from self._said(pieces)
            return
        made: ast.Block = ()
        for case, condition in reversed(list(zip(found[0], asked, strict=True))):
            words = tuple(self._paragraph(spoken.in_case(pieces, case)))
            made = words if condition is None else _either(condition, words, made)
        yield from made

    def _said(self, pieces: Pieces) -> Iterator[ast.Step]:
        before, shown = self._pieces(pieces)
        yield from before
        text = escape.prose(shown)
        if text:
            yield ast.Prose(text)

    def _pieces(self, pieces: Pieces) -> tuple[list[ast.Step], Pieces]:
        """Words with values of ours, and what stands before them: rolls, and comments on values that cannot be said."""
        rolls: list[ast.Step] = []
        shown: list[str | ast.Expr] = []
        for piece in pieces:
            if isinstance(piece, str):
                shown.append(piece)
                continue
            value = spoken.bare(piece)
            if self.sheet.may_be_truth(value):
                told = f"in the text below: {spelt(piece)} (true and false are shown as 1 and 0)"
                rolls.extend(self._keep(Origin("other", "true or false in the text", told)))
            if isinstance(value, Named) or self.sheet.is_words(value):
                if self.sheet.cases((piece,)):
                    told = f"in the text below: {spelt(piece)} (its words are shown as names of this book)"
                    rolls.extend(self._keep(Origin("other", "words in the text", told)))
                thing = value.thing if isinstance(value, Named) else value.id
                shown.append(ast.Name(Id(self.names.of("thing", thing))))
                continue
            try:
                shown.append(self._rolled(self.sheet.value(piece, self.here), rolls))
            except Cannot:
                shown.append(f"({spelt(piece)})")
                rolls.extend(self._keep(Origin("other", "value in the text", f"in the text below: {spelt(piece)}")))
        return rolls, tuple(shown)

    def _to(self, target: str) -> ast.Target:
        return ast.ToChapter(Id(self.names.of("chapter", target)))

    # ---- choices ------------------------------------------------------------------------------------

    def _worded(self, link: Link) -> Iterator[Link]:
        """The choice; where its words have values that our language shows otherwise, one for each way they may read."""
        label = spoken.settled(link.label)
        found = spoken.cases(label, self.sheet.cases)
        if not spoken.few(found):
            yield structs.replace(link, label=label)
            return
        if not link.memory:
            self.worded += 1
        memory = link.memory or f"{self.here} worded {self.worded}"
        outside = link.condition
        for case in found[0]:
            condition = both(outside, case.condition)
            words = spoken.in_case(label, case)
            yield from self._worded(structs.replace(link, label=words, condition=condition, memory=memory))
            link = structs.replace(link, origin=None, guard=None)  # it is counted once
            if case.condition is not None:
                outside = both(outside, ast.Unary("not", case.condition))

    def _option(self, link: Link, depth: int) -> tuple[list[ast.Step], ast.Option]:
        self.census.count(link.origin, modelled=True)
        before, words = self._pieces(link.label)
        body: list[ast.Step] = []
        condition: ast.Expr | None = None
        if link.condition is not None:
            whole = True
            for part in conjuncts(link.condition):
                try:
                    condition = self._joined(condition, part, before)
                except Cannot:
                    whole = False
                    body.append(note(f"{MARK} only if {spelt(part)}"))
            self.census.count(link.guard, modelled=whole)
        if link.once:
            word = self._taken(link)
            free = ast.Unary("not", ast.Name(word))
            condition = free if condition is None else ast.Binary("and", condition, free)
            body.append(ast.NoteWord(word))
        body.extend(self.block(link.body, depth + 1))
        target = self._to(link.target) if link.target and not ends(body) else None
        label = escape.label(words) or self.go_on
        return before, ast.Option(label, condition, target, tuple(body))

    def _taken(self, link: Link) -> Id:
        """The codeword of a choice that can be taken once."""
        if link.memory in self.shared:
            return self.shared[link.memory]
        label = escape.line(" ".join(each for each in link.label if isinstance(each, str)))
        word = Id(self.names.fresh(f"taken {self.here} {label}"))
        self.taken.append(word)
        if link.memory:
            self.shared[link.memory] = word
        return word

    # ---- conditions ---------------------------------------------------------------------------------

    def _joined(self, condition: ast.Expr | None, part: ast.Expr, rolls: list[ast.Step]) -> ast.Expr:
        """A condition of ours, and one more of the draft.

        Raises:
            Cannot: it cannot be said, or not together with the first.
        """
        said = self._rolled(self.sheet.condition(part, self.here), rolls)
        joined = said if condition is None else ast.Binary("and", condition, said)
        if len(inside(joined)) > LONGEST_CONDITION:
            raise Cannot
        return joined

    def _if(self, step: If, depth: int) -> Iterator[ast.Step]:
        before: list[ast.Step] = []
        try:
            said = self.sheet.condition(step.condition, self.here)
            condition = self._rolled(said, before)
        except Cannot:
            yield from self._undecided(step, depth)
            return
        if isinstance(said, ast.Number) and any(isinstance(each, Strict) for each in inside(step.condition)):
            raw = step.origin.raw if step.origin else spelt(step.condition)
            yield note(f"{raw} compares a number with true or false: there the two are never the same")
        body = self._filled(step.body, depth)
        otherwise = self._filled(step.otherwise, depth)
        neither = bare(body) and bare(otherwise)
        self.census.count(step.origin, modelled=step.led or not (neither and keeps((*body, *otherwise))))
        if neither:
            yield from under(spell(said), body)
            yield from under(spell(ast.Unary("not", said)), otherwise)
            return
        yield from before
        if bare(body):
            yield from under(spell(condition), body)
            yield ast.If(ast.Unary("not", condition), otherwise)
        elif bare(otherwise):
            yield ast.If(condition, body)
            yield from under(spell(ast.Unary("not", condition)), otherwise)
        else:
            yield ast.If(condition, body, otherwise)

    def _undecided(self, step: If, depth: int) -> Iterator[ast.Step]:
        """A condition that cannot be said: where it matters, the reader decides, and a comment tells."""
        raw = step.origin.raw if step.origin else spelt(step.condition)
        self.census.count(step.origin, modelled=False)
        said = raw if _ASKS.match(raw) else f"if {raw}"
        yield note(f"{MARK} {said}")
        body = self._filled(step.body, depth)
        otherwise = self._filled(step.otherwise, depth)
        if all(isinstance(each, ast.Prose) for each in (*body, *otherwise)):
            yield from body
            if otherwise:
                yield note("otherwise:")
                yield from otherwise
            return
        words = escape.label((raw.removeprefix("if "),))[:200].rstrip("\\")
        options = (
            ast.Option(f"If: {words}", body=body),
            ast.Option("Otherwise", body=otherwise),
        )
        yield ast.Choose(None, None, options)

    def _rolled(self, value: ast.Expr, rolls: list[ast.Step]) -> ast.Expr:
        """The value with a name for every roll in it; the rolls are added to `rolls`."""
        if not any(isinstance(each, ast.Dice) for each in inside(value)):
            return value
        match value:
            case ast.Binary(op=op) if op in COMPARISONS or op in ("and", "or"):
                return ast.Binary(value.op, self._rolled(value.left, rolls), self._rolled(value.right, rolls))
            case ast.Unary(op="not"):
                return ast.Unary("not", self._rolled(value.operand, rolls))
        self.rolls += 1
        name = Id(self.names.of("roll", f"roll_{self.rolls}"))
        rolls.append(ast.Roll(value, name, pool=False, rows=()))
        return ast.Name(name)

    # ---- effects ------------------------------------------------------------------------------------

    def _set(self, step: Set) -> Iterator[ast.Step]:
        try:
            made = list(Effects(self.sheet, self.names, self.here).of(step.name, step.value))
        except Cannot:
            origin = step.origin or Origin("effect", "set", f"{step.name} = {spelt(step.value)}")
            yield from self._keep(origin)
            return
        self.census.count(step.origin, modelled=True)
        yield from made


def _either(condition: ast.Expr, yes: ast.Block, no: ast.Block) -> ast.Block:
    """One block or another; where one is empty, nothing stands for it."""
    if yes:
        return (ast.If(condition, yes, no),)
    return (ast.If(ast.Unary("not", condition), no),) if no else ()


def _merged(body: Body) -> Iterator[Step]:
    """The steps, with words that follow one another as one paragraph."""
    words: list[str | ast.Expr] = []
    for step in body:
        if isinstance(step, Words):
            words.extend(step.pieces)
            continue
        if words:
            yield Words(tuple(words))
            words = []
        yield step
    if words:
        yield Words(tuple(words))
