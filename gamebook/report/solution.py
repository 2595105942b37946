"""The report on a solved book: one screen first, tables on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gamebook.analysis.alike import NARROW
from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.costs import ANYTIME, OptionCost, anytime
from gamebook.analysis.given_hero import rolled_stats, written_in_choices
from gamebook.analysis.heroes import Heroes
from gamebook.analysis.study import Study
from gamebook.dice.percent import Rounded, percent
from gamebook.model.points import in_points
from gamebook.report import endings, heroes, means, why
from gamebook.report.advice import sentence
from gamebook.report.amounts import Amounts, worded
from gamebook.report.best import policy_notes
from gamebook.report.cells import NEVER, Cell, Chance, Chapter, Choice, Points, Worded, number, often
from gamebook.report.hero import hero
from gamebook.report.section import Facts, Lines, Section, Table
from gamebook.report.why import places
from gamebook.report.words import AS_IT_IS, by, player, sheet, sure, titled
from gamebook.sentences import counted, listed, with_capital

if TYPE_CHECKING:
    from gamebook.analysis.advice import Advice
    from gamebook.solver.estimate import Estimate
    from gamebook.solver.practice import Practised
    from gamebook.solver.sample import Sample
    from gamebook.solver.tiebreak import Calls
    from gamebook.strategy.policy import Policy

MANY_STEPS = 40
FEW_MORE = 3
"""So many more steps are shown rather than counted."""
LEAST = 0.00005
"""End states rarer than this are shown together."""
MANY = 0.1
"""The share of plays given up from which on what the others win says little."""
MOST_SHEETS = 20
"""End states after so many are shown together."""
AGAIN = 1e-9
"""A chapter with so many more visits than plays that come there, as a share, is visited again."""
AS_GOOD = "as good as: there best play takes the choice in parentheses, and so do the route and the table of chapters."
ROUND_AND_ROUND = "visits: the rounds of a play that can only go round for ever are not counted."


def sections(study: Study, *, chapters: bool = False, choices: bool = False) -> Iterator[Section]:
    """The screen of `gamebook solve`; each section is computed when it is needed.

    Args:
        study: the answers.
        chapters: add a table of all chapters, with advice for each decision.
        choices: add what every option costs; for a book that was not solved, all that good play chooses.
    """
    yield _summary(study)
    if study.scores is not None:
        from gamebook.report import scores  # noqa: PLC0415 - few ask

        yield scores.section(study.scores, player(study.policy))
    if not study.difficulty.complete:
        if study.good_play is not None and study.policy is None:
            from gamebook.report import practised  # noqa: PLC0415 - for large books only

            yield from practised.sections(study, study.good_play, choices=choices)
        return
    if study.until:
        yield from _end_states(study)
        return
    with why.ahead(study):
        for section in _why(study):
            yield _short(section)
    if chapters:
        yield from _by_two_stats(study)
        if len(study.endings) > endings.FEW:
            yield _short(endings.one_by_one(study))
        yield from route(study)
        yield by_chapter(study)
        yield _advice(study)
    if choices:
        yield _choices(study)


def _why(study: Study) -> Iterator[Section]:
    """How play ends, for whom, and why."""
    yield from heroes.sections(study, _amounts(study), grid=False)
    yield endings.together(study)
    yield from why.screen(study)


def _short(section: Section) -> Section:
    """Without how it is computed: the screen is small, and docs/report.md says it."""
    return replace(section, how="")


def _amounts(study: Study) -> Amounts:
    return Amounts(study.difficulty.aim == "win")


# ---- the first screen -----------------------------------------------------------------------------------


def _summary(study: Study) -> Section:
    book, amounts = study.solved.book, _amounts(study)
    begun = [f"from chapter {study.start}"] if study.start is not None else []
    begun += [f"with {sheet(book, study.sheet)}"] if study.sheet else []
    who_plays = [hero_line(study), *[f"Started {', '.join(begun)}"] * bool(begun)]
    lines = [*_best_play(study, amounts), *_good_play(study), *_random_play(study, amounts), *_computed(study)]
    notes = [] if study.policy is None else [*policy_notes(study.plain or book)]
    return Section(titled(book.title), [Lines(who_plays), Facts(lines, width=16), Lines(notes)], aside=by(book.author))


def _best_play(study: Study, amounts: Amounts) -> Iterator[tuple[str, Cell]]:
    """What best play gets, or the strategy."""
    book, hard = study.solved.book, study.difficulty
    title, who = _player(study.policy)
    wins = f"comes to chapter {listed(study.until, last='or')}" if study.until else "wins"
    yield title, worded(f"{who}{amounts.play(hard.best, wins, complete=hard.complete)}{_why_wide(study)}", hard.best)
    if book.unfinished:
        yield "", f"{'the rest' if amounts.wins else 'all this'} is about {AS_IT_IS}"
    if study.exactly is not None:
        yield "", f"exactly {_fraction(study.exactly.best, amounts)}"
    if hard.points is not None:
        most = ", the most with this chance" if study.policy is None else ""
        yield "", worded(f"and earns {Amounts(wins=False).bracket(hard.points)}{most}", hard.points)
    elif book.then_score and not hard.complete:
        yield "", "how many points it earns is not known yet"
    if study.exactly is not None and study.exactly.points is not None:
        yield "", f"exactly {_fraction(study.exactly.points, Amounts(wins=False))}"


def _good_play(study: Study) -> Iterator[tuple[str, Cell]]:
    """What was found by practice, beside the bounds of best play."""
    hard = study.difficulty
    if study.policy is not None:
        return
    if hard.practised is not None:
        from gamebook.report import practised  # noqa: PLC0415 - for large books only

        yield "Good play", f"found by practice, {practised_words(hard.practised)}"
        if told := practised.beside_best(hard.practised, hard.best):
            yield "", told
    if study.hoped is not None:
        yield "Good play" if hard.practised is None else "", f"found by practice, {hoped_words(study.hoped)}"


def _random_play(study: Study, amounts: Amounts) -> Iterator[tuple[str, Cell]]:
    """What the random reader gets; where a strategy plays, what is known of its own plays from a sample."""
    hard, exactly = study.difficulty, study.exactly
    if study.policy is not None:
        if hard.sample is not None:
            yield "", f"{_player(study.policy)[1]}{sampled_words(hard.sample, amounts)}"
        return
    if hard.uniform is not None:
        yield "Random reader", worded(f"picks at random and {amounts.play(hard.uniform)}", hard.uniform)
        if exactly is not None:
            yield from _exact_uniform(exactly.uniform, True, amounts)
        if hard.uniform_points is not None:
            earned = f"and earns {Amounts(wins=False).bracket(hard.uniform_points)}"
            yield "", worded(earned, hard.uniform_points)
    if hard.sample is not None:
        yield "Random reader", f"picks at random and {sampled_words(hard.sample, amounts)}"
    if exactly is not None and hard.uniform is None and (study.until or exactly.uniform is not None):
        # With --until, nothing else is known of the random reader.
        yield from _exact_uniform(exactly.uniform, False, amounts)


def _computed(study: Study) -> Iterator[tuple[str, Cell]]:
    """From how many states, and how long it took."""
    hard = study.difficulty
    memory = "" if hard.memory is None else f", {hard.memory / 1e9:.2f} GB"
    took = f"in {hard.seconds:.2f} s{memory}"
    whole = f"from {counted(hard.states, 'state')} {took}"
    looked = f"only {counted(hard.states, 'state')} {'was' if hard.states == 1 else 'were'}"
    part = f"{took}; {'not all states were' if hard.uncounted else looked} looked at"
    yield "Computed", Worded(whole if hard.complete else part, hard.states)
    if hard.complete and hard.groups > 1:
        yield "", f"heroes in {hard.groups:,} groups; a state to which several groups come counts in each"
    if hard.calls is not None:
        yield "", _calls(hard.calls)


def _player(policy: Policy | None) -> tuple[str, str]:
    """Whose play the summary is about: what stands before the line, and how the line begins."""
    if policy is None:
        return "Best play", ""
    if policy.is_random:
        return "Random reader", f"picks at random{', fights at best' if policy.best_fights else ''} and "
    return "Strategy", f"{policy.words} "


def _why_wide(study: Study) -> str:
    """Why the chance to win a draft is not known better; or that it makes no difference what is written.

    Of points nobody can say how many there will be: they are those of the book as it is.
    """
    missing, best = len(study.solved.book.unwritten), study.difficulty.best
    if not study.solved.book.unfinished:
        return ""
    if study.hope is None:
        return " as the book is now"
    if best.high - best.low <= NARROW:
        return ", whatever is still to be written"
    if not missing:
        return ": the book is not finished"
    return f": {counted(missing, 'chapter')} {'is' if missing == 1 else 'are'} not written yet"


def _exact_uniform(exact: Fraction | None, is_known: bool, amounts: Amounts) -> list[tuple[str, Cell]]:
    """The fraction of the random reader, or why there is none; below the reader's line, if that is known."""
    if exact is None:
        long = "the fraction takes too long to work out"
        return [("", f"exactly: {long}") if is_known else ("Random reader", f"picks at random: {long}")]
    told = f"exactly {_fraction(exact, amounts)}"
    return [("", told) if is_known else ("Random reader", f"picks at random: {told}")]


