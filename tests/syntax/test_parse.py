"""What each spelling means, as a tree."""

from __future__ import annotations

import pickle

import pytest

from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.build.values import unquote
from gamebook.syntax.parse import parse
from tests.support.naive.random_text import random_book
from tests.support.pages import BOOK, SPAN, SYSTEM, codes, declarations, names, nodes, read, steps


def num(value: int) -> ast.Number:
    return ast.Number(value, span=SPAN)


def name(word: str) -> ast.Name:
    return ast.Name(word, span=SPAN)


def two(left: ast.Expr, op: str, right: ast.Expr) -> ast.Binary:
    return ast.Binary(op, left, right, span=SPAN)


def dice(count: int, sides: int) -> ast.Dice:
    return ast.Dice(num(count), sides, span=SPAN)


def to(chapter: str) -> ast.ToChapter:
    return ast.ToChapter(chapter, span=SPAN)


def turn(chapter: str) -> ast.Turn:
    return ast.Turn(to(chapter), span=SPAN)


def change(word: str, amount: int) -> ast.Change:
    return ast.Change(ast.Place(word, span=SPAN), 1 if amount > 0 else -1, num(abs(amount)), span=SPAN)


VALUES = {
    "1 + 2 * 3": two(num(1), "+", two(num(2), "*", num(3))),
    "(1 + 2) * 3": two(two(num(1), "+", num(2)), "*", num(3)),
    "10 - 2 - 3": two(two(num(10), "-", num(2)), "-", num(3)),
    "gold-5": two(name("gold"), "-", num(5)),
    "silver-key": name("silver-key"),
    "7 mod 4 / 2": two(two(num(7), "mod", num(4)), "/", num(2)),
    "-x": ast.Unary("-", name("x"), span=SPAN),
    "a or b and not c = 1": two(
        name("a"), "or", two(name("b"), "and", ast.Unary("not", two(name("c"), "=", num(1)), span=SPAN))
    ),
    "2d6 + 1": two(dice(2, 6), "+", num(1)),
    "(gold)d6": ast.Dice(name("gold"), 6, span=SPAN),
    "keep lowest 2 of 3d6": ast.Dice(num(3), 6, 2, highest=False, span=SPAN),
    "min(a, 2)": ast.Call("min", (name("a"), num(2)), span=SPAN),
    "foe SKILL": ast.FoeStat("SKILL", span=SPAN),
    'foe "Grey wolf" SKILL': ast.FoeStat("SKILL", "Grey wolf", span=SPAN),
    "initial LUCK": ast.Initial("LUCK", span=SPAN),
    "visited 12": ast.Visited("12", span=SPAN),
    "visited the-gate": ast.Visited("the-gate", span=SPAN),
    "first time": ast.FirstTime(span=SPAN),
    "count of backpack": ast.CountOf(name("backpack"), None, span=SPAN),
    "count of 1 in pool": ast.CountOf(num(1), "pool", span=SPAN),
    "count of 6 in 18d6": ast.CountDice(6, 6, dice(18, 6), span=SPAN),
    "count of 5..6 in 2d6": ast.CountDice(5, 6, dice(2, 6), span=SPAN),
    "Stärke": name("Stärke"),
}


@pytest.mark.parametrize("text", VALUES)
def test_value(text: str) -> None:
    (step,) = steps(f"~ set x = {text}")
    assert step == ast.SetTo(ast.Place("x", span=SPAN), VALUES[text], span=SPAN)


