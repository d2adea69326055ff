/** The words on the bar of a replay. */

import { LIVE_MILLISECONDS, NORMAL_SPEED, TIMES } from "../../generated/catalogue.js";
import { clock } from "../../model/replay_state.js";

/** Return the present and the run's length: "0:12:34 / 3:00:00", always of the same width. */
export function timeWords(replayState) {
  const last = clock(replayState.ends);
  return `${clock(replayState.elapsed).padStart(last.length)} / ${last}`;
}

/** Return the state of the replay: its speed, "paused", "the end", or "▶ live". */
export function speedWords(replayState, speed) {
  if (!replayState.speed && replayState.atEnd && !replayState.live) return "the end";
  if (!replayState.speed) return speed === NORMAL_SPEED ? "paused" : `paused ${factor(speed)}`;
  const left = replayState.ends - replayState.elapsed;
  if (replayState.live && left <= LIVE_MILLISECONDS) return "▶ live";
  return `▶ ${factor(replayState.speed)}`;
}

/** Return a speed as people write it: 4 times, 1/4 times. */
export function factor(percent) {
  if (percent >= NORMAL_SPEED) return `${Math.floor(percent / NORMAL_SPEED)}${TIMES}`;
  return `1/${Math.floor(NORMAL_SPEED / Math.max(1, percent))}${TIMES}`;
}
