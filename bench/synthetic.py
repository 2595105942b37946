"""A made-up gamebook of any size, as text: chapters, flags, provisions, tests and fights."""

from __future__ import annotations

from random import Random


def book(chapters: int = 400, fights: int = 40, flags: int = 2, seed: int = 1) -> str:
    """The text of a book that runs forward through its chapters; the same seed makes the same book."""
    random = Random(seed)  # noqa: S311 - a book, not a secret
    names = [f"flag-{chr(ord('a') + number)}" for number in range(flags)]
    lines = [
        'book "Synthetic"',
        "    use fighting-fantasy",
        "    start 1",
        "sheet",
        f"    item {', '.join(names)}",
        "    item meal x 3 = 3",
        "anytime",
        "    * Eat [if meal and STAMINA < initial STAMINA]",
        "        ~ lose meal",
        "        ~ STAMINA +4",
    ]
    fighting = set(random.sample(range(10, chapters - 10), fights))
    for number in range(1, chapters):
        ahead = [min(chapters, number + random.randint(1, 6)) for _ in range(3)]
        lines += ["", f"=== {number}", f"Chapter {number}."]
        if number in fighting:
            lines += [
                f'~ fight "Foe" SKILL {random.randint(5, 9)} STAMINA {random.randint(4, 8)}',
                f"-> {ahead[0]}",
            ]
        elif random.random() < 0.15:
            lines += [
                "~ test luck",
                f"    lucky -> {ahead[0]}",
                "    unlucky",
                "        ~ STAMINA -2",
                f"        -> {ahead[1]}",
            ]
        else:
            flag = random.choice(names)
            lines += [
                f"* On -> {ahead[0]}",
                f"* With it [if {flag}] -> {ahead[1]}",
                "* Search",
                f"    ~ gain {random.choice(names)}",
            ]
            lines += ["    ~ STAMINA -1", f"    -> {ahead[2]}"]
    return "\n".join([*lines, "", f"=== {chapters}", "~ victory", ""])
