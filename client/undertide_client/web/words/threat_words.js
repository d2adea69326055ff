/** What a monster means to the followed hero, in words. */

import { TRICKS } from "../generated/catalogue.js";
import { begun, listed } from "./grammar.js";

const MARK = "!";
/** Most marks beside one monster: who sees so many needs to see no more. */
const MOST_MARKS = 4;
/** The ink of the mark of each rank of danger; greater ones have the last. */
const INKS = ["soft", "ink", "warning", "bad"];
/** Percent of a life that is all of it. */
const ALL = 100;

/** Return what an enemy means to the followed hero; null where nobody rates its danger. */
export function threatOf(mirror, one) {
  const threat = mirror.threats.get(one.id);
  return threat === undefined || one.mood === "peaceful" || !threat.danger ? null : threat;
}

/** Return the mark of a danger with its ink, longer for a greater one; empty for the least. */
export function dangerSpan(threat) {
  const rank = threat === null ? 0 : threat.rank;
  return [MARK.repeat(Math.min(MOST_MARKS, rank)), INKS[Math.min(INKS.length - 1, rank)]];
}

/** Return how great a danger an enemy is: "dire danger"; empty where nobody rates it. */
export function dangerWords(mirror, one) {
  const threat = threatOf(mirror, one);
  return threat === null ? "" : `${threat.danger} danger`;
}

/** Return the same as a sentence, with its mark and what a fight costs; empty without any. */
export function dangerSentence(mirror, one) {
  const threat = threatOf(mirror, one);
  if (threat === null) return "";
  const [mark] = dangerSpan(threat);
  const rated = `${begun(dangerWords(mirror, one))}${mark ? ` (${mark})` : ""}`;
  if (threat.costs >= ALL) return `${rated}: alone you would fall before it does.`;
  const cost = threat.costs ? `about ${threat.costs} % of your full life` : "hardly any life";
  return `${rated}: felling it alone would cost you ${cost}.`;
}

/** Return sentences by which a player decides about a monster; empty if it is no threat. */
export function threatWords(mirror, one) {
  const threat = mirror.threats.get(one.id);
  if (threat === undefined || mirror.hero === null) return "";
  const blows = `${itsBlows(threat, mirror.hero)}; ${yourBlows(threat, one.health)}.`;
  const reach = threat.reach > 1 ? `It strikes up to ${threat.reach} cells far.` : "";
  const known = threat.tricks.map((trick) =>
    Object.hasOwn(TRICKS, trick) ? TRICKS[trick] : mirror.words.get(trick),
  );
  const seen = known.filter(Boolean);
  seen.push(...threat.spells.map((spell) => `cast ${spell}`));
  const tricks = seen.length ? `Its kind was seen to ${listed(seen)}.` : "";
  return [dangerSentence(mirror, one), blows, reach, tricks].filter(Boolean).join(" ");
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
