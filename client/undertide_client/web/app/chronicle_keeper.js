/** The chronicles of this player's heroes, kept in this browser as they come. */

import { Kept } from "../net/kept.js";

const PREFIX = "undertide.life.";
/** Heroes whose chronicles are kept: the oldest go first. Each takes some kilobytes. */
const MAX_LIVES = 50;
/** Lines of the log that are kept of a life: its last moments. */
const MAX_LINES = 12;

export class ChronicleKeeper {
  constructor(ui, url, kept = new Kept(PREFIX)) {
    this.ui = ui;
    this.url = url;
    this.kept = kept;
    /** The heroes that this player has had in this run, as far as this page knows. */
    this.lives = [];
  }

  /** Forget the heroes so far: a session begins. */
  begin() {
    this.lives = [];
  }

  /** Keep a chronicle. One that came before, and may know more by now, stays as it is. */
  take({ tag: _tag, ...life }) {
    const lines = life.lines.slice(-MAX_LINES);
    const fresh = { life: { ...life, lines }, ended: Date.now(), outcome: "died", seed: "" };
    const record = this.kept.get(this.wordsOf(fresh)) ?? fresh;
    this.lives.push(record);
    this.keep(record);
    this.noteEnd();
  }

  /** Write how the run ended into the chronicles of its heroes, once it has. */
  noteEnd() {
    const { ended } = this.ui.mirror;
    if (ended === null) return;
    for (const record of this.lives.filter(({ outcome }) => outcome === "died")) {
      const outcome = ended.won ? "won" : "lost";
      this.keep({ ...record, outcome, seed: ended.seed, ended: Date.now() });
    }
  }

  /** Return all records of this server's heroes, the latest first. */
  all() {
    const own = this.kept.entries().filter(([[url]]) => url === this.url);
    const records = own.map(([, record]) => record).filter(isWhole);
    return records.sort((one, other) => other.ended - one.ended);
  }

  keep(record) {
    this.kept.put(this.wordsOf(record), record);
    this.kept.prune(MAX_LIVES, (value) => value?.ended ?? 0);
  }

  wordsOf({ life }) {
    return [this.url, life.run, life.number];
  }
}

/** Return whether a kept value has what is shown of it: another page may have written it. */
function isWhole({ life, ended, outcome }) {
  const texts = [life?.name, life?.run, life?.calling, life?.cause, outcome];
  const numbers = [life?.level, life?.floor, life?.kills, ended];
  const lists = [life?.floors, life?.slain, life?.lines];
  return (
    texts.every((each) => typeof each === "string") &&
    numbers.every(Number.isFinite) &&
    lists.every(Array.isArray)
  );
}
