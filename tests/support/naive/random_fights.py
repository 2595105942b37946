"""Random fights, and the combat that they are fought by."""

from __future__ import annotations

from tests.support.naive.random_steps import Steps
from tests.support.naive.random_values import Lines, inside


class Fights(Steps):
    """Writes fights of a book."""

    def combat_text(self) -> Lines:
        """A combat of the book's own."""
        self.use("combat")
        stat = self.one([each for each in self.ranges if each not in self.items])
        self.wounds = stat
        lines = ["combat fight", f"    foe life{', rage' if (rage := self.often(0.4)) else ''}", f"    wounds {stat}"]
        self.rage = rage
        lines += ["    won when foe life <= 0", "    option damage = 1", "    option harm = 1"]
        if self.often(0.3):
            self.use("local of a combat")
            lines.append("    local tired = 0 in 0..1")
        angry = "foe rage" if rage else "1"
        hit = self.one(["~ foe life -damage", "~ foe life -1", f"~ both foe life -damage, {stat} -1"])
        hurt = self.one([f"~ {stat} -harm", f"~ {stat} -1"])
        press: Lines = [hit]
        if self.often(0.3):
            self.use("choose in a combat")
            self.decides = True
            press = [
                '~ choose "press"',
                "    * strike",
                f"        {hit}",
                "    * risk it",
                "        ~ roll 1d2",
                "            1",
                "                ~ foe life -(damage + 1)",
                "            2",
                f"                ~ {stat} -1",
            ]
        with self.within(foe=True, turns=False):
            by = self.by(rows=3) if self.modes and self.often(0.5) else ""
        if self.often(0.5):
            rows = [
                f"~ compare 1d3 with 1d2 + {angry}{by}",
                "    higher",
                *inside(inside(["~ event hit", *press])),
                "    lower",
                *inside(inside(["~ event hurt", hurt])),
                *(["    equal", *inside(inside(["~ event draw"]))] if self.often(0.5) else []),
            ]
        else:
            rows = [
                f"~ roll 1d3{by}",
                "    1",
                *inside(inside(["~ event hit", *press])),
                "    2",
                *inside(inside(["~ event hurt", hurt])),
                "    3",
            ]
        lines += inside(["round", *inside(rows)])
        lines += inside(
            ["others", "    ~ roll 1d3", "        1-2", "        3", *inside(inside(inside(["~ event hurt", hurt])))]
        )
        return lines

    def foe(self, name: str) -> str:
        """A foe with its stats."""
        if self.stat == "STAMINA":
            return f'"{name}" SKILL {self.random.randint(5, 8)} STAMINA {self.one(["1", "2", "3", "1d2 + 1"])}'
        rage = f" rage {self.random.randint(0, 2)}" if self.rage else ""
        if self.more and self.rage and self.often(0.4):
            self.use("foe stat below 0")
            rage = f" rage {self.one(['-1', '-2', '1d3 - 2', f'({self.one(list(self.ranges))} - 2)'])}"
        life = self.one(["1", "2", "2", "1d2", "3", *(["1d3", "of the sheet"] if self.more else [])])
        if life == "of the sheet":
            self.use("foe stat of the sheet")
            life = f"min(3, max(1, {self.one(list(self.ranges))}))"
        return f'"{name}" life {life}{rage}'

    def fight(self) -> Lines:
        """A fight, by a mode of its own or without."""
        if not self.modes or self.often(0.5):
            return self.written_fight("")
        with self.within():
            self.use("fight by")
            return self.written_fight(" " + self.setting())

    def written_fight(self, by: str) -> Lines:
        """A fight with its settings, rows and moments."""
        self.use("fight")
        block: Lines = []
        kind = self.one(["one", "one", "then", "and", "together", "then foe"])
        line = "~ fight"
        if kind == "one":
            line += " " + self.foe("Rat")
        elif kind in {"then", "and"}:
            self.use(f"foes: {kind}")
            line += f" {self.foe('Rat')} {kind} {self.foe('Wolf')}"
        else:
            self.use(f"foes: {kind}")
            block += [f"foe {self.foe('Rat')}", f"{'then ' if kind == 'then foe' else ''}foe {self.foe('Wolf')}"]
            if kind == "together":
                block.append("together")
        settings = {"damage": ["2", "0", "1d2"], "harm": ["2", "0", "1d2"]}
        moments = {"hit": ["hit"], "hurt": "hurt"}
        if self.stat == "STAMINA":
            settings |= {
                "damage": ["3", "1d3"],
                "luck": ["0", "1", "2"],
                "attack": ["1", "-1"],
                "foe-attack": ["1", "-2"],
                "shield": ["2", "3"],
                "shield-first": ["1"],
            }
            moments = {"hit": ["round-won", "round-drawn"], "hurt": self.one(["round-lost", "struck", "wound"])}
        for name in settings:
            if self.often(0.2):
                self.use("with")
                block.append(f"with {name} = {self.one(settings[name])}")
        if self.often(0.2):
            self.use("with for rounds")
            block.append(f"with damage = 2 for {self.one(['1 round', '2 rounds'])}")
        with self.within(fights=False):
            if self.often(0.25):
                self.use("won")
                block += self.fight_row("won")
            if self.often(0.25):
                self.use("lost")
                block += self.fight_row("lost")
            if self.often(0.2):
                self.use("wounded")
                block += self.fight_row("wounded")
            if self.often(0.3):
                self.use("escape")
                block += self.fight_row(f"escape{self.one(['', ' from round 2'])}")
            if self.often(0.2):
                self.use("after rounds")
                block += self.fight_row(f"after {self.random.randint(1, 3)} rounds")
            if self.often(0.2) and self.place.setting != "residual":
                self.use("local of a fight")
                block.append("local run = 0 in 0..2")
                block += [f"on {moments['hurt']}", "    ~ run +1", "    ~ if run = 2", f"        -> {self.target()}"]
            with self.within(choices=self.often(0.3), foe=True, turns=self.place.setting != "residual"):
                if self.often(0.3):
                    self.use("on event")
                    block += [f"on {self.one(moments['hit'])}", *inside(self.body())]
                if self.often(0.25):
                    self.use("each round")
                    block += ["each round", *inside([*self.each_round(kind), *self.body()])]
            if kind in {"and", "together"} and self.often(0.3):
                self.use("busy")
                with self.within(visits=False):
                    block.append(f'busy "{self.one(["Rat", "Wolf"])}" while {self.condition(1)}')
        return [line + by, *inside(block)]

    def each_round(self, kind: str) -> Lines:
        """What may be done to several foes."""
        if kind not in {"and", "together"} or self.often(0.4):
            return []
        construct = self.one(["each foe", "any foe", "foe by name"])
        self.use(construct)
        change = f"{self.foe_stat} {self.one(['-1', '-1', '+1'])}"
        if construct == "foe by name":
            who = self.one(["Rat", "Wolf"])
            return [
                f'~ if foe "{who}" {self.foe_stat} > {self.random.randint(0, 1)}',
                f'    ~ foe "{self.one(["Rat", "Wolf"])}" {change}',
            ]
        return [f"~ {construct}", f"    ~ foe {change}"]

    def fight_row(self, head: str) -> Lines:
        """A row of a fight: a turn, a block, or both."""
        kind = self.one(["turn", "block", "both"])
        turn = "" if kind == "block" else f" -> {self.target()}"
        with self.within(turns=False):
            block = [] if kind == "turn" else self.steps(1)
        if self.more and block and head != "won" and self.often(0.4):
            self.use("change of the foe in a row")
            change = f"foe {self.foe_stat} -1"
            block = [*(["~ each foe", f"    ~ {change}"] if self.often(0.3) else [f"~ {change}"]), *block]
        if self.more and head == "lost" and self.often(0.4):
            self.use("fight in a lost row")
            block = [*block, f"~ set {self.wounds} = {self.random.randint(1, 2)}", f"~ fight {self.foe('Dog')}"]
        return [head + turn, *inside(block)]
