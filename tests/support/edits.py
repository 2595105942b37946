"""Edits as a writer makes them: books that change a little from one version to the next."""

from __future__ import annotations

from random import Random

LINES = [
    "One more sentence.",
    "~ victory",
    '~ ending "Exile" score 2',
    "-> 1",
    "-> back",
    "~ roll 1d6 as d",
    "~ if visited 1",
    "    ~ score +1",
    "* Go -> 2",
    "~ tick one of 3",
    "~ gian rope",
    "=== 7",
    "// a remark",
    "If you have the rope, turn to 3.",
    "=> 2",
    "=> Exile",
    "gain rope",
    "* Use the rope (if rope) -> 1",
    "* If you win, turn to 2",
]
CHAPTERS = [
    ["=== 8", "Here the author stopped."],
    ["=== 9", "* Wait", "* Go (if rope) -> 1"],
    ["=== 10", "If you are lucky, turn to 1.", "-> 2"],
    ["=== 11", "Turn to 1."],
]


def edited(text: str, random: Random) -> str:
    """A text with some lines changed, moved, doubled, left out or put in, most often in its chapters."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 2)):
        place = random.randrange(len(lines))
        heads = [number for number, line in enumerate(lines) if line.startswith("=== ")]
        match random.randrange(7):
            case 0:
                lines.insert(place, random.choice(LINES))
            case 1:
                lines.insert(place, lines[random.randrange(len(lines))])
            case 2:
                del lines[place]
            case 3:
                lines[place] = lines[place].replace("1", "2", 1)
            case 4 if len(heads) > 2:
                first, second, third = heads[-3:]
                lines[first:] = [*lines[second:third], *lines[first:second], *lines[third:]]
            case 5:
                lines[place] += " more"
            case 6:
                start = random.choice([*heads, len(lines)])
                lines[start:start] = random.choice(CHAPTERS)
    return "\n".join(lines)


def versions(text: str, seed: int, number: int) -> list[str]:
    """A text and its edits, one after another; now and then an edit is taken back."""
    random = Random(seed)
    found = [text]
    for _ in range(number):
        found.append(edited(random.choice(found[-2:]), random))
        found.append(found[-2] if random.random() < 0.3 else found[-1])
    return found
