"""A flow of ink as chapters: its weave of choices and gathers, and what stands in its lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from gamebook.interop.draft import (
    Body,
    Chapter,
    End,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Remark,
    Set,
    Step,
    Words,
    gathered,
    turning,
    walk,
)
from gamebook.interop.readers.ink_fallbacks import once
from gamebook.interop.readers.ink_sequences import in_order, shuffled
from gamebook.interop.readers.ink_story import DEEPEST, MOST_CHAPTERS, WRITTEN, Call, Flow, Story, Threaded
from gamebook.interop.readers.ink_text import Braces, Item, braces, closed, items, parts
from gamebook.interop.readers.ink_tunnels import RETURN, full, own_values, uncopied, within
from gamebook.interop.readers.ink_weave import end_of, menu_of, next_gather, told, turns_back, whole, words_of
from gamebook.interop.readers.wordings import worded
from gamebook.interop.sources import NotReadable
from gamebook.interop.terms import Text, Unread, both, drawn, inside, spelt
from gamebook.interop.values import name
from gamebook.syntax import ast

_TO = re.compile(r"->[ \t]*(?P<to>[\w.]+)[ \t]*(?:\((?P<given>(?:[^()]|\([^()]*\))*)\))?")
_TUNNELS = re.compile(
    rf"(?:{_TO.pattern.replace('?P<to>', '?:').replace('?P<given>', '?:')}[ \t]*)+(?P<back>->(?:[ \t]*->)?)?[ \t]*"
)
_HOME = re.compile(r"->[ \t]*->(?:[ \t]*(?P<to>[\w.]+)[ \t]*(?:\((?P<given>(?:[^()]|\([^()]*\))*)\))?)?")
_THREAD = re.compile(r"<-[ \t]*(?P<to>[\w.]+)")
_MARK = re.compile(r"\{|->|<-|#")
_OFFERS = re.compile(r"<-|^[ \t]*(?:-[ \t]*)?[*+]", re.MULTILINE)
_CALL = re.compile(r"\w[ \t]*\)?[ \t]*->[ \t]*[#|}\n]")


class Compiler(Struct):
    """One flow, or a part of one after a gather."""

    story: Story
    flow: Flow
    tunnel: Call | None
    """The tunnel that play is in."""
    own: Mapping[str, ast.Expr]
    """The values that the flow alone knows, where they need other names."""
    at: str = ""
    """The place of the line that is being read."""

    def body(self, weave: list[Item], following: str) -> Body:
        """The steps of a weave; at its end play goes on in the chapter `following`, or ends."""
        content: list[Step] = []
        place = 0
        while place < len(weave) and weave[place].kind in ("text", "entered"):
            text, self.at = weave[place].text, weave[place].place
            place += 1
            if _comes_back(text) and not full(self.story, self.flow, self.tunnel):
                home, onward = self.onward(weave[place:], following, _level(weave))
                return self.ended([*content, *self.text(text, onward=onward)], home)
            content.extend(self.text(text))
        if place == len(weave):
            return self.ended(content, following)
        menu = menu_of(weave, place)
        content.extend(_passed(menu.unread, "ink never comes here"))
        if menu.gather >= 0:
            content.extend(_passed(weave[place : menu.gather], "open at the next choices only") if menu.offers else ())
            return tuple(told([*content, Jump(self.gather(weave[menu.gather :], following))]))
        if not menu.offers:
            return self.ended(content, following)
        gathers: dict[int, str] = {}
        fallback: list[Step] = []
        silent = [offer.choice for offer in menu.offers if _silent(offer.choice)]
        falls = bool(silent)
        for offer in menu.offers:
            last = falls and offer.choice is silent[-1]
            after = self.after(weave, offer.end, offer.choice.level, following, gathers)
            self.choice(offer.choice, offer.inner, after, content, fallback, falls=falls, last=last)
        return (*gathered(tuple(told(content)), self.flow.name), *fallback) if falls else self.ended(content, "")

    def after(self, weave: list[Item], place: int, level: int, following: str, gathers: dict[int, str]) -> str:
        """The chapter where play goes on behind a place of a level: that of its gather, or `following`.

        Args:
            weave: the lines.
            place: where what was offered ends.
            level: its level.
            following: where play goes on behind the weave.
            gathers: the chapters of gathers that were made, by their places.
        """
        at = next_gather(weave, place, level)
        if at < 0:
            return following
        if at not in gathers:
            end = end_of(weave, at)
            around = self.after(weave, end, weave[at].level - 1, following, gathers)
            gathers[at] = self.gather(weave[at:end], around)
        return gathers[at]

    def onward(self, rest: list[Item], following: str, level: int = 0) -> tuple[str, Call]:
        """The chapter where play goes on after a tunnel, and the call of this tunnel.

        Where nothing but `->->` follows, both tunnels end at once: so one that calls itself there needs no more copies.
        """
        if self.tunnel is not None and (following in self.story.backs if not rest else turns_back(rest)):
            return self.tunnel.home, self.tunnel
        home = self.gather([Item("gather", "", level), *rest], following) if rest or not following else following
        return home, Call(home, self.flow.name, self.tunnel)

    def ended(self, steps: list[Step], following: str) -> Body:
        """The steps, with what comes after them."""
        made = gathered(tuple(told(steps)), self.flow.name)
        last = made[-1] if made else None
        if isinstance(last, Link):  # `-> DONE` before them only says that no more are coming
            made = tuple(step for step in made if not isinstance(step, End))
        if isinstance(last, Jump | End | Link):
            return made
        return (*made, Jump(following) if following else End("ending"))

    def gather(self, weave: list[Item], following: str) -> str:
        """A chapter for a gather and what comes after it; its name."""
        first = weave[0]
        if self.story.chapters > MOST_CHAPTERS * (3 if self.story.copies else 1):
            raise NotReadable(f"this ink has more than {MOST_CHAPTERS} knots and gathers; import it in parts")
        if first.label:
            own = within(self.story, f"{self.flow.name}.{first.label}", self.tunnel)
        else:
            self.story.gathers += 1
            own = f"{self.flow.name} gather {self.story.gathers}"
        if turns_back(weave):
            self.story.backs.add(own)
        entered = Item("entered", "", first.level, place=first.place)
        self.story.waiting.insert(0, (own, [entered, *weave[1:]], self.flow.name, following, self.tunnel))
        return own

    def choice(
        self,
        choice: Item,
        inner: list[Item],
        after: str,
        content: list[Step],
        fallback: list[Step],
        *,
        falls: bool = False,
        last: bool = False,
    ) -> None:
        """A choice as a link; one without words is what happens if no other is open.

        Where there is such a one (`falls`), choices under another stand in a chapter of their own: ink knows no way out
        of a menu in which nothing is open, and behind these the turn of the menu around them would follow.
        """
        self.story.offers[choice.place] = self.flow.name
        before, shown, behind = words_of(choice.text)
        condition: ast.Expr | None = None
        for each in choice.conditions:
            condition = both(condition, self.value(each))
        guard = Origin("condition", "{…} of a choice", " ".join(choice.conditions)) if choice.conditions else None
        origin = Origin("link", "+" if choice.sticky else "*", choice.raw)
        self.at = choice.place
        line = Item("text", f"{before}{behind}".strip(), raw=choice.raw, place=f"{choice.place}.taken")
        nested = [line, *inner] if line.text else inner
        if falls and any(each.kind == "choice" or _OFFERS.search(each.text) for each in nested):
            nested, after = [], self.gather([Item("gather", ""), *nested], after)
        if _silent(choice):
            body = self.body(nested, after)
            if not choice.sticky:
                mark = self.story.memory(f"{self.flow.name} fallback", choice.place)
                self.story.fallbacks.add(mark)
                body = (once(body, mark, choice.raw, last=last),)
            fallback.extend((If(condition, body, origin=guard),) if condition is not None else body)
            return
        label = self.label(before + shown)
        if choice.label:
            own = within(self.story, f"{self.flow.name}.{choice.label}", self.tunnel)
            self.story.waiting.insert(0, (own, nested, self.flow.name, after, self.tunnel))
            made = Link((), own, condition, (), not choice.sticky, origin, guard, choice.place)
            content.extend(worded(label, lambda words: (structs.replace(made, label=words),)))
            return
        body = self.body(nested, after)
        target, body = turning(body)
        made = Link((), target, condition, body, not choice.sticky, origin, guard, choice.place)
        content.extend(worded(label, lambda words: (structs.replace(made, label=words),)))

    def label(self, text: str) -> Body:
        """The words of a choice, with values and conditions in them."""
        made = _one_line(self.text(text.split("->", maxsplit=1)[0], plain_words=True))
        return made if any(not isinstance(step, Remark) for step in made) else (Words((text.strip(),)),)

    def value(self, text: str) -> ast.Expr:
        """A value as the flow reads it."""
        return self.story.value(text, self.flow.name, self.own)

    # ---- lines --------------------------------------------------------------------------------------

    def text(self, text: str, depth: int = 0, *, plain_words: bool = False, onward: Call | None = None) -> list[Step]:
        """A line: words, values, diverts and what stands in braces; tunnels at its end are the call `onward`."""
        if text.startswith("~"):
            return self.logic(text[1:].strip(), text)
        if text.startswith("TODO:"):
            return [Remark(text)]
        steps: list[Step] = []
        place = 0
        while place < len(text):
            match = _MARK.search(text, place)
            end = match.start() if match else len(text)
            words = text[place:end].replace("<>", "").replace("\\", "")
            between = bool(steps) and isinstance(steps[-1], Words)
            if words.strip() or (words and (plain_words or between)):
                steps.append(Words((words,)))
            if match is None:
                break
            if match[0] == "{":
                close = closed(text, end)
                if close < 0 or depth > DEEPEST:
                    steps.append(Kept(Origin("other", "{…}", text[end:])))
                    break
                place = close + 1
                at, self.at = self.at, f"{self.at}.{end}"
                steps.extend(self.braced(text[end + 1 : close], depth + 1, None if text[place:].strip() else onward))
                self.at = at
            elif match[0] == "->":
                steps.extend(self.divert(text[end:], onward))
                break
            elif match[0] == "<-":
                steps.extend(self.thread(text[end:]))
                break
            else:
                steps.append(Remark(text[end:]))
                break
        if steps and isinstance(steps[-1], Words) and not plain_words:
            steps.append(Words(("\n",)))
        return steps

    def divert(self, text: str, onward: Call | None = None) -> list[Step]:
        """`-> hall`, `-> hall(3)`, `-> hall -> back`, `->->`"""
        raw = text.strip()
        if (home := _HOME.match(text)) is not None:
            return self.back(home, raw)
        match = _TO.match(text)
        if match is None:
            return []  # an arrow alone: the choice goes on below
        if text[match.end() :].strip().startswith("->"):
            return self.tunnels(raw.partition("#")[0].strip(), onward)
        if match["to"] in ("END", "DONE"):
            return [End("ending")]
        target, steps = self.enter(match["to"], match["given"], self.tunnel)
        if target in self.story.things and target not in self.story.flows:
            return [*steps, Kept(Origin("link", "-> variable", raw))]
        if self.tunnel is not None and uncopied(self.story, target):
            steps.append(Kept(Origin("link", "-> in a tunnel", f"{raw} (no more of a tunnel is copied)")))
        return [*steps, Jump(target, Origin("link", "->", raw))]

    def back(self, home: re.Match[str], raw: str) -> list[Step]:
        """`->->`, `->-> hall`: the end of the tunnel that play is in."""
        origin = Origin("link", RETURN, raw)
        if home["to"] is None:
            if self.tunnel is None:
                return [Kept(structs.replace(origin, raw=f"{raw} (no tunnel is known that it ends)")), End("ending")]
            return [Jump(self.tunnel.home, origin)]
        if home["to"] in ("END", "DONE"):
            return [End("ending")]
        target, steps = self.enter(home["to"], home["given"], self.tunnel and self.tunnel.outer)
        return [*steps, Jump(target, origin)]

    def enter(self, word: str, given: str | None, call: Call | None) -> tuple[str, list[Step]]:
        """The chapter of a divert for play in a tunnel, and the values that it is given."""
        target = self.story.target(word, self.flow)
        wanted = self.story.flows[target].given if target in self.story.flows else []
        theirs = own_values(self.story, self.story.flows[target], call) if wanted else {}
        news: list[Set] = []
        kept: list[Step] = []
        for thing, value in zip(wanted, parts(given or "", ","), strict=False):
            place, read = theirs.get(thing, name(thing)), self.value(value)
            if value.strip() and read != place:
                origin = Origin("effect", "value of a divert", f"{thing} = {value.strip()}")
                if thing in self.story.flows[target].lent:
                    kept.append(Kept(origin))
                else:
                    news.append(Set(spelt(place), read, origin))
        return within(self.story, target, call), [*kept, *_at_once(news)]

    def tunnels(self, raw: str, onward: Call | None) -> list[Step]:
        """`-> hall -> yard -> street`: in hall and yard, `->->` leads to the next."""
        story, origin = self.story, Origin("link", "-> … ->", raw)
        match = _TUNNELS.fullmatch(raw)
        stops = list(_TO.finditer(raw))
        why = full(story, self.flow, self.tunnel, len(stops))
        if match is None or why:
            return [Kept(structs.replace(origin, raw=f"{raw} ({why})" if why else raw))]
        last = None
        if any(stop["given"] for stop in stops[1:]):  # these values are worked out when the first tunnel has ended
            following = "" if match["back"] is None or onward is None else onward.home
            call: Call | None = self.onward(items(raw[stops[0].end() :], f"{self.at}.on"), following)[1]
            known, stops = bool(following) or match["back"] is None, stops[:1]
        elif match["back"]:
            call = onward if match["back"] == "->" else self.tunnel
            known = call is not None
        else:
            last = stops.pop()
            known = True
            home = self.ending() if last["to"] in ("END", "DONE") else self.enter(last["to"], None, self.tunnel)[0]
            call = Call(home, self.flow.name, self.tunnel)
            known = last["to"] in ("END", "DONE") or self.known(last["to"])
        if not known or not all(self.known(stop["to"]) for stop in stops):
            return [Kept(origin)]
        target, steps = "", list[Step]()
        for stop in reversed(stops):
            before = len(story.copies)
            target, steps = self.enter(stop["to"], stop["given"], call)
            story.called += len(story.copies) > before
            call = Call(target, self.flow.name, self.tunnel)
        return [*steps, Jump(target, origin)]

    def known(self, word: str) -> bool:
        """Whether a word is the name of a knot, a stitch or a label."""
        target = self.story.target(word, self.flow)
        return target in self.story.flows or target in self.story.labels

    def thread(self, text: str) -> list[Step]:
        """`<- shop`: the words and choices of a knot together with those here, if it is used in no other way."""
        story = self.story
        kept: list[Step] = [Kept(Origin("link", "<-", text))]
        match = _THREAD.fullmatch(text.strip())
        flow = story.flows.get(story.target(match["to"], self.flow)) if match else None
        if match is None or flow is None or flow.given or story.mentions(match["to"]) != 1:
            return kept
        if flow.name in story.threads or len(story.threads) > DEEPEST:
            return kept
        story.threads.add(flow.name)
        found = self.offered(flow)
        story.threads.discard(flow.name)
        if found is None:
            return kept
        story.elsewhere.add(flow.name)
        return [Threaded(flow.name), *found]

    def offered(self, flow: Flow) -> list[Step] | None:
        """The words and choices of a knot; None if there is more to it."""
        weave = items(flow.text, flow.name)
        first = next((place for place, each in enumerate(weave) if each.level), len(weave))
        offers = menu_of(weave, first).offers if first < len(weave) else []
        rest = any(each.kind == "gather" for each in weave if each.level <= 1)
        there = Compiler(self.story, flow, self.tunnel, own_values(self.story, flow, self.tunnel))
        found: list[Step] = []
        for each in weave[:first]:
            there.at = each.place
            found.extend(step for step in there.text(each.text) if not isinstance(step, End))
        only_words = all(isinstance(step, Words | Remark) for step in found)  # an effect would come before the menu
        fallback = any(_silent(offer.choice) for offer in offers)
        if rest or fallback or not offers or not only_words:
            return None
        for offer in offers:
            there.choice(offer.choice, offer.inner, "", found, [])
        return found

    def ending(self) -> str:
        """A chapter that only ends the story."""
        own = "the end"
        if own not in {chapter.name for chapter in self.story.draft.chapters}:
            self.story.draft.chapters.append(Chapter(own, body=(End("ending", "The end"),)))
        return own

    def logic(self, text: str, raw: str) -> list[Step]:
        """`~ gold = 3`, `~ temp x = RANDOM(1, 6)`"""
        code = re.sub(r"^temp\s+", "", text)
        match = WRITTEN.fullmatch(code)
        temporary = "~ temp" if code != text else "~ …"
        if match is None:
            return self.call(code, raw)
        return [self.written(match, Origin("effect", temporary, raw), self.own)]

    def written(self, match: re.Match[str], origin: Origin, given: Mapping[str, ast.Expr]) -> Step:
        """An assignment; `given` are the values of a function's own names."""
        place = given.get(match["thing"])
        if place is not None and not isinstance(place, ast.Name):
            return Kept(origin)
        thing = str(place.id) if isinstance(place, ast.Name) else match["thing"]
        if match["op"] in ("++", "--"):
            return Set(thing, ast.Binary(match["op"][0], name(thing), ast.Number(1)), origin)
        value = self.story.value(match["value"], self.flow.name, given)
        if match["op"] == "=" or isinstance(value, Unread):
            return Set(thing, value, origin)
        return Set(thing, ast.Binary(match["op"][0], name(thing), value), origin)

    def call(self, code: str, raw: str) -> list[Step]:
        """`~ pay(gold, 3)`: the lines of the function in place, if they are few and plain."""
        kept = Kept(Origin("effect", "~ call", raw))
        match = re.fullmatch(r"(\w+)\s*\((.*)\)", code, re.DOTALL)
        function = self.story.functions.get(match[1]) if match else None
        if match is None or function is None:
            return [kept]
        values = [self.value(part) for part in parts(match[2], ",") if part.strip()]
        if len(values) != len(function.given) or any(isinstance(each, Unread) for each in values):
            return [kept]
        given = dict(zip(function.given, values, strict=True))
        words = re.findall(r"\w+", " ".join(function.statements))
        if any(drawn(value) and words.count(each) > 1 for each, value in given.items()):
            return [kept]  # it would be drawn anew for each of them
        found = [WRITTEN.fullmatch(statement) for statement in function.statements]
        origin = Origin("effect", "~ call", raw)
        return [
            self.written(each, origin if place == 0 else Origin("effect", "line of a function", raw), given)
            for place, each in enumerate(found)
            if each is not None
        ]

    # ---- braces -------------------------------------------------------------------------------------

    def braced(self, inside: str, depth: int, onward: Call | None = None) -> list[Step]:
        """A value, a condition, a switch or a sequence."""
        raw = f"{{{inside}}}"
        found = braces(inside)
        match found.kind:
            case "value":
                value = self.value(found.head)
                if isinstance(value, Unread):
                    value = Unread(" ".join(found.head.split()))
                return [Words((value.words if isinstance(value, Text) else value,))]
            case "sequence":
                return self.sequence(found, raw, depth, onward)
        before: list[Step] = []
        subject = self.value(found.head) if found.kind == "switch" else None
        if subject is not None and drawn(subject):
            word = self.story.memory(f"{self.flow.name} drawn", self.at)
            before.append(Set(word, subject))  # once, for all that it is compared with
            subject = name(word)
        branches: Body = ()
        for place in range(len(found.branches) - 1, -1, -1):
            condition, text = found.branches[place]
            body = _spaced(text, self.block(text, f"{self.at}.{place}", depth, onward))
            if not condition and (found.kind == "switch" or place > 0 or not found.head):
                branches = body
                continue
            value = self.value(condition or found.head)
            origin = Origin("condition", "{…:}", f"{{{condition or found.head}:}}")
            if subject is not None:
                bad = isinstance(subject, Unread) or isinstance(value, Unread)
                value = Unread(f"{found.head} == {condition}") if bad else ast.Binary("=", subject, value)
            branches = (If(value, body, branches, origin),)
        return [*before, *branches]

    def block(self, text: str, place: str, depth: int, onward: Call | None = None) -> list[Step]:
        """The lines of a branch, which may offer choices."""
        steps: list[Step] = []
        at = self.at
        groups = whole(items(text, place))
        for number, group in enumerate(groups, start=1):
            item, rest = group[0], [each for later in groups[number:] for each in later]
            self.at = item.place
            if item.kind == "choice":
                fallback: list[Step] = []
                self.choice(item, group[1:], "", steps, fallback)
                steps.extend(fallback)
            elif onward and _comes_back(item.text) and _plain(rest) and not full(self.story, self.flow, self.tunnel):
                steps.extend(self.text(item.text, depth, onward=self.onward(rest, onward.home)[1]))
                break
            else:
                steps.extend(self.text(item.text, depth, onward=None if rest else onward))
        self.at = at
        return steps

    def sequence(self, found: Braces, raw: str, depth: int, onward: Call | None) -> list[Step]:
        """Words that vary are shown as the first time; where more than words varies, it is counted or drawn."""
        bodies = [
            _spaced(text, self.block(text, f"{self.at}.{place}", depth, onward))
            for place, (_, text) in enumerate(found.branches)
        ]
        matters = any(not isinstance(step, Words | Remark) for body in bodies for step in walk(body))
        if not matters:
            return [*bodies[0], Kept(Origin("other", f"{{{found.head}}}", raw))] if bodies else []
        if found.head.startswith("shuffle"):
            bag = self.story.memory(f"{self.flow.name} shuffle", self.at)
            return list(shuffled(self.story.draft, found.head, bodies, bag, Origin("dice", "{shuffle}", raw)))
        return list(in_order(found.head, bodies, self.story.memory(f"{self.flow.name} turn", self.at)))


