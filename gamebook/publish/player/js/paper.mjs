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

  /** The accounts written to since this was last asked, what stands in them, and the columns of each as print calls them. */
  settled() {
    const touched = [...this.touched];
    this.touched.clear();
    return touched.map((account) => {
      const columns = this.#columns(account);
      const shown = columns.map(([title, , said]) => `${account.called[title] || title} ${said}`);
      return { account: account.name, entry: entry(account.mode, columns), columns: { hidden: isHidden(account.mode), shown: shown.join(", ") } };
    });
  }

  /** The columns of an account, and twice what stands in each: as `gamebook play` writes it, and as the page does. */
  #columns({ columns, mode, rest, of }) {
    const values = new Map(columns.map(([title, name]) => [title, this.sheet.get(name)]));
    if (!isHidden(mode)) {
      if (rest) values.set(rest, 0 - [...values.values()].reduce((sum, value) => sum + value, 0));
      return [...values].map(([title, value]) => [title, `${value}/${of}`, `${value}/${of}`]);
    }
    const dice = [...values.keys()].filter((title) => title.endsWith(" low")).map((title) => title.slice(0, -4));
    return dice.map((die) => {
      const [low, high, size] = [values.get(`${die} low`), values.get(`${die} high`), values.get(`${die} of`) ?? of];
      return [die, `${low}..${high} of ${size}`, `${low}–${high}/${size}`]; // where the die can still be
    });
  }
}

const isHidden = (mode) => mode === "systematic";

/** An account as `gamebook play` writes it: `lucky 24/36`. */
function entry(mode, columns) {
  if (!isHidden(mode)) return columns.map(([title, stands]) => `${title} ${stands}`).join(", ");
  const found = columns.map(([title, stands]) => `${title} in ${stands}`);
  return found.length === 1 ? `hidden die for ${found[0]}` : `hidden dice for ${found.join(", ")}`;
}
