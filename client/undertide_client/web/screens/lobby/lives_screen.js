/** The heroes that this browser remembers, to read how they fared or to watch them again. */

import { counted } from "../../words/grammar.js";
import { momentWords } from "../../words/time_words.js";
import { NOTHING, replayRun } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

const OUTCOMES = { won: "victory", lost: "defeat", died: "died" };

/** One line per hero, the latest first. `records` are the chronicles that the browser kept. */
export class LivesScreen extends ListScreen {
  title = "Your heroes";
  verb = "watch again";
  style = "list lives";

  constructor(ui, records) {
    super(ui);
    this.records = records;
  }

  nothing() {
    return "This browser remembers no heroes yet.";
  }

  lines() {
    const now = new Date();
    return this.records.map(({ life, ended, outcome }) => [
      [life.name, "bright"],
      [`${life.calling}, level ${life.level}`],
      [`floor ${life.floor}`],
      [OUTCOMES[outcome] ?? outcome, outcome === "won" ? "good" : "bad"],
      [momentWords(new Date(ended), now), "soft"],
    ]);
  }

  detail(index) {
    const { life, seed } = this.records[index];
    const facts = [counted(life.kills, "kill"), seed && `seed ${seed}`];
    const rows = [[[life.cause]], [[facts.filter(Boolean).join(" · "), "soft"]]];
    return [...rows, ...life.lines.slice(-4).map(({ text }) => [[text, "soft"]])];
  }

  /** Watch the hero's run again. */
  choose(index) {
    const { run } = this.records[index].life;
    return run ? [replayRun(run)] : NOTHING;
  }

  look() {
    return NOTHING;
  }
}
