/**
 * What the page's address asks for: `#/watch/ID/SEAT`, `#/replay/RUN/TICK`, or the lists, with the
 * invite of `#/play/CODE` above them.
 */

import { LOBBY } from "../net/places.js";
import { MAX_KEY } from "../net/types.js";

/**
 * Return the place that the part of an address behind its # means, for somebody with a name and a
 * calling. Without a seat there, an invite leads to the lists.
 */
export function placeOf(hash, { name, calling, link }) {
  const [kind, id = "", last = ""] = hash.replace(/^#?\//, "").split("/");
  const target = decoded(id).slice(0, MAX_KEY);
  const number = /^\d{1,9}$/.test(last) ? Number(last) : null;
  if (kind === "watch") return { kind, session: target, name, seat: number };
  if (kind === "replay" && target) return { kind, run: target, seat: null, tick: number ?? 0 };
  const seat = kind === "play" ? link.seatIn(target) : null;
  if (seat !== null) return { kind, session: target, name: seat, calling };
  return LOBBY;
}

/** Return the part of the page's address that plays in a session, by its id or an invite code. */
export function playHash(session) {
  return `#/play/${encodeURIComponent(session)}`;
}

/** Return the session's id or the code of the invite that the part behind a # is, else "". */
export function inviteOf(hash) {
  const [kind, code = ""] = hash.replace(/^#?\//, "").split("/");
  return kind === "play" ? decoded(code).slice(0, MAX_KEY) : "";
}

/** Return the id or the code that somebody typed, or that the invite holds which they pasted. */
export function codeOf(typed) {
  const [, hash = ""] = typed.split("#");
  if (hash) return inviteOf(hash) || watchedOf(hash);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.join(words.length === 2 && !typed.includes("-") ? "-" : "");
}

function watchedOf(hash) {
  const [kind, id = ""] = hash.replace(/^#?\//, "").split("/");
  return kind === "watch" ? decoded(id).slice(0, MAX_KEY) : "";
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
