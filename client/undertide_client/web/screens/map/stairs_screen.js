/** The screen to choose stairs. */

import { proposalWords } from "../../words/agreement_words.js";
import { branchWords, heroesWords } from "../../words/words.js";
import { pop, push, send, showNote } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";
import { branchAt, intentToClimb, stairsToTake } from "./routes.js";

/**
 * The known stairs that lead one way, "up" or "down", each with its destination. Those on which
 * companions have agreed come first, then the nearest.
 */
export class StairsScreen extends ListScreen {
  verb = "go there";
  lettered = true;

  constructor(ui, way) {
    super(ui);
    this.way = way;
  }

  get stairs() {
    return stairsToTake(this.ui.mirror, this.way);
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
    return [pop(), send(...intentToClimb(this.ui.mirror, this.stairs[index]))];
  }
}

/** Take the stairs, "up" or "down", that the player can only mean. If there are several, ask. */
export function climb(ui, way) {
  const stairs = stairsToTake(ui.mirror, way);
  if (!stairs.length) return [showNote(`You know of no stairs ${way} on this floor yet.`)];
  if (stairs.length === 1) return [send(...intentToClimb(ui.mirror, stairs[0]))];
  return [push(new StairsScreen(ui, way))];
}
