/** The floor on a canvas: its tiles in light and memory, and what stands on them. */

import { Camera } from "./camera.js";
import { PAPER } from "../generated/figures.js";
import * as colours from "../page/colours.js";
import { Ground } from "./ground.js";
import { Sprites, signOf } from "./sprites.js";
import { MARK_GLYPHS, MARK_INKS } from "../generated/catalogue.js";
import { focusOf } from "../screens/map/routes.js";
import { arrowTo } from "../words/bearings.js";
import { glyphOf } from "./glyphs.js";

/** Who is drawn over whom. */
const ORDER = { item: 0, monster: 1, hero: 2 };
/** Moods of whoever will not stir by itself: drawn fainter. */
const STILL = new Set(["asleep", "dead", "fallen", "sealed"]);
/** Moods of heroes over whom others can walk. */
const LYING = new Set(["asleep", "fallen"]);
/**
 * A mark in a cell's corner for each mood that matters: colour is not to be its only sign. Nothing
 * that lies or stands on a floor has a glyph like it.
 */
const MARKS = {
  hunting: "‼",
  fleeing: "‹",
  confused: "¿",
  asleep: "…",
  linkdead: "…",
  peaceful: "○",
  sealed: "□",
  fallen: "†",
};
/** The mark of whoever is under some status. */
const UNDER = "•";
/** Device pixels to a CSS pixel, at the most: more are hardly seen, and cost phones their time. */
const FINEST = 2;
/** Size of a mark as a share of a cell's. */
const MARK = 0.6;
/** Share of the map's width or height that a step of scrolling moves it by. */
const PAN = 0.15;
/** Height of a cell in device pixels from which there is room for marks. */
const ROOMY = 12;

