// A play at the table: the reader's choices in, events out. The events are those of `gamebook play --json`, object for
// object (docs/playing.md); some keys are for the page only: `html`, the prose as markup, `address`, which roll it is,
// `columns`, an account in the words of print, and `fought`, what has become of a fight before the event: the number of
// the round that is played then, or `over`.

import { fraction, nearest, plus } from "./numbers.mjs";
import { Paper } from "./paper.mjs";
import { Session } from "./session.mjs";

/** Rolls in a row without a choice after which play is stopped: it may never end. */
const MOST_ROLLS = 100_000;
/** What a saved game says it is; `gamebook play --resume` reads it too. */
const FORMAT = "gamebook play 1";
// The blanks of Python's `str.split`.
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

export class Play {
  /** A play from its start; `hero` gives values that are not rolled, by name: without it, the hero whom the page is for. */
  constructor(book, seed, hero = book.given ?? {}, mostRolls = MOST_ROLLS) {
    this.book = book;
    this.mostRolls = mostRolls;
    this.variables = new Map(book.variables.map((variable) => [variable.name, variable]));
    this.silent = new Set(book.silent);
    this.session = new Session(book, seed, hero);
    this.points = fraction(0n); // those told
    this.paper = new Paper(book);
    this.standing = []; // of each fight that goes on, foes and round; one may begin in another
    this.fought = undefined; // what has become of a fight, and was not told yet
  }

  /** The moment at which the play stands: `decision`, or an end; `chance` if it was stopped. */
  get moment() {
    return this.session.moment;
  }

  get isOver() {
    return this.moment.kind !== "decision" && this.moment.kind !== "chance";
  }

