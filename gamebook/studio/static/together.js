// Changes that are made in several files at once, as a new name is: they are saved, taken back and made again in all of these files.
import { StateEffect, redo, undo } from "./vendor/editor.js";

/** Marks the changes of several files that belong together: half of a new name is a broken book. Its value is the same for all of them, and has their `uris`. */
export const together = StateEffect.define();

/** Those that one text has a part in, oldest first. */
export class Together {
  /**
   * Each with `which` it is; what the text was `before` and `after`; whether it is `done` now (undo takes it back), in the text and
   * `onDisk`; and whether it `canCome` again: redo does not make it any more once something else was written.
   */
  #changes = [];

  /** The text becomes another one. */
  hear(transaction) {
    const step = [undo, redo].find((each) => transaction.isUserEvent(each === undo ? "undo" : "redo"));
    if (step) {
      const change = this.#in(transaction, step);
      if (change) change.done = step === redo;
    } else if (transaction.docChanged) {
      for (const each of this.#changes) if (!each.done) each.canCome = false;
      const mark = transaction.effects.find((each) => each.is(together));
      if (mark) this.#changes.push({ which: mark.value, before: transaction.startState.doc, after: transaction.newDoc, done: true, onDisk: false, canCome: true });
    }
  }

  /** Which one the next step of undo takes back, or the next step of redo makes again; undefined if that step is about something else. */
  next(view, step) {
    let next = null;
    step({ state: view.state, dispatch: (transaction) => { next = transaction; } });  // to look at, not to do
    return next ? this.#in(next, step)?.which : undefined;
  }

  #in({ startState, newDoc }, step) {
    if (step === undo) return this.#changes.findLast(({ before, after, done }) => done && startState.doc.eq(after) && newDoc.eq(before));
    return this.#changes.find(({ before, after, done, canCome }) => !done && canCome && startState.doc.eq(before) && newDoc.eq(after));
  }

  /** Which ones there are; of all, or of those that are not as they are on disk. */
  which(unsaved = false) {
    return this.#changes.filter(({ done, onDisk }) => !unsaved || done !== onDisk).map(({ which }) => which);
  }

  /** The text is to be written; gives what is to be called once it is on disk. */
  write() {
    const written = this.#changes.map((change) => [change, change.done]);
    return () => { for (const [change, done] of written) change.onDisk = done; };
  }
}