def _at_once(news: list[Set]) -> list[Step]:
    """Values that are set together: one that a later value asks for is set when all have been worked out."""
    made: list[Step] = []
    late: list[Step] = []
    for place, new in enumerate(news):
        asked = {spelt(part) for later in news[place + 1 :] for part in inside(later.value)}
        if new.name in asked:
            made.append(structs.replace(new, name=f"new {new.name}"))
            late.append(Set(new.name, name(f"new {new.name}")))
        else:
            made.append(new)
    return [*made, *late]


def _level(weave: list[Item]) -> int:
    """The level of the gather at which play stands; 0 if it stands at none."""
    return weave[0].level if weave[0].kind == "entered" else 0


def _passed(weave: list[Item], why: str) -> Iterator[Step]:
    """Comments for lines that play does not come to as they stand."""
    for item in weave:
        if item.kind == "choice":
            yield Kept(Origin("link", "choices before -", f"{item.raw} ({why})"))
        elif item.kind == "text":
            yield Remark(f"{item.raw} ({why})")


def _silent(choice: Item) -> bool:
    """Whether a choice has no words: it is taken when no other is open."""
    return not "".join(words_of(choice.text)[:2]).strip()


def _one_line(steps: Iterable[Step]) -> Body:
    """The words without the ends of lines that stand at the ends of branches."""
    made = [
        structs.replace(step, body=_one_line(step.body), otherwise=_one_line(step.otherwise))
        if isinstance(step, If)
        else step
        for step in steps
    ]
    return tuple(made[:-1] if made[-1:] == [Words(("\n",))] else made)


