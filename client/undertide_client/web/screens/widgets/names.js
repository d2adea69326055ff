/** Texts that players write, cleaned as the server cleans them. */

import { MAX_CHAT, MAX_NAME, SERVER_MARK } from "../../generated/schema.js";
import { line } from "../../net/text.js";
import { BadText } from "./form.js";

/** Return a text as a name. Throws BadText if it is empty or too long, or begins with a sign. */
export function cleanName(text) {
  const name = line(text, MAX_NAME + 1);
  if (!name) throw new BadText("a name needs at least one visible character");
  if ([...name].length > MAX_NAME) throw new BadText(`a name has at most ${MAX_NAME} characters`);
  if (!/^[\p{L}\p{N}]/u.test(name)) throw new BadText("a name begins with a letter or digit");
  return name;
}

/** Return a text as a line of chat, without the server's mark; empty if nothing is left. */
export function cleanChat(text) {
  return line(text.replaceAll(SERVER_MARK, ""), MAX_CHAT);
}
