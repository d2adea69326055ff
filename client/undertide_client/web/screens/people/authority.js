/**
 * The moderation rights of the player in a session, by the server's ranks. The server decides: this
 * only hides from the screen whatever the server would refuse.
 */

import {
  mayCommand,
  mayGive,
  mayReadAuditLog,
  mayRenewCode,
  maySeeCode,
  rankOf,
} from "../../model/ranks.js";

/** The player's rights among `people`. An `operator` may moderate the whole server. */
export class Authority {
  constructor(people, operator = false) {
    this.people = people;
    this.rank = operator ? "OPERATOR" : rankOf(people.role);
  }

  /** Return whether the player may give an order, named by its tag, at all. */
  may(order) {
    return mayGive(this.rank, order);
  }

  /** Whether the player may see the invite code. */
  get seesCode() {
    return maySeeCode(this.rank, this.people.terms.access);
  }

  /** Whether the player may renew the invite code. */
  get renewsCode() {
    return mayRenewCode(this.rank);
  }

  /** Whether the player may read the audit log. */
  get readsAuditLog() {
    return mayReadAuditLog(this.rank);
  }

  /** Return whether the player may kick, ban or mute a person. */
  commands(person) {
    return this.may("ban") && this.outranks(person);
  }

  /** Return whether the player may forbid a person to watch. */
  refuses(person) {
    return this.may("refuse") && person.role === "spectator" && this.outranks(person);
  }

  /** Return whether the player may give a person another role. */
  appoints(person) {
    return this.may("appoint") && person.seat !== null && person.role !== "host";
  }

  /** Return whether the player may ban a person from the whole server. */
  bansFromServer(person) {
    return this.may("outlaw") && !this.isOneself(person) && Boolean(marks(person));
  }

  outranks(person) {
    return !this.isOneself(person) && mayCommand(this.rank, rankOf(person.role));
  }

  isOneself(person) {
    return Boolean(this.people.you) && person.id === this.people.you;
  }
}

/** Return the account or the address that identifies a person; empty if neither is known. */
function marks(person) {
  return person.account || person.address;
}
