/** Glyphs drawn once in each colour and size, and copied from then on. */

import { css } from "../page/colours.js";
import { ROUND, STRAIGHT } from "../generated/figures.js";

/** Signs on a sheet. A browser copies a sheet that changes after it was drawn, so it is small. */
const SIGNS = 32;
/** Pixels of all sheets: some thousands of signs at a usual size. */
const PIXELS = 2_000_000;
/** Fonts whose characters all are as wide, the finest first. Each system has one of them. */
const FONTS =
  '"Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono", monospace';
/** Height of a font as a share of its cell's, and of the marks that stand in a corner of one. */
const SIZE = 0.82;
/** Thickness of the lines of walls as a share of a cell's height. */
const THICK = { [STRAIGHT]: 0.14, [ROUND]: 0.09 };
/** Colours are told apart by so many values of a channel: the eye sees no more on a glyph. */
const STEP = 8;

/** Return a glyph in a colour, as sprites draw it: {glyph, colour, key}. */
export function signOf(glyph, colour) {
  const near = colour.map((value) => Math.round(value / STEP) * STEP);
  return { glyph, colour: near, key: `${glyph}${near}` };
}

export class Sprites {
  constructor() {
    this.places = new Map();
    this.width = 0;
    this.height = 0;
  }

  /** Draw glyphs for cells of a size, in device pixels. */
  resize(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.places.clear();
  }

  /** Draw a sign at a pixel of another canvas. */
  draw(target, sign, x, y) {
    const { sheet, top } = this.place(sign);
    const { width, height } = this;
    target.drawImage(sheet, 0, top, width, height, x, y, width, height);
  }

  /** Return the sheet on which a sign stands, and where. It is drawn there if it was not. */
  place({ key, glyph, colour }) {
    const known = this.places.get(key);
    if (known !== undefined) return known;
    if (this.places.size * this.width * this.height >= PIXELS) this.places.clear();
    const index = this.places.size % SIGNS;
    if (index === 0) this.begin();
    const place = { sheet: this.context.canvas, top: index * this.height };
    this.write(glyph, colour, [0, place.top]);
    this.places.set(key, place);
    return place;
  }

  /** Take another sheet. */
  begin() {
    const sheet = document.createElement("canvas");
    sheet.width = this.width;
    sheet.height = this.height * SIGNS;
    this.context = sheet.getContext("2d");
    this.context.font = `${Math.max(1, Math.round(this.height * SIZE))}px ${FONTS}`;
    this.context.textAlign = "center";
    this.context.textBaseline = "middle";
  }

  /** Write a glyph into the middle of its place, and nowhere else. */
  write(glyph, colour, [left, top]) {
    const { context, width, height } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.fillStyle = css(colour);
    const line = [STRAIGHT, ROUND].find((glyphs) => glyphs.includes(glyph));
    if (line) this.rule(line, glyph, left, top);
    else context.fillText(glyph, left + width / 2, top + height * 0.54);
    context.restore();
  }

  /** Draw a wall's line from the middle of its place to each side that it joins. */
  rule(line, glyph, left, top) {
    const { context, width, height } = this;
    const sides = line.indexOf(glyph);
    const thick = Math.max(1, Math.round(height * THICK[line]));
    const [x, y] = [Math.round((width - thick) / 2), Math.round((height - thick) / 2)];
    const fill = (dx, dy, across, down) => context.fillRect(left + dx, top + dy, across, down);
    fill(x, y, thick, thick);
    if (sides & 1) fill(x, 0, thick, y);
    if (sides & 2) fill(x, y, width - x, thick);
    if (sides & 4) fill(x, y, thick, height - y);
    if (sides & 8) fill(0, y, x, thick);
  }
}
