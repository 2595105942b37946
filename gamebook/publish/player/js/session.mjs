// One play of a book: what was rolled and chosen, in order, and the current moment.
//
// A play follows from its seed and the choices made. The moves are kept, as [kind, number, label], so that it can be
// undone, saved and continued: each of these plays the moves from the start.

import { BEGIN, HERO, Machine } from "./machine.mjs";
import { fraction, gcd, plus } from "./numbers.mjs";
import { Dice } from "./random.mjs";

/** Rests on one way without dice or decisions; a way longer than that is taken to be endless. */
const MOST_MARCHES = 100;

export class Session {
  /** @param book a packed book; @param seed a whole number; @param hero values that are given and not rolled, by name */
  constructor(book, seed, hero = {}) {
    this.book = book;
    this.seed = seed;
    this.hero = hero;
    this.machine = new Machine(book);
    this.#begin();
  }

  #begin() {
    this.moves = [];
    this.unasked = new Set(); // which of the moves were the only one
    this.points = fraction(0n);
    this.events = [];
    this.dice = new Dice(this.seed);
    this.#arrive(this.machine.start(this.hero));
  }

  /** Let the dice fall: each branch with its exact chance. */
  roll() {
    this.#fall(this.#drawn(this.moment.branches));
  }

  /** Take one of the open options, by its number from 0. */
  choose(number, kind = "choose") {
    const option = this.moment.options[number];
    if (this.isSettled) this.unasked.add(this.moves.length);
    this.moves.push([kind, number, option.label]);
    this.#arrive(this.machine.advance(option.state));
  }

  /** Choose for a rival at random, each open option with the same chance; its number. */
  drawLot() {
    const number = this.#drawn(equal(this.moment.options));
    this.choose(number, "rival");
    return number;
  }

  /** Return to the last decision of the reader; all events up to it are reported again. False if there is none; one
   * without a choice is none. */
  back() {
    const last = this.moves.findLastIndex(([kind], n) => kind === "choose" && !this.unasked.has(n));
    if (last < 0) return false;
    const earlier = this.moves.slice(0, last);
    this.#begin();
    this.follow(earlier);
    return true;
  }

  /** Play moves that were made before; false where one cannot be made any more: play stops there. */
  follow(moves) {
    for (const [kind, wanted, label] of moves) {
      if (this.moment.kind !== (kind === "roll" ? "chance" : "decision")) return false;
      const ways = this.moment.branches ?? this.moment.options;
      const number = ways[wanted]?.label === label ? wanted : ways.findIndex((way) => way.label === label);
      if (number < 0) return false;
      if (kind === "roll") {
        this.#drawn(ways); // the dice to come stay the same
        this.#fall(number);
      } else {
        if (kind === "rival") this.#drawn(equal(ways));
        this.choose(number, kind);
      }
    }
    return true;
  }

  /** What happened since this was last asked. */
  heard() {
    const { events } = this;
    this.events = [];
    return events;
  }

  /** The values of all variables, in the order of the book. */
  get sheet() {
    return this.moment.at.sheet;
  }

  /** The name of the current chapter; empty while the hero is made. */
  get chapter() {
    const { chapter } = this.moment.at;
    return chapter === HERO ? "" : this.book.chapters[chapter].name;
  }

  /** The innermost fight that is going on: the scope of its block. */
  get fight() {
    const scopes = this.moment.at.frames.map(([number]) => this.book.blocks[number]?.scope);
    return scopes.findLast((scope) => scope?.fight);
  }

  /** Whether nothing is left to choose: in a fight, one option is open. Outside, to turn a page is to choose. */
  get isSettled() {
    return this.moment.kind === "decision" && this.moment.options.length === 1 && Boolean(this.fight);
  }

  #fall(number) {
    const branch = this.moment.branches[number];
    this.moves.push(["roll", number, branch.label]);
    this.events.push(...branch.events);
    this.#arrive(this.machine.advance(branch.state));
  }

  /** Hear what happened, and go on through rests and the stop before the first chapter. */
  #arrive(moment) {
    for (let marches = 0; ; ) {
      this.events.push(...moment.events);
      this.points = plus(this.points, moment.score);
      if (moment.kind === "decision" && moment.step.address === BEGIN) {
        moment = this.machine.advance(moment.options[0].state);
      } else if (moment.kind === "march" && marches < MOST_MARCHES) {
        marches += 1;
        moment = this.machine.advance(moment.at);
      } else {
        this.moment = moment.kind === "march" ? { ...moment, kind: "endless", events: [] } : moment;
        return;
      }
    }
  }

  /** The number of a branch, drawn with exactly their chances, which sum to 1. */
  #drawn(branches) {
    const chances = branches.map(({ weight, total }) => fraction(weight, total));
    const shared = chances.reduce((found, { bottom }) => (found / gcd(found, bottom)) * bottom, 1n);
    let left = this.dice.below(shared);
    return chances.findIndex(({ top, bottom }) => {
      left -= top * (shared / bottom);
      return left < 0n;
    });
  }
}

/** Ways with the same chance for each. */
function equal(ways) {
  return ways.map(() => ({ weight: 1n, total: BigInt(ways.length) }));
}
