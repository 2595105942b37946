"""`gamebook worth`: what each thing is worth, and what every winning play has in common."""

from __future__ import annotations

from typing import Annotated

import typer

from gamebook.cli.book import hero_given, ready_to_begin, warm_up
from gamebook.cli.console import fail, watched
from gamebook.cli.memory import LimitMemory, memory_limit
from gamebook.cli.options import MOST_STATES, AsJson, BookFile, Hero, MostSeconds, MostStates, SetOnSheet
from gamebook.cli.show import AsForm, form_of, show

EXAMPLE = "gamebook worth books/starter.gbk --only item,option"


def command(
    book: BookFile,
    hero: Hero = "",
    only: Annotated[
        str | None,
        typer.Option(
            metavar="KIND,…",
            help="Leave out only things of these kinds: item, codeword, number, value, option, test, fights, chapter.",
        ),
    ] = None,
    as_json: AsJson = False,
    form: AsForm = None,
    settings: SetOnSheet = None,
    limit_states: MostStates = MOST_STATES,
    limit_memory: LimitMemory = None,
    timeout: MostSeconds = None,
) -> None:
    """Show what each thing is worth.

    Solves the book again without each item, codeword and number, without each option of fights, without each test and
    each chapter. Then tells what every winning play has in common (things, chapters, tests), whether the book can be
    won without a fight or without luck, and how many ways there are to win. Chapters come last: without --only, the
    report leaves them out if there is no time for all of them.
    """
    from gamebook.verbs import worth

    form = form_of(form, as_json)
    given = hero_given(hero)
    memory = memory_limit(limit_memory)
    kinds = _kinds(only)
    project, sheet = ready_to_begin(book, settings)
    warm_up()

    from gamebook.report import worth as report

    with watched() as job:
        found = worth(
            project, given, kinds, sheet=sheet, limit_states=limit_states, limit_memory=memory, timeout=timeout, job=job
        )
    show(report.sections(found), lambda: report.data(found), form)


def _kinds(only: str | None) -> list[str] | None:
    if only is None:
        return None
    from gamebook.analysis.worth import KINDS

    asked = [word.strip() for word in only.split(",")]
    for word in asked:
        if word not in KINDS:
            fail(f"--only needs one or more of {', '.join(KINDS)}, not {word or 'nothing'}")
    return asked
