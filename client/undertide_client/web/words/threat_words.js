/** What a monster means to the followed hero, in words. */

import { TRICKS } from "../generated/catalogue.js";
import { listed } from "./grammar.js";

/** Return the name of a monster, after the word of danger if it is an enemy: "dire goblin". */
export function called(mirror, one, kind) {
  const threat = mirror.threats.get(one.id);
  if (threat === undefined || one.mood === "peaceful" || !threat.danger) return kind.name;
  return `${threat.danger} ${kind.name}`;
}

/** Return sentences by which a player decides about a monster; empty if it is no threat. */
export function threatWords(mirror, one) {
  const threat = mirror.threats.get(one.id);
  if (threat === undefined || mirror.hero === null) return "";
  const blows = `${itsBlows(threat, mirror.hero)}; ${yourBlows(threat, one.health)}.`;
  const reach = threat.reach > 1 ? `It strikes up to ${threat.reach} cells far.` : "";
  const known = threat.tricks.filter((trick) => Object.hasOwn(TRICKS, trick));
  const seen = known.map((trick) => TRICKS[trick]);
  seen.push(...threat.spells.map((spell) => `cast ${spell}`));
  const tricks = seen.length ? `Its kind was seen to ${listed(seen)}.` : "";
  return [blows, reach, tricks].filter(Boolean).join(" ");
}

function itsBlows({ deals }, { life }) {
  if (deals <= 0) return "Its blows don't hurt you";
  const count = Math.max(1, Math.ceil((life * 100) / deals));
  return count === 1 ? "One of its blows kills you" : `${count} of its blows kill you`;
}

function yourBlows({ takes }, health) {
  if (takes <= 0) return "yours don't hurt it";
  const count = Math.max(1, Math.ceil((health * 100) / takes));
  return count === 1 ? "one of yours kills it" : `${count} of yours kill it`;
}
