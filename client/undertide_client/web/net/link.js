/** The connection to the server: it greets, enters what is to be watched, and comes back alone. */

import { waitAfter } from "./backoff.js";
import { BadBytes } from "./codec.js";
import { read, written } from "./protocol.js";
import { CLOSING, PROTOCOL, SUBPROTOCOL } from "../generated/schema.js";
import { BadMessage } from "./types.js";

/** How this page names itself in the host's log. */
const CLIENT = "page";
/** Milliseconds that a connection must hold before its failures are forgotten. */
const STEADY = 10_000;
/** Bytes that may wait to leave; what comes on top is dropped. Nothing but chat is ever long. */
const MAX_UNSENT = 65_536;
/** Why a server closed a connection for good, by code: to try again would help nothing. */
const HOPELESS = {
  [CLOSING.WRONG_VERSION]: "This page and its server have different versions: reload the page.",
  [CLOSING.TOO_MANY_FAULTS]: "The server could not understand this page: reload it.",
  [CLOSING.IDLE]: "This page was idle for too long.",
  [CLOSING.BANNED]: "You are banned from this server.",
  [CLOSING.HOST_LEFT]: "The host of this game has left.",
};

/** Milliseconds between two looks at how long the server has been silent. */
const LOOK_EVERY = 250;
/** Milliseconds of silence after which it is asked for a sign of life: a page can't send pings. */
const ASK_AFTER = 2_000;
/** Milliseconds of silence after which it is told, and after which the connection is given up. */
const TELL_AFTER = 3_000;
const LOST_AFTER = 20_000;

/** Where a page is, and how it entered: nowhere, with a session, or with a replay. */
export const LOBBY = { kind: "lobby" };

/**
 * `onMessage` hears every message; `onStatus` every change of `status`; `onSilence` every change of
 * `silence`; `onRefused` why the server
 * put the page out, or would not let it in: then with the error's code and the place. By then the
 * goal is the lobby again.
 *
 * `status` is {phase, words, seconds}. Phases: "connecting"; "connected", greeted; "waiting", for
 * so many seconds before another attempt; "over", until `retry`.
 */
export class Link {
  constructor(address, { onMessage, onStatus, onSilence, onRefused }) {
    this.address = address;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.onSilence = onSilence;
    this.onRefused = onRefused;
    this.goal = LOBBY;
    /** Where the server has this page, as far as it has said. */
    this.at = LOBBY;
    /** What it was asked and has not answered yet: "leave", or a place to enter. */
    this.asked = null;
    this.failures = 0;
    this.socket = null;
    this.timer = null;
    this.status = { phase: "connecting", words: "", seconds: 0 };
    /** When the server last said anything, and when it was asked for a sign of life since. */
    this.heard = 0;
    this.wondered = null;
    /** When the present attempt to connect began. */
    this.begun = 0;
    /** The seconds for which it has owed an answer, from three on; 0 while it answers. */
    this.silence = 0;
    setInterval(() => this.listen(), LOOK_EVERY);
  }

  /** Whether messages about a session or a replay may be sent. */
  get inside() {
    return this.status.phase === "connected" && this.asked === null && this.at !== LOBBY;
  }

  /** Whether it has asked to enter a place, and waits for the answer. */
  get enters() {
    return this.asked !== null && this.asked !== "leave";
  }

  /** Be in a place from now on: at once, or as soon as the server can be reached. */
  enter(place) {
    this.goal = place;
    this.settle();
  }

  /** Send a message. It is lost unless the server has greeted. */
  send(tag, ...fields) {
    if (this.status.phase !== "connected" || this.socket.bufferedAmount > MAX_UNSENT) return;
    this.socket.send(written(tag, ...fields));
  }

  /** Connect now, unless there is a connection or one is on its way. */
  hurry() {
    if (this.socket === null) this.retry();
  }

  /** Connect, now. */
  retry() {
    clearTimeout(this.timer);
    this.socket?.close();
    this.at = LOBBY;
    this.asked = null;
    this.tell("connecting");
    this.open(new WebSocket(this.address, SUBPROTOCOL));
  }

