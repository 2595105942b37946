// The random numbers of a play: the same, bit for bit, as those of Python's `random.Random(seed)`.
//
// Mersenne Twister MT19937: M. Matsumoto and T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed
// uniform pseudorandom number generator", ACM Transactions on Modeling and Computer Simulation 8 (1998), with the
// seeding by an array that the authors published in 2002.

const SIZE = 624;
const SHIFT = 397;

export class Dice {
  /** @param {number | number[]} seed a whole number, not below 0 and below 2^53; or its 32-bit words, lowest first */
  constructor(seed) {
    this.state = new Uint32Array(SIZE);
    this.next = SIZE;
    const high = Math.floor(seed / 2 ** 32);
    this.#seedBy(Array.isArray(seed) ? seed : high ? [seed % 2 ** 32, high] : [seed]);
  }

  #seedWith(number) {
    const { state } = this;
    state[0] = number;
    for (let i = 1; i < SIZE; i += 1) {
      state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  #seedBy(key) {
    const { state } = this;
    this.#seedWith(19650218);
    let i = 1;
    let j = 0;
    for (let left = Math.max(SIZE, key.length); left > 0; left -= 1) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1664525)) + key[j] + j;
      i += 1;
      j = (j + 1) % key.length;
      if (i === SIZE) {
        state[0] = state[SIZE - 1];
        i = 1;
      }
    }
    for (let left = SIZE - 1; left > 0; left -= 1) {
      state[i] = (state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), 1566083941)) - i;
      i += 1;
      if (i === SIZE) {
        state[0] = state[SIZE - 1];
        i = 1;
      }
    }
    state[0] = 0x80000000;
  }

  #renew() {
    const { state } = this;
    for (let i = 0; i < SIZE; i += 1) {
      const mixed = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
      state[i] = state[(i + SHIFT) % SIZE] ^ (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
    }
    this.next = 0;
  }

  /** 32 random bits, as a number. */
  word() {
    if (this.next === SIZE) this.#renew();
    let y = this.state[this.next];
    this.next += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }

  /** So many random bits, as a BigInt; the first word is the lowest. */
  bits(count) {
    let found = 0n;
    for (let low = 0; low < count; low += 32) {
      const wanted = Math.min(32, count - low);
      found |= BigInt(this.word() >>> (32 - wanted)) << BigInt(low);
    }
    return found;
  }

  /** A number from 0 to `limit` - 1, each with the same chance; both are BigInts. */
  below(limit) {
    const count = limit.toString(2).length;
    let found = this.bits(count);
    while (found >= limit) found = this.bits(count);
    return found;
  }
}
