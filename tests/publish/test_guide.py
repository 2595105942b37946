"""The rules page says what the solver counts with; expected sentences are written by hand."""

import pytest

from tests.support.published import Published, shown

STATS = """book "B"
    language "{language}"
sheet
    stat NERVE = 4 in 3..6
    stat PULSE = 9 in 2..12
    stat GLOW = 3 in -1..9
    stat FORCE = 1d6 + 6
    stat TRUST = 5
rule lift(what, by)
    ~ what +by beyond initial
rule unused
    ~ TRUST +1 beyond initial
=== 1
~ NERVE -2
~ PULSE +4 beyond initial
~ do lift(GLOW, 2)
~ initial FORCE +1
~ victory
"""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "never rises above that and never falls below 3.",
                "it rises above that only where the book says so, to 12 at most, and never falls below 2.",
                "it rises above that only where the book says so, to 9 at most, and never falls below −1.",
                "never rises above that and never falls below 0.",
                "Your Initial FORCE is never less than 0 and never more than 12.",
                "never rises above that and never falls below 0.",
            ],
        ),
        (
            "de",
            [
                "darüber steigt sie nie, und unter 3 fällt sie nie.",
                "darüber steigt sie nur, wo das Buch es sagt, höchstens auf 12, und unter 2 fällt sie nie.",
                "darüber steigt sie nur, wo das Buch es sagt, höchstens auf 9, und unter −1 fällt sie nie.",
                "darüber steigt sie nie, und unter 0 fällt sie nie.",
                "Der Anfangswert von FORCE ist nie niedriger als 0 und nie höher als 12.",
                "darüber steigt sie nie, und unter 0 fällt sie nie.",
            ],
        ),
        (
            "fr",
            [
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 3.",
                "là où le livre le dit, jusqu'à 12 au plus. Ce nombre ne descend jamais au-dessous de 2.",
                "là où le livre le dit, jusqu'à 9 au plus. Ce nombre ne descend jamais au-dessous de −1.",
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 0.",
                "Votre total de départ de FORCE ne vaut jamais moins de 0 ni plus de 12.",
                "qui ne sera jamais dépassé. Ce nombre ne descend jamais au-dessous de 0.",
            ],
        ),
        (
            "es",
            [
                "nunca lo superará ni bajará de 3.",
                "solo lo superará donde el libro lo diga, hasta 12 como mucho, y nunca bajará de 2.",
                "solo lo superará donde el libro lo diga, hasta 9 como mucho, y nunca bajará de −1.",
                "nunca lo superará ni bajará de 0.",
                "Tu FORCE inicial nunca es menos de 0 ni más de 12.",
                "nunca lo superará ni bajará de 0.",
            ],
        ),
        (
            "it",
            [
                "non lo supererà mai e non scenderà mai sotto 3.",
                "lo supererà solo dove il libro lo dice, fino a 12 al massimo, e non scenderà mai sotto 2.",
                "lo supererà solo dove il libro lo dice, fino a 9 al massimo, e non scenderà mai sotto −1.",
                "non lo supererà mai e non scenderà mai sotto 0.",
                "Il tuo punteggio iniziale di FORCE non è mai meno di 0 né più di 12.",
                "non lo supererà mai e non scenderà mai sotto 0.",
            ],
        ),
    ],
)
def test_how_far_a_stat_can_go(published: Published, language: str, words: list[str]) -> None:
    """NERVE 4, less 2, is 3 where its range begins at 3; what a rule of nobody's does is not said."""
    told = shown(published(STATS.replace("{language}", language)).rules.blocks)
    assert all(line.endswith(each) for (_, line), each in zip(told[1:], words, strict=False)), told
