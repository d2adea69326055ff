/** What strangers wrote, made fit to be shown: one line, nothing that hides or piles up. */

import { BLANK, MAX_MARKS } from "../generated/schema.js";

/** Stands for a glyph that is not exactly one visible character. */
const UNREADABLE = "?";
/** Controls, formats (bidi, zero-width), surrogates, private use, unassigned. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const SHOWS_NOTHING = new RegExp(`[${BLANK}]`, "gu");
/** More marks on one character than everyday words need: they would climb over other lines. */
const PILED = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
const ONE_GLYPH = /^[^\p{C}\p{M}\p{Z}]$/u;

/** Text of letters, digits and signs that are plain, with one space between words. */
const PLAIN = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** Return `text` as one line of at most `limit` characters. */
export function line(text, limit) {
  return text.length <= limit && (text === "" || PLAIN.test(text)) ? text : cleaned(text, limit);
}

function cleaned(text, limit) {
  const seen = text
    .slice(0, limit * 4)
    .replace(/\s+/gu, " ")
    .replace(HIDDEN, "")
    .replace(SHOWS_NOTHING, "")
    .normalize("NFC")
    .replace(PILED, "$1")
    .trim();
  return [...seen].slice(0, limit).join("");
}

/** Return a name of at most `limit` characters; something to point at even where nothing is left. */
export function someone(text, limit) {
  return line(text, limit) || UNREADABLE;
}

/** Return `text` if it is one visible character or a space. */
export function glyph(text) {
  return text === " " || ONE_GLYPH.test(text) ? text : UNREADABLE;
}
