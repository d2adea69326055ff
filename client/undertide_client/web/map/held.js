/** A direction that a finger holds: it steps at once, and then again and again, as a held key. */

/** Milliseconds until the first repeat, and between repeats: as keyboards have it. */
const FIRST = 320;
const NEXT = 110;

export class Held {
  /** `step` gets the direction's command, and whether the step is a repeat. */
  constructor(step) {
    this.step = step;
    this.command = null;
    this.timer = null;
  }

  /** Step in a direction from now on; nothing changes if it is held already. */
  hold(command) {
    if (command === this.command) return;
    this.release();
    this.command = command;
    this.step(command, false);
    this.timer = setTimeout(() => this.repeat(), FIRST);
  }

  /** Step no more. */
  release() {
    clearTimeout(this.timer);
    this.command = null;
  }

  repeat() {
    this.step(this.command, true);
    if (this.command === null) return;
    this.timer = setTimeout(() => this.repeat(), NEXT);
  }
}
