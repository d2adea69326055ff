/**
 * The place that the page wants, and asks for again after an outage.
 *
 * A wish is {request, token, session, granted, anew, making, makesIfFull}:
 *
 * - `request` is {tag, …fields} of a "join", "watch" or "replay";
 * - `token` takes the seat in `session` again; it is null without one;
 * - `granted`: the server has granted it before;
 * - `anew`: it is for a seat in a session that is yet to be made, with `making` as the fields of
 *   "create";
 * - `makesIfFull`: a session is made where the server has some, but no free seat.
 */

import { NO_SESSION } from "../generated/schema.js";

const PLAIN = {
  ...{ token: null, session: "", granted: false },
  ...{ anew: false, making: {}, makesIfFull: true },
};

/** Return the wish for a request. */
export function wishFor(request, more = {}) {
  return { request, ...PLAIN, ...more };
}

/** Return the request in the form that goes to the server: {tag, …fields}. */
export function requestOf({ request, token, session }) {
  if (request.tag !== "join" || token === null) return request;
  return { tag: "join", session, name: request.name, token };
}

/**
 * Return whether it is worth asking again after this refusal of a busy server: a place that the
 * page had before is worth it. A new one is not if the server is full, and neither is a new replay.
 */
export function outlasts({ granted, request }, code) {
  return granted || (code !== "server_full" && request.tag !== "replay");
}

/** Return whether this refusal means that the page should make a session of its own. */
export function isForOwnSession({ request, token, makesIfFull }, code) {
  const takesAny = request.tag === "join" && token === null && !request.session;
  return takesAny && (code === NO_SESSION || (makesIfFull && code === "session_full"));
}

/** Return the wish with other eyes, if the request can choose eyes. */
export function seenBy(wish, seat) {
  return wish.request.tag === "join" ? wish : { ...wish, request: { ...wish.request, seat } };
}

/** Return the wish for a replay at the tick of a moment. */
export function at(wish, { tick }) {
  if (wish.request.tag !== "replay") return wish;
  return { ...wish, request: { ...wish.request, tick, elapsed: null } };
}

/** Return the wish for a seat in the session that `door` opens: its id or an invite code. */
export function toJoin(wish, door) {
  return { ...wish, request: { ...wish.request, session: door }, anew: false };
}

/** Return the name that the seat was requested under: the server may have cleaned it. */
export function wantedName(wish, { name }) {
  return wish?.request.tag === "join" ? wish.request.name : name;
}

/** Return the wish that asks for a taken seat again, by its token or through `door`. */
export function seated(name, { token, session }, door) {
  return wishFor({ tag: "join", session: door, name }, { token, session, granted: true });
}

/**
 * Return the wish that asks for a spectator's place again, through `door`: the page asked for it,
 * or the server gave it to a player whose hero died. A player who waits in line wants the seat.
 */
export function watched(wish, { name: called, in_line: inLine }, door) {
  if (wish?.token && inLine) return { ...wish, granted: true };
  // A watcher without a name was called something by the server, and needs no name next time.
  const { tag, name, seat } = wish?.request ?? {};
  const asked = tag === "watch" ? { name, seat } : { name: called, seat: null };
  return wishFor({ tag: "watch", session: door, ...asked }, { granted: true });
}

/** Return the wish that asks for a replay again, by the run's full name. */
export function replayed(wish, { run }) {
  const asked = wish?.request.tag === "replay" ? wish.request : { tag: "replay" };
  return wishFor({ ...asked, run }, { granted: true });
}
