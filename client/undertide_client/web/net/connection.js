/** The life of a connection: opening it, receiving and answering, and coming back after outages. */

import { waitAfter } from "./backoff.js";
import { BadBytes } from "./codec.js";
import { Dialogue, EntryRefused, WrongServer } from "./dialogue.js";
import { IntentTracker } from "./intents.js";
import { Logins } from "./logins.js";
import { PacedSender } from "./paced_sender.js";
import { askFor, placeOf } from "./places.js";
import { read } from "./protocol.js";
import { Repairs } from "./repairs.js";
import { message as built } from "./requests.js";
import { CLOSING, LEGAL, MAX_LINE, SUBPROTOCOL } from "../generated/schema.js";
import { line } from "./text.js";
import { Tokens } from "./tokens.js";
import { BadMessage } from "./types.js";
import { Watchdog } from "./watchdog.js";

/** How this page names itself in the server's log. */
const CLIENT = "page";
/** Milliseconds after which a connection without a place counts as good: failures are forgotten. */
const STEADY = 10_000;
/** Bytes that may wait for a stalled network: a thousand intents. */
const MAX_UNSENT = 32_768;
/** Close codes of a server that stops and starts again. Proxies send 1012 for it. */
const COMES_BACK = [CLOSING.GOING_AWAY, 1012];
const OTHER_VERSION = "This page and its server have different versions: reload the page.";
/** Why a server closed a connection for good, by code: to try again would help nothing. */
const HOPELESS = {
  [CLOSING.WRONG_VERSION]: OTHER_VERSION,
  [CLOSING.TOO_MANY_FAULTS]: "The server could not understand this page: reload it.",
  [CLOSING.IDLE]: "This page was idle for too long.",
  [CLOSING.BANNED]: "You are banned from this server.",
  [CLOSING.HOST_LEFT]: "The host of this game has left.",
};
/** Messages that can be mere steps on the way to a place. */
const STEPS = ["error", "left"];
/** Messages with a token, which no screen needs. */
const SECRET = ["joined", "account"];

/**
 * The stream of a server's messages, through all outages.
 *
 * `onMessage` hears messages; `onStatus` every change of `status`; `onSilence` every change of the
 * silence; `onRefused` why the server put the page out, or would not let it in: then with the
 * error's code and the place.
 *
 * `status` is {phase, words, seconds, code}. Phases: "connecting"; "connected", greeted, with words
 * if a kept login is gone and the player a guest; "waiting", for so many seconds before another
 * attempt; "over", until `retry`.
 */
export class Connection {
  constructor(address, { onMessage, onStatus, onSilence, onRefused }) {
    this.address = address;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.onRefused = onRefused;
    this.dialogue = new Dialogue(CLIENT, new Tokens(address), new Logins(address));
    this.tracker = new IntentTracker();
    this.watchdog = new Watchdog(this, onSilence);
    this.repairs = new Repairs();
    /** The place to ask for once the answer to the last request for one has come. */
    this.next = null;
    this.failures = 0;
    this.socket = null;
    this.sender = null;
    this.timer = null;
    /** Whether it waits for `resume`. */
    this.suspended = false;
    this.status = { phase: "connecting", words: "", seconds: 0, code: "" };
  }

  /** Connect now, unless there is a connection or one is on its way. */
  hurry() {
    if (this.socket === null && !this.suspended) this.retry();
  }

  /** Leave the server until `resume`: nobody can be at the page. */
  suspend() {
    if (this.suspended || this.status.phase === "over") return;
    this.suspended = true;
    this.hangUp(false);
    this.showStatus("waiting", "This page was put aside.");
  }

  /** Come back after `suspend`. */
  resume() {
    if (this.suspended) this.retry();
  }

  /** Connect, now. */
  retry() {
    this.suspended = false;
    this.hangUp(false);
    this.showStatus("connecting");
    this.open(new WebSocket(this.address, SUBPROTOCOL));
  }

  /**
   * Send a message with all its fields. Return whether that was possible: there is a connection,
   * the message is legal now, and not too much waits to be sent.
   */
  send(tag, ...fields) {
    const { state } = this.dialogue;
    return this.sender !== null && LEGAL[state].includes(tag) && this.sender.send([tag, ...fields]);
  }

  /** Send a message by the names of its fields; those left out have their defaults. */
  request(tag, fields = {}) {
    return this.send(...built(tag, fields));
  }

  requestAll(requests) {
    for (const { tag, ...fields } of requests) this.request(tag, fields);
  }

  /** Ask for the place that the page wants next, unless an answer about another is on its way. */
  settle() {
    if (this.next === null || this.dialogue.asking) return;
    const place = this.next;
    this.next = null;
    this.requestAll(askFor(this.dialogue, place));
  }

  // --- what the server says --------------------------------------------------------------------

