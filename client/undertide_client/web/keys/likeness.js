/** The likeness of words, for a guess at what somebody meant to write. */

import { quoted } from "./keymap.js";

/** Least likeness of a word that is worth a guess, as in the terminal's client. */
const LEAST = 0.6;

/** Return a question about the known word that is most like another; empty if none is like it. */
export function didYouMean(word, known) {
  let [best, most] = ["", LEAST];
  for (const each of known) {
    const likeness = likenessOf(each, word);
    if (likeness > most || (likeness === most && each > best)) [best, most] = [each, likeness];
  }
  return best ? `; did you mean ${quoted(best)}?` : "";
}

/** Return how alike two words are, from 0 to 1: the share of their letters in matching runs. */
export function likenessOf(one, other) {
  const length = one.length + other.length;
  return length ? (2 * matching(one, other)) / length : 1;
}

/** Return how many letters match: the longest common run, and those at its left and its right. */
function matching(one, other) {
  let [size, left, right] = [0, 0, 0];
  for (let start = 0; start < one.length; start += 1) {
    for (let there = 0; there < other.length; there += 1) {
      const run = runFrom(one, start, other, there);
      if (run > size) [size, left, right] = [run, start, there];
    }
  }
  if (!size) return 0;
  const before = matching(one.slice(0, left), other.slice(0, right));
  return size + before + matching(one.slice(left + size), other.slice(right + size));
}

function runFrom(one, start, other, there) {
  let run = 0;
  while (start + run < one.length && one[start + run] === other[there + run]) run += 1;
  return run;
}
