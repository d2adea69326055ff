/**
 * The page's side of the protocol, without a connection: the next requests, and the meaning of
 * answers.
 *
 * A dialogue outlives its connections. It knows the login, and the last place asked for. After each
 * greeting it sends both again. Requests are {tag, …fields}; fields left out have their defaults.
 */

import { BUSY, ENTRY_REFUSALS, NEW_SESSION, PROTOCOL, STALE } from "../generated/schema.js";
import { Codes } from "./codes.js";
import { LoginKeeper, SeatKeeper } from "./seat_keeper.js";
import {
  at,
  isForOwnSession,
  outlasts,
  replayed,
  requestOf,
  seated,
  seenBy,
  toJoin,
  wantedName,
  watched,
  wishFor,
} from "./destination.js";

const PLACES = ["PLAYING", "WATCHING", "REPLAYING"];
const ELSEWHERE = "You went on with this hero in another tab. Join again to play it here.";

/** The server can't serve this connection now. A later connection may succeed. */
export class EntryRefused extends Error {}

/** The server will never serve this page. `code` is that of its error. */
export class WrongServer extends Error {
  constructor(reason, code) {
    super(reason);
    this.code = code;
  }
}

/** The page's identity and wishes, through any number of connections. */
export class Dialogue {
  constructor(client, tokens, logins) {
    /** A key of `LEGAL`: what may be sent now. */
    this.state = "GREETING";
    this.wish = null;
    /** Whether a request for a place was sent, and its answer is on its way. */
    this.asking = false;
    this.client = client;
    this.seats = new SeatKeeper(tokens);
    this.login = new LoginKeeper(logins);
    this.codes = new Codes();
    /** Whether a "leave" is on its way. */
    this.leaving = false;
    this.beforeLeaving = null;
    /** Whether the page has asked for a session of its own, to join it. */
    this.making = false;
    /** The place left for another: the page asks for it again if the server refuses the other. */
    this.leftForWish = null;
  }

  /** Whether the answer to a request for a place is on its way. */
  get entering() {
    const onTheWay = this.leaving || this.login.waiting;
    return this.asking || (onTheWay && this.wish !== null);
  }

  /** Whether the page has a place that it can leave. */
  get placed() {
    return PLACES.includes(this.state);
  }

  // --- what the player wants -------------------------------------------------------------------

  /**
   * Ask for a seat. If a token is kept for one, ask for that seat again. `NEW_SESSION` as the
   * session means one that is made for it. `making` are the fields of "create" for any session
   * that is made for it.
   */
  join({ session, name, calling = "", makesIfFull = true, making = {} }) {
    if (session === NEW_SESSION) {
      const request = { tag: "join", session: "", name, calling };
      return this.requestPlace(wishFor(request, { anew: true, making }));
    }
    const request = { tag: "join", session: this.codes.door(session), name, calling };
    return this.requestPlace({ ...this.seats.wishFor(request), makesIfFull, making });
  }

  /** Ask for a spectator's place. */
  watch({ session, name, seat }) {
    return this.requestPlace(wishFor({ tag: "watch", session: this.codes.door(session), name, seat }));
  }

  /** Ask for a replay. */
  replay({ run, seat, tick, elapsed = null }) {
    return this.requestPlace(wishFor({ tag: "replay", run: this.codes.door(run), seat, tick, elapsed }));
  }

  /** Remember the eyes that were chosen. */
  follow(seat) {
    if (this.wish !== null) this.wish = seenBy(this.wish, seat);
  }

  /** Give up the wish and go back to the lobby. */
  leave() {
    this.wish = this.beforeLeaving = this.leftForWish = null;
    return this.goOut();
  }

  goOut() {
    if (!this.placed || this.leaving) return [];
    this.leaving = true;
    return [{ tag: "leave" }];
  }

  /** Ask for a wish as soon as possible, and leave the present place for it. */
  requestPlace(wish) {
    if (this.placed && !this.leaving) this.leftForWish = this.wish;
    this.wish = wish;
    return this.state === "LOBBY" ? this.request() : this.goOut();
  }

  /** Return the request for the wish, if it can be sent now: in the lobby, after any login. */
  request() {
    if (this.wish === null || this.login.waiting) return [];
    this.asking = true;
    this.making = this.wish.anew;
    return [this.making ? { tag: "create", ...this.wish.making } : requestOf(this.wish)];
  }

  // --- what happens ----------------------------------------------------------------------------

  /** Begin with a fresh connection. Return the requests to send. */
  opened() {
    this.state = "GREETING";
    this.asking = this.leaving = this.making = false;
    this.beforeLeaving = this.leftForWish = null;
    return [{ tag: "hello", protocol: PROTOCOL, client: this.client }];
  }

  /** Note that the connection is gone. `willReturn`: the server said that it comes back. */
  closed(willReturn) {
    this.state = "GREETING";
    this.login.hangUp();
    this.asking = this.leaving = false;
    if (willReturn && this.wish === null) this.wish = this.beforeLeaving;
    this.beforeLeaving = null;
  }

  /**
   * Take in a message. Return {requests, refused, guest}: the requests to send; why the server
   * refused a place, as {reason, code, wish}, or put the page out, without a wish; and why the kept
   * login is gone, as {reason, code}. Both are null for everything else.
   *
   * Raises EntryRefused or WrongServer if this connection is of no further use.
   */
  receive(message) {
    const done = TAKEN[message.tag]?.(this, message) ?? [];
    return { refused: null, guest: null, ...(Array.isArray(done) ? { requests: done } : done) };
  }

