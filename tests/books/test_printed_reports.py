"""What is printed by the commands that `test_printed` leaves out, each for one book; `make golden` rewrites it, too."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from gamebook.cli.main import run
from gamebook.resources import resource_folder

HERO = "--hero SKILL=9,STAMINA=18,LUCK=9"
RANGES = "--hero 12/8..10/10..12 --foe 10..12/9"

MAPS = "--summary s.svg --policy"

COMMANDS = {
    "campaign": f"campaign books/campaign/the-pass.gbk books/campaign/the-valley.gbk {HERO}",
    "compare": f"compare books/starter.gbk {HERO}",
    "compare-limit": "compare books/starter.gbk --resolve dice,residual --limit-states 100",
    "fight": 'fight --hero 12/14/12 --foe "White Dragon 15/12"',
    "fight-keep": 'fight --hero 10/18/9 --foe "Orc 7/6" --foe 5/4 --together --keep "STAMINA>=4"',
    "fight-points": 'fight --hero 10/8/9 --foe "Orc 9/8" --worth "STAMINA + 2 * LUCK" --exact',
    "fight-all": f"fight {RANGES} --compare --search t=2..5 --advise --cost 0.1 --gain never --along LUCK {MAPS}",
    "fight-grid": "fight --hero 10/8/9 --foe 10..12/4..5",
    "replay": "simulate books/starter.gbk --plays 50 --policy random --replay 7",
    "sample": "simulate books/starter.gbk --plays 2000 --policy random --coverage",
    "sample-points": "simulate books/dice/pig.gbk --plays 200 --policy hold --set goal=8",
    "search": "search books/dice/pig.gbk --strategy hold --set goal=20 --times 2",
    "simulate": f"simulate books/starter.gbk {HERO} --plays 2000",
    "simulate-points": "simulate books/the-winter-palace.gbk --plays 500",
    "solve-choices": f"solve books/starter.gbk {HERO} --chapters --choices",
    "solve-exact": f"solve books/starter.gbk {HERO} --exact",
    "solve-heroes": "solve books/tutorial.gbk",
    "solve-policy": "solve books/dice/pig.gbk --policy hold --set goal=8 --choices",
    "solve-scores": "solve books/dice/fargo.gbk --scores",
    "solve-set": f"solve books/starter.gbk {HERO} --from 2 --set lantern=1",
    "solve-until": f"solve books/starter.gbk {HERO} --until 5",
    "strategies": "strategies books/dice/pig.gbk --set goal=20",
    "strategies-scores": "strategies books/dice/fargo.gbk --scores",
    "table": 'solve books/dice/pig.gbk --set goal=20 --table "your call: mine by theirs, least open for Hold"',
    "why-large": "solve books/starter.gbk --why-large",
    "explain": "explain GB206",
}


SLOW = (
    "campaign",
    "compare",
    "fight",
    "fight-all",
    "fight-keep",
    "fight-points",
    "search",
    "solve-exact",
    "solve-heroes",
    "solve-scores",
    "strategies-scores",
)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in COMMANDS])
def test_report(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    golden: Callable[[str, str], None],
) -> None:
    (tmp_path / "books").symlink_to(resource_folder("books"))
    monkeypatch.chdir(tmp_path)
    code = run(shlex.split(COMMANDS[name]))
    out, _ = capsys.readouterr()
    out = re.sub(r"in [\d.,]+ s, [\d.]+ GB", "in … s, … GB", out)
    out = re.sub(r"± \d+e-\d+", "± …", out)
    golden(f"reports/{name}.txt", out if code == 0 else f"{out}exit code {code}\n")


def test_the_tutorial_names_the_headings_of_solve_as_they_are_printed() -> None:
    page = resource_folder("books").joinpath("tutorial.gbk").read_text("utf-8")
    listed = page.partition('HOW TO READ what "solve" says:')[2].partition("// This book cannot")[0]
    headings = re.findall(r"^//   (\S.*?)  ", listed, re.MULTILINE)
    printed = (Path(__file__).parents[1] / "golden/reports/solve-heroes.txt").read_text("utf-8")
    assert len(headings) == 5
    assert [each for each in headings if not re.search(rf"^{each}(  |$)", printed, re.MULTILINE)] == []
