/** The English grammar and the numbers that texts for players need. */

/** The end of a sentence. */
const ENDS = /[.!?…]$/;

/** Return a number, or the text of one, with its noun: "1 floor", "2.5 turns". */
export function counted(number, one) {
  return `${number} ${one}${String(number) === "1" ? "" : "s"}`;
}

/** Return words as a list: "Ann", "Ann and Bob", "Ann, Bob and you"; empty for none. */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Return a text that begins with a capital letter, and has no others. */
export function capitalized(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

/** Return a text that begins with a capital letter. */
export function begun(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Return words as a sentence, with a capital and a full stop; empty for none. */
export function sentenceOf(words) {
  return words ? `${begun(words)}${ENDS.test(words) ? "" : "."}` : "";
}

/** Return the nearest whole number; of two, the even one, as the terminal's client rounds. */
export function rounded(number) {
  const below = Math.floor(number);
  const rest = number - below;
  if (rest === 0.5) return below + (below % 2 === 0 ? 0 : 1);
  return rest < 0.5 ? below : below + 1;
}