def practised_words(found: Practised) -> str:
    """What a reader wins who has practised."""
    rival = ", against a rival who has practised, too" if found.rivals else ""
    many = found.given_up if found.given_up >= MANY * found.plays else 0  # a few are named below the table of endings
    return f"{_won(found.win, found.confidence, found.plays, many)}{rival}"


def hoped_words(found: Practised) -> str:
    """What a reader comes to in a draft who has practised to win, or to come to what is not written yet."""
    aim = "wins or comes to what is not written yet with a chance of about"
    return practised_words(found).replace("wins about", aim, 1)


def _won(win: Estimate, confidence: float, plays: int, given_up: int = 0) -> str:
    doubt = f"; {percent(given_up / plays, 0)} of them went on for very long and were given up" if given_up else ""
    return (
        f"wins about {percent(win.value)}, with {sure(confidence)} confidence between {percent(win.low)} and "
        f"{percent(win.high)} ({counted(plays, 'play')}{doubt})"
    )


def sampled_words(found: Sample, amounts: Amounts) -> str:
    """What came of some plays, with the interval that holds the true number."""
    if amounts.wins:
        return _won(found.win, found.confidence, found.plays, found.unfinished)
    if found.points is None:
        return f"did not reach the end of every play ({counted(found.plays, 'play')})"
    return means.earned(found.points, found.plays, found.confidence)


