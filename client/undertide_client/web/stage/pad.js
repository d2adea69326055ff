/** The eight directions and a wait as buttons over the map, for those who want them. */

import { byId, element, mark, show } from "../page/dom.js";

/** The buttons, row by row: a command, its sign and its name. */
const BUTTONS = [
  ["NORTHWEST", "↖", "north-west"],
  ["NORTH", "↑", "north"],
  ["NORTHEAST", "↗", "north-east"],
  ["WEST", "←", "west"],
  ["WAIT", "·", "wait"],
  ["EAST", "→", "east"],
  ["SOUTHWEST", "↙", "south-west"],
  ["SOUTH", "↓", "south"],
  ["SOUTHEAST", "↘", "south-east"],
];
const ON = "on";
const OFF = "off";

export class Pad {
  /** `held` gets the commands that a finger holds; `wish` keeps whether the pad is there. */
  constructor(ui, held, wish) {
    this.ui = ui;
    this.held = held;
    byId("pad").append(...BUTTONS.map((each) => this.button(...each)));
    byId("pad-switch").addEventListener("click", () => {
      wish("pad", this.isOn ? OFF : ON);
      this.draw();
    });
  }

  /** Whether the pad is wanted: on a touch screen unless the player said otherwise. */
  get isOn() {
    const { pad } = this.ui.wishes;
    return pad === ON || (pad !== OFF && window.matchMedia("(pointer: coarse)").matches);
  }

  /** Show the pad where something can be steered with it. */
  draw() {
    const { spectating, replaying } = this.ui;
    const steers = !spectating && !replaying;
    show(byId("pad"), steers && this.isOn);
    show(byId("pad-switch"), steers);
    mark(byId("pad-switch"), "aria-pressed", this.isOn);
  }

  button(command, sign, name) {
    const made = element("button", "", sign);
    made.type = "button";
    made.setAttribute("aria-label", name);
    made.addEventListener("pointerdown", (event) => {
      made.setPointerCapture(event.pointerId);
      this.held.hold(command);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      made.addEventListener(end, () => this.held.release());
    }
    // A key or a screen reader presses without a pointer.
    made.addEventListener("click", ({ detail }) => {
      if (detail > 0) return;
      this.held.hold(command);
      this.held.release();
    });
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    return made;
  }
}
