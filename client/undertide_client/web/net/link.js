/** The link to the server: what a page asks of it, and knows of it, through all outages. */

import { Connection } from "./connection.js";
import { LOBBY, placeOf } from "./places.js";
import { Repeats } from "./steps.js";

/**
 * A page may ask for a place at any time, even before the server has answered. The link asks for
 * the latest as soon as possible, and again after an outage. A page with a place leaves it for the
 * new one, and goes back to it if the server refuses the new one. All other messages without a
 * connection are lost.
 */
export class Link extends Connection {
  constructor(...given) {
    super(...given);
    /** Which repeats of a held key send an intent. */
    this.repeats = new Repeats(this);
  }

  /** Where the page is to be: see `places.js`. It follows the eyes and a replay's tick. */
  get goal() {
    return this.next ?? placeOf(this.dialogue.wish);
  }

  /** Where the page is, as far as the server has said. */
  get at() {
    return this.dialogue.placed ? placeOf(this.dialogue.wish) : LOBBY;
  }

  /** Whether messages about a session or a replay may be sent. */
  get inside() {
    return this.dialogue.placed && !this.entering;
  }

  /** Whether the page has a seat, so that it can send intents. */
  get playing() {
    return this.dialogue.state === "PLAYING";
  }

  get watching() {
    return this.dialogue.state === "WATCHING";
  }

  get replaying() {
    return this.dialogue.state === "REPLAYING";
  }

  /** Whether the answer to a request for a place is on its way. */
  get entering() {
    return this.next !== null || this.dialogue.entering;
  }

  /** The progress of the latest intent: {sequence, stage, reason, code}. See `intents.js`. */
  get fate() {
    return this.tracker.fate;
  }

  /** When each intent without a result was sent (`performance.now`), by sequence. */
  get unanswered() {
    return this.tracker.unanswered;
  }

  /** Whether the server has received no intent yet from the seat, here or elsewhere. */
  get isSeatNew() {
    return this.tracker.received === 0;
  }

  /** The last measured round trip in milliseconds; 0 before the first measurement. */
  get latency() {
    return this.watchdog.latency;
  }

  /** The seconds for which the server has owed an answer, from three on; 0 while it answers. */
  get silence() {
    return this.watchdog.silence;
  }

  /** Return the name under which this browser has a seat in a session; null for no seat. */
  seatIn(session) {
    return this.dialogue.seats.nameIn(session);
  }

  /** Return the seats that this browser has on the server, the latest first: {session, name}. */
  get seats() {
    return this.dialogue.seats.tokens.seats();
  }

  /** Return the token of one of these seats. */
  tokenOf({ session, name }) {
    return this.dialogue.seats.tokens.get(session, name);
  }

  /** Be in a place from now on: at once, or as soon as the server can be reached. */
  enter(place) {
    this.next = place;
    this.settle();
  }

  /** Look through the eyes of a hero's seat, or with null the party's. Return whether that went. */
  follow(seat) {
    if (!this.send("follow", seat)) return false;
    this.dialogue.follow(seat);
    return true;
  }

  /**
   * Send an intent, [tag, …fields], and return its sequence; `fate` follows the latest. Without a
   * seat or a connection the intent is lost at once, and its fate says so. Throws BadBytes, and
   * sends nothing, if it has values that can't be sent.
   */
  act(intent) {
    const sequence = this.tracker.send();
    if (!this.playing) this.tracker.lose("there is no connection to a seat");
    else if (!this.sendIntent(sequence, intent)) {
      this.tracker.lose("too much waits to be sent already");
    }
    return sequence;
  }

  sendIntent(sequence, intent) {
    try {
      return this.send("act", sequence, intent);
    } catch (fault) {
      this.tracker.refuse(sequence, "it can't be sent");
      throw fault;
    }
  }

  /** Ask for a keyframe after a frame that could not be applied; drop deltas until it comes. */
  resync() {
    if (this.repairs.countRequest()) this.send("resync");
  }
}
