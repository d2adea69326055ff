/** The page's identity at its server: the tokens of its seats, and its login. */

import { idOf } from "./codes.js";
import { sameBytes } from "./hex.js";
import { wishFor } from "./destination.js";

/** The tokens of one server's seats, the present seat included. */
export class SeatKeeper {
  constructor(tokens) {
    this.tokens = tokens;
    /** The seat taken last: {session, name, number, token}. */
    this.seat = null;
    this.died = false;
  }

  /**
   * Return the wish for a seat, with a kept token if there is one. A seat is known by the session's
   * id, even if the request has an invite code.
   */
  wishFor(request) {
    const door = request.session;
    const sessions = door ? [idOf(door)] : this.tokens.sessions(request.name);
    for (const session of sessions) {
      const token = this.tokens.get(session, request.name);
      if (token !== null) return wishFor(request, { token, session });
    }
    return wishFor(request);
  }

  /** Return the name of the latest seat in a session, by its id or invite code; null for none. */
  nameIn(door) {
    return door ? this.tokens.name(idOf(door)) : null;
  }

  /** Keep the token of a seat, taken under a name. */
  storeSeat({ session, seat: number, token }, name) {
    this.seat = { session, name, number, token };
    this.died = false;
    this.storeToken();
  }

  storeToken() {
    this.tokens.storeToken(this.seat.session, this.seat.name, this.seat.token);
  }

  /**
   * Return whether another tab of this browser has taken a seat since this one had it: the browser
   * keeps the newest token.
   */
  isElsewhere({ granted, token, session, request }) {
    if (!granted || token === null) return false;
    const kept = this.tokens.get(session, request.name);
    return kept !== null && !sameBytes(kept, token);
  }

  /** Forget the token of a seat that no longer exists, but not a newer one of another tab. */
  dropToken({ session, token, request: { name } }) {
    if (sameBytes(this.tokens.get(session, name), token)) this.tokens.removeToken(session, name);
  }

  /**
   * Forget the kept token of a dead hero: a player who joins again later begins with a new hero.
   * After an outage, the player still comes back to the seat. If the player goes on with a new hero
   * in the seat, the token is kept again.
   */
  lookAt(party) {
    const own = party.find(({ seat }) => seat === this.seat?.number);
    if (own === undefined) return;
    const died = own.state === "dead";
    if (died && !this.died) this.tokens.removeToken(this.seat.session, this.seat.name);
    else if (this.died && !died) this.storeToken();
    this.died = died;
  }
}

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
  storeLogin({ name, operator, token }) {
    this.waiting = false;
    if (!name && !operator) this.logins.removeLogin();
    else if (name && token.length) {
      this.login = { name, token };
      this.logins.storeLogin(this.login);
    }
  }

  /** Go on as a guest. Forget a login that the server no longer knows, but not a newer one. */
  refuse({ code }) {
    this.waiting = false;
    const kept = this.logins.get();
    if (code === "bad_login" && sameBytes(kept?.token, this.login?.token))
      this.logins.removeLogin();
  }
}
