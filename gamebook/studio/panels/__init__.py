"""What panels have worked out in a process of their own: one module per panel, each with a `WORK`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamebook.studio.bench import Bench, Json
from gamebook.studio.panels import chances, compare, play, report, whatif
from gamebook.studio.panels import map as map_

MODULES = (chances, map_, report, play, whatif, compare)
"""The panels that need something worked out."""
WORK: Mapping[str, Callable[[Bench, Json], Json]] = {
    name: function for module in MODULES for name, function in module.WORK.items()
}
"""Functions by the names that pages ask for."""
LIGHT = frozenset(name for module in MODULES for name in getattr(module, "LIGHT", ()))
"""Those for which nothing is solved."""
