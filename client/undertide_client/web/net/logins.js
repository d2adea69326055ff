/**
 * Logins: the tokens that log in to an account, kept by this browser for the next visit. A
 * password is never kept.
 */

import { fromHex, toHex } from "./hex.js";
import { Kept } from "./kept.js";

const PREFIX = "undertide.login.";

/** The login at one server: {name, token}. */
export class Logins {
  constructor(url, kept = new Kept(PREFIX)) {
    this.words = [url];
    this.kept = kept;
  }

  /** Return the login, or null. */
  get() {
    const { name, token } = this.kept.get(this.words) ?? {};
    const bytes = fromHex(token);
    return typeof name === "string" && bytes !== null ? { name, token: bytes } : null;
  }

  /** Keep the newest login in place of any older one. */
  storeLogin({ name, token }) {
    this.kept.storeValue(this.words, { name, token: toHex(token) });
  }

  removeLogin() {
    this.kept.removeValue(this.words);
  }
}
