/** The card of a hero's end, as text that people pass on. */

import { counted } from "./grammar.js";

/** Lines of the log on a card: the last blows. */
const LINES = 5;

/**
 * Return the card of a hero's end as lines of text: see `undertide_shared/chronicles.py`. `end` is
 * {won, seed}, null while the run goes on; `link` leads to the hero's chronicle, or is empty.
 */
export function cardOf(life, end, link) {
  const sight = sightRows(life.sight).map((row) => `  ${row}`.trimEnd());
  const lines = lastLines(life).map(({ text }) => text);
  const last = [end?.seed ? `Seed: ${end.seed}` : "", link].filter(Boolean);
  const parts = [cardHead(life, end), sight, lines, last].filter((part) => part.length);
  return parts.flatMap((part) => ["", ...part]).slice(1);
}

/** Return the two lines above a card's picture: who came to which end, and in which run. */
export function cardHead(life, end) {
  const fate = end?.won && !life.cause ? "victorious" : fateOf(life);
  const kills = counted(life.kills, "kill");
  const run = `Undertide, ${below(life.elapsed)} below, ${kills}. ${life.subtitle}`.trimEnd();
  return [`${life.name}, ${life.calling} of level ${life.level}, ${fate}`, run];
}

/** Return the last lines of the log that a card repeats. */
export function lastLines({ lines }) {
  return lines.slice(-LINES);
}

/**
 * Return the indexes of a picture's looks by rows. A picture that tells of fewer cells than it says
 * ends with empty ones; what can't be an index is empty.
 */
export function sightCells({ width, height, looks, cells }) {
  const most = width * height;
  const all = [];
  for (let at = 0; at + 1 < cells.length; at += 2) {
    const number = cells[at] <= looks.length ? cells[at] : 0;
    const count = Math.min(cells[at + 1], most - all.length);
    for (let each = 0; each < count; each += 1) all.push(number);
  }
  while (all.length < most) all.push(0);
  return Array.from({ length: height }, (_, y) => all.slice(y * width, (y + 1) * width));
}

function sightRows(sight) {
  if (!sight) return [];
  const signs = [" ", ...sight.looks.map(([glyph]) => glyph)];
  return sightCells(sight).map((row) => row.map((number) => signs[number]).join(""));
}

function fateOf({ cause, floors, floor }) {
  if (!cause) return "alive";
  return `killed by ${cause} on floor ${floors.at(-1)?.number ?? floor}`;
}

function below(elapsed) {
  const seconds = Math.floor(elapsed / 1000);
  return seconds < 60 ? counted(seconds, "second") : counted(Math.floor(seconds / 60), "minute");
}
