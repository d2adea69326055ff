/** Where a replay is on the time of its run. Times are ticks of it, speeds percent of its own. */

import { MAX_SPEED, TICKS_PER_SECOND } from "./schema.js";

/** Percent: as time passed in the run. */
export const NORMAL_SPEED = 100;
/** Speeds that can be chosen, in percent. */
export const SPEEDS = [25, 50, 100, 200, 400, 800, 1600, MAX_SPEED];
/** So near to its end, in ticks, the replay of a run that goes on is called live. */
const LIVE_TICKS = 2 * TICKS_PER_SECOND;

/** `first` <= `tick` <= `last`; landmarks lie between them, in order. */
export class Reel {
  constructor(run) {
    this.run = run;
    this.first = 0;
    this.last = 0;
    this.live = false;
    this.landmarks = [];
    this.tick = 0;
    this.speed = 0;
    this.jumping = false;
  }

  /** Whether there is nothing after the present, so far. */
  get atEnd() {
    return this.tick >= this.last;
  }

  /** Take in how far the replay reaches. */
  stretch({ first, last, live, landmarks }) {
    this.first = first;
    this.last = Math.max(first, last);
    this.live = live;
    this.landmarks = landmarks
      .filter(({ tick }) => tick >= this.first && tick <= this.last)
      .sort((one, other) => one.tick - other.tick);
    this.tick = this.held(this.tick);
  }

  /** Take in where the replay is; what was told before a jump's keyframe is out of date. */
  show({ tick, speed }) {
    this.speed = speed;
    if (this.jumping) return;
    this.tick = Math.max(this.first, tick);
    this.last = Math.max(this.last, this.tick);
  }

  /** Be at a tick already, while its keyframe is on the way. */
  jump(tick) {
    this.tick = this.held(tick);
    this.jumping = true;
  }

  /** Note that a keyframe came. */
  land() {
    this.jumping = false;
  }

  /** Return the tick nearest to `tick` that the replay reaches. */
  held(tick) {
    return Math.min(this.last, Math.max(this.first, tick));
  }

  /** Return where a tick lies on the timeline, from 0 to 1. */
  share(tick) {
    const length = this.last - this.first;
    return length ? (this.held(tick) - this.first) / length : 0;
  }

  /** Return the first landmark after the present, if there is one. */
  get next() {
    return this.landmarks.find(({ tick }) => tick > this.tick);
  }

  /** Return the last landmark before the present, if there is one. */
  get previous() {
    return this.landmarks.findLast(({ tick }) => tick < this.tick);
  }

  /** Return how it plays, in words: "paused", "the end", "live" or a speed. */
  get words() {
    if (!this.speed) return this.atEnd && !this.live ? "the end" : "paused";
    if (this.live && this.last - this.tick <= LIVE_TICKS) return "live";
    return factor(this.speed);
  }
}

/** Return a speed as people write it: 4×, ¼×. */
export function factor(percent) {
  if (percent >= NORMAL_SPEED) return `${Math.floor(percent / NORMAL_SPEED)}×`;
  return percent === 50 ? "½×" : "¼×";
}

/** Return how long some ticks are: "1:02:30". */
export function clock(ticks) {
  const whole = Math.floor(Math.max(0, ticks) / TICKS_PER_SECOND);
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
