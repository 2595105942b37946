"""A browser for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.studio.browser import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium, without a window; no longer than a file, for an event loop runs as long as it does."""
    with browser() as found:
        yield found