  welcomed({ protocol }) {
    if (protocol !== PROTOCOL) {
      const reason = `the server speaks protocol ${protocol}, this page ${PROTOCOL}`;
      throw new WrongServer(reason, "wrong_version");
    }
    this.state = "LOBBY";
    const greeting = this.login.greeting();
    const refused = this.elsewhere();
    return { requests: [...greeting, ...this.request()], refused };
  }

  /** Give up the seat if another tab has taken it; return the refusal then, else null. */
  elsewhere() {
    const { wish } = this;
    if (wish === null || !this.seats.isElsewhere(wish)) return null;
    this.wish = null;
    this.asking = false;
    return { reason: ELSEWHERE, code: "", wish };
  }

  /** Keep the new identity, and send the request that waited for it. */
  named(account) {
    const waited = this.login.waiting;
    this.login.storeLogin(account);
    return waited ? this.request() : [];
  }

  /** Remember the code of a new session; join it if it was made for the present wish. */
  made({ session, invite }) {
    this.codes.learn(session, invite);
    if (!this.making || this.wish === null) return [];
    this.wish = toJoin(this.wish, this.codes.door(session));
    return this.request();
  }

  /** Keep the seat's newest token before anything else can happen. */
  joined(message) {
    this.enter("PLAYING");
    const name = wantedName(this.wish, message);
    this.wish = seated(name, message, this.door(message.session));
    this.seats.storeSeat(message, name);
  }

  watching(message) {
    this.enter("WATCHING");
    this.wish = watched(this.wish, message, this.door(message.session));
  }

  replaying(message) {
    this.enter("REPLAYING");
    this.wish = replayed(this.wish, message);
  }

  enter(state) {
    this.state = state;
    this.asking = this.making = false;
    this.leftForWish = null;
  }

  /** Return the invite code or id that lets into the session again. */
  door(session) {
    const wanted = this.wish?.request;
    if (wanted && wanted.tag !== "replay") this.codes.learn(session, wanted.session);
    return this.codes.door(session);
  }

  /** Go back to the lobby, and on to the next place if there is one. */
  left({ reason }) {
    this.state = "LOBBY";
    if (this.leaving) {
      this.leaving = false;
      return this.request();
    }
    this.beforeLeaving = this.wish;
    this.wish = null;
    return { requests: [], refused: { reason, code: "", wish: null } };
  }

  /** Look in a frame whether the own hero lives, or through whose eyes a spectator looks. */
  look({ tag, seat, party }) {
    if (this.state !== "PLAYING") {
      if (tag === "key") this.follow(seat);
    } else if (party?.length) this.seats.lookAt(party);
    return [];
  }

  failed(error) {
    const { code, reason, sequence } = error;
    const busy = BUSY.includes(code);
    if (this.state === "GREETING") {
      throw busy ? new EntryRefused(reason) : new WrongServer(reason, code);
    }
    if (sequence !== null) return [];
    if (this.login.waiting) return this.unknown(error);
    if (!this.asking) return [];
    if (busy && this.wish !== null && outlasts(this.wish, code)) throw new EntryRefused(reason);
    return busy || ENTRY_REFUSALS.includes(code) ? this.refused(error) : [];
  }

  /** Go on as a guest if the server refuses the kept login, and say so. */
  unknown(error) {
    this.login.refuse(error);
    const reason = `you are a guest here now: ${error.reason}`;
    return { requests: this.request(), guest: { reason, code: error.code } };
  }

  /** Try without a stale token, make a session where there is none to join, or go back. */
  refused({ reason, code }) {
    const { wish } = this;
    if (wish !== null && isForOwnSession(wish, code)) {
      this.making = true;
      return [{ tag: "create", ...this.wish.making }];
    }
    this.wish = null;
    this.asking = this.making = false;
    if (wish?.token && STALE.includes(code)) return this.retryWithoutToken(wish);
    const back = this.leftForWish;
    this.leftForWish = null;
    return { requests: back ? this.requestPlace(back) : [], refused: { reason, code, wish } };
  }

  retryWithoutToken(wish) {
    if (this.seats.isElsewhere(wish)) {
      return { requests: [], refused: { reason: ELSEWHERE, code: "", wish } };
    }
    this.seats.dropToken(wish);
    return this.requestPlace(this.seats.wishFor(wish.request));
  }
}

/** What becomes of each message. */
const TAKEN = {
  welcome: (dialogue, message) => dialogue.welcomed(message),
  account: (dialogue, message) => dialogue.named(message),
  invited: (dialogue, { session, code }) => dialogue.codes.learn(session, code),
  next: (dialogue, { session, code }) => dialogue.codes.learn(session, code),
  created: (dialogue, message) => dialogue.made(message),
  joined: (dialogue, message) => dialogue.joined(message),
  watching: (dialogue, message) => dialogue.watching(message),
  replaying: (dialogue, message) => dialogue.replaying(message),
  left: (dialogue, message) => dialogue.left(message),
  error: (dialogue, message) => dialogue.failed(message),
  moment: (dialogue, message) => {
    if (dialogue.wish !== null) dialogue.wish = at(dialogue.wish, message);
  },
  key: (dialogue, frame) => dialogue.look(frame),
  delta: (dialogue, frame) => dialogue.look(frame),
};
