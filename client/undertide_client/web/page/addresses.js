/** The page's own addresses: what is behind their #, and links to pass on. */

import { MAX_KEY } from "../generated/schema.js";
import { letsIn } from "../net/codes.js";

/** Paths that a link to pass on has, by which a server shows a preview of it. */
const PATH = /\/(play|watch|replay)\/(.+)$/;

/** Return the part of the page's address that plays in a session, by its id or an invite code. */
export function playHash(session) {
  return `#/play/${encodeURIComponent(session)}`;
}

/** Return the part of the page's address that watches a session, by its id or an invite code. */
export function watchHash(session, seat = null) {
  const whose = seat === null ? "" : `/${seat}`;
  return `#/watch/${encodeURIComponent(session)}${whose}`;
}

/** Return the part of the page's address that shows a run again. */
export function replayHash(run) {
  return `#/replay/${encodeURIComponent(run)}`;
}

/**
 * Return the link that leads a friend into a session, by its id or an invite code. A path has a
 * preview where people pass it on. What follows a # never gets into the logs of servers, so the
 * codes of private sessions stand there.
 */
export function inviteLink(code) {
  const hash = playHash(code);
  return new URL(letsIn(code) ? hash : hash.slice("#/".length), rootOf(window.location)).href;
}

/** Return the address of the lobby of the server that has the page. */
export function rootOf({ origin, pathname }) {
  return new URL(pathname.replace(PATH, "/"), origin).href;
}

/** Return whether only this machine can open what is on the host of an address. */
export function isOfThisMachine({ hostname }) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Return what stands behind the # in place of the path of a link to pass on; null for others. */
export function hashOfPath(pathname) {
  const found = PATH.exec(pathname);
  return found ? `#/${found[1]}/${found[2]}` : null;
}

/**
 * Return what the part of an address behind its # names: {kind, id, last}. `id` is a session's id,
 * an invite code or a run's name; `last` what follows it.
 */
export function partsOf(hash) {
  const [kind, id = "", last = ""] = hash.replace(/^#?\//, "").split("/");
  return { kind, id: decoded(id).slice(0, MAX_KEY), last };
}

/** Return the session's id or the code of the invite that the part behind a # is, else "". */
export function inviteOf(hash) {
  const { kind, id } = partsOf(hash);
  return kind === "play" ? id : "";
}

/** Return the id or the code that somebody typed, or that the link holds which they pasted. */
export function codeOf(typed) {
  const [address, fragment = ""] = typed.trim().split("#");
  const hash = fragment || (hashOfPath(address) ?? "");
  if (hash) {
    const { kind, id } = partsOf(hash);
    return kind === "play" || kind === "watch" ? id : "";
  }
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.join(words.length === 2 && !typed.includes("-") ? "-" : "");
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
