"""What a search for parameters found: as text, and as data."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from gamebook.analysis.search import METHODS, Search
from gamebook.model.book import Book
from gamebook.render.amounts import Amounts
from gamebook.render.tables import table


def search_text(book: Book, search: Search, width: int | None = None) -> Text:
    """The winner, how each method did, and the gap to best play over all policies."""
    amounts = Amounts(book.aim == "win")
    winner = search.winner
    value = amounts.value(winner.value)
    text = Text().append(f"{winner.policy.words}\n", "bold").append(f"has the value {value}")
    same = search.gap <= 1e-12 * abs(search.best)
    text.append(", as much as best play.\n" if same else f", {search.gap:.3g} less than best play.\n")
    rows = []
    for method in METHODS:
        hits, count = search.hits(method)
        if count:
            trials = sum(each.trials for each in search.found if each.method == method)
            rows.append((method, f"{hits} of {count}", f"{trials / count:,.0f}"))
    text.append_text(table(("search", "found it", "trials each"), rows, "lrr", width))
    told = f"{search.behaviours:,} different policies were tried, of {search.vectors:,} parameter vectors.\n"
    return text.append(told)


def search_json(book: Book, search: Search) -> dict[str, Any]:
    """The same as data."""
    winner = search.winner
    return {
        "book": {"title": book.title, "aim": book.aim},
        "strategy": winner.policy.strategy.name,
        "parameters": dict(winner.policy.values),
        "value": winner.value,
        "best": search.best,
        "gap": search.gap,
        "vectors": search.vectors,
        "behaviours": search.behaviours,
        "searches": [
            {
                "method": each.method,
                "seed": each.seed,
                "value": each.value,
                "parameters": dict(each.policy.values),
                "trials": each.trials,
            }
            for each in search.found
        ],
    }
