/** The log: what frames tell, what is said, and what the page notes. */

import { SERVER_MARK } from "../generated/schema.js";

/** Lines that are kept: an evening's reading. */
export const MAX_LINES = 400;

/**
 * The last lines, oldest first. Each is {id, tone, text, speaker, colour, told}: `speaker` is empty
 * where nobody said it, `told` says whether frames told it, `id` rises by one with each.
 */
export class Logbook {
  constructor() {
    this.lines = [];
    this.added = 0;
    this.repeats = [];
    this.aside = [];
  }

  /** Forget everything. */
  clear() {
    this.lines = [];
    this.repeats = [];
    this.aside = [];
  }

  /** Show nothing of what there is, until it is taken back. */
  setAside() {
    this.aside.push(...this.lines);
    this.lines = [];
  }

  /** Show again what was set aside, before what came meanwhile. */
  takeBack() {
    this.lines = [...this.aside, ...this.lines].slice(-MAX_LINES);
    this.aside = [];
  }

  /** Expect known chat once more, up to the next keyframe: newcomers get the last lines. */
  expectRepeats() {
    this.repeats = this.lines.filter((each) => each.speaker);
  }

  /** Add lines of a delta. */
  addLines(lines) {
    for (const { tone, text } of lines) this.add({ tone, text, told: true });
  }

  /**
   * Take the last lines that a keyframe repeats: where they go on from what is known, only the rest
   * is new; else they replace what frames told before. What was said or noted stays.
   */
  begin(lines) {
    this.repeats = [];
    const known = this.overlap(lines);
    if (lines.length && !known) this.forgetTold();
    this.addLines(lines.slice(known));
  }

  /** Forget what frames told: it is of another moment. */
  forgetTold() {
    this.lines = this.lines.filter((each) => !each.told);
  }

  /**
   * Add what somebody said, unless it is a line that was expected to be repeated. What the server
   * itself says has its mark.
   */
  say({ name, colour, text, server }) {
    const tone = server ? "system" : "party";
    const speaker = server ? `${SERVER_MARK} ${name}` : name;
    const repeated = this.repeats.findIndex(
      (each) => each.text === text && each.speaker === speaker && each.colour === colour,
    );
    if (repeated >= 0) this.repeats = this.repeats.slice(repeated + 1);
    else this.add({ tone, text, speaker, colour });
  }

  /** Add a remark that no frame repeats. */
  addNote(text) {
    this.add({ tone: "system", text });
  }

  /** Add a hint for newcomers, in a tone of its own. */
  hint(text) {
    this.add({ tone: "good", text: `Hint: ${text}` });
  }

  add(line) {
    this.added += 1;
    this.lines.push({ id: this.added, speaker: "", colour: -1, told: false, ...line });
    if (this.lines.length > MAX_LINES) this.lines = this.lines.slice(-MAX_LINES);
  }

  /** Return how many of the first lines of `fresh` were the last ones that frames told. */
  overlap(fresh) {
    const told = this.lines.filter((each) => each.told);
    const equal = (one, other) => one.tone === other.tone && one.text === other.text;
    for (let size = Math.min(told.length, fresh.length); size > 0; size -= 1) {
      if (told.slice(-size).every((each, index) => equal(each, fresh[index]))) return size;
    }
    return 0;
  }
}
