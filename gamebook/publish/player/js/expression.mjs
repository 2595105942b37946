// The expressions of a book as functions of a sheet: a value, or a distribution where there are dice.

import { CHANGES, OPERATIONS, kept, whole } from "./numbers.mjs";
import { constant, mixture, thrown } from "./spread.mjs";

export class Expressions {
  /** @param book a packed book: `expressions` is a list; each names those in it by their places in the list */
  constructor(book) {
    this.tables = book.tables;
    this.written = book.expressions;
    this.values = [];
    this.spreads = [];
    this.random = [];
    this.written.forEach((each, n) => this.random.push(each[0] === "dice" || inside(each).some((m) => this.random[m])));
  }

  /** The value of expression `n`, which has no dice. */
  value(n, sheet) {
    this.values[n] ??= this.#value(this.written[n]);
    return this.values[n](sheet);
  }

  /** The distribution of expression `n`; each of its dice is thrown on its own. */
  spread(n, sheet) {
    this.spreads[n] ??= this.#spread(n);
    return this.spreads[n](sheet);
  }

  /** The place of the variable that an expression is, or -1. */
  place(n) {
    const [kind, place] = this.written[n];
    return kind === "var" ? place : -1;
  }

  #value([kind, first, second, third]) {
    const at = (n) => (sheet) => this.value(n, sheet);
    switch (kind) {
      case "const": {
        const number = whole(BigInt(first));
        return () => number;
      }
      case "var":
        return (sheet) => sheet[first];
      case "table": {
        const cell = cellOf(this.tables[first]);
        const [column, row] = [at(second), at(third)];
        return (sheet) => cell(column(sheet), row(sheet));
      }
    }
    if (kind in CHANGES) {
      const [change, inner] = [CHANGES[kind], at(first)];
      return (sheet) => change(inner(sheet));
    }
    const [operation, left, right] = [OPERATIONS[kind], at(first), at(second)];
    return (sheet) => operation(left(sheet), right(sheet));
  }

  #spread(n) {
    if (!this.random[n]) return (sheet) => constant(this.value(n, sheet));
    const [kind, first, second, third] = this.written[n];
    const at = (m) => (sheet) => this.spread(m, sheet);
    if (kind === "dice") return this.#dice(at(first), second);
    if (kind === "table") {
      const cell = cellOf(this.tables[first]);
      const [column, row] = [at(second), at(third)];
      return (sheet) => column(sheet).combine(row(sheet), cell);
    }
    if (kind in CHANGES) {
      const [change, inner] = [CHANGES[kind], at(first)];
      return (sheet) => inner(sheet).map(change);
    }
    const [operation, left, right] = [OPERATIONS[kind], at(first), at(second)];
    return (sheet) => left(sheet).combine(right(sheet), operation);
  }

  #dice(count, { most, ...rule }) {
    return (sheet) => {
      const counts = count(sheet).map((number) => kept(number, 0, most));
      return mixture(counts.outcomes.map((number, n) => [counts.weights[n], thrown(number, rule)]));
    };
  }
}

/** The places of the expressions that an expression is made of. */
function inside([kind, first, second, third]) {
  if (kind === "const" || kind === "var") return [];
  if (kind === "table") return [second, third];
  if (kind === "dice" || kind in CHANGES) return [first];
  return [first, second];
}

/** A table as a function of column and row; outside it, the nearest edge. */
function cellOf({ first_column: firstColumn, first_row: firstRow, cells }) {
  const minus = OPERATIONS["-"];
  return (column, row) => {
    const line = cells[kept(minus(row, firstRow), 0, cells.length - 1)];
    return line[kept(minus(column, firstColumn), 0, line.length - 1)];
  };
}
