/** The screen to choose a calling (R7). */

import { callingRows } from "../../words/ability_words.js";
import { NOTHING, beginAnew, home } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

/**
 * The list of callings. `chosen` maps the chosen calling's key to actions. They are those of the
 * run's preset, or in the lobby those of the server's own.
 */
export class CallingScreen extends ListScreen {
  title = "What are you?";
  style = "callings";
  verb = "play that calling";
  lettered = true;

  constructor(ui, chosen) {
    super(ui);
    this.chosen = chosen;
    const index = this.callings.findIndex(({ calling }) => calling === ui.calling);
    this.choice.index = Math.max(0, index);
  }

  nothing() {
    return "This server has only one calling.";
  }

  get callings() {
    return this.ui.lobby.callingsOf(this.ui.mirror.preset);
  }

  /** Return the heads of the columns of figures. */
  columns() {
    const heads = (this.callings[0]?.figures ?? []).map(([name]) => [name, "figure"]);
    return heads.length ? [["", "label"], ...heads] : [];
  }

  /** Return one line per calling, with its figures. */
  lines() {
    return this.callings.map(({ name, figures }) => [
      [name, "label"],
      ...figures.map(([, figure]) => [`${figure}`, "figure"]),
    ]);
  }

  /** Return what a calling is, how it plays, what it begins with, and its abilities. */
  detail(index) {
    return callingRows(this.ui, this.callings[index]);
  }

  /** Return nothing: a letter shows a calling, and only Enter or the button chooses it. */
  look(_index) {
    return NOTHING;
  }

  /** Show the calling under the pointer; a tap must not begin a hero. */
  point(index) {
    this.choice.index = index;
    return NOTHING;
  }

  /** Return the actions that `chosen` gives for the calling at `index`. */
  choose(index) {
    return this.chosen(this.callings[index].calling);
  }
}

/** Return the actions that start a new hero of a calling. */
export function newHero(calling) {
  return [home(), beginAnew(calling)];
}
