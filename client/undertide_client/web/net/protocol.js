/**
 * The messages of protocol `undertide.v1` (docs/protocol.md), as objects with named fields.
 * Whatever is read here has the right types, and its text is fit to be shown.
 *
 * What a newer server may add is passed over: fields at the end, and messages.
 */

import { ANSWERS } from "../generated/schema.js";
import { decode } from "./codec.js";
import { BadMessage, shape, within } from "./types.js";

/** The readers of messages, by their tags. */
const MESSAGES = Object.fromEntries(
  Object.entries(ANSWERS).map(([tag, fields]) => [tag, shape(tag, fields)]),
);

/** Return the message in some bytes; null if this page knows no such one. Raises BadMessage. */
export function read(bytes) {
  const raw = decode(bytes);
  if (!Array.isArray(raw) || typeof raw[0] !== "string") {
    throw new BadMessage("expected an array that begins with a tag");
  }
  const [tag, ...fields] = raw;
  if (!Object.hasOwn(MESSAGES, tag)) return null;
  return { tag, ...within(tag, () => MESSAGES[tag](fields)) };
}
