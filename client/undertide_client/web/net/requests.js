/** What the page sends, put together by names: messages, intents and orders (docs/protocol.md). */

import {
  INTENT_DEFAULTS,
  INTENT_FIELDS,
  ORDER_DEFAULTS,
  ORDER_FIELDS,
  REQUEST_DEFAULTS,
  REQUEST_FIELDS,
} from "../generated/schema.js";

/** Return a message to the server, [tag, …fields], from its fields by name. */
export function message(tag, given = {}) {
  return tagged(REQUEST_FIELDS, REQUEST_DEFAULTS, tag, given);
}

/** Return an intent, [tag, …fields], from its fields by name. */
export function intent(tag, given = {}) {
  return tagged(INTENT_FIELDS, INTENT_DEFAULTS, tag, given);
}

/** Return an order, [tag, …fields], from its fields by name. */
export function order(tag, given = {}) {
  return tagged(ORDER_FIELDS, ORDER_DEFAULTS, tag, given);
}

/** Return the fields in their order; those that are not given have their defaults. */
function tagged(fields, defaults, tag, given) {
  if (!Object.hasOwn(fields, tag)) throw new Error(`nothing is called ${tag}`);
  const known = fields[tag];
  const strange = Object.keys(given).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`${tag} has no ${strange}`);
  return [tag, ...known.map((name) => given[name] ?? required(defaults[tag], name, tag))];
}

function required(defaults, name, tag) {
  if (!Object.hasOwn(defaults ?? {}, name)) throw new Error(`${tag} lacks its ${name}`);
  return defaults[name];
}
