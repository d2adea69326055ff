/** The light that glowing tiles in sight give to the cells around them. */

import { shineStep } from "./tiles.js";

const NONE = { step: 0, code: 0 };

/** The light of what glows in a part of a floor: [left, top, right, bottom]. */
export class Shine {
  constructor(scene, tiles, part) {
    this.part = part;
    const [left, top, right, bottom] = part;
    this.width = right - left;
    this.found = new Map();
    this.glowing = new Set();
    const sources = new Map();
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const cell = y * scene.floor.width + x;
        const code = scene.tiles[cell];
        if (!tiles.glowOf(code)) continue;
        this.glowing.add(this.index(x, y));
        if (scene.sight[cell]) sources.set(code, [...(sources.get(code) ?? []), [x, y]]);
      }
    }
    // Lower codes come first, so that among equals each page and terminal shows the same colour.
    for (const code of [...sources.keys()].sort((one, other) => one - other)) {
      for (const [x, y] of sources.get(code)) this.spread(x, y, code, tiles.glowOf(code));
    }
  }

  /** Return what glows near a cell: {step, code}; step 0 where nothing does. */
  at(x, y) {
    const index = this.index(x, y);
    return this.glowing.has(index) ? NONE : (this.found.get(index) ?? NONE);
  }

  spread(x, y, code, reach) {
    const [left, top, right, bottom] = this.part;
    for (let dy = Math.max(-reach, top - y); dy <= Math.min(reach, bottom - 1 - y); dy += 1) {
      for (let dx = Math.max(-reach, left - x); dx <= Math.min(reach, right - 1 - x); dx += 1) {
        const step = shineStep(dx, dy, reach);
        const index = this.index(x + dx, y + dy);
        if (step > (this.found.get(index)?.step ?? 0)) this.found.set(index, { step, code });
      }
    }
  }

  index(x, y) {
    return (y - this.part[1]) * this.width + x - this.part[0];
  }
}
