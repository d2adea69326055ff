/** The light that glowing tiles in sight give to the cells around them. */

import { shineStep } from "./tiles.js";

/**
 * The light of what glows on a floor: for each cell the step of the strongest, 0 where nothing
 * shines, and the code of the tile that it comes from. A tile that glows has no other's light.
 */
export class Shine {
  /** `before` is the shine of the same floor that was there before; null if there was none. */
  constructor(scene, tiles, before = null) {
    this.floor = scene.floor;
    /** Each cell that glows and whether it is seen, as `2 * cell + seen`, and its tile's code. */
    this.glowing = glowingIn(scene, tiles);
    if (before && isSame(before.glowing, this.glowing)) {
      Object.assign(this, { steps: before.steps, codes: before.codes });
      return;
    }
    this.steps = new Uint8Array(scene.tiles.length);
    this.codes = new Uint16Array(scene.tiles.length);
    const seen = this.glowing.filter(([cell]) => cell & 1);
    // Lower codes come first, so that among equals each page and terminal shows the same colour.
    for (const [cell, code] of seen.sort((one, other) => one[1] - other[1])) {
      this.spread(cell >> 1, code, tiles.glowOf(code));
    }
    for (const [cell] of this.glowing) this.steps[cell >> 1] = this.codes[cell >> 1] = 0;
  }

  spread(cell, code, reach) {
    const { width, height } = this.floor;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, height - 1 - y); dy += 1) {
      for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, width - 1 - x); dx += 1) {
        const step = shineStep(dx, dy, reach);
        const there = cell + dy * width + dx;
        if (step <= this.steps[there]) continue;
        this.steps[there] = step;
        this.codes[there] = code;
      }
    }
  }
}

/** Return the cells of a floor that glow, row after row. */
function glowingIn(scene, tiles) {
  const glows = new Set([...scene.looks.keys()].filter((code) => tiles.glowOf(code)));
  const cells = [];
  if (!glows.size) return cells;
  for (let cell = 0; cell < scene.tiles.length; cell += 1) {
    const code = scene.tiles[cell];
    if (glows.has(code)) cells.push([2 * cell + (scene.sight[cell] ? 1 : 0), code]);
  }
  return cells;
}

function isSame(one, other) {
  const equal = ([cell, code], at) => cell === other[at][0] && code === other[at][1];
  return one.length === other.length && one.every(equal);
}