export class FloorMap {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.camera = new Camera();
    this.sprites = new Sprites();
    this.marks = new Sprites();
    this.ground = new Ground(this.sprites);
    this.adapt = (colour) => colour;
    this.shown = "";
    /** What the picture was drawn of and from where: another is mended while that stays. */
    this.taken = [];
    /** The cells that what stands on the floor was drawn over. */
    this.touched = new Set();
    canvas.addEventListener("contextrestored", () => this.discardPictures());
    /** Whether the camera glides, or is at once where it looks. */
    this.glides = true;
  }

  /** Draw walls as lines, or with the server's glyphs. */
  set plain(wanted) {
    this.ground.plain = wanted;
  }

  /** Draw in colours for eyes of a kind. */
  see(vision) {
    this.adapt = this.ground.adapt = colours.adapter(vision);
  }

  /** Take in how large the canvas is on the screen now. */
  resize() {
    const ratio = Math.min(FINEST, window.devicePixelRatio || 1);
    const { width, height } = this.canvas.getBoundingClientRect();
    const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (size[0] !== this.canvas.width || size[1] !== this.canvas.height) {
      [this.canvas.width, this.canvas.height] = size;
    }
    this.camera.resize(...size, ratio);
    if (!this.camera.free) this.camera.jump();
  }

  /** Draw what a view shows; return whether the camera is still on its way. */
  draw(scene, marked = null) {
    if (scene.floor === null) {
      this.clear();
      return false;
    }
    this.ground.load(scene);
    const moves = this.aim(scene, marked?.cursor);
    const { cellWidth, cellHeight } = this.camera;
    this.sprites.resize(cellWidth, cellHeight);
    this.marks.resize(Math.ceil(cellWidth * MARK), Math.ceil(cellHeight * MARK));
    this.lay(scene);
    this.drawSightings(scene);
    this.drawCellMarks(scene);
    if (marked) this.drawMarked(marked);
    return moves;
  }

  /** Draw all anew with the next picture, as after the browser lost what was painted. */
  discardPictures() {
    this.ground.blocks.clear();
    this.taken = [];
  }

  /** Show nothing. */
  clear() {
    const { context, canvas } = this;
    context.fillStyle = colours.css(this.adapt(PAPER));
    context.fillRect(0, 0, canvas.width, canvas.height);
    this.taken = [];
  }

  /** Draw the ground, or mend it where the picture before was taken from the same place. */
  lay(scene) {
    const { camera, canvas, touched } = this;
    const { cellWidth, cellHeight } = camera;
    const place = [Math.round(camera.left), Math.round(camera.top), cellWidth, cellHeight];
    const taken = [scene.tiles, this.adapt, canvas.width, canvas.height, ...place];
    this.touched = new Set();
    if (taken.every((each, index) => each === this.taken[index])) {
      this.ground.mend(this.context, touched, this.part(scene), camera);
      return;
    }
    this.clear();
    this.ground.draw(this.context, this.part(scene), camera);
    this.taken = taken;
  }

  /** Note that something is drawn over cells, from a column and row to others. */
  touch(left, top, right, bottom) {
    const { width, height } = this.ground.floor;
    const isOn = left >= 0 && top >= 0 && right < width && bottom < height;
    if (!isOn) this.taken = []; // The next picture is drawn anew: only cells can be mended.
    for (let y = top; isOn && y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) this.touched.add(y * width + x);
    }
  }

  /**
   * Turn the camera to whom the view follows, or to a cursor out of view there; return whether it
   * is on its way.
   */
  aim(scene, cursor) {
    const { camera } = this;
    camera.lookAt(...focusOf(scene));
    const floor = `${scene.session}/${scene.floor.branch}/${scene.floor.width}`;
    const known = this.ground.extent;
    if (floor !== this.shown) {
      this.shown = floor;
      camera.recentre();
      camera.enter(known);
    } else {
      camera.fitKnown(known);
    }
    if (cursor && !camera.shows(cursor)) {
      camera.recentre();
      camera.lookAt(cursor.x, cursor.y);
    }
    if (this.glides) return camera.glide();
    if (!camera.free) camera.jump();
    return false;
  }

  /** Return the cells of the floor that are in view: [left, top, right, bottom]. */
  part({ floor }) {
    const first = this.camera.cellAt(0, 0);
    const last = this.camera.cellAt(this.canvas.width - 1, this.canvas.height - 1);
    return [
      Math.max(0, first.x),
      Math.max(0, first.y),
      Math.min(floor.width, last.x + 1),
      Math.min(floor.height, last.y + 1),
    ];
  }

  // --- what stands on them ---------------------------------------------------------------------

  drawSightings(scene) {
    const ranks = new Map([...scene.sightings.values()].map((one) => [one, rankOf(scene, one)]));
    const ordered = [...ranks.keys()].sort((one, other) => ranks.get(one) - ranks.get(other));
    const top = new Map(ordered.map((one) => [cellOf(scene, one), one]));
    for (const one of top.values()) this.drawSighting(scene, one);
    this.drawArrows(scene);
    // Marks reach beyond their cells, so they come after whoever stands there.
    if (this.camera.cellHeight < ROOMY) return;
    for (const one of top.values()) this.drawMarks(scene, one);
  }

  drawSighting(scene, one) {
    const kind = scene.kindOf(one);
    const own = one === scene.own;
    const hunts = kind.role === "monster" && one.mood === "hunting";
    const behind = own ? colours.OWN : hunts || one.mood === "fallen";
    if (behind) this.fill(behind === true ? colours.HUNTER : behind, one, 0, 0, 1, 1);
    this.drawSign(signOf(glyphOf(kind), this.adapt(inkOf(scene, one, kind))), one.x, one.y);
    if (kind.role !== "item" && this.camera.cellHeight >= ROOMY) this.drawLife(one);
    if (own) this.frame(one);
  }

  /** Draw an arrow at the edge for each hero beyond it. */
  drawArrows(scene) {
    const { camera, canvas } = this;
    for (const one of scene.sightings.values()) {
      const kind = scene.kindOf(one);
      if (kind.role !== "hero") continue;
      const [x, y] = this.pixel(one.x, one.y);
      const left = Math.min(canvas.width - camera.cellWidth, Math.max(0, x));
      const top = Math.min(canvas.height - camera.cellHeight, Math.max(0, y));
      if (Math.abs(x - left) < camera.cellWidth && Math.abs(y - top) < camera.cellHeight) continue;
      const ink = this.adapt(colours.legible(colours.rgb(kind.colour)));
      const column = Math.floor((left + Math.round(camera.left)) / camera.cellWidth);
      const row = Math.floor((top + Math.round(camera.top)) / camera.cellHeight);
      this.touch(column, row, column + 1, row + 1);
      this.sprites.draw(this.context, signOf(arrowTo([left, top], [x, y]), ink), left, top);
    }
  }

  /** Draw the marks of heroes; a creature in the cell stays in view, in a frame of the mark's. */
  drawCellMarks(scene) {
    for (const one of scene.marks) {
      const [glyph, colour] = [MARK_GLYPHS[one.mark], MARK_INKS[one.mark]];
      const taken = scene.at(one.x, one.y).some((each) => scene.kindOf(each).role !== "item");
      if (taken) {
        this.frame(one, colour);
      } else {
        this.fill(colour, one, 0, 0, 1, 1);
        this.drawSign(signOf(glyph, this.adapt(PAPER)), one.x, one.y);
      }
    }
  }

  /** Draw what a choice would strike, and the cursor. */
  drawMarked({ cursor, struck }) {
    this.context.globalAlpha = 0.45;
    for (const cell of struck) this.fill(colours.STRUCK, cell, 0, 0, 1, 1);
    this.context.globalAlpha = 1;
    if (cursor) this.frame(cursor);
  }

  /** Scroll by some steps across and down; what was at the right or below comes into view. */
  scroll(dx, dy) {
    this.camera.pan(-dx * this.canvas.width * PAN, -dy * this.canvas.height * PAN);
  }

  /** Draw how much life is left, under whoever is hurt. */
  drawLife(one) {
    if (one.health >= 100 || one.mood === "dead") return;
    this.fill(colours.LOST, one, 0, 0.9, 1, 0.1);
    this.fill(colours.lifeColour(one.health), one, 0, 0.9, one.health / 100, 0.1);
  }

  /** Draw marks at the upper corners of a cell, where they hide little of what stands in it. */
  drawMarks(scene, one) {
    if (scene.kindOf(one).role === "item") return;
    const ink = this.adapt(colours.FRAME);
    const [left, top] = this.pixel(one.x, one.y);
    const { width, height } = this.marks;
    const y = top - Math.round(height / 3);
    const mark = MARKS[one.mood];
    const right = left + this.camera.cellWidth - Math.round(width / 3);
    if (mark || one.statuses.length) this.touch(one.x - 1, one.y - 1, one.x + 1, one.y);
    if (mark) this.marks.draw(this.context, signOf(mark, ink), right, y);
    if (one.statuses.length) {
      const before = left - Math.round((width * 2) / 3);
      this.marks.draw(this.context, signOf(UNDER, ink), before, y);
    }
  }

  /** Draw a frame around a cell. */
  frame(one, colour = colours.FRAME) {
    this.touch(one.x - 1, one.y - 1, one.x + 1, one.y + 1);
    const [x, y] = this.pixel(one.x, one.y);
    const { cellWidth, cellHeight, ratio } = this.camera;
    const width = Math.max(1, Math.round(ratio));
    this.context.strokeStyle = colours.css(this.adapt(colour));
    this.context.lineWidth = width;
    const inset = width / 2;
    this.context.strokeRect(x - inset, y - inset, cellWidth + width, cellHeight + width);
  }

  /** Fill a part of a cell, in shares of its size. */
  fill(colour, one, left, top, width, height) {
    this.touch(one.x, one.y, one.x, one.y);
    const [x, y] = this.pixel(one.x, one.y);
    const { cellWidth, cellHeight } = this.camera;
    const tall = Math.max(1, Math.round(cellHeight * height));
    this.context.fillStyle = colours.css(this.adapt(colour));
    const down = Math.min(cellHeight - tall, Math.round(cellHeight * top));
    const across = Math.round(cellWidth * width);
    this.context.fillRect(x + cellWidth * left, y + down, across, tall);
  }

  /** Write a sign into a cell. */
  drawSign(sign, x, y) {
    this.touch(x, y, x, y);
    this.sprites.draw(this.context, sign, ...this.pixel(x, y));
  }

  /** Return the pixel of the canvas that a cell begins at. */
  pixel(x, y) {
    const { camera } = this;
    const left = x * camera.cellWidth - Math.round(camera.left);
    return [left, y * camera.cellHeight - Math.round(camera.top)];
  }
}

function cellOf({ floor }, { x, y }) {
  return y * floor.width + x;
}

/** Return the order in which a sighting is drawn; a monster may stand over a hero that lies. */
function rankOf(scene, one) {
  const { role } = scene.kindOf(one);
  return role === "hero" && LYING.has(one.mood) ? ORDER.item : ORDER[role];
}

function inkOf(scene, one, kind) {
  const colour = colours.legible(colours.rgb(kind.colour));
  if (!scene.sight[cellOf(scene, one)]) {
    return colours.blend(colour, colours.MEMORY, 0.55);
  }
  return STILL.has(one.mood) ? colours.blend(colour, colours.MEMORY, 0.35) : colour;
}
