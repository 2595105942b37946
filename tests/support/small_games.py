"""Small books worked out by hand, for tests of more than one way to play them."""

from __future__ import annotations

LADDER = """
sheet
    number gold = 0 in 0..3

=== 1
* A wager
    ~ roll 1d6
        1-2 -> victory
        3-6
            ~ defeat
* Work
    ~ gold +1
    -> 2

=== 2
* Buy a ladder [if gold >= 1]
    ~ gold -1
    -> 3
* Sit down
    ~ defeat

=== 3
~ roll 1d6
    1-5 -> victory
    6
        ~ roll 1d6
            1-5
                ~ defeat
            6 -> 3

By hand: from 3 it is 5/6 + 1/36 of the same, so 6/7; the wager is worth 1/3.
"""

DOORS = """
=== 1
~ rival chooses "a door"
    * The door with the dog
        ~ roll 1d6
            1 -> victory
            2-6
                ~ defeat
    * The open door
        ~ victory

By hand: behind the door with the dog, which the rival chooses, it is 1/6.
"""
