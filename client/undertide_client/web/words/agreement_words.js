/** Agreements on stairs (R17) in words. */

import { listed } from "./grammar.js";
import { spanWords } from "./time_words.js";
import { isOwn, nameOfSeat } from "./words.js";

/** Return the agreement of which the followed hero is part; null without one. */
export function ownAgreement(mirror) {
  return mirror.agreements.find((one) => one.agreed.includes(mirror.following)) ?? null;
}

/** Return the command that agrees to a proposal that waits for the player; null without one. */
export function commandToAgree(mirror) {
  const asked = mirror.agreements.find((one) => one.awaited.some((seat) => isOwn(mirror, seat)));
  if (asked === undefined) return null;
  return isAbove(mirror, asked) ? "ASCEND" : "DESCEND";
}

/** Return who agrees to take which stairs: "↓ a warren: Ann and you; 8 s for Bob". */
export function agreementWords(mirror, agreement) {
  const agreed = `${wayOf(mirror, agreement)}: ${names(mirror, agreement.agreed)}`;
  const awaited = names(mirror, agreement.awaited);
  if (!awaited) return `${agreed}: all agree, come to the stairs`;
  if (!agreement.ticks) return `${agreed}; may go without ${awaited}`;
  return `${agreed}; ${spanWords(agreement.ticks, mirror)} for ${awaited}`;
}

/** Return who agreed to take the stairs to a branch: "Ann agreed"; empty if nobody did. */
export function proposalWords(mirror, branch) {
  const one = mirror.agreements.find((each) => each.branch === branch && each.agreed.length);
  return one ? `${names(mirror, one.agreed)} agreed` : "";
}

/** Return where stairs lead: "↓ a warren". */
function wayOf(mirror, agreement) {
  const branch = mirror.tree.get(agreement.branch);
  return branch ? `${isAbove(mirror, agreement) ? "↑" : "↓"} ${branch.name}` : "stairs";
}

function isAbove(mirror, agreement) {
  const branch = mirror.tree.get(agreement.branch);
  const here = mirror.tree.get(mirror.floor?.branch);
  return branch !== undefined && here !== undefined && branch.depth < here.depth;
}

/** Return the names of heroes: "Ann, Bob and you". */
function names(mirror, seats) {
  return listed(seats.map((seat) => (isOwn(mirror, seat) ? "you" : nameOfSeat(mirror, seat))));
}
