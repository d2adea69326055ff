/** What a screen tells a player who hears it. */

import { SIGNS } from "../../generated/catalogue.js";

const SIGN = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "gu");
/** The gap between two columns. */
const COLUMNS = / {2,}/g;

/** Return text in words alone: signs become words, and gaps between columns commas. */
export function plainText(text) {
  const words = text.replace(SIGN, (sign) => SIGNS[sign]).trim();
  return words.replace(COLUMNS, ", ").replaceAll(",, ", ", ").replaceAll(":, ", ": ");
}
