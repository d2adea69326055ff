/** The screen to choose a target. */

import { NOTHING, home, push, send, showNote } from "../widgets/actions.js";
import { Aim, struckCells, struckWords } from "./blast_area.js";
import { CursorScreen } from "./cursor_screen.js";
import { foesInSight, friendsInSight, inSight, mostHurtFirst, ownCell } from "./routes.js";

/**
 * A cursor that starts at the nearest foe and shows which cells and whom it would strike. For an
 * aim that helps, it starts at the most hurt of the player's own hero and the friends in sight and
 * reach; of equals, at the own hero. `start` overrides both. Cells are [x, y].
 */
export class TargetScreen extends CursorScreen {
  title = "Aim";
  verb = "let go";

  constructor(ui, aim, start = null) {
    const cell = start ?? likelyTargets(ui.mirror, aim)[0] ?? null;
    super(ui, cell && { x: cell[0], y: cell[1] });
    this.aim = aim;
  }

  heading() {
    return `${this.title} ${this.aim.name}`;
  }

  get target() {
    return [this.cell.x, this.cell.y];
  }

  /**
   * Return the foes in sight, then the friends, and last the hero's own cell. For an aim that
   * helps, the order is the hero's own cell, friends, foes.
   */
  stops() {
    const { mirror } = this.ui;
    const here = ownCell(mirror);
    const own = here === null ? [] : [here];
    const [foes, friends] = [foesInSight(mirror), friendsInSight(mirror)];
    const cells = this.aim.helps ? [...own, ...friends, ...foes] : [...foes, ...friends, ...own];
    return cells.map(([x, y]) => ({ x, y }));
  }

  /** Return the visible cells that would be struck, if the target is valid. */
  struck() {
    if (this.faultOf()) return [];
    return struckCells(this.ui.mirror, this.target, this.aim.radius).map(([x, y]) => ({ x, y }));
  }

  /** Return why the cell is no target, or whom the aim would strike: friends as a warning. */
  remarks() {
    const fault = this.faultOf();
    if (fault) return [[[fault, "warning"]]];
    const { mirror } = this.ui;
    const words = this.aim.radius ? struckWords(mirror, this.target, this.aim.radius) : [];
    return words.map((span) => [span]);
  }

  /** Return why the cell is no target; empty if it is one. */
  faultOf() {
    const { mirror } = this.ui;
    const { target } = this;
    if (!mirror.lookAt(...target) || !inSight(mirror, target)) return "You can't see that place.";
    if (!this.aim.reaches(ownCell(mirror), target)) {
      return `That is too far: it reaches ${this.aim.range} cells.`;
    }
    return "";
  }

  /** Fire at the cell if it is in sight and reach. */
  choose() {
    return this.faultOf() ? NOTHING : [home(), send(...this.aim.intentOf(this.target))];
  }
}

/** Return the cells that an aim is most likely meant for, likeliest first. */
function likelyTargets(mirror, aim) {
  if (!aim.helps) return foesInSight(mirror);
  const here = ownCell(mirror);
  const near = friendsInSight(mirror).filter((cell) => aim.reaches(here, cell));
  return mostHurtFirst(mirror, [...(here ? [here] : []), ...near]);
}

/** Return the actions that aim the wielded weapon, or say that it doesn't shoot. */
export function aimWeapon(ui) {
  const reach = ui.mirror.hero?.range ?? 0;
  if (!reach) return [showNote("You hold nothing that shoots.")];
  const aim = new Aim("your shot", 0, (cell) => ["shoot", ...cell], reach);
  return [push(new TargetScreen(ui, aim))];
}