  /** What happens up to the first choice or the end. */
  begin() {
    const { title, author } = this.book;
    const told = this.#tell(this.session.heard());
    return [{ event: "book", title, author, seed: this.session.seed }, ...told, ...this.#goOn()];
  }

  /** Take an open option, by its number from 0: what happens up to the next choice or the end. */
  choose(number, by = "you") {
    const taken = this.#taken(number, by);
    this.session.choose(number);
    return [taken, ...this.#tell(this.session.heard()), ...this.#goOn()];
  }

  /** Take the last choice back: what has happened in its chapter. Nothing if there is no choice to take back. */
  back() {
    return this.session.back() ? this.again() : [];
  }

  /** Make the moves of a saved game: what has happened in the chapter where it stands. */
  follow(moves) {
    this.session.follow(moves);
    return this.again();
  }

  /** What has happened since the current chapter was entered. Asked after moves were played again from the start. */
  again() {
    const events = this.session.heard();
    const turns = events.flatMap(({ kind }, n) => (kind === "turned" ? [n] : []));
    const last = turns.length > 1 || this.session.moves.length ? turns.at(-1) ?? 0 : 0;
    this.paper = new Paper(this.book, events.slice(0, last));
    this.standing = []; // of each fight that goes on, foes and round; one may begin in another
    this.fought = undefined;
    this.points = fraction(0n);
    for (const event of events.slice(0, last)) {
      this.#meet(event);
      this.#earn(event);
    }
    return [...this.#tell(events.slice(last)), ...this.#goOn()];
  }

  /** The play as `gamebook play` saves it. */
  saved() {
    const { title, fingerprint, settings, mode } = this.book;
    const { seed, hero, moves } = this.session;
    return { format: FORMAT, title, book: fingerprint, settings, seed, hero, chapter: null, sheet: {}, mode, moves };
  }

  /** Every event of the play, from its start: a line of `gamebook play --json` for each. */
  log() {
    const play = new Play(this.book, this.session.seed, this.session.hero, this.mostRolls);
    const told = play.begin();
    this.session.moves.forEach(([kind, number], n) => {
      if (kind === "choose" && !this.session.unasked.has(n)) told.push(...play.choose(number));
    });
    return told.map(({ html, address, fought, columns, ...event }) => event);
  }

  // ---- what happens -----------------------------------------------------------------------------------------

  /** Dice, rivals and only options in fights, up to a choice of the reader or the end. */
  #goOn() {
    const told = [];
    for (let rolls = 0; ; rolls += 1) {
      const { moment } = this;
      if (this.isOver) return told.concat(this.#over());
      const rival = moment.step?.owner === "rival";
      if (moment.kind === "decision" && !rival && !this.session.isSettled) return told.concat(this.#menu());
      if (rolls === this.mostRolls) return told.concat(this.#stopped());
      if (moment.kind === "chance") this.session.roll();
      else if (rival) told.push(this.#taken(this.session.drawLot(), "rival", moment));
      else {
        told.push(this.#taken(0, "nobody"));
        this.session.choose(0);
      }
      told.push(...this.#tell(this.session.heard()));
    }
  }

  #tell(events) {
    return events.flatMap((event) => this.#event(event));
  }

  #event(event) {
    this.#meet(event);
    if (event.kind === "changed") this.paper.write(event);
    this.#earn(event);
    if (event.kind === "earned" && !event.points.top) return [];
    if ((event.kind === "rolled" && this.silent.has(event.address)) || event.why === "hidden") return [];
    if (event.kind === "fought") {
      const settled = this.#settled();
      const goesOn = event.fight || event.what === "round"; // a fight over inside another one: that one goes on
      this.fought = (goesOn && this.standing.at(-1)?.round) || event.what;
      return settled;
    }
    return [...this.#settled(), ...this.#visible(event).map((each) => this.#marked(each))];
  }

  /** An event that is told, with what has become of a fight before it. */
  #marked(event) {
    const { fought } = this;
    this.fought = undefined;
    return fought ? { ...event, fought } : event;
  }

  #settled() {
    return this.paper.settled().map((settled) => ({ event: "ledger", ...settled }));
  }

  #visible(event) {
    switch (event.kind) {
      case "said":
        return [{ event: "prose", text: event.text, html: this.#html(event) }];
      case "turned": {
        const { title } = this.book.chapters.find(({ name }) => name === event.chapter);
        return [{ event: "chapter", chapter: event.chapter, title }];
      }
      case "began":
        return event.what === "fight" ? [{ event: "fight", title: event.title }] : [];
      case "rolled": {
        const { label, value, row, address, step } = event;
        return [{ event: "roll", what: step.told, label, value: Number(value), row, address }];
      }
      case "changed": {
        const changes = this.#changes(event);
        return Object.keys(changes).length ? [{ event: "change", changes }] : [];
      }
      case "earned":
        return [{ event: "points", earned: nearest(event.points), total: nearest(this.points) }];
    }
    return [];
  }

  /** Who stands, and in which round; a block with a title: of foes who come one after another, the next. */
  #meet({ kind, what, title, fight }) {
    const present = this.standing.at(-1);
    if (kind === "turned") this.standing = [];
    else if (kind === "began" && what === "fight") this.standing.push({ foes: title.split(", "), round: 0 });
    else if (kind === "began" && what === "block" && title && present) present.foes = title.split(", ");
    else if (kind === "fought" && fight) this.standing.pop();
    else if (kind === "fought" && what === "round" && present) present.round += 1;
  }

  #earn({ kind, points }) {
    if (kind === "earned") this.points = plus(this.points, points);
  }

  /** What a reader sees of an effect: the sheet, and the numbers of foes. */
  #changes(event) {
    const found = {};
    const foes = this.standing.at(-1)?.foes ?? [];
    for (const [name, before, after] of event.changes) {
      const variable = this.variables.get(name);
      if (variable.sheet || variable.kind === "initial") found[name] = [before, after];
      else if (variable.foe) {
        const [number, stat] = variable.foe;
        const foe = foes[Math.min(number, foes.length) - 1]; // one after another, only one is at hand
        found[`${foe ?? `foe ${number}`} ${stat}`] = [before, after];
      }
    }
    return found;
  }

  #html({ step, sheet, text }) {
    const escaped = (value) => value.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const named = (value) => escaped(this.book.shown.called[value]?.[0] ?? value); // what a one-of is: its name of print
    return step.html ? this.session.machine.words(step.html, sheet, named) : `<p>${escaped(text)}</p>`;
  }

  /** The words of the open options as markup, where some of them look other than plain words do. */
  #looks(moment) {
    const { sheet } = this.session;
    return moment.options.map(({ option }) => option.html && this.#html({ step: option, sheet }));
  }

  #labels(moment) {
    return moment.options.map(({ label, option }) => {
      const words = label.split(BLANKS).filter((word) => word);
      return words.join(" ") || option.leads || "Go on";
    });
  }

  #menu() {
    const { owner, name } = this.moment.step;
    const options = this.#labels(this.moment);
    const menu = { event: "menu", owner, name, fight: Boolean(this.session.fight), options };
    return [...this.#settled(), this.#marked({ ...menu, html: this.#looks(this.moment) })];
  }

  #taken(number, by, moment = this.moment) {
    const taken = { event: "choose", number: number + 1, label: this.#labels(moment)[number], by };
    return { ...taken, html: this.#looks(moment)[number] };
  }

  #stopped() {
    const count = this.mostRolls.toLocaleString("en-US");
    return { event: "note", text: `stopped after ${count} rolls without a decision` };
  }

  #over() {
    const { kind } = this.moment;
    const points = nearest(this.session.points);
    const end = kind === "ended" ? this.#ended() : { ending: kind, kind: kind === "endless" ? kind : "defeat" };
    return [...this.#settled(), { event: "end", ...end, points }];
  }

  #ended() {
    const { name, text, kind } = this.session.machine.endings.get(this.moment.ending);
    return { ending: this.moment.words ?? text ?? name, kind };
  }
}
