/** The screen to mark a cell for the companions on the floor (R17). */

import { MARK_KINDS } from "../../generated/catalogue.js";
import { needsHelp } from "../../words/mark_words.js";
import { pop, send, showNote } from "../widgets/actions.js";
import { CursorScreen } from "./cursor_screen.js";
import { distinct, foesInSight, isFoe, sights } from "./routes.js";

/** A cursor that starts at the nearest foe. One key says what the mark on its cell means. */
export class MarkScreen extends CursorScreen {
  title = "Mark";
  context = "MARK";

  constructor(ui) {
    const [foe] = foesInSight(ui.mirror);
    super(ui, foe ? { x: foe[0], y: foe[1] } : null);
  }

  /** Return the marks, then everything in sight. */
  stops() {
    const { mirror } = this.ui;
    const marks = mirror.marks.map(({ x, y }) => [x, y]);
    return distinct([...marks, ...sights(mirror)]).map(([x, y]) => ({ x, y }));
  }

  /** Return the title, with the mark that suits the cell. */
  heading() {
    return `${this.title} (${this.fitting()}?)`;
  }

  /** Return the keys of the marks. */
  footer() {
    const kinds = Object.entries(MARK_KINDS);
    return this.ui.hints(this.context, ...kinds, ["UNMARK", "remove"], ["BACK", "back"]);
  }

  /** Place or remove a mark, or move the cursor. */
  obey(command) {
    if (Object.hasOwn(MARK_KINDS, command)) return this.placeMark(MARK_KINDS[command]);
    return command === "UNMARK" ? this.removeMark() : super.obey(command);
  }

  /** Place the mark that suits the cell. */
  choose() {
    return this.placeMark(this.fitting());
  }

  /** Place a mark. The same mark in the same cell again removes it. */
  placeMark(kind) {
    const { x, y } = this.cell;
    if (this.there()?.mark === kind) return this.removeMark();
    if (!this.ui.mirror.lookAt(x, y)) {
      return [pop(), showNote("You can't mark a place that nobody has seen.")];
    }
    return [pop(), send("mark", kind, x, y)];
  }

  removeMark() {
    if (!this.there()) return [pop(), showNote("There is no mark.")];
    return [pop(), send("mark", "", this.cell.x, this.cell.y)];
  }

  /** Return the mark at the cell, if there is one. */
  there() {
    return this.ui.mirror.marks.find(({ x, y }) => x === this.cell.x && y === this.cell.y);
  }

  /**
   * Return the mark that suits the cell: danger for a foe, loot for an item, or here. It is help in
   * the cell of the player's own hero, if that is badly hurt.
   */
  fitting() {
    const { mirror } = this.ui;
    const things = mirror.at(this.cell.x, this.cell.y);
    if (things.includes(mirror.own) && needsHelp(mirror.hero)) return "help";
    if (things.some((one) => isFoe(mirror, one))) return "danger";
    return things.some((one) => mirror.kindOf(one).role === "item") ? "loot" : "here";
  }
}
