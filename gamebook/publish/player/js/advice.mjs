// Hints that travel with the page: what each option is worth under best play, in every state at every decision.

const ALMOST_NEVER = 10_001;
const ALMOST_SURE = 10_002;
const CLOSED = 65_535;

export class Advice {
  /** @param data the tables: for each decision its variables and options, and the bytes of their columns */
  constructor(data) {
    this.data = data;
    this.opened = null;
  }

  /** What the present decision of a session is worth: {now, options, best}, in words; null if that is not known. */
  async look(session) {
    this.opened ??= this.#open();
    await this.opened;
    const { step, options, at } = session.moment;
    const found = this.tables
      .filter(({ chapter, address }) => chapter === at.chapter && address === step.address)
      .flatMap((table) => rowsOf(table, at.sheet).map((row) => this.#worth(table, row, options)));
    // A trigger's decision may stand in several tables: they must agree.
    if (!found.length || found.some((other) => JSON.stringify(other) !== JSON.stringify(found[0]))) return null;
    return found[0];
  }

  #worth(table, row, options) {
    const places = options.map(({ option }) => table.options.indexOf(option.address));
    const worths = places.map((place) => table.worths[place][row]);
    const best = places.indexOf(table.best[row]);
    const told = worths.map(this.data.wins ? chance : points);
    return { now: told[best], options: told, best };
  }

  /** The columns of all tables, as arrays. */
  async #open() {
    const packed = Uint8Array.from(atob(this.data.columns), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = await new Response(stream).arrayBuffer();
    let at = 0;
    const column = (kind, rows) => {
      const found = new kind(bytes.slice(at, at + rows * kind.BYTES_PER_ELEMENT));
      at += rows * kind.BYTES_PER_ELEMENT;
      return found;
    };
    const sizes = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
    this.tables = this.data.tables.map(({ variables, options, rows, ...table }) => ({
      ...table,
      rows,
      options,
      variables: variables.map(({ place, low, size }) => ({ place, low, values: column(sizes[size], rows) })),
      worths: options.map(() => column(this.data.wins ? Uint16Array : Float32Array, rows)),
      best: column(Uint16Array, rows),
    }));
  }
}

/** The rows of a table that a sheet stands in: at most one, if all of its variables matter there. */
function rowsOf({ rows, variables }, sheet) {
  let found = Array.from({ length: rows }, (_, row) => row);
  for (const { place, low, values } of variables) found = found.filter((row) => values[row] === sheet[place] - low);
  return found;
}

/** Points; they may grow without end, or have no mean. */
function points(worth) {
  if (Number.isNaN(worth)) return "?";
  return Number.isFinite(worth) ? worth.toFixed(2) : worth > 0 ? "∞" : "-∞";
}

/** A chance in percent; certain only if that is proven. */
function chance(worth) {
  if (worth === CLOSED) return "?";
  if (worth === ALMOST_NEVER) return "<0.01%";
  if (worth === ALMOST_SURE) return ">99.99%";
  return worth % 10_000 ? `${(worth / 100).toFixed(2)}%` : `${worth / 100}%`;
}
