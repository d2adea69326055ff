/** Held keys: which of their repeats send an intent. */

/**
 * The repeats of held keys on a connection with a delay.
 *
 * A fresh press always counts. A repeat counts only when the server has answered everything that
 * was sent. So a held key never sends a step before the page has shown the one before, and at most
 * one step is still on its way when the key is released. A held key stops at the first step that is
 * refused, until it is pressed afresh.
 */
export class Repeats {
  /** `link` has `unanswered` and `fate`. */
  constructor(link) {
    this.link = link;
    /** The command that is held, and whether a step of it was refused. */
    this.held = null;
    this.stopped = false;
    /** The latest intent when the key went down. */
    this.since = 0;
  }

  /** Return whether a press of a key sends its intent. `repeat`: the key was held down. */
  press(command, repeat) {
    const { fate, unanswered } = this.link;
    if (!repeat || command !== this.held) {
      this.held = command;
      this.stopped = false;
      this.since = fate.sequence;
      return !repeat || unanswered.length === 0;
    }
    if (fate.stage === "refused" && fate.sequence > this.since) this.stopped = true;
    return !this.stopped && unanswered.length === 0;
  }
}
