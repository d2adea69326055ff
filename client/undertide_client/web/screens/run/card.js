/** The card of a hero's end as a picture: drawn on a canvas, and saved from it. */

import { css, legible, rgb } from "../../page/colours.js";
import { element } from "../../page/dom.js";
import { cardHead, lastLines, sightCells } from "../../words/cards.js";
import { runEndOf } from "../../words/words.js";

/** Sizes in pixels: of the picture, of a glyph's cell, and of a line of text. */
const [WIDTH, MARGIN, CELL, ROW, LINE] = [880, 28, 20, 24, 26];
/** The colours of the card: see `palette.py`. */
const INKS = { paper: "#090b11", frame: "#e6c470", bright: "#fffaec", soft: "#8e949e", ink: "#d0cec4" };
const KILLER = "#801c1c";
const GLYPHS = "20px 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const WORDS = "17px 'DejaVu Sans', Verdana, sans-serif";
const NAME = "bold 20px 'DejaVu Sans', Verdana, sans-serif";

/** Return a canvas with the card of a life. `adapt` turns colours into those that eyes tell apart. */
export function drawnCard(life, ended, link, adapt) {
  const [fate, run] = cardHead(life, runEndOf(ended));
  const seed = ended?.seed ? `Seed: ${ended.seed}` : "";
  const below = [
    ...lastLines(life).map(({ text }) => [text, INKS.ink]),
    ...[seed, link].filter(Boolean).map((text) => [text, INKS.frame]),
  ];
  const rows = life.sight?.height ?? 0;
  const canvas = element("canvas", "card");
  canvas.width = WIDTH;
  canvas.height = 2 * MARGIN + 2 * LINE + rows * ROW + (below.length + 1) * LINE;
  const pen = canvas.getContext("2d");
  paint(pen, INKS.paper, 0, 0, WIDTH, canvas.height);
  pen.strokeStyle = INKS.frame;
  pen.strokeRect(8.5, 8.5, WIDTH - 17, canvas.height - 17);
  write(pen, NAME, INKS.bright, fate, MARGIN);
  write(pen, WORDS, INKS.soft, run, MARGIN + LINE);
  if (life.sight) drawSight(pen, life.sight, MARGIN + 2 * LINE + LINE / 2, adapt);
  const top = MARGIN + 2 * LINE + rows * ROW + LINE;
  below.forEach(([text, ink], at) => write(pen, WORDS, ink, text, top + at * LINE));
  return canvas;
}

/** Have the browser save a canvas as a picture. */
export function saveCard(canvas, name) {
  canvas.toBlob((blob) => {
    const link = element("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

function drawSight(pen, sight, top, adapt) {
  const left = (WIDTH - sight.width * CELL) / 2;
  const [killerX, killerY] = sight.killer;
  if (killerX >= 0) paint(pen, KILLER, left + killerX * CELL, top + killerY * ROW, CELL, ROW);
  pen.textAlign = "center";
  sightCells(sight).forEach((row, y) =>
    row.forEach((number, x) => {
      if (!number) return;
      const [glyph, colour] = sight.looks[number - 1];
      pen.font = GLYPHS;
      pen.fillStyle = css(adapt(legible(rgb(colour))));
      pen.fillText(glyph, left + (x + 0.5) * CELL, top + (y + 0.75) * ROW);
    }),
  );
  pen.textAlign = "start";
}

function write(pen, font, ink, text, y) {
  pen.font = font;
  pen.fillStyle = ink;
  pen.fillText(text, MARGIN, y + LINE * 0.75, WIDTH - 2 * MARGIN);
}

function paint(pen, colour, x, y, width, height) {
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
}
