// What a reader who plays without luck writes down: accounts, as they stand on paper.

export class Paper {
  /** The paper of a play after some events that have been told. */
  constructor(book, events = []) {
    this.accounts = book.accounts;
    this.sheet = new Map(book.variables.map(({ name, start }) => [name, start]));
    this.touched = new Set();
    for (const event of events) if (event.kind === "changed") this.write(event);
    this.touched.clear();
  }

  /** Write down what changed. */
  write({ changes, why, address }) {
    for (const [name, , after] of changes) this.sheet.set(name, after);
    if (why !== "hidden") return;
    const changed = new Set(changes.map(([name]) => name));
    for (const account of this.accounts) {
      const ours = account.columns.some(([, name]) => changed.has(name));
      if (ours && account.places.includes(address)) this.touched.add(account);
    }
  }

  /** The accounts written to since this was last asked, and what stands in them: `luck`, `lucky 24/36`. */
  settled() {
    const touched = [...this.touched];
    this.touched.clear();
    return touched.map((account) => [account.name, this.#entry(account)]);
  }

  /** What stands in an account; of hidden dice, where they can still be. */
  #entry({ columns, mode, rest, of }) {
    const values = new Map(columns.map(([title, name]) => [title, this.sheet.get(name)]));
    if (mode !== "systematic") {
      if (rest) values.set(rest, 0 - [...values.values()].reduce((sum, value) => sum + value, 0));
      return [...values].map(([title, value]) => `${title} ${value}/${of}`).join(", ");
    }
    const dice = [...values.keys()].filter((title) => title.endsWith(" low")).map((title) => title.slice(0, -4));
    const found = dice.map((die) => {
      const size = values.get(`${die} of`) ?? of;
      return `${die} in ${values.get(`${die} low`)}..${values.get(`${die} high`)} of ${size}`;
    });
    return found.length === 1 ? `hidden die for ${found[0]}` : `hidden dice for ${found.join(", ")}`;
  }
}
