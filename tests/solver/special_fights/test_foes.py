"""Who fights: foes that are rolled, one after another, and together."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, plain, throws, worth
from tests.support.naive_process import best_value


def test_rolled_stamina(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Slime" SKILL 8 STAMINA 2d6 + 1
        with luck = 0
    -> victory
    """
    exactly = sum((6 - abs(7 - total)) / 36 * plain(1, 9, total + 1) for total in range(2, 13))
    assert worth(book, SKILL=9, STAMINA=9, LUCK=9) == pytest.approx(exactly, rel=1e-12)


def test_foes_one_after_another(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "First goblin" SKILL 9 STAMINA 5 then "Second goblin" SKILL 8 STAMINA 7
        with luck = 0
    -> victory
    """

    def moves(state: Place) -> list[Outcome]:
        who, h, o = state
        win, lose, draw = throws(0 if who == 1 else 1)
        fallen = (2, h, 7) if who == 1 else WIN
        return [
            [(win, fallen if o <= 2 else (who, h, o - 2)), (lose, LOSS if h <= 2 else (who, h - 2, o)), (draw, state)]
        ]

    assert worth(book, SKILL=9, STAMINA=12, LUCK=9) == pytest.approx(best_value((1, 12, 5), moves), rel=1e-12)


def test_two_foes_together(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Hound" SKILL 8 STAMINA 5 and "Lame hound" SKILL 6 STAMINA 7
        with luck = 0
    -> victory
    """
    edges = (1, 3)

    def then_the_other(other: int, h: int, foes: tuple[int, int], chance: float) -> Outcome:
        if h <= 0 or max(foes) <= 0:
            return [(chance, LOSS if h <= 0 else WIN)]
        if foes[other] <= 0:
            return [(chance, (h, *foes))]
        lose = throws(edges[other])[1]
        hit: Place = LOSS if h <= 2 else (h - 2, *foes)
        return [(chance * lose, hit), (chance * (1 - lose), (h, *foes))]

    def moves(state: Place) -> list[Outcome]:
        h, *foes = state
        options = []
        for target in (0, 1):
            if foes[target] > 0:
                win, lose, draw = throws(edges[target])
                struck = [max(o - 2, 0) if i == target else o for i, o in enumerate(foes)]
                after = ((h, struck, win), (h - 2, foes, lose), (h, foes, draw))
                rows = (then_the_other(1 - target, mine, tuple(theirs), chance) for mine, theirs, chance in after)
                options.append([row for outcome in rows for row in outcome])
        return options

    assert worth(book, SKILL=9, STAMINA=13, LUCK=9) == pytest.approx(best_value((13, 5, 7), moves), rel=1e-11)