def _calls(calls: Calls) -> str:
    """How far apart chances were that count as equal, and as different."""
    equal = f"equal chances differ by at most {calls.widest:.0e}"
    return f"{equal}, different ones by at least {calls.closest:.0e}" if isfinite(calls.closest) else equal


def _fraction(value: Fraction, amounts: Amounts) -> str:
    written = str(value)
    shown = written if len(written) <= 60 else f"{written[:28]}…{written[-28:]}"
    if not amounts.wins:
        return in_points(shown) if value.denominator == 1 else f"{shown} = {in_points(f'{float(value):.15g}')}"
    rounded = f"{float(value):.15g}"
    if value.denominator == 1:
        return shown
    # 1 is only written for what is certain.
    return f"{shown} = {f'1 - {float(1 - value):.3g}' if value < 1 <= float(rounded) else rounded}"


def hero_line(study: Study) -> str:
    """The hero who plays."""
    given = study.solved.hero
    if given:
        fixed = [stat for stat in given if stat in written_in_choices(study.solved.book)]
        told = f"Hero: {hero(study.solved.book, given)}"
        return told + (f" ({', '.join(fixed)}: as given, whatever the hero picks)" if fixed else "")
    rolled = rolled_stats(study.solved.book)
    return f"Hero: rolled ({', '.join(rolled)})" if rolled else "Hero: as the book begins"


def _end_states(study: Study) -> Iterator[Section]:
    """How often play ends in each chapter; then the likeliest sheets there."""
    places: dict[tuple[str, str], float] = {}
    for each in study.end_states:
        key = (each.chapter, "reached" if each.reached else each.ending)
        places[key] = places.get(key, 0.0) + each.chance
    if len(places) == 1 and study.difficulty.best.low >= 1.0:
        places = dict.fromkeys(places, 1.0)  # what is certain is no sum
    who = player(study.policy)
    if len(places) < len(study.end_states):
        ends = [(Chance(chance), *key) for key, chance in sorted(places.items(), key=lambda place: -place[1])]
        yield Section(f"How the way ends, with {who}", [Table(("chance", "chapter", "ending"), ends, "rll")])
    likely = [each for each in study.end_states if each.chance >= LEAST][:MOST_SHEETS]
    rows = [
        (
            Chance(each.chance),
            each.chapter,
            sheet(study.solved.book, _without_equals(study, each.sheet)) if each.reached else each.ending,
        )
        for each in likely
    ]
    more = study.end_states[len(likely) :]
    least = percent(sum(each.chance for each in more))
    notes = [f"… and {len(more):,} more, with {least} in total: --json has all"] if more else []
    if any(_without_equals(study, each.sheet) != each.sheet for each in likely):
        notes.append("Initial values are shown where they differ from the value now.")
    rest = Lines(notes)
    head = ("chance", "chapter", "sheet, or ending")
    yield Section(f"End states under {who}", [Table(head, rows, "rll"), rest])