LINES = {
    "~ STAMINA -2": change("STAMINA", -2),
    "~ gold + 2": change("gold", 2),
    "~ initial SKILL +2 beyond initial": ast.Change(
        ast.Place("SKILL", initial=True, span=SPAN), 1, num(2), beyond=True, span=SPAN
    ),
    "~ foe STAMINA -1d6 by residual account luck scope fight": ast.Change(
        ast.Place("STAMINA", foe=True, span=SPAN),
        -1,
        dice(1, 6),
        resolution=ast.Resolution("residual", None, "luck", "fight", span=SPAN),
        span=SPAN,
    ),
    "~ resolve by ledger alone account D2": ast.ResolveOn(
        ast.Resolution("ledger", "alone", "D2", span=SPAN), span=SPAN
    ),
    "~ gold +2d6 - 1": ast.Change(ast.Place("gold", span=SPAN), 1, two(dice(2, 6), "-", num(1)), span=SPAN),
    "~ both STAMINA -2, gold +3": ast.Both((change("STAMINA", -2), change("gold", 3)), span=SPAN),
    "~ gain lantern": ast.Gain("lantern", span=SPAN),
    "~ gain 2 meal or swap": ast.Gain("meal", num(2), swap=True, span=SPAN),
    "~ gain 2 meal all  or none": ast.Gain("meal", num(2), whole=True, span=SPAN),
    "~ gain n meal": ast.Gain("meal", name("n"), span=SPAN),
    "~ lose 2 meal": ast.Lose("meal", num(2), span=SPAN),
    "~ lose all backpack": ast.Lose("backpack", None, "all", span=SPAN),
    "~ lose random backpack": ast.Lose("backpack", None, "random", span=SPAN),
    "~ note RAVEN": ast.NoteWord("RAVEN", span=SPAN),
    "~ erase RAVEN": ast.EraseWord("RAVEN", span=SPAN),
    "~ pay 5 gold": ast.Pay(num(5), "gold", span=SPAN),
    '~ restore foe "Rat" SKILL': ast.Restore(ast.Place("SKILL", foe=True, whose="Rat", span=SPAN), span=SPAN),
    "~ restore LUCK": ast.Restore(ast.Place("LUCK", span=SPAN), span=SPAN),
    "~ swap a b": ast.SwapValues("a", "b", span=SPAN),
    "~ store backpack in chest": ast.Store("backpack", "chest", back=False, span=SPAN),
    "~ return backpack from chest": ast.Store("backpack", "chest", back=True, span=SPAN),
    "~ choose bet in 1..gold": ast.ChooseAmount("bet", num(1), name("gold"), span=SPAN),
    "~ score +50": ast.Score(num(50), span=SPAN),
    "~ score -5": ast.Score(ast.Unary("-", num(5), span=SPAN), span=SPAN),
    "~ score -a / 2": ast.Score(ast.Unary("-", ast.Binary("/", name("a"), num(2), span=SPAN), span=SPAN), span=SPAN),
    "~ score +(-a / 2)": ast.Score(ast.Binary("/", ast.Unary("-", name("a"), span=SPAN), num(2), span=SPAN), span=SPAN),
    "~ event round-lost": ast.Happen("round-lost", span=SPAN),
    "~ do eat": ast.DoRule("eat", span=SPAN),
    "~ do buy(rope, 3)": ast.DoRule("buy", (name("rope"), num(3)), span=SPAN),
    '~ ending "A \\"B\\"" score 3': ast.End(ast.ToEnding("ending", 'A "B"', num(3), span=SPAN), span=SPAN),
    "~ roll 1d6 as d": ast.Roll(dice(1, 6), "d", False, (), span=SPAN),
    "~ roll 9d6 as pool": ast.Roll(dice(9, 6), "pool", True, (), span=SPAN),
    "~ roll 9d6 as pool p": ast.Roll(dice(9, 6), "p", True, (), span=SPAN),
    "~ test luck": ast.Check("luck", None, None, (), span=SPAN),
    "~ test skill -2": ast.Check("skill", ast.Unary("-", num(2), span=SPAN), None, (), span=SPAN),
    "~ test STAMINA +1 on 2d6": ast.Check("STAMINA", num(1), dice(2, 6), (), span=SPAN),
    "-> back": ast.Turn(ast.Back(span=SPAN), span=SPAN),
    "-> victory": ast.Turn(ast.ToEnding("victory", "", span=SPAN), span=SPAN),
    '-> defeat "You drown."': ast.Turn(ast.ToEnding("defeat", "You drown.", span=SPAN), span=SPAN),
    "-> (100 + key)": ast.Turn(ast.ToComputed(two(num(100), "+", name("key")), span=SPAN), span=SPAN),
}


@pytest.mark.parametrize("line", LINES)
def test_line(line: str) -> None:
    assert steps(line) == (LINES[line],)


