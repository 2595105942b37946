"""A browser, and a studio, for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.studio.browser import SharedStudio, browser, leave


@pytest.fixture(scope="module")
def browser_of_file() -> Iterator[Browser]:
    """Chromium; no longer than a file, for an event loop runs as long as it does."""
    with browser() as found:
        yield found


@pytest.fixture
def chromium(browser_of_file: Browser) -> Iterator[Browser]:
    """The same; its pages are closed after the test, for a page whose studio is gone asks for it again and again."""
    yield browser_of_file
    leave(browser_of_file)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedStudio]:
    """A studio that no test ends, changes or starts with something of its own."""
    found = SharedStudio(tmp_path_factory.mktemp("shared"))
    yield found
    found.stop()
