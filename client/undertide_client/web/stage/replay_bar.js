/** The bar of a replay: a track to scrub on with the run's landmarks, and buttons to move it. */

import { byId, element, onChange, say, show } from "../page/dom.js";
import { MARKS, NORMAL_SPEED, RANKS, SPEEDS } from "../generated/catalogue.js";
import { clock } from "../model/replay_state.js";
import { factor, speedWords, timeWords } from "../screens/replay/replay_bar.js";

/** Landmarks nearer to each other than this share of the track share one mark, the weightiest's. */
const NEAR = 1 / 60;
/** Milliseconds that an arrow key moves the bar by. */
export const SKIP = 10_000;

/** `replayControl` moves the replay. */
export class ReplayBar {
  constructor(replayControl) {
    this.replayControl = replayControl;
    this.track = byId("track");
    this.drawMarks = onChange((marks) => this.redrawMarks(marks));
    this.track.addEventListener("input", () => replayControl.seek(Number(this.track.value)));
    this.fillSpeeds();
    this.onClick("play", () => replayControl.toggle());
    this.onClick("step-back", () => replayControl.step(-1));
    this.onClick("step-on", () => replayControl.step(1));
    this.onClick("landmark-back", () => replayControl.visit(replayControl.replayState?.previous));
    this.onClick("landmark-on", () => replayControl.visit(replayControl.replayState?.next));
  }

  onClick(id, work) {
    byId(id).addEventListener("click", work);
  }

  fillSpeeds() {
    const speeds = byId("speed");
    for (const percent of SPEEDS) {
      const option = element("option", "", factor(percent));
      option.value = String(percent);
      speeds.append(option);
    }
    speeds.addEventListener("change", () => this.replayControl.choose(Number(speeds.value)));
  }

  /** Show where a replay is; nothing without one. */
  draw(replayState) {
    show(byId("replay-bar"), replayState !== null);
    if (replayState === null) return;
    const { begins: min, ends: max, elapsed: value } = replayState;
    Object.assign(this.track, { min, max, value });
    const place = `${clock(replayState.elapsed)} of ${clock(replayState.ends)}`;
    this.track.setAttribute("aria-valuetext", place);
    this.track.style.setProperty("--played", `${100 * replayState.share(replayState.elapsed)}%`);
    say(byId("time"), timeWords(replayState));
    const speed = factor(replayState.speed || NORMAL_SPEED);
    const words = speedWords(replayState, NORMAL_SPEED);
    // The choice beside it shows the speed.
    say(byId("replay-state"), words.endsWith(speed) ? "" : words);
    say(byId("play"), replayState.speed ? "❚❚" : "▶");
    byId("play").setAttribute("aria-label", replayState.speed ? "Pause" : "Play");
    byId("speed").value = String(this.replayControl.speed);
    byId("landmark-back").disabled = !replayState.previous;
    byId("landmark-on").disabled = !replayState.next;
    this.drawMarks(gathered(replayState));
  }

  redrawMarks(marks) {
    const made = marks.map(({ elapsed, kind, text, share }) => {
      const { glyph, word } = MARKS[kind];
      const mark = element("button", `mark ${kind}`, glyph);
      mark.type = "button";
      mark.tabIndex = -1;
      mark.title = `${clock(elapsed)} ${text}`;
      mark.setAttribute("aria-label", `${word}: ${text}`);
      mark.style.left = `${100 * share}%`;
      mark.addEventListener("click", () => this.replayControl.seek(elapsed));
      return mark;
    });
    byId("marks").replaceChildren(...made);
  }
}

/** Return the landmarks that have a mark: of those that lie close together, the weightiest. */
function gathered(replayState) {
  const marks = [];
  for (const landmark of replayState.landmarks) {
    const mark = { ...landmark, share: replayState.share(landmark.elapsed) };
    const last = marks[marks.length - 1];
    if (!last || mark.share - last.share >= NEAR) marks.push(mark);
    else if (RANKS[mark.kind] < RANKS[last.kind]) marks[marks.length - 1] = mark;
  }
  return marks;
}
