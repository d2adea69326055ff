/**
 * The tiles of a floor. A picture from where the one before was taken is mended: only the cells that
 * look different now are painted. For any other, blocks that are kept are laid side by side.
 */

import { Shine } from "./shine.js";
import { MEMORIES, Tiles, cellAt, lightAt } from "./tiles.js";
import { wallAt } from "./walls.js";

/** Cells along a side of a block: a screen takes a dozen blocks. */
const BLOCK = 16;
/** How many shares of a step of light `cellAt` tells apart. */
const SHARES = 256;
/** The step of light of a cell that is to be looked at anew. */
const UNSEEN = -2;

export class Ground {
  constructor(sprites) {
    this.sprites = sprites;
    this.adapt = (colour) => colour;
    /** Whether walls have the server's glyphs instead of lines. */
    this.plain = false;
    this.tiles = null;
    this.floor = { width: 0, height: 0 };
    this.made = [];
    /** The first and the last column and row that are known; all if nothing is. */
    this.extent = null;
    /** The cells that look different since a picture was drawn or mended. */
    this.changed = new Set();
    this.blocks = new Map();
    this.size = "";
  }

  /** Paint the cells in view that have changed, and some more; the picture shows all others. */
  mend(target, cells, [left, top, right, bottom], { cellWidth, cellHeight, ...camera }) {
    for (const cell of this.changed) cells.add(cell);
    this.changed.clear();
    const from = [Math.round(camera.left), Math.round(camera.top)];
    const spots = [];
    for (const cell of cells) {
      const [x, y] = [cell % this.floor.width, Math.floor(cell / this.floor.width)];
      if (x < left || x >= right || y < top || y >= bottom) continue;
      spots.push([cell, x * cellWidth - from[0], y * cellHeight - from[1]]);
    }
    this.paint(target, spots);
  }

  /** Paint cells of a canvas: `spots` has each with the pixel that it begins at. */
  paint(target, spots) {
    const [across, down] = this.cell;
    const signed = spots.filter(([cell]) => this.shades[cell].sign && !this.hidden[cell]);
    for (const [cell, x, y] of spots) {
      target.fillStyle = this.shades[cell].css;
      target.fillRect(x, y, across, down);
    }
    // All are written before one is drawn: a browser copies a sheet that changes in between.
    for (const [cell] of signed) this.sprites.place(this.shades[cell].sign);
    for (const [cell, x, y] of signed) this.sprites.draw(target, this.shades[cell].sign, x, y);
  }

  /** Draw what is in view: `part` is [left, top, right, bottom] in cells. */
  draw(target, part, camera) {
    this.changed.clear();
    this.fit(camera);
    const [left, top, right, bottom] = part.map((edge) => edge / BLOCK);
    const seen = new Set();
    for (let y = Math.floor(top); y < bottom; y += 1) {
      for (let x = Math.floor(left); x < right; x += 1) {
        const block = this.block(x, y);
        seen.add(block);
        block.paint(this);
        const [across, down] = [x * BLOCK * camera.cellWidth, y * BLOCK * camera.cellHeight];
        const from = [Math.round(camera.left), Math.round(camera.top)];
        target.drawImage(block.canvas, across - from[0], down - from[1]);
      }
    }
    for (const [key, block] of this.blocks) if (!seen.has(block)) this.blocks.delete(key);
  }

  // --- what the cells look like ------------------------------------------------------------------

  /** Take in what a view shows now, unless it was taken in already. */
  load(scene) {
    const made = [scene.tiles, this.tilesOf(scene), this.plain, scene.number];
    if (made.every((each, index) => each === this.made[index])) return;
    if (this.made[0] !== scene.tiles) this.begin(scene);
    if (this.made[1] !== made[1] || this.made[2] !== made[2]) this.steps.fill(UNSEEN);
    this.made = made;
    this.line(scene);
    this.light(scene);
    this.cover(scene);
    if (this.changed.size) for (const block of this.blocks.values()) block.fresh = false;
  }

  /** Make room for a floor. */
  begin({ floor, tiles }) {
    const { width } = floor;
    const cells = Array.from(tiles, (_, cell) => cellAt(cell % width, Math.floor(cell / width)));
    this.floor = floor;
    this.kinds = Uint8Array.from(cells, ({ kind }) => kind);
    this.shares = Uint8Array.from(cells, ({ share }) => share * SHARES);
    this.known = new Uint16Array(tiles.length);
    this.lines = new Array(tiles.length);
    this.steps = new Int8Array(tiles.length).fill(UNSEEN);
    this.shades = new Array(tiles.length);
    this.hidden = new Uint8Array(tiles.length);
    this.covered = new Set();
    this.shine = null;
    this.torches = [];
    this.extent = knownPartOf(floor, tiles);
    this.blocks.clear();
  }

  /** Return how tiles look, as far as it is known what they look like. */
  tilesOf({ looks, tide }) {
    if (!this.tiles?.areOf(looks, tide.percent, this.adapt)) {
      this.tiles = new Tiles(looks, tide.percent, this.adapt);
    }
    return this.tiles;
  }

