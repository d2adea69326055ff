/** The base of screens to choose a cell of the map. */

import { DIRECTIONS } from "../../generated/commands.js";
import { element, say } from "../../page/dom.js";
import { NOTHING, pop } from "../widgets/actions.js";
import { fillRows } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { describe } from "./cell_words.js";
import { knownStairs, sights } from "./routes.js";

/** A cursor on the map, and a description of its cell below the map. A cell is {x, y}. */
export class CursorScreen extends Screen {
  context = "CURSOR";
  style = "cursor";
  modal = false;
  /** What the choice of a cell does, for the hint. */
  verb = "choose";

  constructor(ui, cell = null) {
    super(ui);
    this.cell = cell ?? ui.mirror.focus();
  }

  /** Return the actions for the choice of the cell under the cursor. */
  choose() {
    throw new Error("a cursor needs a choice");
  }

  /** Return the cells that the cursor jumps to in turn. */
  stops() {
    return sights(this.ui.mirror).map(([x, y]) => ({ x, y }));
  }

  /** Return the known stairs that lead "up" or "down". */
  stairs(way) {
    return knownStairs(this.ui.mirror, way).map(([x, y]) => ({ x, y }));
  }

  /** Return the cells that the choice would strike. */
  struck() {
    return [];
  }

  /** Return remarks on the choice, as rows; they stand above the description. */
  remarks() {
    return [];
  }

  /** Return the cell's subject, and the details of it. */
  describe() {
    return describe(this.ui.mirror, [this.cell.x, this.cell.y]);
  }

  marked() {
    return { cursor: this.cell, struck: this.struck() };
  }

  footer() {
    return this.ui.hints(
      this.context,
      ["CHOOSE", this.verb],
      ["NEXT", "next"],
      ["RECENTRE", "yourself"],
      ["BACK", "back"],
    );
  }

  // --- showing ---------------------------------------------------------------------------------

  build(body) {
    this.subject = element("p", "ink-bright");
    this.subject.setAttribute("aria-live", "polite");
    this.remarked = element("div");
    this.details = element("p");
    body.append(this.subject, this.remarked, this.details);
  }

  update() {
    const [subject, details] = this.describe();
    say(this.subject, subject);
    say(this.details, details);
    fillRows(this.remarked, this.remarks(), this.ui.adapt);
  }

  // --- input -----------------------------------------------------------------------------------

  /** Move the cursor, jump with it, or choose its cell. */
  press(key) {
    return this.obey(this.ui.command(this.context, key));
  }

  /** Carry out a command of the cursor. */
  obey(command) {
    if (command === null) return NOTHING;
    if (command === "BACK") return [pop()];
    if (command === "CHOOSE") return this.choose();
    if (Object.hasOwn(DIRECTIONS, command)) {
      const [dx, dy] = DIRECTIONS[command];
      this.place({ x: this.cell.x + dx, y: this.cell.y + dy });
    } else this.go(command);
    return NOTHING;
  }

  go(command) {
    if (command === "NEXT") this.jump(this.stops(), 1);
    else if (command === "PREVIOUS") this.jump(this.stops(), -1);
    else if (command === "DESCEND") this.jump(this.stairs("down"), 1);
    else if (command === "ASCEND") this.jump(this.stairs("up"), 1);
    else if (command === "RECENTRE") this.place(this.ui.mirror.focus());
  }

  /** Put the cursor on a cell; a second click chooses the cell. */
  click(cell, right) {
    if (right) return [pop()];
    if (cell.x === this.cell.x && cell.y === this.cell.y) return this.choose();
    this.place(cell);
    return NOTHING;
  }

  /** Put the cursor on a cell, or on the nearest one of the floor. */
  place({ x, y }) {
    const { floor } = this.ui.mirror;
    if (floor === null) return;
    this.cell = {
      x: Math.min(floor.width - 1, Math.max(0, x)),
      y: Math.min(floor.height - 1, Math.max(0, y)),
    };
  }

  /** Move the cursor some entries along cells, from its own entry if it has one. */
  jump(cells, step) {
    if (!cells.length) return;
    const known = cells.findIndex(({ x, y }) => x === this.cell.x && y === this.cell.y);
    const here = known < 0 && step < 0 ? 0 : known;
    this.place(cells[(here + step + cells.length) % cells.length]);
  }
}
