/** The seats that this browser has, and what the server says became of each. */

import { OPEN_SEATS, SEAT_STATES } from "../generated/catalogue.js";
import { MAX_ASKED_SEATS } from "../generated/schema.js";
import { element, show, updateChildren } from "../page/dom.js";
import { gameName } from "../words/session_words.js";
import { button, card, fillCard, part } from "./cards.js";

/** Seats that are shown: the latest. */
const MOST = 4;

export class SeatCards {
  constructor(section, { play, ui }) {
    this.section = section;
    this.list = section.querySelector("ul");
    this.play = play;
    this.ui = ui;
    /** The seats, by `keyOf`, that the server doesn't know: it is asked of them no more. */
    this.gone = new Set();
  }

  /** Return the question about the latest seats, one a session: [[session, token], …]. */
  question() {
    const { link } = this.ui;
    return this.latest().map((seat) => [seat.session, link.tokenOf(seat)]);
  }

  latest() {
    const asked = this.ui.link.seats.filter((seat) => !this.gone.has(keyOf(seat)));
    const isFirst = ({ session }, at) => asked.findIndex((one) => one.session === session) === at;
    return asked.filter(isFirst).slice(0, MAX_ASKED_SEATS);
  }

  /**
   * Show the latest seats that one can go on with. `sessions` are those that the server lists, and
   * `told` is what it says of the seats.
   */
  show(sessions, told) {
    const statuses = new Map(told.map((each) => [each.session, each]));
    const known = this.latest().map((seat) => ({ ...seat, status: statuses.get(seat.session) }));
    for (const seat of known) if (seat.status?.state === "gone") this.gone.add(keyOf(seat));
    const isOpen = ({ status }) => !status || OPEN_SEATS.includes(status.state);
    const seats = known.filter(isOpen).slice(0, MOST);
    const make = (seat) => this.make(seat);
    updateChildren(this.list, seats, keyOf, make, (item, { session, name, status }) => {
      const info = sessions.find((one) => one.session === session);
      fillCard(item, {
        title: info ? gameName(info) : `game ${session}`,
        chip: status?.state ?? "",
        about: seatWords(name, status),
        facts: [status?.floor ? `on floor ${status.floor}` : ""],
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

function keyOf({ session, name }) {
  return `${session} ${name}`;
}

/** Return what the server says became of a seat. Some servers don't say. */
function seatWords(name, status) {
  if (!status) return `You have a seat there, as ${name}.`;
  return `Your hero ${status.name || name} ${SEAT_STATES[status.state]}.`;
}
