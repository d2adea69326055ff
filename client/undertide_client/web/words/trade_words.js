/** Texts about a trade with a companion (R17). */

import { itemName } from "./item_words.js";

/** Return what a companion offers in a trade. */
export function offerWords(name, table) {
  if (table === null) return `Choose what you offer. ${name} then adds something of its own.`;
  const parts = table.gets.map(itemName);
  if (table.gets_gold) parts.push(`${table.gets_gold} gold`);
  return parts.length ? `${name} offers: ${parts.join(", ")}.` : `${name} offers nothing yet.`;
}

/** Return who accepts the present offers. `isChanged`: an offer was not sent yet. */
export function consentWords(name, table, isChanged) {
  if (table === null) return "";
  if (isChanged) return "Send your changed offer first: nobody accepts what is not sent.";
  if (table.accepts) return `You accept. ${name} has not accepted yet.`;
  return table.is_accepted ? `${name} accepts. Do you?` : "Nobody has accepted yet.";
}