  open(socket) {
    this.socket = socket;
    this.repairs = new Repairs();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.socket === socket && this.greet(socket);
    socket.onmessage = ({ data }) => this.socket === socket && this.receive(data);
    socket.onclose = (event) => this.socket === socket && this.lost(event);
  }

  greet(socket) {
    const sendBytes = (bytes) => {
      if (socket.bufferedAmount > MAX_UNSENT) return false;
      socket.send(bytes);
      return true;
    };
    this.sender = new PacedSender(sendBytes, () => this.dialogue.state);
    this.requestAll(this.dialogue.opened());
    this.watchdog.expectAnswer();
  }

  /** Take in what the network brought. A server that can't be understood is left. */
  receive(data) {
    this.watchdog.hear();
    try {
      if (!(data instanceof ArrayBuffer)) throw new BadBytes("a text message");
      const message = read(new Uint8Array(data));
      if (message !== null) this.hear(message);
    } catch (fault) {
      this.fail(fault);
    }
  }

  hear(message) {
    const { requests, refused, guest } = this.dialogue.receive(message);
    if (message.tag === "welcome") this.sender.applyRates(message.rates);
    this.requestAll(requests);
    this.recordAnswer(message);
    const isStep = requests.length > 0 && refused === null && guest === null;
    if (!isStep || !STEPS.includes(message.tag)) this.pass(message);
    if (message.tag === "welcome") this.welcomed();
    if (guest !== null) this.showStatus("connected", guest.reason, 0, guest.code);
    if (refused !== null) this.onRefused(refused.reason, refused.code, placeOf(refused.wish));
    this.settle();
  }

  /** Update the results of intents. */
  recordAnswer({ tag, intent = null, sequence = null, reason, code }) {
    const isFrame = tag === "key" || tag === "delta";
    if (isFrame && intent !== null) this.tracker.observe(intent);
    else if (tag === "error" && sequence !== null) this.tracker.refuse(sequence, reason, code);
    else if (tag === "left") this.tracker.dropUnanswered();
    else if (tag === "joined") this.tracker.begin();
    else if (tag === "welcome" || tag === "pong") this.watchdog.answer();
  }

  /** Hand a message on, unless it is a frame that follows one that was missed. */
  pass(message) {
    if (this.repairs.letsThrough(message)) {
      this.onMessage(SECRET.includes(message.tag) ? { ...message, token: null } : message);
    } else if (this.repairs.overdue()) this.send("resync");
    if (this.repairs.hopeless) throw new EntryRefused("the server sent invalid frames");
  }

  welcomed() {
    this.timer = setTimeout(() => {
      this.failures = 0;
    }, STEADY);
    this.showStatus("connected");
  }

  // --- its end ---------------------------------------------------------------------------------

  /** Leave a server after a fault of its own; raise what is a fault of the page. */
  fail(fault) {
    if (fault instanceof WrongServer) {
      this.giveUp(fault.code === "wrong_version" ? OTHER_VERSION : sentence(fault.message));
    } else if (fault instanceof EntryRefused) this.wait(sentence(fault.message));
    else if (fault instanceof BadBytes || fault instanceof BadMessage) {
      this.wait(`This page can't read the server's message (${fault.message}).`);
    } else throw fault;
  }

  /** Take in that the connection is gone, and try again later unless that is hopeless. */
  lost({ code, reason }) {
    const told = line(reason, MAX_LINE);
    if (HOPELESS[code]) this.giveUp(HOPELESS[code]);
    else {
      // A server that let the page in, or comes back, is there again in a moment.
      const willReturn = COMES_BACK.includes(code);
      if (willReturn || this.dialogue.placed) this.failures = 0;
      this.wait(told ? sentence(told) : "The connection is gone.", willReturn);
    }
  }

  /** Drop the connection, and connect again later. */
  wait(words, willReturn = false) {
    this.hangUp(willReturn);
    this.failures += 1;
    const seconds = waitAfter(this.failures, Math.random());
    if (seconds === null) {
      this.showStatus("over", `${words} The server can't be reached, or is full.`);
      return;
    }
    this.showStatus("waiting", words, seconds);
    this.timer = setTimeout(() => this.retry(), seconds * 1000);
  }

  giveUp(words) {
    this.hangUp(false);
    this.showStatus("over", words);
  }

  /** Drop the connection, if there is one. */
  hangUp(willReturn) {
    clearTimeout(this.timer);
    this.sender?.close();
    const { socket } = this;
    this.socket = this.sender = null;
    socket?.close();
    this.dialogue.closed(willReturn);
    this.tracker.lose("the connection was lost");
    this.settle();
  }

  showStatus(phase, words = "", seconds = 0, code = "") {
    this.status = { phase, words, seconds, code };
    this.watchdog.turn();
    this.onStatus(this.status);
  }
}

/** Return words of the server's as a sentence. */
function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1).replace(/\.$/, "")}.`;
}