  /** Note the lines of walls around each tile that has changed. */
  line(scene) {
    const { width, height } = this.floor;
    const stale = new Set();
    for (let cell = 0; cell < this.known.length; cell += 1) {
      if (scene.tiles[cell] === this.known[cell]) continue;
      this.known[cell] = scene.tiles[cell];
      const [x, y] = [cell % width, Math.floor(cell / width)];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          stale.add(row * width + column);
        }
      }
    }
    if (stale.size) this.extent = knownPartOf(this.floor, scene.tiles);
    for (const cell of stale) {
      this.lines[cell] = wallAt(scene, cell % width, Math.floor(cell / width));
      this.steps[cell] = UNSEEN;
    }
  }

  /**
   * Note how each cell looks in this light. One that was seen before looks the same, unless torches
   * or what shines moved.
   */
  light(scene) {
    const { width, height } = this.floor;
    const [torches, before] = [torchesOf(scene), this.shine];
    const shine = new Shine(scene, this.tiles, before);
    const stays = shine.steps === before?.steps && areAt(torches, this.torches);
    Object.assign(this, { torches, shine });
    for (let y = 0, cell = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, cell += 1) {
        const seen = scene.sight[cell] && scene.tiles[cell];
        const step = this.steps[cell];
        if (seen ? stays && step > MEMORIES : step === MEMORIES) continue;
        const share = this.shares[cell] / SHARES;
        this.steps[cell] = seen ? lightAt(torches, x, y, share) : MEMORIES;
        const shade = this.shadeOf(scene.tiles[cell], cell, seen ? shine : null);
        if (shade === this.shades[cell]) continue;
        this.shades[cell] = shade;
        this.changed.add(cell);
      }
    }
  }

  /** Note where something stands over a tile's glyph. */
  cover({ sightings }) {
    const { width } = this.floor;
    const covered = new Set();
    for (const { x, y } of sightings.values()) covered.add(y * width + x);
    for (const cell of covered) this.hide(cell, 1);
    for (const cell of this.covered) if (!covered.has(cell)) this.hide(cell, 0);
    this.covered = covered;
  }

  hide(cell, hidden) {
    if (this.hidden[cell] === hidden) return;
    this.hidden[cell] = hidden;
    this.changed.add(cell);
  }

  /** Return how a tile looks at a cell that is seen in the light of what shines there, or not. */
  shadeOf(code, cell, shine) {
    const step = shine?.steps[cell] ?? 0;
    const near = step ? shine.codes[cell] : 0;
    const line = this.plain ? undefined : this.lines[cell];
    return this.tiles.shade(code, this.steps[cell], this.kinds[cell], step, near, line);
  }

  // --- blocks ------------------------------------------------------------------------------------

  /** Begin anew where cells have another size. */
  fit({ cellWidth, cellHeight }) {
    const size = `${cellWidth} ${cellHeight}`;
    if (size === this.size) return;
    this.size = size;
    this.cell = [cellWidth, cellHeight];
    this.blocks.clear();
  }

  block(x, y) {
    const key = `${x} ${y}`;
    if (!this.blocks.has(key)) this.blocks.set(key, new Block(x, y, this));
    return this.blocks.get(key);
  }
}

/** A square of cells, painted. */
class Block {
  constructor(x, y, { floor, cell: [across, down] }) {
    this.left = x * BLOCK;
    this.top = y * BLOCK;
    this.width = Math.min(BLOCK, floor.width - this.left);
    this.height = Math.min(BLOCK, floor.height - this.top);
    this.canvas = document.createElement("canvas");
    this.canvas.width = this.width * across;
    this.canvas.height = this.height * down;
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.shades = new Array(this.width * this.height).fill(null);
    this.hidden = new Uint8Array(this.shades.length);
    /** Whether it shows how its cells look now. */
    this.fresh = false;
  }

  /** Paint the cells that look different now. */
  paint(ground) {
    if (this.fresh) return;
    this.fresh = true;
    const { floor, shades, hidden, cell: [across, down] } = ground;
    const spots = [];
    for (let index = 0; index < this.shades.length; index += 1) {
      const [x, y] = [index % this.width, Math.floor(index / this.width)];
      const cell = (this.top + y) * floor.width + this.left + x;
      if (shades[cell] === this.shades[index] && hidden[cell] === this.hidden[index]) continue;
      this.shades[index] = shades[cell];
      this.hidden[index] = hidden[cell];
      spots.push([cell, x * across, y * down]);
    }
    ground.paint(this.context, spots);
  }
}

/** Moods of heroes who carry no light. */
const UNLIT = new Set(["asleep", "dead"]);

/** Return the heroes in sight who are awake: each carries a light. */
function torchesOf(scene) {
  return [...scene.sightings.values()].filter((one) => {
    if (UNLIT.has(one.mood) || scene.kindOf(one).role !== "hero") return false;
    return scene.sight[one.y * scene.floor.width + one.x];
  });
}

/** Whether torches are at the same cells, in the same order. */
function areAt(torches, before) {
  const equal = ({ x, y }, at) => x === before[at].x && y === before[at].y;
  return torches.length === before.length && torches.every(equal);
}

/** Return the first and the last column and row that are known of a floor; all if nothing is. */
function knownPartOf({ width, height }, tiles) {
  const known = { left: width, top: height, right: -1, bottom: -1 };
  for (let cell = 0; cell < tiles.length; cell += 1) {
    if (tiles[cell] === 0) continue;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    known.left = Math.min(known.left, x);
    known.right = Math.max(known.right, x);
    known.top = Math.min(known.top, y);
    known.bottom = y;
  }
  return known.bottom < 0 ? { left: 0, top: 0, right: width - 1, bottom: height - 1 } : known;
}