def _without_equals(study: Study, values: Mapping[str, int]) -> Mapping[str, int]:
    """A sheet without the initial values that the stats have now."""
    caps = {each.cap: each.name for each in study.solved.book.variables if each.cap}
    return {name: value for name, value in values.items() if name not in caps or values.get(caps[name], 0) != value}


def route(study: Study) -> Iterator[Section]:
    """The likeliest way to win, chapter by chapter."""
    found, who = study.route, player(study.policy)
    if found is None and not _amounts(study).wins:
        return  # points may be earned without a victory
    if found is None:
        never = study.difficulty.best.high <= 0
        words = (
            f"{with_capital(who)} never wins."
            if never
            else "None found without a loop: play returns to the same chapters again and again."
        )
        yield Section("Likeliest winning route", [Lines([words])])
        return
    title = "Likeliest winning route" if found.likeliest else "A likely winning route"
    lines = [
        f"  {Chapter(step.chapter, step.title)}" + (f": {_in_turn(step.choices)}" if step.choices else "")
        for step in found.steps
    ]
    if len(lines) > MANY_STEPS + FEW_MORE:
        lines[MANY_STEPS:] = [f"  … {len(lines) - MANY_STEPS} more chapters"]
    lines.append(f"  {found.ending}")
    if any(step.choices for step in found.steps):
        lines.append(
            "The chance is that of these chapters in this order, with whatever choices; shown are the usual ones."
        )
    yield Section(
        title, [Lines(lines)], aside=f": {who} goes through these chapters with chance {percent(found.chance)}"
    )


def _in_turn(choices: Sequence[str]) -> str:
    """`Wait (3 times), then Go`"""
    alike = ((choice, len([*same])) for choice, same in groupby(choices))
    return ", then ".join(f"{choice} ({times} times)" if times > 1 else choice for choice, times in alike)


def _options(where: str, options: Sequence[OptionCost], amounts: Amounts, *, counts: bool) -> Iterator[Sequence[Cell]]:
    """A row for each option of a decision; the first names the place. `counts`: with the points that it loses."""
    for at, option in enumerate(options):
        yield (
            "" if at else where,
            often(option.open),
            None if option.best is None else Chance(option.best, 1),
            None if option.taken is None else Chance(option.taken, 1),
            None if option.cost is None else amounts.cell(option.cost),
            *([None if option.points is None else Points(option.points)] if counts else []),
            Choice(option.label, ("at any time",) * (option.anytime and where != ANYTIME)),
        )


def _by_two_stats(study: Study) -> Iterator[Section]:
    match study.heroes:
        case Heroes() as found if found.grid is not None and not found.equal:
            yield Section(
                "Heroes by two stats", [*heroes.by_two_stats(study.solved.book, found, found.grid, _amounts(study))]
            )


# ---- on request -----------------------------------------------------------------------------------------


def by_chapter(study: Study) -> Section:
    """A line for each chapter."""
    amounts = _amounts(study)
    rows = [
        (
            Chapter(row.chapter, ""),
            "often" if row.visit is None else Chance(row.visit),
            often(row.expected),
            None if row.value is None else amounts.cell(row.value),
            Chance(row.deaths),
            row.title,
        )
        for row in study.chapters
    ]
    head = ("chapter", "visited", "visits", "wins from here" if amounts.wins else "points from here", "dies", "")
    endless = any(row.kind == "endless" and row.best > 0.0 for row in study.endings)
    again = any(row.visit is not None and row.expected > row.visit * (1.0 + AGAIN) for row in study.chapters)
    notes = Lines([f"{head[3]}: the mean of all visits."] * again + [ROUND_AND_ROUND] * endless)
    parts = (Table(head, rows, "lrrrrl", of_chapters=True), notes)
    return Section(f"Chapters under {player(study.policy)}", parts)