def test_row_turns_after_its_block() -> None:
    (roll,) = steps("~ roll 1d6", "    -2..0 -> 5", "        ~ gold +1", "    6")
    assert isinstance(roll, ast.Roll)
    assert roll.rows == (
        ast.RangeRow(-2, 0, (change("gold", 1), turn("5")), span=SPAN),
        ast.RangeRow(6, 6, (), span=SPAN),
    )


def test_a_row_may_have_one_end_only() -> None:
    (roll,) = steps("~ roll 1d6 - 2", "    -1 or less -> 5", "    0  or more")
    assert isinstance(roll, ast.Roll)
    assert roll.rows == (ast.OpenRow(-1, False, (turn("5"),), span=SPAN), ast.OpenRow(0, True, (), span=SPAN))


def test_a_question_has_answers_and_what_else_may_be_said() -> None:
    (ask,) = steps('~ ask "How many?" [knows 5%]', "    3 -> 4", "    5-6", "        ~ gold +1", "    else -> 8")
    rows = (ast.RangeRow(3, 3, (turn("4"),), span=SPAN), ast.RangeRow(5, 6, (change("gold", 1),), span=SPAN))
    assert ask == ast.Ask("How many?", rows, (turn("8"),), knows=500, span=SPAN)


def test_words_stand_before_what_they_are_for() -> None:
    found = steps('~ words "Ouch!"', "    ~ gold +1", "    -> 2", "~ silent", "    ~ gold +1")
    assert found == (
        ast.InWords("Ouch!", 2, span=SPAN), change("gold", 1), turn("2"), ast.InWords("", 1, span=SPAN),
        change("gold", 1),
    )  # fmt: skip


def test_a_secret_link() -> None:
    (menu,) = steps("* You know the answer [if a] [knows 7.5%] -> 16 secret", "* You do not -> 2")
    assert isinstance(menu, ast.Menu)
    told = [(each.label, each.target, each.secret, each.knows) for each in menu.options]
    assert told == [("You know the answer", to("16"), True, 750), ("You do not", to("2"), False, 10_000)]


def test_weights_and_comparisons() -> None:
    random, compare = steps("~ random", "    3: -> 5", "    gold:", "~ compare 1d6 with gold", "    lower -> 6")
    assert random == ast.Random(
        (ast.WeightRow(num(3), (turn("5"),), span=SPAN), ast.WeightRow(name("gold"), (), span=SPAN)), span=SPAN
    )
    rows = (ast.NamedRow("lower", (turn("6"),), span=SPAN),)
    assert compare == ast.Compare(dice(1, 6), name("gold"), rows, span=SPAN)


def test_menu_takes_consecutive_choices() -> None:
    first, prose, second = steps(
        "* Go [if rope] -> 5", "", "* Stay", "    ~ gold +1", "    -> 9", "Then", "* Leave -> 6"
    )
    assert first == ast.Menu(
        (
            ast.Option("Go", name("rope"), to("5"), span=SPAN),
            ast.Option("Stay", None, None, (change("gold", 1), turn("9")), span=SPAN),
        ),
        span=SPAN,
    )
    assert prose == ast.Prose("Then", span=SPAN)
    assert second == ast.Menu((ast.Option("Leave", None, to("6"), span=SPAN),), span=SPAN)


def test_else_if_nests() -> None:
    (step,) = steps("~ if a", "    -> 1", "~ else if b", "    -> 2", "~ else", "    -> 3")
    inner = ast.If(name("b"), (turn("2"),), (turn("3"),), span=SPAN)
    assert step == ast.If(name("a"), (turn("1"),), (inner,), span=SPAN)


def test_prose_keeps_its_shape() -> None:
    (step,) = steps("~ if a", "  One  // a note", "     two", "// nobody reads this", "", "  three")
    assert isinstance(step, ast.If)
    assert step.body == (ast.Prose("One\n   two\n\nthree", span=SPAN),)


def test_rules_after_a_poem() -> None:
    prose, rule = steps("Roses", "      are", "   red", "~ gold +1")
    assert prose == ast.Prose("Roses\n      are\n   red", span=SPAN)
    assert rule == change("gold", 1)


