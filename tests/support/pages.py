"""Pages that use the whole language, and helpers to look at their trees."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed, parse

BOOK = """\
// a page with everything on it
book "The \\"Ember\\" Crypt"
    author  "Anne"
    draft
    use     plain
    start   1
    ties    last
    aim     score
    language "en"
    expect  win 35%..55.25%
    carry   gold, rope
    phrase  turn = "go to {n}"
    phrase  "with-luck-0" = "no luck helps"
    hero    "weak": SKILL 7, rope
    include "part2.gbk"
    resolve by residual scope book

sheet
    stat     MAGIC = 1d6 + 6 in 0..20
    stat     SKILL = 9
    number   gold = 2d6 in 0..50
    number   key
    item     lantern, rope, silver-key
    item     meal x 5 = 3
    codeword RAVEN, OWL
    one-of   weapon: none, sword, axe
    limit    backpack 8: rope, lantern, meal
    let      might = SKILL + 2 * (weapon = axe)
    while silver-key and not RAVEN: SKILL +1
    param n = 10
    account traps of 6 = 1 in -9..9

table crt columns -1..1 rows 0..1
    0 -1 2
    3, 4, 5

anytime
    * Eat a meal [if meal and STAMINA < initial STAMINA]
        ~ lose meal
        ~ STAMINA +4

anytime in fights
    * Drink
        ~ restore LUCK

each chapter
    ~ STAMINA -1

hero
    ~ gold +2d6
    ~ choose 2 of
        * rope
            ~ gain rope
        * lantern
            ~ gain lantern

when gold > 40 -> back
when gold < 0
    ~ set gold = 0

strategy cautious(t = 6, u = 2)
    at press: strike
    at parry: test your luck if LUCK >= t and STAMINA < 6 else take it
    at 7 "Knock"
    otherwise random

=== 1 The gate
Rain has followed you for three days. You have {gold} gold pieces.
    A poem keeps
  its shape.

And goes on.
* Climb the wall -> 23
* Use the silver key [if silver-key] -> the-vault
* Bribe the guard
    ~ pay 5 gold
    -> 9

=== the-vault
~ if gold >= 5 and visited 12 or first time
    ~ STAMINA +4 beyond initial
~ else if count of backpack > 2 or count of 1 in pool = 2
    ~ initial SKILL +2
~ else
    ~ resolve by residual deadline
    ~ foe STAMINA -count of 1..2 in 2d6 by residual account traps scope chapter
~ both STAMINA -2, foe STAMINA -(gold)d6
~ gain 2 meal
~ gain rope or swap
~ lose 2 meal
~ lose all backpack
~ lose random backpack
~ lose weapon
~ note RAVEN
~ erase RAVEN
~ swap gold key
~ store backpack in chest
~ return backpack from chest
~ set x = -gold / 2 - min(a, b) * 3 mod 4
~ words "You lose two points, for the cold."
    ~ STAMINA -2
~ silent
    ~ gold +1
    ~ gold -1
~ may "Take the {rope}"
    ~ gain rope
~ choose "press"
    * strike
        ~ foe STAMINA -2
~ choose bet in 1..gold
~ rival chooses "his move"
    * left -> 2
    * right -> (100 + key)
~ roll 2d6 + 1
    0 or less -> 50
    1-2
        You slip.
        -> 51
    3-13 -> ending "Exile" score 3
        ~ gain lantern
~ roll 1d6 as d by dice
~ roll 10d6 as pool
~ roll keep highest 2 of 3d6 as pool p
~ random by systematic
    3: -> 51
    gold:
        ~ score +50
~ compare 1d20 + might with 10 + crt(ratio, d)
    higher -> 1
    lower
        -> 2
    equal -> victory
~ test luck by ledger account luck
    lucky -> 203
    unlucky -> defeat "You drown."
~ ask "How many bells?" [knows 10%]
    3 -> 12
    4-6
        ~ gold -1
    else -> victory
~ test skill -2
~ test STAMINA +1 on 2d6
~ repeat 1d6 times
    ~ gold +1
~ repeat until gold = 3 or round != 2
    ~ gold +1
