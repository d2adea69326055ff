/** Moving a replay: through the link, and at once in what is shown. */

import { NORMAL_SPEED, SPEEDS } from "./reel.js";

/** `onMove` is called when the reel is somewhere else at once, before the server has answered. */
export class Winding {
  constructor(link, mirror, onMove) {
    this.link = link;
    this.mirror = mirror;
    this.onMove = onMove;
    /** The speed that it plays at when it plays, in percent. */
    this.speed = NORMAL_SPEED;
    /** Whether it is to play on where the connection was lost meanwhile. */
    this.playing = true;
    /** The tick to go to once the jump before has landed: who drags need not see all between. */
    this.next = null;
  }

  get reel() {
    return this.mirror.reel;
  }

  /** Begin with a replay that was opened, or opened again. */
  begin() {
    this.next = null;
    if (this.playing) this.link.send("play", this.speed);
  }

  /** Play or stand still; from the end of a run that is over, begin again. */
  toggle() {
    if (!this.reel) return;
    this.playing = !this.reel.speed;
    if (this.playing && this.reel.atEnd && !this.reel.live) this.seek(this.reel.first);
    this.link.send("play", this.playing ? this.speed : 0);
  }

  /** Play at another speed from now on. */
  choose(speed) {
    this.speed = speed;
    if (this.reel?.speed) this.link.send("play", speed);
  }

  /** Choose the next faster speed, or with -1 the next slower one. */
  shift(direction) {
    const index = SPEEDS.indexOf(this.speed) + direction;
    if (index >= 0 && index < SPEEDS.length) this.choose(SPEEDS[index]);
  }

  /** Stand still some steps further on, or back. */
  step(steps) {
    if (!this.reel) return;
    this.playing = false;
    if (steps < 0) this.mirror.rewind();
    this.link.send("step", steps);
  }

  /** Go to a tick. */
  seek(tick) {
    if (!this.reel) return;
    if (this.reel.jumping) {
      this.next = this.reel.held(tick);
      this.reel.tick = this.next;
    } else {
      this.mirror.jump(tick);
      this.link.send("seek", this.reel.tick);
    }
    this.onMove();
  }

  /** Go some ticks on, or back. */
  skip(ticks) {
    if (this.reel) this.seek(this.reel.tick + ticks);
  }

  /** Go to a landmark, if there is one. */
  visit(landmark) {
    if (landmark) this.seek(landmark.tick);
  }

  /** Take the jump that waits, if the one before has landed. */
  landed() {
    if (this.next === null || !this.reel || this.reel.jumping) return;
    const tick = this.next;
    this.next = null;
    this.seek(tick);
  }
}
