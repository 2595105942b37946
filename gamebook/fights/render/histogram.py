"""How often each value of a strategy's parameter is the best one, drawn as bars."""

from __future__ import annotations

from matplotlib.ticker import MultipleLocator

from gamebook.dice.percent import percent
from gamebook.errors import UsageError
from gamebook.fights.heuristics import Comparison
from gamebook.render.figures import Form, sheet, written

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442", "#000000")


def histogram_picture(found: Comparison, form: Form, title: str) -> bytes:
    """Draw for each strategy with a parameter how often each value tried is the best.

    Args:
        found: strategies in many fights, with a search for one parameter.
        form: svg, png or pdf.
        title: what the picture is of.

    Raises:
        UsageError: no strategy that has this parameter is ever the best.
    """
    (parameter,) = found.search
    shown = [each for each in found.strategies if parameter in each.parameters and each.best > 0]
    if not shown:
        raise UsageError(f"no strategy with a parameter {parameter} is the best anywhere")
    figure = sheet(6.5, 3.6)
    axes = figure.add_axes((0.1, 0.2, 0.87, 0.66))
    width = 0.8 / len(shown)
    for number, each in enumerate(shown):
        shares = each.shares(parameter)
        places = [value + (number - (len(shown) - 1) / 2) * width for value in shares]
        label = f"{each.name} (best in {percent(each.best, 1)} of fights)"
        axes.bar(places, list(shares.values()), width, color=COLOURS[number % len(COLOURS)], label=label)
    axes.set_xticks(list(found.search[parameter]))
    axes.set_xlabel(f"value of the parameter {parameter}", fontsize=8)
    axes.set_ylabel("share of the fights where\nthe strategy is the best", fontsize=8)
    axes.yaxis.set_major_locator(MultipleLocator(0.05))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.tick_params(labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=7, frameon=False)
    axes.set_title(title, fontsize=9, weight="bold", loc="left")
    note = f"{found.optimum.size:,} fights, exactly evaluated; equally good values of {parameter} share equally."
    figure.text(0.02, 0.02, note, fontsize=6)
    return written(figure, form)
