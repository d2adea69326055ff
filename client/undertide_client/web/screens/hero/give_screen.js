/** The screens to give an item to a companion. */

import { MINUS, NOBODY_NEAR } from "../../generated/catalogue.js";
import { distance, line } from "../../model/geometry.js";
import { element, say } from "../../page/dom.js";
import { ownCell } from "../map/routes.js";
import { NOTHING, home, push, send, showNote } from "../widgets/actions.js";
import { BadText } from "../widgets/form.js";
import { LineScreen } from "../widgets/line_screen.js";
import { ListScreen } from "../widgets/list_screen.js";

/** Most digits of a count: no stack holds a thousand items. */
const DIGITS = 3;

/** The companions within reach, if there are several. */
class GiveScreen extends ListScreen {
  verb = "give";
  lettered = true;

  constructor(ui, item) {
    super(ui);
    this.item = item;
  }

  nothing() {
    return NOBODY_NEAR;
  }

  heading() {
    return `Give ${this.item.name} to…`;
  }

  lines() {
    return withinReach(this.ui).map(companionRow);
  }

  choose(index) {
    return handOver(this.ui, this.item, withinReach(this.ui)[index]);
  }
}

/** The count to give from a stack. The line starts with the whole stack. */
class CountScreen extends LineScreen {
  prompt = "How many:";

  constructor(ui, item, seat) {
    super(ui, DIGITS, String(item.count));
    this.item = item;
    this.seat = seat;
  }

  build(body) {
    super.build(body);
    this.input.inputMode = "numeric";
    this.input.before(this.stepper(-1, MINUS, "Less"));
    this.input.after(this.stepper(1, "+", "More"));
  }

  update() {
    super.update();
    if (!this.fault) say(this.left, `of ${this.item.count}`);
  }

  stepper(by, sign, name) {
    const button = element("button", "step", sign);
    button.type = "button";
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => {
      const count = (Number(this.input.value) || 0) + by;
      this.input.value = String(Math.max(1, Math.min(this.item.count, count)));
      this.fault = "";
      this.perform(NOTHING);
    });
    return button;
  }

  /** Give the typed number of items. Throws BadText if the stack holds fewer. */
  finish(text) {
    const count = /^\d+$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > this.item.count) {
      throw new BadText(`a number from 1 to ${this.item.count}`);
    }
    return [home(), send("give", this.item.item, this.seat, count)];
  }
}

/** Return the actions that give an item away. If several companions are near, ask for one. */
export function give(ui, item) {
  const near = withinReach(ui);
  if (!near.length) return [showNote(NOBODY_NEAR)];
  return near.length === 1 ? handOver(ui, item, near[0]) : [push(new GiveScreen(ui, item))];
}

/**
 * Give an item to a companion. If it is a stack, ask for the count first. A fallen companion takes
 * one, which revives it.
 */
function handOver(ui, item, { seat, dies_in: ticks }) {
  if (item.count > 1 && ticks <= 0) return [push(new CountScreen(ui, item, seat))];
  return [home(), send("give", item.item, seat)];
}

/**
 * Return the companions in sight to whom the player's own hero can hand things (R17). A fallen one
 * must be beside it.
 */
export function withinReach(ui) {
  const { mirror } = ui;
  const here = ownCell(mirror);
  if (here === null) return [];
  const isOpen = (cell) => mirror.lookAt(...cell)?.walkable;
  const near = [...mirror.sightings.values()].map((seen) => {
    const member = mirror.memberOf(seen);
    if (!member || member.seat === mirror.seat) return null;
    const cell = [seen.x, seen.y];
    const reach = member.dies_in > 0 ? 1 : mirror.hero.reach;
    return distance(cell, here) <= reach && line(here, cell).every(isOpen) ? member : null;
  });
  return near.filter(Boolean).sort((one, other) => one.seat - other.seat);
}

/** Return a companion as a line of a list. */
export function companionRow({ name, colour }) {
  return [["@ ", colour], [name, "ink"]];
}
