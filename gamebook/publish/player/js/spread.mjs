// Exact distributions of whole numbers: outcomes in rising order, each with a weight (a BigInt), in lowest terms.

import { gcd } from "./numbers.mjs";

const order = (x, y) => (x < y ? -1 : x > y ? 1 : 0);

export class Spread {
  /** @param {Map<number | bigint, bigint>} weights of the outcomes */
  constructor(weights) {
    this.outcomes = [...weights.keys()].filter((outcome) => weights.get(outcome) > 0n).sort(order);
    const shared = this.outcomes.reduce((found, outcome) => gcd(found, weights.get(outcome)), 0n) || 1n;
    this.weights = this.outcomes.map((outcome) => weights.get(outcome) / shared);
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0n);
  }

  /** The distribution of `change(outcome)`. */
  map(change) {
    const found = new Map();
    this.outcomes.forEach((outcome, n) => add(found, change(outcome), this.weights[n]));
    return new Spread(found);
  }

  /** The distribution of `operation(x, y)`, for an `x` of this one and a `y` of the other. */
  combine(other, operation) {
    const found = new Map();
    this.outcomes.forEach((x, n) =>
      other.outcomes.forEach((y, m) => add(found, operation(x, y), this.weights[n] * other.weights[m])),
    );
    return new Spread(found);
  }
}

function add(weights, outcome, weight) {
  weights.set(outcome, (weights.get(outcome) ?? 0n) + weight);
}

/** The distribution that is always `value`. */
export function constant(value) {
  return new Spread(new Map([[value, 1n]]));
}

/** One of several distributions, with chances in proportion to their weights: pairs [weight, distribution]. */
export function mixture(parts) {
  const shared = parts.reduce((found, [, part]) => (found / gcd(found, part.total)) * part.total, 1n);
  const found = new Map();
  for (const [weight, part] of parts) {
    const scale = weight * (shared / part.total);
    part.outcomes.forEach((outcome, n) => add(found, outcome, scale * part.weights[n]));
  }
  return new Spread(found);
}

/** n over k, as a BigInt. */
function ways(n, k) {
  let found = 1n;
  for (let i = 1; i <= k; i += 1) found = (found * BigInt(n - k + i)) / BigInt(i);
  return found;
}

const known = new Map();

/** Fair dice that are thrown together: what they come to, as a distribution.
 *
 * @param count how many dice
 * @param rule `sides`; `keep`: how many count, the `highest` or the lowest; `faces`: count the dice that show low..high
 *     instead; `explode`: how often a die that shows its highest face is thrown once more and added
 */
export function thrown(count, rule) {
  const name = JSON.stringify([count, rule]);
  if (!known.has(name)) known.set(name, throwing(count, rule));
  return known.get(name);
}

function throwing(count, { sides, keep = null, highest = true, faces = null, explode = 0 }) {
  if (count <= 0) return constant(0);
  if (faces) {
    const hits = Math.max(0, Math.min(faces[1], sides) - Math.max(faces[0], 1) + 1);
    const found = new Map();
    for (let k = 0; k <= count; k += 1) {
      found.set(k, ways(count, k) * BigInt(hits) ** BigInt(k) * BigInt(sides - hits) ** BigInt(count - k));
    }
    return new Spread(found);
  }
  const counting = keep === null ? count : Math.max(0, Math.min(keep, count));
  if (counting === count && !explode) return sums(count, sides);
  return dealt(count, one(sides, explode), counting, highest);
}

/** The sum of all dice, one die after another: each new weight is a difference of two running sums. */
function sums(count, sides) {
  let ways = [1n];
  for (let die = 0; die < count; die += 1) {
    const next = [];
    let running = 0n;
    for (let sum = 0; sum < ways.length + sides - 1; sum += 1) {
      running += (ways[sum] ?? 0n) - (ways[sum - sides] ?? 0n);
      next.push(running);
    }
    ways = next;
  }
  return new Spread(new Map(ways.map((weight, n) => [n + count, weight])));
}

/** What one die comes to: pairs [result, weight], lowest first. */
function one(sides, explode) {
  const found = [];
  for (let before = 0; before <= explode; before += 1) {
    const faces = before === explode ? sides : sides - 1;
    for (let face = 1; face <= faces; face += 1) {
      found.push([before * sides + face, BigInt(sides) ** BigInt(explode - before)]);
    }
  }
  return found;
}

/** The sum of the dice that count: results are dealt out, from the one that counts first. */
function dealt(count, results, counting, highest) {
  const order = highest ? [...results].reverse() : results;
  // Row d: sum of those that count -> weight, where d dice are dealt.
  let rows = Array.from({ length: count + 1 }, () => new Map());
  rows[0].set(0, 1n);
  for (const [result, weight] of order) {
    const next = Array.from({ length: count + 1 }, () => new Map());
    rows.forEach((row, before) =>
      row.forEach((way, sum) => {
        for (let more = 0; more <= count - before; more += 1) {
          const gain = Math.max(0, Math.min(more, counting - before)) * result;
          add(next[before + more], sum + gain, way * ways(count - before, more) * weight ** BigInt(more));
        }
      }),
    );
    rows = next;
  }
  return new Spread(rows[count]);
}

/** Every multiset of `count` dice, as [counts of the faces 1..sides, how many ordered throws], in a fixed order. */
export function multisets(count, sides) {
  const found = [];
  const counts = Array(sides).fill(0);
  const fill = (face, left, number) => {
    if (face === sides - 1) {
      counts[face] = left;
      found.push([[...counts], number]);
      return;
    }
    for (let here = 0; here <= left; here += 1) {
      counts[face] = here;
      fill(face + 1, left - here, number * ways(left, here));
    }
  };
  fill(0, count, 1n);
  return found;
}
