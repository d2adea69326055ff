/** Resume tokens: secrets that take a seat again, kept by this browser for the next visit. */

import { MAX_TOKENS } from "../generated/schema.js";
import { fromHex, toHex } from "./hex.js";
import { Kept } from "./kept.js";

const PREFIX = "undertide.seat.";

/** The tokens of one server's seats, each by its session and the name of its player. */
export class Tokens {
  constructor(url, kept = new Kept(PREFIX)) {
    this.url = url;
    this.kept = kept;
  }

  /** Return the token of a seat as bytes; null if there is none. */
  get(session, name) {
    return fromHex(this.kept.get([this.url, session, name])?.token);
  }

  /** Return the sessions in which `name` has a seat, the latest first. */
  sessions(name) {
    return this.seats().filter((one) => one.name === name).map(({ session }) => session);
  }

  /** Return the name of the latest seat in a session; null if there is none. */
  name(session) {
    return this.seats().find((one) => one.session === session)?.name ?? null;
  }

  /** Return all seats on the server, the latest first: {session, name}. */
  seats() {
    const own = this.kept.entries().filter(([[url]]) => url === this.url);
    const latestFirst = own.sort(([, one], [, other]) => dateOf(other) - dateOf(one));
    return latestFirst.map(([[, session, name]]) => ({ session, name }));
  }

  /** Keep a seat's newest token in place of any older one. The oldest seats are forgotten. */
  storeToken(session, name, token) {
    const at = Math.max(Date.now(), this.latest() + 1);
    this.kept.storeValue([this.url, session, name], { token: toHex(token), at });
    this.kept.prune(MAX_TOKENS, dateOf);
  }

  removeToken(session, name) {
    this.kept.removeValue([this.url, session, name]);
  }

  /** Return when the last seat was kept, so that each is later than the one before. */
  latest() {
    return Math.max(0, ...this.kept.entries().map(([, value]) => dateOf(value)));
  }
}

/** Return when a seat was kept, in milliseconds since 1970; 0 where that can't be read. */
function dateOf(value) {
  return Number.isSafeInteger(value?.at) ? value.at : 0;
}
