from __future__ import annotations

from collections.abc import Callable

import pytest

from gamebook.sweep.task import Task
from tests.support.coins import coin_book


@pytest.fixture
def coin() -> Callable[..., Task]:
    """Makes a book that is won `wins` times in `wins` + `loses`; 1 and 1 if nothing is said."""
    return coin_book
