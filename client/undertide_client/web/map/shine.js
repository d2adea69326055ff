/** The light that glowing tiles in sight give to the cells around them. */

import { shineStep } from "./tiles.js";

/**
 * The light of what glows on a floor: for each cell the step of the strongest, 0 where nothing
 * shines, and the code of the tile that it comes from. A tile that glows has no other's light.
 */
export class Shine {
  constructor(scene, tiles) {
    this.floor = scene.floor;
    this.steps = new Uint8Array(scene.tiles.length);
    this.codes = new Uint16Array(scene.tiles.length);
    const glowing = glowingIn(scene, tiles);
    const sources = new Map();
    for (const cell of glowing.filter((each) => scene.sight[each])) {
      const code = scene.tiles[cell];
      if (!sources.has(code)) sources.set(code, []);
      sources.get(code).push(cell);
    }
    // Lower codes come first, so that among equals each page and terminal shows the same colour.
    for (const code of [...sources.keys()].sort((one, other) => one - other)) {
      for (const cell of sources.get(code)) this.spread(cell, code, tiles.glowOf(code));
    }
    for (const cell of glowing) this.steps[cell] = this.codes[cell] = 0;
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

/** Return the cells of a floor that glow. */
function glowingIn(scene, tiles) {
  const glows = new Set([...scene.looks.keys()].filter((code) => tiles.glowOf(code)));
  const cells = [];
  if (!glows.size) return cells;
  for (let cell = 0; cell < scene.tiles.length; cell += 1) {
    if (glows.has(scene.tiles[cell])) cells.push(cell);
  }
  return cells;
}
