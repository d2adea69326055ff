/** The seats that this browser has: heroes that sleep until their player goes on. */

import { titleOf } from "../model/titles.js";
import { element, show, updateChildren } from "../page/dom.js";
import { button, card, fillCard, part } from "./cards.js";

/** Seats that are shown: the latest. */
const MOST = 4;

export class SeatCards {
  constructor(section, { play, ui }) {
    this.section = section;
    this.list = section.querySelector("ul");
    this.play = play;
    this.ui = ui;
  }

  /** Show the latest seats; `sessions` are those that the server lists. */
  show(sessions) {
    const seats = this.ui.link.seats.slice(0, MOST);
    const keyOf = ({ session, name }) => `${session} ${name}`;
    const make = (seat) => this.make(seat);
    updateChildren(this.list, seats, keyOf, make, (item, { session, name }) => {
      const info = sessions.find((one) => one.session === session);
      fillCard(item, {
        title: info ? `${titleOf(info.preset)} · ${session}` : session,
        chip: info ? "live" : "",
        about: `Your hero ${name} sleeps there, and nothing can harm it.`,
        facts: [info?.deepest_floor ? `down to floor ${info.deepest_floor}` : ""],
      });
    });
    show(this.section, seats.length > 0);
  }

  make({ session, name }) {
    const item = card();
    const go = button("Continue", () => this.play(session, { name }));
    go.className = "call";
    part(item, "acts").append(go);
    part(item, "thumb").append(element("span", "sign", "@"));
    return item;
  }
}
