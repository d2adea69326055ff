/** The page's identity at its server: logging in after each greeting, and keeping the login. */

import { sameBytes } from "./hex.js";

/** The login. `waiting` means that the answer to `greeting` has not come yet. */
export class LoginKeeper {
  constructor(logins) {
    this.waiting = false;
    this.logins = logins;
    this.login = null;
  }

  /** Return the request for a fresh connection, in a list; an empty one without a login. */
  greeting() {
    // Another tab may have logged in or out since.
    this.login = this.logins.get();
    this.waiting = this.login !== null;
    return this.waiting ? [{ tag: "login", ...this.login }] : [];
  }

  /** Note that the connection is gone, and with it any answer. */
  hangUp() {
    this.waiting = false;
  }

  /**
   * Keep the login of an account. After a logout, forget the kept login. The operator key belongs
   * to no account, so it is not kept: the operator shows it again by hand.
   */
  take({ name, operator, token }) {
    this.waiting = false;
    if (!name && !operator) this.logins.forget();
    else if (name && token.length) {
      this.login = { name, token };
      this.logins.put(this.login);
    }
  }

  /** Go on as a guest. Forget a login that the server no longer knows, but not a newer one. */
  refuse({ code }) {
    this.waiting = false;
    const kept = this.logins.get();
    if (code === "bad_login" && sameBytes(kept?.token, this.login?.token)) this.logins.forget();
  }
}
