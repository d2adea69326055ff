/** The invite codes that this page knows, by session. */

import { UNLISTED_ID_LENGTH } from "../generated/catalogue.js";
import { MAX_CODES, SEPARATOR } from "../generated/schema.js";

/** Return the id of the session that an id or an invite code names. */
export function idOf(said) {
  return said.split(SEPARATOR, 1)[0];
}

/** Return the secret of an invite code, or an empty text for a session's id. */
export function secretOf(said) {
  return said.slice(idOf(said).length + SEPARATOR.length);
}

/** Return whether the very knowledge of an id or a code lets people in: nobody may log it. */
export function letsIn(said) {
  return secretOf(said) !== "" || said.length >= UNLISTED_ID_LENGTH;
}

/** Codes by the ids of their sessions. The oldest are forgotten first. */
export class Codes {
  constructor() {
    this.codes = new Map();
  }

  /** Remember `code` if it is an invite code of the session. */
  learn(session, code) {
    if (idOf(code) !== session || !secretOf(code)) return;
    this.codes.delete(session);
    this.codes.set(session, code);
    if (this.codes.size > MAX_CODES) this.codes.delete(this.codes.keys().next().value);
  }

  /** Return the invite code of a session if it is known, otherwise its id. */
  door(session) {
    return this.codes.get(session) ?? session;
  }
}
