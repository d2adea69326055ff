/** Where a replay is on the real time of its run, in milliseconds. Speeds are percent of it. */

import { UNSTATED_RATE } from "../generated/schema.js";

/** Return the milliseconds that a server told; those that ticks stand for where it told none. */
export function realTime(elapsed, tick) {
  return elapsed || (tick * 1000) / UNSTATED_RATE;
}

/**
 * `begins` <= `elapsed` <= `ends`; landmarks lie between them, in order. `first`, `tick` and `last`
 * are the run's ticks then.
 */
export class ReplayState {
  constructor(run) {
    this.run = run;
    this.first = 0;
    this.last = 0;
    this.begins = 0;
    this.ends = 0;
    this.elapsed = 0;
    this.live = false;
    this.landmarks = [];
    this.tick = 0;
    this.speed = 0;
    this.jumping = false;
  }

  /** Whether there is nothing after the present, so far. */
  get atEnd() {
    return this.elapsed >= this.ends;
  }

  /** Take in how far the replay reaches. */
  stretch({ first, last, live, landmarks, first_elapsed: begins, last_elapsed: ends }) {
    this.first = first;
    this.last = Math.max(first, last);
    this.begins = realTime(begins, this.first);
    this.ends = Math.max(this.begins, realTime(ends, this.last));
    this.live = live;
    this.landmarks = landmarks
      .map((landmark) => ({ ...landmark, elapsed: realTime(landmark.elapsed, landmark.tick) }))
      .filter(({ elapsed }) => elapsed >= this.begins && elapsed <= this.ends)
      .sort((one, other) => one.elapsed - other.elapsed);
    this.elapsed = this.held(this.elapsed);
    this.tick = Math.min(this.last, Math.max(this.first, this.tick));
  }

  /** Take in where the replay is; what was told before a jump's keyframe is out of date. */
  show({ tick, speed, elapsed }) {
    this.speed = speed;
    if (this.jumping) return;
    this.tick = Math.max(this.first, tick);
    this.last = Math.max(this.last, this.tick);
    this.elapsed = Math.max(this.begins, realTime(elapsed, this.tick));
    this.ends = Math.max(this.ends, this.elapsed);
  }

  /** Be at a moment already, while its keyframe is on the way. */
  jump(elapsed) {
    this.elapsed = this.held(elapsed);
    this.jumping = true;
  }

  /** Note that a keyframe came. */
  land() {
    this.jumping = false;
  }

  /** Return the moment nearest to `elapsed` that the replay reaches. */
  held(elapsed) {
    return Math.min(this.ends, Math.max(this.begins, elapsed));
  }

  /** Return where a moment lies on the timeline, from 0 to 1. */
  share(elapsed) {
    const length = this.ends - this.begins;
    return length ? (this.held(elapsed) - this.begins) / length : 0;
  }

  /** Return the first landmark after the present, if there is one. */
  get next() {
    return this.landmarks.find(({ elapsed }) => elapsed > this.elapsed);
  }

  /** Return the last landmark before the present, if there is one. */
  get previous() {
    return this.landmarks.findLast(({ elapsed }) => elapsed < this.elapsed);
  }
}

/** Return how long some milliseconds are: "1:02:30". */
export function clock(elapsed) {
  const whole = Math.floor(Math.max(0, elapsed) / 1000);
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
