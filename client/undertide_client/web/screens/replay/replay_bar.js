/** The words on the bar of a replay. */

import { LIVE_MILLISECONDS, NORMAL_SPEED, TIMES } from "../../generated/catalogue.js";
import { clock } from "../../model/reel.js";

/** Return the present and the run's length: "0:12:34 / 3:00:00", always of the same width. */
export function timeWords(reel) {
  const last = clock(reel.ends);
  return `${clock(reel.elapsed).padStart(last.length)} / ${last}`;
}

/** Return the state of the replay: its speed, "paused", "the end", or "▶ live". */
export function speedWords(reel, speed) {
  if (!reel.speed && reel.atEnd && !reel.live) return "the end";
  if (!reel.speed) return speed === NORMAL_SPEED ? "paused" : `paused ${factor(speed)}`;
  if (reel.live && reel.ends - reel.elapsed <= LIVE_MILLISECONDS) return "▶ live";
  return `▶ ${factor(reel.speed)}`;
}

/** Return a speed as people write it: 4 times, 1/4 times. */
export function factor(percent) {
  if (percent >= NORMAL_SPEED) return `${Math.floor(percent / NORMAL_SPEED)}${TIMES}`;
  return `1/${Math.floor(NORMAL_SPEED / Math.max(1, percent))}${TIMES}`;
}