def _advice(study: Study) -> Section:
    if not study.advice:
        why = "the reader never chooses between two options"
        if study.policy is not None:
            why = f"{player(study.policy)} leaves no choice to best play"
        return Section(parts=[Lines([f"No advice: {why}."])])
    rows = [
        (where, sentence(advice) + _simplified(advice, _amounts(study)))
        for where, advice in zip(places(study.advice), study.advice, strict=True)
        if advice.comes
    ]
    left = len(study.advice) - len(rows)
    are = "s are" if left > 1 else " is"
    notes = [f"{left} other decision{are} never reached with {player(study.policy)}: see --choices."] if left else []
    shown = [advice for advice in study.advice if advice.comes and not advice.indifferent]
    ties = any(rule.address in advice.ties for advice in shown for rule in advice.rules)
    return Section("Advice", [Facts(rows), Lines([*[AS_GOOD] * ties, *_following(study), *notes])])


def _following(study: Study) -> Iterator[str]:
    """What it is worth to follow all advice, where that is less than best play."""
    found, best = study.all_advice.following, study.solved.best
    if found is None:
        return
    amounts = _amounts(study)
    most = None if best.points is None else best.points.told_in(study.solved.space.root)

    def worth(value: float, points: float | None, *, at_most: bool = False) -> str:
        # Rounded up, it would be more than best play where that is rounded down.
        rounded: Rounded = "near" if amounts.value(value) == amounts.value(best.value) else "up"
        amount = amounts.at_most(value, rounded) if at_most else amounts.value(value)
        return amount + ("" if points is None else f" and {in_points(number(points, 6))}")

    does = "wins with chance" if amounts.wins else "gets"
    without = any(advice.comes and advice.without_rules for advice in study.advice)
    picks = ", and picks at random where there is none," if without else ""
    yield (
        f"A reader who follows all of this advice{picks} {does} "
        f"{worth(found.value, found.points, at_most=found.at_most)}; "
        f"{player(study.policy)} {does} {worth(best.value, most)}."
    )
    if found.doubtful:
        yield (
            f"It was tried on {counted(found.tried, 'state')} only, and leads to more than can be followed: "
            "there it may be wrong."
        )


def _simplified(advice: Advice, amounts: Amounts) -> str:
    """` (simplified: right in 89% of cases; following it costs 0.125%)`

    Where it leads to states of which nothing is known, these are left out: `right in 89% of the cases that are known`.
    """
    if advice.exact or advice.without_rules:
        return ""
    costs = ""
    if advice.cost is not None:
        amount = in_points(number(advice.points, 6)) if advice.points else amounts.value(advice.cost)
        costs = f"; following it costs {amount}"
    cases = "cases" if advice.sure else "the cases that are known"
    return f" (simplified: right in {percent(1.0 - advice.differs, 0)} of {cases}{costs})"


def _choices(study: Study) -> Section:
    amounts, counts = _amounts(study), study.solved.book.then_score
    tables: list[tuple[str, Sequence[OptionCost]]] = []
    for where, decision in zip(places(study.costs), study.costs, strict=True):
        own = [option for option in decision.options if not option.anytime]
        if len(own) > 1:
            # without the actions of any time that are taken here, what is taken would not add up
            other = [option for option in decision.options if option.anytime and option.open and option.taken]
            tables.append((where, [*own, *other]))
    tables.append((ANYTIME, anytime(study.costs)))
    rows = [row for where, options in tables for row in _options(where, options, amounts, counts=counts)]
    if not rows:
        why_not = "the reader never chooses between two options" if study.whole else why.too_large(study)
        return Section(parts=[Lines([f"No table of choices: {why_not}."])])
    who = player(study.policy)
    head = ("decision", "offered", "best", "taken", "costs", *["points"] * counts, "option")
    loses = "percentage points of the chance to win" if amounts.wins else "points"
    notes = [
        f"Offered: times per play. Best, taken: how often it is then a best option, and {who} takes it.",
        f"Costs: {loses} lost by choosing this once and playing perfectly afterwards.",
        *["Points: lost in the same way, where that costs no chance to win."] * counts,
    ]
    options = [option for _, shown in tables for option in shown]
    if any(option.open <= 0 and option.cost is not None for option in options):
        notes.append(
            f"Offered 0: {who} is never asked this. The other numbers are for a reader who has picked at random so far"
            f"{'' if study.solved.space.whole else ', worked out from some of the states where that reader may be'}."
        )
        if has_shares(study.solved.book) and study.visits_by_chance is None:
            notes.append("That reader knows every option here, also with [knows]: there are too many states.")
    if any(option.cost is None for option in options):
        notes.append(f"{NEVER}: no reader is ever offered this{' with this hero' if study.solved.hero else ''}.")
    return Section(f"Choices under {who}", [Table(head, rows, f"l{'r' * (len(head) - 2)}l"), Lines(notes)])