def _spaced(text: str, steps: list[Step]) -> Body:
    """The steps of a branch with the blanks that part its words from those beside it."""
    before, after = (isinstance(step, Words) for step in (*steps[:1], *steps[-1:])) if steps else (False, False)
    if "\n" in text or not (before or after):
        return tuple(steps)
    blank = Words((" ",))
    front = (blank,) if before and text[0].isspace() else ()
    back = (blank, *steps[-1:]) if after and text[-1].isspace() else steps[-1:]
    return (*front, *steps[:-1], *back)


def _plain(rest: list[Item]) -> bool:
    """Whether there are lines, and none of them offers choices: these would belong to a menu with those behind."""
    return bool(rest) and not any(each.kind != "text" or _OFFERS.search(each.text) for each in rest)


def _comes_back(text: str) -> bool:
    """Whether a line, or a branch at the end of one, ends with a tunnel after which play goes on with the next line."""
    place = 0
    while (match := _MARK.search(text, place)) is not None:
        if match[0] != "{":
            rest = text[match.start() :].partition("#")[0]
            tunnels = _TUNNELS.fullmatch(rest)
            return match[0] == "->" and tunnels is not None and tunnels["back"] == "->"
        place = closed(text, match.start()) + 1
        if place == 0:
            return False
        if not text[place:].strip():
            return _CALL.search(text, match.start()) is not None
    return False