def test_marks_in_prose_are_escaped() -> None:
    assert steps("\\~ wavy", "\\* starred", "*bold* is prose", "http://example.org", "\\// two") == (
        ast.Prose("\\~ wavy\n\\* starred\n*bold* is prose\nhttp://example.org\n\\// two", span=SPAN),
    )


def test_fight() -> None:
    (fight,) = steps(
        "~ fight duel",
        '    foe "A" SKILL 5 STAMINA 2d6',
        "    then",
        '    foe "B" SKILL 4',
        "    with attack = -2 for 2 rounds",
        "    local run = 0 in 0..2",
        "    on round-lost",
        "        ~ gold +1",
        "    each round",
        "        ~ gold +1",
        "    escape from round 3 -> 30",
        "        ~ gold +1",
        "    wounded -> 7",
        "    after 5 rounds -> 12",
    )
    gold = change("gold", 1)
    assert fight == ast.Fight(
        "duel",
        (
            ast.Foe("A", (("SKILL", num(5)), ("STAMINA", dice(2, 6))), span=SPAN),
            ast.Foe("B", (("SKILL", num(4)),), span=SPAN),
        ),
        False,
        (
            ast.With("attack", ast.Unary("-", num(2), span=SPAN), num(2), span=SPAN),
            ast.Local("run", num(0), num(0), num(2), span=SPAN),
            ast.On("round-lost", (gold,), span=SPAN),
            ast.EachRound((gold,), span=SPAN),
            ast.FightRow("escape", num(3), (gold, turn("30")), span=SPAN),
            ast.FightRow("wounded", None, (turn("7"),), span=SPAN),
            ast.FightRow("stopped", num(5), (turn("12"),), span=SPAN),
        ),
        span=SPAN,
    )


@pytest.mark.parametrize("lines", [['~ fight "A" SKILL 5 and "B" SKILL 4'], ["~ fight", '    foe "A"', "    together"]])
def test_foes_together(lines: list[str]) -> None:
    (fight,) = steps(*lines)
    assert isinstance(fight, ast.Fight)
    assert fight.together


