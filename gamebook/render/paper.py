"""What a reader who plays without luck writes down: accounts, as they stand on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamebook.model.book import Account, Book
from gamebook.model.step import own_address
from gamebook.play.moment import Changed, Event


class Paper:
    """The accounts of one play. What was settled is told once, when all of it is written down."""

    def __init__(self, book: Book, events: Sequence[Event] = ()) -> None:
        """The paper of a play after some events that have been told."""
        self._accounts = book.accounts
        self._names = names_of(book.accounts)
        self._sheet = {variable.name: variable.start for variable in book.variables}
        self._touched: dict[Account, None] = {}  # in order; two places may have accounts of one name
        for event in events:
            if isinstance(event, Changed):
                self.write(event)
        self._touched.clear()

    def write(self, event: Changed) -> None:
        """Write down what changed."""
        changed = {name for name, _, _ in event.changes}
        self._sheet.update({name: after for name, _, after in event.changes})
        for account in self._accounts if event.why == "hidden" else ():
            columns = {name for _, name in account.columns}
            if columns & changed and event.address in map(own_address, account.places):
                self._touched[account] = None

    def settled(self) -> Iterator[tuple[str, str]]:
        """The accounts written to since this was last asked, and what stands in them: `2: luck`, `lucky 24/36`."""
        touched, self._touched = self._touched, {}
        for account in touched:
            yield self._names[account], entry(self._sheet, account)


def names_of(accounts: Iterable[Account]) -> dict[Account, str]:
    """What the accounts of a book are called: those of one name have a number each, `1: gold (2)`."""
    accounts = [*accounts]
    several = Counter(account.name for account in accounts)
    before: Counter[str] = Counter()
    names: dict[Account, str] = {}
    for account in accounts:
        before[account.name] += 1
        alone = several[account.name] == 1
        names[account] = account.name if alone else f"{account.name} ({before[account.name]})"
    return names


def ledgers(accounts: tuple[Account, ...], sheet: Mapping[str, int], chapter: str, fight: bool) -> list[str]:
    """The accounts that hold something: those of the book, and of the chapter and the fight that one is in."""
    names = names_of(accounts)
    return [
        f"{names[account]}: {entry(sheet, account)}"
        for account in accounts
        if account.within in ("", chapter) or (fight and account.within.startswith(f"fight {chapter}."))
        if any(sheet[name] != start for (_, name), start in zip(account.columns, account.start, strict=True))
    ]


def entry(sheet: Mapping[str, int], account: Account) -> str:
    """What stands in an account: `lucky 24/36`; of hidden dice, where they can still be."""
    values = {title: sheet[name] for title, name in account.columns}
    if account.mode != "systematic":
        if account.rest:
            values[account.rest] = -sum(values.values())
        return ", ".join(f"{title} {value}/{account.of}" for title, value in values.items())
    dice = [title.removesuffix(" low") for title in values if title.endswith(" low")]
    ends = {die: f"{values[f'{die} low']}..{values[f'{die} high']}" for die in dice}
    found = [f"{die} in {ends[die]} of {values.get(f'{die} of', account.of)}" for die in dice]
    return f"hidden die for {found[0]}" if len(found) == 1 else f"hidden dice for {', '.join(found)}"
