/** Moving a replay: through the link, and at once in what is shown. */

import { NORMAL_SPEED, SPEEDS } from "../generated/catalogue.js";
import { UNSTATED_RATE } from "../generated/schema.js";

/** `onMove` is called when the replay is somewhere else at once, before the server has answered. */
export class ReplayControl {
  constructor(link, mirror, onMove) {
    this.link = link;
    this.mirror = mirror;
    this.onMove = onMove;
    /** The speed that it plays at when it plays, in percent. */
    this.speed = NORMAL_SPEED;
    /** Whether it is to play on where the connection was lost meanwhile. */
    this.playing = true;
    /** The moment to go to once the jump before has landed: who drags need not see all between. */
    this.next = null;
  }

  get replayState() {
    return this.mirror.replayState;
  }

  /** Begin with a replay that was opened, or opened again. */
  begin() {
    this.next = null;
    if (this.playing) this.link.send("play", this.speed);
  }

  /** Play or stand still; from the end of a run that is over, begin again. */
  toggle() {
    if (!this.replayState) return;
    this.playing = !this.replayState.speed;
    const { atEnd, live, begins } = this.replayState;
    if (this.playing && atEnd && !live) this.seek(begins);
    this.link.send("play", this.playing ? this.speed : 0);
  }

  /** Play at another speed from now on. */
  choose(speed) {
    this.speed = speed;
    if (this.replayState?.speed) this.link.send("play", speed);
  }

  /** Choose the next faster speed, or with -1 the next slower one. */
  shift(direction) {
    const index = SPEEDS.indexOf(this.speed) + direction;
    if (index >= 0 && index < SPEEDS.length) this.choose(SPEEDS[index]);
  }

  /** Stand still some steps further on, or back. */
  step(steps) {
    if (!this.replayState) return;
    this.playing = false;
    if (steps < 0) this.mirror.rewind();
    this.link.send("step", steps);
  }

  /** Go to a moment of the run's real time, in milliseconds. */
  seek(elapsed) {
    if (!this.replayState) return;
    if (this.replayState.jumping) {
      this.next = this.replayState.held(elapsed);
      this.replayState.elapsed = this.next;
    } else {
      this.mirror.jump(elapsed);
      const goal = Math.round(this.replayState.elapsed);
      // A server that doesn't know real time reads the tick.
      this.link.send("seek", Math.floor((goal * UNSTATED_RATE) / 1000), goal);
    }
    this.onMove();
  }

  /** Go to a moment, {elapsed, tick}; where `elapsed` is null, to the tick. */
  jumpTo({ elapsed, tick }) {
    if (!this.replayState) return;
    if (elapsed !== null) this.seek(elapsed);
    else {
      this.mirror.rewind();
      this.link.send("seek", tick);
    }
  }

  /** Go some milliseconds on, or back. */
  skip(milliseconds) {
    if (this.replayState) this.seek(this.replayState.elapsed + milliseconds);
  }

  /** Go to a landmark, if there is one. */
  visit(landmark) {
    if (landmark) this.seek(landmark.elapsed);
  }

  /** Take the jump that waits, if the one before has landed. */
  landed() {
    if (this.next === null || !this.replayState || this.replayState.jumping) return;
    const elapsed = this.next;
    this.next = null;
    this.seek(elapsed);
  }
}
