// What a book means: from a state, the next moment at which dice are rolled, somebody chooses, or play is over.
//
// This is `gamebook/play` in JavaScript: the same blocks with the same numbers, so that a state here is a state there.
// A state is {chapter, sheet, frames}: the number of the chapter (HERO before the first), the values of all variables,
// and a stack of what is still to be done, the top last. A frame is [block, step], or begins with a negative number.

import { Expressions } from "./expression.mjs";
import { fraction, kept, plus } from "./numbers.mjs";
import { multisets } from "./spread.mjs";

export const HERO = -1;
/** The address of the stop between the making of the hero and the first chapter. */
export const BEGIN = "begin";
/** Turns and passes of loops in a row without a roll or a decision, after which play stops for breath. */
const MARCH = 10_000;
const FIRE = -1; // [FIRE, watch, …]: triggers that are still to be looked at, in this order
const EARN = -2; // [EARN, points]: points that a roll has brought
const FIXED = -3; // [FIXED, place, …]: under the hero block, the variables whose values were given

const NOTHING = fraction(0n);

/** Plays one book, a moment at a time. It keeps nothing of a play: all of that is in the state. */
export class Machine {
  constructor(book) {
    this.book = book;
    this.expressions = new Expressions(book);
    this.places = new Map(book.variables.map((variable, place) => [variable.name, place]));
    this.endings = new Map(book.endings.map((ending) => [ending.name, ending]));
    this.mentions = book.watches.map((watch) => new Set(watch.mentions));
  }

  /** The first moment. The variables of `hero`, by name, and their initial values, are given and not rolled. */
  start(hero = {}) {
    const sheet = this.book.variables.map((variable) => variable.start);
    const given = new Set();
    for (const [name, value] of Object.entries(hero)) {
      const place = this.places.get(name);
      const variable = this.book.variables[place];
      if (!variable || !(variable.low <= value && value <= variable.high)) throw new RangeError(`${name} = ${value}`);
      const cap = variable.cap ?? null;
      const same = cap === null || this.book.variables[cap].name in hero ? [place] : [place, cap];
      for (const each of same) {
        sheet[each] = value;
        given.add(each);
      }
    }
    const frames = [[this.book.opening, 0], [FIXED, ...given], [this.book.hero, 0]];
    return this.advance({ chapter: HERO, sheet, frames });
  }

  /** Play on from a state to the next moment. */
  advance(state) {
    return new Passage(this, state).moment();
  }

