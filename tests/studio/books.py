"""Books that several tests of the studio open."""

COIN = """\
book "Coin"

=== 1 The coin
You throw a coin.

~ roll 1d6
    1-3 -> 2
    4-6 -> 3

=== 2 Heads
Well done.

-> victory

=== 3 Tails
-> defeat "Lost"
"""