~ event round-lost
~ do buy(rope, 3)
~ if ticked < 3 and not ticked 7 and not ticked in mill
    ~ tick one of 3
~ tick a box
~ score -5
~ victory "The crown is yours"

=== 7 The fight
~ fight "Gate guard" SKILL 7 STAMINA 2d6 by expected scope fight
    with damage = 3
    with attack = -2 for 2 rounds
    local run = 0 in 0..2
    on round-lost
        ~ set run = run + 1
    each round
        ~ STAMINA -1
    escape from round 3 -> 30
        ~ STAMINA -2
    won -> 40
    lost -> 41
    wounded -> 7
    after 5 rounds -> 12
~ fight duel
    foe "A" SKILL 5 STAMINA 4
    then
    foe "B" SKILL 5 STAMINA 4
    together
~ fight "A" SKILL 5 then "B" SKILL 4
~ fight "A" SKILL 5 and "B" SKILL 4
    busy "B" while foe "A" SKILL > 3
    each round
        ~ each foe
            ~ foe STAMINA -1
        ~ any foe
            ~ foe "A" STAMINA -2
-> 12
"""

SYSTEM = """\
system fighting-fantasy
sheet
    stat SKILL   = 1d6 + 6
    stat STAMINA = 2d6 + 12
    stat LUCK    = 1d6 + 6

test luck
    succeed 2d6 <= LUCK
    then    LUCK -1
    lucky | unlucky

rule buy(thing, price)
    ~ pay price gold
    ~ gain thing

test nerve
    succeed 1d6 > 2
    then
        ~ LUCK -1
        ~ note SHAKEN
    calm | shaken

when STAMINA <= 0 -> defeat "Your adventure ends here."

combat fight
    foe SKILL, STAMINA
    wounds STAMINA
    won when foe STAMINA <= 0            // looked at after each effect
    option damage = 2
    local run = 0 in 0..2
    round
        ~ compare 2d6 + SKILL with 2d6 + foe SKILL
            higher
                ~ choose "press"
                    * strike
                        ~ foe STAMINA -2
                    * test your luck
                        ~ test luck
                            lucky
                                ~ foe STAMINA -4
                            unlucky
                                ~ foe STAMINA -1
            lower
                ~ event round-lost
    others
        ~ STAMINA -1
"""

SPAN = Span("", 0, 0)


def read(text: str) -> Parsed:
    """Parse a page."""
    return parse(Source("page.gbk", text))


def codes(text: str) -> list[str]:
    """The codes of a page's findings, in order."""
    return [found.code for found in read(text).findings]


def steps(*lines: str) -> tuple[ast.Step, ...]:
    """The steps of a chapter made of these lines, which must read without a finding."""
    parsed = read("=== 1\n" + "\n".join(lines) + "\n")
    assert parsed.findings == ()
    (chapter,) = parsed.page.chapters
    assert isinstance(chapter, ast.Chapter)
    return chapter.body


def declarations(text: str) -> tuple[ast.Declaration, ...]:
    """The declarations of a header, which must read without a finding."""
    parsed = read(text)
    assert parsed.findings == ()
    return parsed.page.declarations


def children(node: object) -> Iterator[ast.Node]:
    """The nodes right inside a node, through any tuples."""
    if isinstance(node, tuple):
        for part in node:
            if isinstance(part, ast.Node):
                yield part
            else:
                yield from children(part)
    elif isinstance(node, ast.Node):
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if isinstance(value, ast.Node):
                yield value
            else:
                yield from children(value) if isinstance(value, tuple) else ()


def nodes(node: ast.Node) -> Iterator[ast.Node]:
    """A node and all nodes inside it."""
    yield node
    for child in children(node):
        yield from nodes(child)


def names(part: object) -> Iterator[ast.Id]:
    """The names inside a node, through any tuples; those that are written nowhere are left out."""
    if isinstance(part, ast.Id):
        yield from [part] if part else []
    elif isinstance(part, tuple):
        for each in part:
            yield from names(each)
    elif isinstance(part, ast.Node):
        for name in part.__struct_fields__:
            yield from names(getattr(part, name))