  /** Words with the present values filled in; `shown` makes text of what a variable holds. */
  words(text, sheet, shown = (value) => value) {
    return text.map((part) => (typeof part === "string" ? part : shown(this.#shown(part, sheet)))).join("");
  }

  #shown(n, sheet) {
    const value = this.expressions.value(n, sheet);
    const names = this.book.variables[this.expressions.place(n)]?.values;
    return names ? names[value] : String(value);
  }
}

/** The way from one state to the next moment. */
class Passage {
  constructor(machine, state) {
    this.machine = machine;
    this.book = machine.book;
    this.state = state;
    this.events = [];
    this.score = NOTHING;
    // Does play repeat? The state at a turn or loop is kept, later ones at ever larger counts (Brent's method).
    this.laps = 0;
    this.mark = state;
  }

  moment() {
    while (this.state.frames.length) {
      const { frames } = this.state;
      const [number, at, ...more] = frames[frames.length - 1];
      const rest = frames.slice(0, -1);
      if (number === FIRE) {
        this.#look(at, more.length ? [...rest, [FIRE, ...more]] : rest);
      } else if (number === EARN) {
        this.score = plus(this.score, fraction(BigInt(at)));
        this.#go(rest);
      } else if (number === FIXED || at === this.book.blocks[number].steps.length) {
        this.#left(number);
        this.#go(rest);
      } else {
        const stop = this.#do(this.book.blocks[number].steps[at]);
        if (stop) return stop;
      }
    }
    return this.#stop("soft lock", {});
  }

  /** The step on top of the stack: change the state, or stop there. */
  #do(step) {
    const { sheet } = this.state;
    const after = this.#after();
    const value = (n) => this.machine.expressions.value(n, sheet);
    switch (step.kind) {
      case "say":
        this.events.push({ kind: "said", text: this.machine.words(step.text, sheet), step, sheet });
        return this.#go(after);
      case "if": {
        const holds = value(step.condition);
        if (holds && step.stops) this.events.push({ kind: "fought", what: "over" });
        return this.#go([...after, [step.blocks[holds ? 0 : 1], 0]]);
      }
      case "assign":
      case "roll":
      case "pool":
      case "random":
      case "score":
        return this.#draw(DRAWS[step.kind](this.machine, step, { ...this.state, frames: after }), step);
      case "choose":
        return this.#choose(step, after);
      case "loop":
        // A loop without an end, right in a scope, is the rounds of a fight.
        if (step.endless && this.#scope(this.state.frames.at(-1)[0])) this.events.push({ kind: "fought", what: "round" });
        this.#go(value(step.until) ? after : [...this.state.frames, [step.blocks[0], 0]]);
        return this.#lap();
      case "scope":
        this.events.push({ kind: "began", what: step.what, title: step.title, address: step.address, step });
        return this.#go([...after, [step.blocks[0], 0]]);
      case "leave":
        return this.#go(this.#outside(step.label));
      case "turn":
        this.events.push({ kind: "turned", chapter: this.book.chapters[step.chapter].name, address: step.address });
        this.state = { chapter: step.chapter, sheet, frames: [[this.book.chapters[step.chapter].body, 0]] };
        return this.#lap();
      case "end": {
        const { score } = this.machine.endings.get(step.ending);
        if (score !== undefined) {
          const points = this.#mean(score);
          this.score = plus(this.score, points);
          this.events.push({ kind: "earned", points, address: step.address });
        }
        return this.#stop("ended", { ending: step.ending, words: step.words && this.machine.words(step.words, sheet) });
      }
    }
    throw new Error(`unknown step ${step.kind}`);
  }

  #go(frames) {
    this.state = { ...this.state, frames };
  }

  #stop(kind, more) {
    return { kind, at: this.state, events: this.events, score: this.score, ...more };
  }

  /** The stack once the step on top is done. A block that is done leaves it, so that equal futures are equal. */
  #after() {
    const { frames } = this.state;
    const [number, at] = frames[frames.length - 1];
    const rest = frames.slice(0, -1);
    const block = this.book.blocks[number];
    const marks = block.scope !== undefined || block.watch !== undefined;
    return at + 1 === block.steps.length && !marks ? rest : [...rest, [number, at + 1]];
  }

  /** A trigger's turn: its body is due if its condition holds now. */
  #look(number, frames) {
    const watch = this.book.watches[number];
    const fires = this.machine.expressions.value(watch.condition, this.state.sheet);
    this.#go(fires ? [...frames, [watch.body, 0]] : frames);
  }

  /** Stop for dice, but not where they can fall in one way only. */
  #draw(branches, step) {
    if (branches.length > 1) return this.#stop("chance", { branches, step });
    this.state = branches[0].state;
    this.events.push(...branches[0].events);
    return null;
  }

  #choose(step, after) {
    const { sheet, frames } = this.state;
    const options = step.options
      .map((option, n) => ({ option, block: step.blocks[n] }))
      .filter(({ option }) => this.machine.expressions.value(option.condition, sheet))
      .map(({ option, block }) => ({
        label: this.machine.words(option.label, sheet),
        state: { ...this.state, frames: [...(option.again ? frames : after), [block, 0]] },
        option,
      }));
    if (options.length) return this.#stop("decision", { step, options });
    return step.missing ? this.#stop("soft lock", {}) : this.#go(after);
  }

  /** The stack without the scope of that label and all that was going on inside it. */
  #outside(label) {
    const { frames } = this.state;
    for (let top = frames.length - 1; top >= 0; top -= 1) {
      const [number] = frames[top];
      this.#left(number);
      if (this.#scope(number)?.label === label) return frames.slice(0, top);
    }
    throw new Error(`no scope ${label} to leave`);
  }

  #scope(number) {
    return number >= 0 ? this.book.blocks[number].scope : undefined;
  }

  /** A block is left, or is done: with the scope of a fight, the fight is over. */
  #left(number) {
    if (this.#scope(number)?.fight) this.events.push({ kind: "fought", what: "over", fight: true });
  }

  /** Stop if play has come round to a state it was in, or has gone on for very long. */
  #lap() {
    this.laps += 1;
    if (this.laps > 1 && same(this.state, this.mark)) return this.#stop("endless", {});
    if (this.laps === MARCH) return this.#stop("march", {});
    if ((this.laps & (this.laps - 1)) === 0) this.mark = this.state;
    return null;
  }

  #mean(n) {
    const { outcomes, weights, total } = this.machine.expressions.spread(n, this.state.sheet);
    return fraction(outcomes.reduce((sum, outcome, m) => sum + BigInt(outcome) * weights[m], 0n), total);
  }
}