HEADERS = {
    'book "X"\n  author "Anne"\n  start 1\n  use plain\n': (
        ast.Title("book", "X", span=SPAN),
        ast.Field("author", "Anne", span=SPAN),
        ast.Field("start", "1", span=SPAN),
        ast.Use("plain", span=SPAN),
    ),
    "each chapter\n  -> 2\n": (ast.EachChapter((ast.Turn(ast.ToChapter("2", span=SPAN), span=SPAN),), span=SPAN),),
    'hero "weak": SKILL 7, rope\n': (
        ast.Preset("weak", (ast.PresetValue("SKILL", 7, span=SPAN), ast.PresetValue("rope", span=SPAN)), span=SPAN),
    ),
    'hero "sad": mood -2, rope-3\n': (
        ast.Preset("sad", (ast.PresetValue("mood", -2, span=SPAN), ast.PresetValue("rope", -3, span=SPAN)), span=SPAN),
    ),
    'hero "armed": weapon = axe\n': (
        ast.Preset("armed", (ast.PresetValue("weapon", word=ast.Id("axe"), span=SPAN),), span=SPAN),
    ),
    'phrase turn = "go to {n}"\n': (ast.Phrase("turn", "go to {n}", span=SPAN),),
    'phrase "with-luck-0" = "no \\"luck\\""\n': (ast.Phrase("with-luck-0", 'no "luck"', span=SPAN),),
    "carry gold, rope\n": (ast.Carry((name("gold"), name("rope")), span=SPAN),),
    "expect win 35%..55.5%\n": (ast.Expect("win", 3500, 5550, span=SPAN),),
    "expect reader soft(3) wins 15%..30%\n": (ast.Expect("win", 1500, 3000, "soft(3)", span=SPAN),),
    "expect reader random wins 5%..10%\n": (ast.Expect("win", 500, 1000, "random", span=SPAN),),
    "sheet\n  item rope, meal x 5 = 3\n": (
        ast.ItemDecl("rope", span=SPAN),
        ast.ItemDecl("meal", num(5), num(3), span=SPAN),
    ),
    "sheet\n  number gold = 2d6 in 0..50\n  number key\n": (
        ast.NumberDecl("gold", dice(2, 6), num(0), num(50), span=SPAN),
        ast.NumberDecl("key", None, span=SPAN),
    ),
    "sheet\n  one-of weapon: none, axe\n  limit pack 8: rope\n": (
        ast.OneOf("weapon", (name("none"), name("axe")), span=SPAN),
        ast.Limit("pack", num(8), (name("rope"),), span=SPAN),
    ),
    "sheet\n  while a = 1: SKILL +1\n": (ast.While(two(name("a"), "=", num(1)), change("SKILL", 1), span=SPAN),),
    "table crt columns -1..1 rows 0..1\n  0 -1 2\n  3, 4, 5\n": (
        ast.TableDecl("crt", (-1, 1), (0, 1), ((0, -1, 2), (3, 4, 5)), span=SPAN),
    ),
    "account D2 of 6 = 1, -4 in -9..9\n": (
        ast.AccountDecl(
            "D2",
            num(6),
            (num(1), ast.Unary("-", num(4), span=SPAN)),
            ast.Unary("-", num(9), span=SPAN),
            num(9),
            span=SPAN,
        ),
    ),
    "resolve by residual scope book\n": (
        ast.ResolveBy(ast.Resolution("residual", None, None, "book", span=SPAN), span=SPAN),
    ),
    "when gold < 0 -> back\n": (
        ast.When(two(name("gold"), "<", num(0)), (ast.Turn(ast.Back(span=SPAN), span=SPAN),), span=SPAN),
    ),
    "test luck\n  succeed 2d6 <= LUCK\n  then LUCK -1\n  lucky | unlucky\n": (
        ast.CheckDecl(
            "luck", two(dice(2, 6), "<=", name("LUCK")), (change("LUCK", -1),), ("lucky", "unlucky"), span=SPAN
        ),
    ),
    'strategy s(t = 6)\n  at press: strike hard 1  in 5 if a else "wait" \n  at 7 "Knock"\n  otherwise first\n': (
        ast.StrategyDecl(
            "s",
            (("t", num(6)),),
            (
                ast.At("press", (("strike hard", name("a")), ("wait", None)), ((1, 5), (1, 1)), span=SPAN),
                ast.At("7", (("Knock", None),), ((1, 1),), span=SPAN),
            ),
            "first",
            span=SPAN,
        ),
    ),
}


@pytest.mark.parametrize("text", HEADERS)
def test_header(text: str) -> None:
    assert declarations(text) == HEADERS[text]


def test_combat() -> None:
    combat = declarations(SYSTEM)[-1]
    assert isinstance(combat, ast.CombatDecl)
    assert [stat.id for stat in combat.foe_stats] == ["SKILL", "STAMINA"]
    assert combat.wounds == name("STAMINA")
    assert combat.won_when == two(ast.FoeStat("STAMINA", span=SPAN), "<=", num(0))
    assert combat.settings == (ast.Setting("damage", num(2), span=SPAN),)
    assert combat.locals == (ast.Local("run", num(0), num(0), num(2), span=SPAN),)
    assert [type(step) for step in combat.round] == [ast.Compare]
    assert combat.others == (change("STAMINA", -1),)


def test_every_class_is_reached() -> None:
    seen = {type(node).__name__ for text in (BOOK, SYSTEM) for node in nodes(read(text).page)}
    classes = {name for name, thing in vars(ast).items() if isinstance(thing, type) and issubclass(thing, ast.Node)}
    assert classes - seen == {"Node", "Expr", "Target", "Step", "Declaration", "FightOption", "Broken"}


@pytest.mark.parametrize("text", [BOOK, SYSTEM])
def test_whole_pages_read_without_findings(text: str) -> None:
    assert codes(text) == []


def test_line_ends_and_marks_of_files_do_not_matter() -> None:
    page = read(BOOK).page
    assert read("\ufeff" + BOOK.replace("\n", "\r\n").rstrip()).page == page
    assert read(BOOK.replace("\n", "\n\n  \n")).page != page  # blank lines part paragraphs of prose …
    assert read(SYSTEM.replace("\n", "\n\n  \n")).page == read(SYSTEM).page  # … and nothing else


