// Whole numbers of any size, and fractions. A whole number is a Number where that is exact, else a BigInt.

/** The usual form of a BigInt. */
export function whole(big) {
  const number = Number(big);
  return Number.isSafeInteger(number) ? number : big;
}

function exactly(small, large) {
  return (x, y) => {
    if (typeof x === "number" && typeof y === "number") {
      const found = small(x, y);
      if (Number.isSafeInteger(found)) return found;
    }
    return whole(large(BigInt(x), BigInt(y)));
  };
}

/** What is left over by a division that rounds down: it has the sign of `y`. */
function rest(x, y, zero) {
  const found = x % y;
  return found !== zero && found < zero !== y < zero ? found + y : found;
}

const truth = (compare) => (x, y) => (compare(x, y) ? 1 : 0);

/** What each operation means. Dividing by zero gives 0. */
export const OPERATIONS = {
  "+": exactly((x, y) => x + y, (x, y) => x + y),
  "-": exactly((x, y) => x - y, (x, y) => x - y),
  "*": exactly((x, y) => x * y || 0, (x, y) => x * y),
  "/": exactly((x, y) => (y ? (x - rest(x, y, 0)) / y || 0 : 0), (x, y) => (y ? (x - rest(x, y, 0n)) / y : 0n)),
  mod: exactly((x, y) => (y ? rest(x, y, 0) || 0 : 0), (x, y) => (y ? rest(x, y, 0n) : 0n)),
  min: (x, y) => (y < x ? y : x),
  max: (x, y) => (y > x ? y : x),
  "=": truth((x, y) => x === y),
  "!=": truth((x, y) => x !== y),
  "<": truth((x, y) => x < y),
  "<=": truth((x, y) => x <= y),
  ">": truth((x, y) => x > y),
  ">=": truth((x, y) => x >= y),
  and: truth((x, y) => x && y),
  or: truth((x, y) => x || y),
};

export const CHANGES = {
  neg: (x) => OPERATIONS["-"](0, x),
  not: (x) => (x ? 0 : 1),
};

/** `value` kept in low..high. */
export function kept(value, low, high) {
  if (value > high) value = high;
  return value < low ? low : value;
}

/** The greatest common divisor of two BigInts, not below 0. */
export function gcd(x, y) {
  while (y) [x, y] = [y, x % y];
  return x < 0n ? -x : x;
}

/** A fraction of BigInts in lowest terms; the bottom is above 0. */
export function fraction(top, bottom = 1n) {
  const shared = gcd(top, bottom);
  return { top: top / shared, bottom: bottom / shared };
}

export function plus(one, other) {
  return fraction(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom);
}

/** The Number that is nearest to a fraction. */
export function nearest({ top, bottom }) {
  if (Number.isSafeInteger(Number(top)) && Number.isSafeInteger(Number(bottom))) return Number(top) / Number(bottom);
  const size = top < 0n ? -top : top;
  // 64 bits or more of the quotient, and one bit that tells whether something is left: rounded once, by Number().
  const shift = BigInt(Math.max(0, 66 + bottom.toString(2).length - size.toString(2).length));
  const quotient = (size << shift) / bottom;
  const sticky = (size << shift) % bottom ? 1n : 0n;
  const found = Number((quotient << 1n) | sticky) / 2 ** Number(shift + 1n);
  return top < 0n ? -found : found;
}