function same(one, other) {
  return (
    one.chapter === other.chapter &&
    one.sheet.every((value, place) => value === other.sheet[place]) &&
    one.frames.length === other.frames.length &&
    one.frames.every((frame, n) => frame.length === other.frames[n].length && frame.every((x, m) => x === other.frames[n][m]))
  );
}

// ---- dice ---------------------------------------------------------------------------------------------------
// Each gives the branches of a step, {weight, total, state, label, events}; the chance of one is weight / total.
// `after` is the state with the stack once the step is done.

const DRAWS = {
  /** All changes at once, on the values before; then triggers are due. */
  assign(machine, step, after) {
    const { book, expressions } = machine;
    const given = givenIn(after);
    const changes = step.changes.filter(([place]) => !given.has(place));
    const spreads = changes.map(([, value]) => expressions.spread(value, after.sheet));
    let drawn = [{ amounts: [], weight: 1n }];
    for (const { outcomes, weights } of spreads) {
      drawn = drawn.flatMap(({ amounts, weight }) =>
        outcomes.map((outcome, n) => ({ amounts: [...amounts, outcome], weight: weight * weights[n] })),
      );
    }
    const total = spreads.reduce((all, spread) => all * spread.total, 1n);
    const found = new Map();
    for (const { amounts, weight } of drawn) {
      const sheet = applied(book, changes, amounts, after.sheet);
      const name = sheet.join();
      found.set(name, { sheet, weight: weight + (found.get(name)?.weight ?? 0n) });
    }
    return [...found.values()].map(({ sheet, weight }) => {
      const differences = differencesOf(book, after.sheet, sheet);
      // What is dropped to make room comes first.
      if (step.why === "gain") differences.sort(([, ...one], [, ...two]) => (one[1] > one[0]) - (two[1] > two[0]));
      const event = { kind: "changed", changes: differences, why: step.why, address: step.address };
      const label = differences.map(([name, old, now]) => `${name} ${signed(now - old)}`).join(", ");
      const state = woken(machine, { ...after, sheet }, after.sheet);
      return { weight, total, state, label, events: differences.length ? [event] : [] };
    });
  },

  /** Draw and store a value on the state as it is; `then`, and after it the row, are due. */
  roll(machine, step, after) {
    const { outcomes, weights, total } = machine.expressions.spread(step.value, after.sheet);
    if (step.store !== undefined && givenIn(after).has(step.store)) {
      return [rolled(step, after, after.sheet[step.store], 1n, 1n)]; // a hero whose roll is known
    }
    return outcomes.map((value, n) => {
      const stored = step.store === undefined ? after : holding(machine.book, after, [[step.store, value]]);
      return rolled(step, stored, value, weights[n], total);
    });
  },

  /** Dice kept as a multiset: how many show each face. */
  pool(machine, step, after) {
    const count = kept(machine.expressions.value(step.count, after.sheet), 0, step.most);
    const total = BigInt(step.places.length) ** BigInt(count);
    return multisets(count, step.places.length).map(([counts, weight]) => {
      const label = counts.flatMap((number, n) => (number ? [`${number}x${n + 1}`] : [])).join(" ");
      const event = rolledEvent(step, `${count}d${step.places.length}`, count, label);
      const state = holding(machine.book, after, step.places.map((place, n) => [place, counts[n]]));
      return { weight, total, state, label, events: [event] };
    });
  },

  /** One of the rows; no row at all if every weight is zero. */
  random(machine, step, after) {
    const weights = step.rows.map(({ weight }) => {
      const found = machine.expressions.value(weight, after.sheet);
      return found > 0 ? BigInt(found) : 0n;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0n);
    if (!total) return [{ weight: 1n, total: 1n, state: after, label: "", events: [] }];
    return step.rows.flatMap(({ label }, n) => {
      if (!weights[n]) return [];
      const state = due(after, [step.blocks[n], 0]);
      return [{ weight: weights[n], total, state, label, events: [rolledEvent(step, "", n, label)] }];
    });
  },

  /** Points, which the play earns when it goes on. */
  score(machine, step, after) {
    const { outcomes, weights, total } = machine.expressions.spread(step.amount, after.sheet);
    return outcomes.map((points, n) => {
      const event = { kind: "earned", points: fraction(BigInt(points)), address: step.address };
      return { weight: weights[n], total, state: due(after, [EARN, points]), label: signed(points), events: [event] };
    });
  },
};

function rolled(step, after, value, weight, total) {
  const [then, ...blocks] = step.blocks;
  const number = step.rows.findIndex(({ low, high }) => low <= value && value <= high);
  const label = number < 0 ? "" : step.rows[number].label;
  const state = number < 0 ? due(after, [then, 0]) : due(after, [blocks[number], 0], [then, 0]);
  return { weight, total, state, label: label || String(value), events: [rolledEvent(step, step.label, value, label)] };
}

function rolledEvent(step, label, value, row) {
  return { kind: "rolled", label, value, row, address: step.address, step };
}

const signed = (number) => (number < 0 ? String(number) : `+${number}`);

/** The state with more to be done first, the last frame before all. */
const due = (state, ...frames) => ({ ...state, frames: [...state.frames, ...frames] });

/** The sheet after all changes of an effect. */
function applied(book, changes, amounts, before) {
  const sheet = [...before];
  changes.forEach(([place, , beyond], n) => {
    const { low, high, cap } = book.variables[place];
    const highest = cap === undefined || beyond ? high : Math.min(high, Math.max(before[place], before[cap]));
    sheet[place] = Number(kept(amounts[n], low, highest));
  });
  return sheet;
}

/** The state with some values replaced, within their ranges: no effect, so no cap and no trigger. */
function holding(book, state, numbers) {
  const sheet = [...state.sheet];
  for (const [place, number] of numbers) {
    sheet[place] = Number(kept(number, book.variables[place].low, book.variables[place].high));
  }
  return { ...state, sheet };
}

function differencesOf(book, before, after) {
  return book.variables.flatMap(({ name }, n) => (before[n] === after[n] ? [] : [[name, before[n], after[n]]]));
}

/** In the hero block: the places of the values that were given. */
function givenIn(state) {
  if (state.chapter !== HERO) return new Set();
  return new Set(state.frames.filter(([number]) => number === FIXED).flatMap(([, ...places]) => places));
}

/** The state with the triggers to look at on top, where an effect has just changed its values. */
function woken(machine, state, before) {
  const { book, mentions } = machine;
  const changed = state.sheet.flatMap((value, place) => (value === before[place] ? [] : [place]));
  if (!changed.length || !book.watches.length || state.chapter === HERO) return state;
  const awake = listening(book, state.frames).filter((number) => changed.some((place) => mentions[number].has(place)));
  return awake.length ? due(state, [FIRE, ...awake]) : state;
}

/**
 * The triggers that could fire here, in their order: the book's, each after those of scopes that take its place, then
 * the others of scopes; inner before outer.
 */
function listening(book, frames) {
  const silent = new Set();
  const scopes = [];
  for (const [number] of [...frames].reverse()) {
    const block = book.blocks[number];
    if (!block) continue;
    if (block.watch !== undefined) silent.add(block.watch);
    if (block.scope) {
      scopes.push(block.scope);
      block.scope.muted.forEach((each) => silent.add(each));
    }
  }
  const everyone = [...scopes.flatMap((scope) => scope.watches), ...book.everywhere];
  everyone.sort((one, other) => book.watches[one].rank - book.watches[other].rank);
  const around = new Set(["", ...scopes.map((scope) => scope.label)]);
  return everyone.filter((number) => !silent.has(number) && around.has(book.watches[number].leaves));
}
