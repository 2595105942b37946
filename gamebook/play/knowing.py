"""What a reader whom the computer plays knows: an option with `[knows 40%]` is open to two such readers in five."""

from __future__ import annotations

from random import Random

from msgspec import structs

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Choose, Option
from gamebook.play.moment import Decision


class Knowing:
    """What one reader knows at each decision: drawn on arrival, and kept while actions lead back to the decision."""

    def __init__(self, book: Book, lots: Random) -> None:
        """Nothing is drawn yet.

        Args:
            book: the book with ways past its menus (`with_ways_past`), for readers who know no option that is open.
            lots: what draws.
        """
        self._lots = lots
        steps = (step for block in book.blocks for step in steps_in(block))
        choices = [step for step in steps if isinstance(step, Choose)]
        self._options = {(step.address, each.address): each for step in choices for each in step.options}
        self._drawn: dict[tuple[str, int], bool] = {}
        """By decision and percentage."""

    def open_to(self, moment: Decision) -> list[int]:
        """The numbers of the options among which the reader picks, from 0; at least one."""
        written, actions, onward = list[int](), list[int](), list[int]()
        for number, choice in enumerate(moment.options):
            option = self._option(moment, choice.address)
            if option is None:
                written.append(number)
            elif option.goes_on:
                onward.append(number)
            elif self._knows(moment.address, option.known):
                (actions if option.again else written).append(number)
        # Two ways may go on: one beside actions, and one for who knows nothing that is open. They are the same.
        ways = [] if written else onward[:1]
        return sorted([*written, *actions, *ways])

    def take(self, moment: Decision, number: int) -> None:
        """An option is taken: after an action the reader returns to the same menu, and knows the same."""
        option = self._option(moment, moment.options[number].address)
        if option is None or not option.again:
            self._drawn = {drawn: knows for drawn, knows in self._drawn.items() if drawn[0] != moment.address}

    def turn(self) -> None:
        """The reader comes to a chapter: nothing leads back to a menu of before."""
        self._drawn.clear()

    def _option(self, moment: Decision, address: str) -> Option | None:
        return self._options.get((moment.address, address))

    def _knows(self, decision: str, share: int) -> bool:
        if share == HUNDRED_PERCENT:
            return True
        if (decision, share) not in self._drawn:
            self._drawn[decision, share] = self._lots.randrange(HUNDRED_PERCENT) < share
        return self._drawn[decision, share]


def page(moment: Decision, taken: int) -> Decision:
    """The menu as a page shows it: without the way past it, unless the reader takes that way."""
    last = len(moment.options) - 1
    if moment.options[last].address != moment.address or taken == last:
        return moment
    return structs.replace(moment, options=moment.options[:last])
