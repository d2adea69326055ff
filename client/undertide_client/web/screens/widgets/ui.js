/** The state that any screen shows. The application keeps it current; screens only read it. */

import { TUTORIAL } from "../../generated/catalogue.js";
import { isTouchOnly } from "../../keys/touch.js";
import { Keymap } from "../../keys/keymap.js";
import { Mirror } from "../../model/mirror.js";
import { keymapOf } from "../../keys/own_keys.js";
import { Lobby } from "./lobby.js";

/** An account of nobody: a guest. */
export const NOBODY = { name: "", role: "guest" };

/** The options that leave everything to the server but that the run is gentle. */
const GENTLE = ["public", "", 0, null, null, null, 0, true];

export class Ui {
  /** `link` is the connection; `wishes` are the viewer's choices on this page. */
  constructor(link, wishes) {
    this.link = link;
    this.wishes = wishes;
    this.mirror = new Mirror();
    this.keymap = new Keymap();
    this.name = wishes.name;
    /** Key of the calling to play as; empty means the server's first. */
    this.calling = wishes.calling;
    /** Whether the player was a newcomer when the session began. */
    this.beganAsNewcomer = false;
    this.account = NOBODY;
    /** The people in a session or on the server; null until the server has answered. */
    this.people = null;
    this.auditEntries = null;
    /** The last invite code from the server. */
    this.invite = null;
    /** Whose chat the player receives. */
    this.hearing = "all";
    /** The kinds that the party has met; null until the server has answered. */
    this.bestiary = null;
    /** The last chronicle of this player's heroes here; null if there is none. */
    this.life = null;
    /** Whether the player wants hints for newcomers. */
    this.hinting = wishes.hints !== "off";
    /** The answer to the last key or click, until the next one. */
    this.notice = "";
    /** What the server offers in its lobby. */
    this.lobby = new Lobby(this.mirror);
    /** The stairs that the player chose, by floor and way: "7 down" to a cell. */
    this.chosenStairs = new Map();
    /** What is marked on the map: {cursor, struck}; null for nothing. */
    this.marked = null;
    /** Turns a colour into one that the viewer's eyes tell apart. */
    this.adapt = (colour) => colour;
  }

  /** Have keys mean what the player wrote: see `keys/own_keys.js`. Throws BadKeysError. */
  takeKeys(written) {
    this.keymap = keymapOf(written);
  }

  /** Whether no run of the player's has ended yet, as far as this browser knows. */
  get isNewcomer() {
    return !this.wishes.ended;
  }

  /** The options of a session that is made without a form; undefined for the server's own. */
  get usualOptions() {
    return this.isNewcomer ? GENTLE : undefined;
  }

  /** Whether the player has no keys, so that texts name none. */
  get touches() {
    return isTouchOnly();
  }

  /** Return the command of a key in a context, or null. */
  command(context, key) {
    return this.keymap.command(context, key);
  }

  /** Return hints for [command, words] pairs, each with its first key. */
  hints(context, ...pairs) {
    return pairs
      .map(([command, words]) => ({ key: this.keymap.key(context, command), words }))
      .filter(({ key }) => key);
  }

  /** The silence of the server in words; empty while it answers. */
  get silenceWords() {
    return this.link.silence ? `no answer for ${this.link.silence} s` : "";
  }

  /** How the connection is: {phase, text}. */
  get status() {
    const { phase, words } = this.link.status;
    return { phase, text: words || "connecting…" };
  }

  /** Seconds from a message to its answer; 0 before the first measurement. */
  get latency() {
    return this.link.latency / 1000;
  }

  /** This client's own hero among the party, if there is one. */
  get ownMember() {
    const { seat, party } = this.mirror;
    return seat === null ? null : (party.find((one) => one.seat === seat) ?? null);
  }

  /** Whether this client's own hero is dead. */
  get dead() {
    const { seat, hero } = this.mirror;
    if (seat === null) return false;
    const own = hero?.seat === seat ? hero : this.ownMember;
    return own?.state === "dead";
  }

  /** Whether a newcomer has died outside of the lessons, and the server has them. */
  get offersTutorial() {
    const isKnown = this.lobby.presets.includes(TUTORIAL) && this.mirror.preset !== TUTORIAL;
    return this.beganAsNewcomer && this.dead && isKnown;
  }

  /** Whether a new hero of this client begins on the next new floor. */
  get returning() {
    return this.ownMember?.returns ?? false;
  }

  /**
   * Whether keys scroll the map and change eyes instead of moving a hero. So they do once the run
   * is over.
   */
  get spectating() {
    return this.mirror.seat === null || this.dead || this.mirror.ended !== null;
  }

  /** Whether the run is over, and this client has a seat in its party. */
  get mayPlayAgain() {
    return this.mirror.ended !== null && this.mirror.seat !== null;
  }

  /** Whether the client watches a replay. */
  get replaying() {
    return this.mirror.replayState !== null;
  }
}