def test_comments() -> None:
    text = '// one\nbook "X" // two\n\n=== 1\nSee http://example.org // three\n'
    parsed = read(text)
    assert [comment.text for comment in parsed.comments] == ["// one", "// two", "// three"]
    assert [text[comment.span.start : comment.span.end] for comment in parsed.comments] == [
        "// one",
        "// two",
        "// three",
    ]


def test_spans_are_the_words_themselves() -> None:
    text = '=== 7 The gate\n* Climb  [if rope] -> 23\n    ~ may "Take {it}"  // why\n        ~ gold -2d6\n'
    parsed = read(text)
    (chapter,) = parsed.page.chapters
    assert isinstance(chapter, ast.Chapter)

    def cut(span: object) -> str:
        assert span is not None
        return text[span.start : span.end]  # type: ignore[attr-defined]

    assert cut(chapter.span) == text[: text.index("\n", text.index("2d6"))]
    assert cut(chapter.name.span) == "7"
    (menu,) = chapter.body
    assert isinstance(menu, ast.Menu)
    (option,) = menu.options
    assert cut(option.label_span) == "Climb"
    assert cut(option.condition and option.condition.span) == "rope"
    assert cut(option.target and option.target.span) == "23"
    (may,) = option.body
    assert isinstance(may, ast.May)
    assert cut(may.label_span) == "Take {it}"
    assert cut(may.body[0].span) == "gold -2d6"


def test_quotation_marks_hold_slashes() -> None:
    (turn,) = steps('-> victory "Home \\// for \\"good\\" \\\\n"')
    assert turn == ast.Turn(ast.ToEnding("victory", 'Home // for "good" \\n', span=SPAN), span=SPAN)


RANDOM = [text for seed in range(12) for text in random_book(seed).files.values()]


@pytest.mark.parametrize("text", [BOOK, SYSTEM, *RANDOM])
def test_every_name_knows_where_it_stands(text: str) -> None:
    found = list(names(read(text).page))
    assert found
    for name in found:
        written = text[name.span.start : name.span.end]
        usual = name == "fight" and written.startswith("~")  # a fight that names no combat
        assert usual or unquote(f'"{written}"') == name


def test_a_name_is_its_letters() -> None:
    here, there = ast.Id("gold", Span("a", 1, 5)), ast.Id("gold", Span("b", 2, 6))
    assert here == there == "gold"
    assert {here: 1}[there] == 1
    assert type(f"{here}") is type(here[:2]) is str
    copied = pickle.loads(pickle.dumps(here))
    assert (copied, copied.span) == (here, here.span)


HALF_READ = """\
=== 1 First {odd
~ gain rope rope (
~ if rope and
    ~ lose rope
-> 3
=== 02 Second // a comment
-> 3
"""


def test_of_a_broken_chapter_its_head_and_its_sound_lines_are_known() -> None:
    parsed = parse(Source("b.gbk", HALF_READ))
    (broken, second) = parsed.page.chapters
    (rest,) = parsed.rest
    assert isinstance(broken, ast.Broken)
    assert (rest.name, rest.title, rest.span) == (broken.name, "First {odd", broken.span)
    assert HALF_READ[rest.name.span.start : rest.name.span.end] == "1"
    assert [type(step) for step in rest.body] == [ast.Lose, ast.Turn]
    assert [HALF_READ[span.start : span.end] for span in parsed.unread] == ["~ gain rope rope (", "~ if rope and"]
    assert parsed.chapters == (rest, second)


def test_of_a_chapter_whose_head_is_mended_the_name_stands_where_it_is_written() -> None:
    text = "== Chapter 7: The mill\n~ gain (\n-> 3\n"
    parsed = parse(Source("b.gbk", text))
    (rest,) = parsed.rest
    assert (rest.name, rest.title) == ("7", "The mill")
    assert text[rest.name.span.start : rest.name.span.end] == "7"


def test_the_end_of_a_page_with_too_many_mistakes_is_not_read() -> None:
    text = "".join(f"=== {number}\n~ gain (\n" for number in range(1, 1000))
    parsed = parse(Source("b.gbk", text))
    assert parsed.findings[-1].code == "GB004"
    assert parsed.unread[-1].end == len(text)
    assert {each.name for each in parsed.chapters} < {str(number) for number in range(1, 1000)}
