/** The return into step: when to ask for a keyframe, and when to give up. */

import { GOOD_FRAMES, MAX_REPAIRS, PATIENCE } from "../generated/schema.js";

/** The record of whether a connection's frames are in step. */
export class Repairs {
  constructor() {
    this.waiting = false;
    this.skipped = 0;
    this.good = 0;
    this.asked = 0;
  }

  /** Whether the page asked for keyframes again and again without success. */
  get hopeless() {
    return this.asked > MAX_REPAIRS;
  }

  /** Note that a frame could not be applied. Return whether to ask for a keyframe now. */
  countRequest() {
    if (this.waiting) return false;
    this.waiting = true;
    this.skipped = 0;
    this.asked += 1;
    return !this.hopeless;
  }

  /** Return whether the keyframe is so late that the page should ask again. */
  overdue() {
    if (this.skipped < PATIENCE) return false;
    this.waiting = false;
    return this.countRequest();
  }

  /** Return whether a message can be applied. Deltas can't while a keyframe is on its way. */
  letsThrough({ tag }) {
    if (tag === "key") {
      this.waiting = false;
      this.skipped = this.good = 0;
    } else if (tag === "delta" && this.waiting) {
      this.skipped += 1;
      return false;
    } else if (tag === "delta") this.countGood();
    return true;
  }

  countGood() {
    this.good += 1;
    if (this.good >= GOOD_FRAMES) this.asked = 0;
  }
}
