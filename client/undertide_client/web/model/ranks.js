/** Who may give which order, and to whom, by the server's ranks. */

import { LEAST_RANKS, RANK_ORDER, ROLE_RANKS } from "../generated/catalogue.js";

/** Return the rank that a role of the protocol has: a name in `RANK_ORDER`. */
export function rankOf(role) {
  return ROLE_RANKS[role];
}

/** Return whether a rank may give an order, named by its tag, at all. */
export function mayGive(rank, order) {
  return height(rank) >= height(LEAST_RANKS[order]);
}

/** Return whether a rank may kick, ban, mute or refuse somebody of another rank. */
export function mayCommand(rank, other) {
  return height(rank) > height(other);
}

/** Return whether a rank may see the invite code of a session with this access. */
export function maySeeCode(rank, access) {
  return mayRenewCode(rank) || (mayGive(rank, "invite") && access === "invited");
}

/** Return whether a rank may replace the invite code with a new one. */
export function mayRenewCode(rank) {
  return height(rank) >= height("MODERATOR");
}

/** Return whether a rank may read the audit log of a session. */
export function mayReadAuditLog(rank) {
  return height(rank) >= height("MODERATOR");
}

function height(rank) {
  return RANK_ORDER.indexOf(rank);
}
