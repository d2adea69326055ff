/** The bar of a replay: a track to scrub on with the run's landmarks, and buttons to move it. */

import { byId, element, onChange, say, show } from "../page/dom.js";
import { MARKS, RANKS, SPEEDS } from "../generated/catalogue.js";
import { clock } from "../model/reel.js";
import { factor, speedWords, timeWords } from "../screens/replay/replay_bar.js";

/** Landmarks nearer to each other than this share of the track share one mark, the weightiest's. */
const NEAR = 1 / 60;
/** Milliseconds that an arrow key moves the bar by. */
export const SKIP = 10_000;

/** `winding` moves the replay. */
export class ReelBar {
  constructor(winding) {
    this.winding = winding;
    this.track = byId("track");
    this.drawMarks = onChange((marks) => this.redrawMarks(marks));
    this.track.addEventListener("input", () => winding.seek(Number(this.track.value)));
    this.fillSpeeds();
    this.onClick("play", () => winding.toggle());
    this.onClick("step-back", () => winding.step(-1));
    this.onClick("step-on", () => winding.step(1));
    this.onClick("landmark-back", () => winding.visit(winding.reel?.previous));
    this.onClick("landmark-on", () => winding.visit(winding.reel?.next));
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
    speeds.addEventListener("change", () => this.winding.choose(Number(speeds.value)));
  }

  /** Show where a reel is; nothing without one. */
  draw(reel) {
    show(byId("reel"), reel !== null);
    if (reel === null) return;
    Object.assign(this.track, { min: reel.begins, max: reel.ends, value: reel.elapsed });
    const place = `${clock(reel.elapsed)} of ${clock(reel.ends)}`;
    this.track.setAttribute("aria-valuetext", place);
    this.track.style.setProperty("--played", `${100 * reel.share(reel.elapsed)}%`);
    say(byId("time"), timeWords(reel));
    say(byId("reel-state"), speedWords(reel, this.winding.speed));
    say(byId("play"), reel.speed ? "❚❚" : "▶");
    byId("play").setAttribute("aria-label", reel.speed ? "Pause" : "Play");
    byId("speed").value = String(this.winding.speed);
    byId("landmark-back").disabled = !reel.previous;
    byId("landmark-on").disabled = !reel.next;
    this.drawMarks(gathered(reel));
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
      mark.addEventListener("click", () => this.winding.seek(elapsed));
      return mark;
    });
    byId("marks").replaceChildren(...made);
  }
}

/** Return the landmarks that have a mark: of those that lie close together, the weightiest. */
function gathered(reel) {
  const marks = [];
  for (const landmark of reel.landmarks) {
    const mark = { ...landmark, share: reel.share(landmark.elapsed) };
    const last = marks[marks.length - 1];
    if (!last || mark.share - last.share >= NEAR) marks.push(mark);
    else if (RANKS[mark.kind] < RANKS[last.kind]) marks[marks.length - 1] = mark;
  }
  return marks;
}
