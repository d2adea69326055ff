/** The screen to choose stairs. */

import { proposalWords } from "../../words/agreement_words.js";
import { branchWords, heroesWords } from "../../words/words.js";
import { pop, push, send, showNote } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { branchAt, intentToClimb, stairsToTake } from "./routes.js";

const ON = "On to the stairs that you chose. Esc forgets them.";

/**
 * The known stairs that lead one way, "up" or "down", each with its destination. Those on which
 * companions had agreed when it opened come first, then those that were nearest. They keep their
 * letters while it is open; stairs that come into view then get the next ones.
 */
export class StairsScreen extends ListScreen {
  verb = "go there";
  lettered = true;

  constructor(ui, way) {
    super(ui);
    this.way = way;
    this.order = [];
  }

  get stairs() {
    const known = stairsToTake(this.ui.mirror, this.way);
    this.order.push(...known.filter((cell) => !holds(this.order, cell)));
    return this.order.filter((cell) => holds(known, cell));
  }

  /** Return the title, with the direction of the stairs. */
  heading() {
    return `Stairs ${this.way}`;
  }

  /** Return one line per stairs: where they lead, and who is there. */
  lines() {
    return this.stairs.map((cell) => this.row(cell));
  }

  row(cell) {
    const { mirror } = this.ui;
    const branch = mirror.tree.get(branchAt(mirror, cell));
    if (branch === undefined) return [["? nobody knows where they lead"]];
    const told = [heroesWords(mirror, branch.id), proposalWords(mirror, branch.id)];
    const words = [branchWords(mirror, branch), ...told.filter(Boolean)].join("; ");
    return [[`${branch.glyph} `, branch.colour], [words]];
  }

  /** Travel to the chosen stairs, or take them if the hero stands on them. */
  choose(index) {
    const stairs = this.stairs[index];
    this.ui.chosenStairs.set(placeOf(this.ui, this.way), stairs);
    return [pop(), send(...intentToClimb(this.ui.mirror, stairs))];
  }
}

/**
 * Take the stairs, "up" or "down", that the player can only mean, or chose before. If there are
 * several, ask. What companions agree on is asked about, whatever the player chose.
 */
export function climb(ui, way) {
  const stairs = stairsToTake(ui.mirror, way);
  if (!stairs.length) return [showNote(`You know of no stairs ${way} on this floor yet.`)];
  if (stairs.length === 1) return [send(...intentToClimb(ui.mirror, stairs[0]))];
  const chosen = ui.chosenStairs.get(placeOf(ui, way));
  if (chosen && holds(stairs, chosen) && !ui.mirror.agreements.length) {
    return [send(...intentToClimb(ui.mirror, chosen)), showNote(ON)];
  }
  return [push(new StairsScreen(ui, way))];
}

/** Forget the stairs that the player chose on the hero's floor. */
export function forgetStairs(ui) {
  for (const way of ["up", "down"]) ui.chosenStairs.delete(placeOf(ui, way));
}

function placeOf(ui, way) {
  return `${ui.mirror.floor?.branch ?? 0} ${way}`;
}

function holds(cells, [x, y]) {
  return cells.some((each) => each[0] === x && each[1] === y);
}