  open(socket) {
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(written("hello", PROTOCOL, CLIENT));
    socket.onmessage = ({ data }) => this.socket === socket && this.take(data);
    socket.onclose = ({ code }) => this.socket === socket && this.lost(HOPELESS[code]);
  }

  /** Count how long the server owes an answer, if this page is looked at. */
  listen() {
    const { phase } = this.status;
    const now = performance.now();
    if (document.hidden) return;
    if (phase === "connecting") this.count(now - this.begun);
    else if (phase !== "connected") return;
    else if (this.wondered !== null) this.count(now - this.wondered + ASK_AFTER);
    else if (now - this.heard >= ASK_AFTER) {
      this.wondered = now;
      this.send("ping");
    }
  }

  /** Tell for how many milliseconds an answer has been due, or give the connection up. */
  count(silent) {
    if (silent >= LOST_AFTER) {
      this.socket?.close();
      this.lost(undefined, "The server doesn't answer.");
    } else if (silent >= TELL_AFTER) this.tellSilence(Math.floor(silent / 1000));
  }

  tellSilence(seconds) {
    if (seconds === this.silence) return;
    this.silence = seconds;
    this.onSilence();
  }

  /** Note that the server lives. */
  hearSign() {
    this.heard = performance.now();
    this.wondered = null;
    this.tellSilence(0);
  }

  /** Take in what the network brought. A server that can't be understood is left. */
  take(data) {
    try {
      this.hearSign();
      if (!(data instanceof ArrayBuffer)) throw new BadBytes("a text message");
      const message = read(new Uint8Array(data));
      if (message !== null) this.hear(message);
    } catch (fault) {
      if (!(fault instanceof BadBytes || fault instanceof BadMessage)) throw fault;
      this.socket.onclose = null;
      this.socket.close();
      this.lost(undefined, `This page can't read the server's message (${fault.message}).`);
    }
  }

  hear(message) {
    const { tag, reason, code } = message;
    const entered = tag === "watching" || tag === "replaying";
    if (tag === "welcome") this.greeted();
    if (entered) this.at = this.asked ?? this.goal;
    this.onMessage(message);
    if (entered) this.answered();
    else if (tag === "left") this.left(reason);
    else if (tag === "error" && this.enters) this.refused(reason, code, this.asked);
  }

  greeted() {
    this.tell("connected");
    this.timer = setTimeout(() => {
      this.failures = 0;
    }, STEADY);
    this.settle();
  }

  answered() {
    this.asked = null;
    this.settle();
  }

  left(reason) {
    const unasked = this.asked !== "leave";
    this.at = LOBBY;
    if (unasked) this.refused(reason);
    else this.answered();
  }

  refused(reason, code = "", place = LOBBY) {
    this.goal = LOBBY;
    this.asked = null;
    this.onRefused(reason, code, place);
    this.settle();
  }

  /** Ask for the next thing that is missing to be where this page is to be. */
  settle() {
    if (this.status.phase !== "connected" || this.asked !== null || this.at === this.goal) return;
    if (this.at !== LOBBY) {
      this.asked = "leave";
      this.send("leave");
    } else if (this.goal !== LOBBY) {
      this.asked = this.goal;
      this.send(...ENTRIES[this.goal.kind](this.goal));
    }
  }

  /** Take in that the connection is gone, and try again later unless that is hopeless. */
  lost(hopeless, words = "The connection is gone.") {
    clearTimeout(this.timer);
    this.socket = null;
    this.at = LOBBY;
    this.asked = null;
    this.failures += 1;
    const seconds = hopeless ? null : waitAfter(this.failures, Math.random());
    if (seconds === null) {
      this.tell("over", hopeless ?? `${words} The server can't be reached, or is full.`);
      return;
    }
    this.tell("waiting", words, seconds);
    this.timer = setTimeout(() => this.retry(), seconds * 1000);
  }

  tell(phase, words = "", seconds = 0) {
    this.begun = performance.now();
    this.silence = 0;
    this.wondered = null;
    this.status = { phase, words, seconds };
    this.onStatus(this.status);
  }
}

/** What is sent to enter each kind of place. */
const ENTRIES = {
  watch: ({ session, name, seat }) => ["watch", session, name, seat],
  replay: ({ run, seat, tick }) => ["replay", run, seat, tick],
};
