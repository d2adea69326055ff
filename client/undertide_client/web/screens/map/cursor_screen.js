/** Screens with a cursor on the map, which describe its cell: the base, to look, and to travel. */

import { DIRECTIONS } from "../../generated/commands.js";
import { element, say } from "../../page/dom.js";
import { NOTHING, pop, send, showNote } from "../widgets/actions.js";
import { fillRows } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { knownStairs, sights, branchAt, inSight, distinct, foesInSight } from "./routes.js";
import { CROWN, ORDER } from "../../generated/catalogue.js";
import { effectsWords, statusesWords } from "../../words/effect_words.js";
import { markWords } from "../../words/mark_words.js";
import { dangerWords, threatWords } from "../../words/threat_words.js";
import { branchWords, heroesWords, stateWords } from "../../words/words.js";
import { intentToCompanion } from "./companions.js";

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

/** Return a short name for a cell and everything on it, and a description of them. */
export function describe(mirror, cell) {
  const look = mirror.lookAt(...cell);
  const orderOf = (one) => ORDER[mirror.kindOf(one).role];
  const things = mirror.at(...cell).sort((one, other) => orderOf(other) - orderOf(one));
  const names = things.map((one) => nameOf(mirror, one));
  if (look) names.push(tileName(mirror, cell, look));
  const mark = mirror.marks.findLast(({ x, y }) => x === cell[0] && y === cell[1]);
  if (mark) names.push(markWords(mirror, mark));
  if (!names.length) return ["the unknown", "Nobody of the party has seen this place."];
  const remembered = inSight(mirror, cell) || !look ? "" : " (remembered)";
  return [names.join(", ") + remembered, detailsOf(mirror, cell, things, look)];
}

function detailsOf(mirror, cell, things, look) {
  const kinds = things.map((one) => mirror.kindOf(one));
  const details = [
    ...things.map((one) => threatWords(mirror, one)),
    ...things.map(({ statuses }) => statusesWords(mirror, statuses)),
    ...kinds.flatMap(({ effects, description }) => [effectsWords(mirror, effects), description]),
  ];
  if (look) details.push(effectsWords(mirror, look.effects), look.description);
  details.push(whoIsThere(mirror, cell));
  return details.filter(Boolean).join(" ");
}

/** Return the name of a tile; for stairs, with the floor that they lead to. */
function tileName(mirror, cell, look) {
  const branch = mirror.tree.get(branchAt(mirror, cell));
  return branch ? `${look.name}: ${branchWords(mirror, branch)}` : look.name;
}

/** Return which heroes are on the floor that the stairs at a cell lead to. */
function whoIsThere(mirror, cell) {
  const branch = branchAt(mirror, cell);
  const heroes = branch === undefined ? "" : heroesWords(mirror, branch);
  return heroes ? `There: ${heroes}.` : "";
}

function nameOf(mirror, one) {
  const kind = mirror.kindOf(one);
  if (one === mirror.own) return `${kind.name}, seen from inside`;
  if (kind.role === "item") return one.meant ? `${kind.name}, left for you` : kind.name;
  const mark = kind.boss ? `${CROWN} ` : "";
  const away = inSight(mirror, [one.x, one.y]) ? "" : "out of sight";
  const states = [dangerWords(mirror, one), stateWords(one), away].filter(Boolean);
  return `${mark}${kind.name} (${states.join(", ")})`;
}

/**
 * A cursor that describes the cell under it. A choice ends the look. The cursor starts at the
 * nearest foe, else at the nearest item or hero on the map, and at the player's own hero if there
 * is nothing else. `start` overrides that.
 */
export class LookScreen extends CursorScreen {
  title = "Look";
  verb = "done";

  constructor(ui, start = null) {
    super(ui, start ?? ofInterest(ui)[0]);
  }

  /** Return the cells of foes, then of everything else on the map, each nearest first. */
  stops() {
    return ofInterest(this.ui);
  }

  /** Close the screen. */
  choose() {
    return [pop()];
  }
}

function ofInterest({ mirror }) {
  return distinct([...foesInSight(mirror), ...sights(mirror)]).map(([x, y]) => ({ x, y }));
}

/** A cursor that sends the hero to the chosen cell. */
export class TravelScreen extends CursorScreen {
  title = "Travel";

  /** Return all known stairs, then everything else on the map. */
  stops() {
    const { mirror } = this.ui;
    const stairs = [...knownStairs(mirror, "down"), ...knownStairs(mirror, "up")];
    return distinct([...stairs, ...sights(mirror)]).map(([x, y]) => ({ x, y }));
  }

  /** Travel to the cell, if it is known and walkable, or to the companion there. */
  choose() {
    const { mirror } = this.ui;
    const { x, y } = this.cell;
    const companion = intentToCompanion(mirror, [x, y]);
    if (companion !== null) return [pop(), send(...companion)];
    const look = mirror.lookAt(x, y);
    if (!look) return [pop(), showNote("You know no way to a place that nobody has seen.")];
    if (!look.walkable) return [pop(), showNote(`You can't walk into a ${look.name}.`)];
    return [pop(), send("travel", x, y)];
  }
}
