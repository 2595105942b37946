// Does what the tests ask: a job as JSON in each line of stdin, the answer in a line of stdout.

import { createInterface } from "node:readline";

import { Advice } from "../../gamebook/publish/player/js/advice.mjs";
import { nearest, fraction, OPERATIONS } from "../../gamebook/publish/player/js/numbers.mjs";
import { Play } from "../../gamebook/publish/player/js/play.mjs";
import { Dice } from "../../gamebook/publish/player/js/random.mjs";
import { multisets, thrown } from "../../gamebook/publish/player/js/spread.mjs";

/** As in player.py. */
const MOST_ROLLS = 300;
const plain = (events) => events.map(({ html, address, fought, columns, ...event }) => event);

const JOBS = {
  /** Each play of a book, from its seed and choices. */
  play({ book, plays }) {
    return plays.map(({ seed, choices }) => {
      const play = new Play(book, seed, {}, MOST_ROLLS);
      const told = play.begin();
      for (const choice of choices) told.push(...play.choose(choice));
      return plain(told);
    });
  },

  /** How a play begins for which only the book and a seed are given. */
  begin: ({ book, seed }) => plain(new Play(book, seed).begin()),

  /** A play in which each choice is taken back and made again; then the same, saved and resumed. */
  wander({ book, seed, choices }) {
    const play = new Play(book, seed, {}, MOST_ROLLS);
    const told = play.begin();
    for (const choice of choices) {
      const first = play.choose(choice);
      play.back();
      const second = play.choose(choice);
      if (JSON.stringify(first) !== JSON.stringify(second)) return { differs: [first, second] };
      told.push(...second);
    }
    const saved = JSON.parse(JSON.stringify(play.saved()));
    const resumed = new Play(book, saved.seed, saved.hero, MOST_ROLLS);
    resumed.follow(saved.moves);
    return { told: plain(told), log: play.log(), resumed: resumed.log(), saved };
  },

  /** The hint at each choice of a play. */
  async hints({ book, seed, choices }) {
    const play = new Play(book, seed, {}, MOST_ROLLS);
    const advice = new Advice(book.advice);
    play.begin();
    const found = [];
    for (const choice of choices) {
      found.push(await advice.look(play.session));
      play.choose(choice);
    }
    return found;
  },

  /** Numbers below a limit, drawn one after another. */
  draw({ seed, limits }) {
    const dice = new Dice(seed);
    return limits.map((limit) => String(dice.below(BigInt(limit))));
  },

  words: ({ seed, count }) => {
    const dice = new Dice(seed);
    return Array.from({ length: count }, () => dice.word());
  },

  thrown: ({ count, rule }) => {
    const { outcomes, weights } = thrown(count, rule);
    return outcomes.map((outcome, n) => [outcome, String(weights[n])]);
  },

  multisets: ({ count, sides }) => multisets(count, sides).map(([counts, ways]) => [counts, String(ways)]),

  reckon: ({ op, pairs }) => pairs.map(([x, y]) => String(OPERATIONS[op](number(x), number(y)))),

  nearest: ({ fractions }) => fractions.map(([top, bottom]) => nearest(fraction(BigInt(top), BigInt(bottom)))),
};

const number = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await JOBS[job.do](job))}\n`);
}
