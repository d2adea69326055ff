/** How tiles look: warm where they are seen, cold where they are remembered. */

import { FLOOD, LIT_FLOOR, MEMORY, PAPER, blend, rgb } from "./colours.js";
import { signOf } from "./sprites.js";

/** Cells at which the hero's light is at its weakest, and the share of it that is left there. */
const TORCH = 18;
const WEAKEST = 0.62;
/** Light where nobody in particular carries it. */
const EVEN = 0.85;
/** How much brighter the brightest cell of a surface is than the darkest: stone is never even. */
const GRAIN = 0.1;
/** Steps that light is told apart by: the eye sees no more, and each is reckoned once. */
const STEPS = 48;
/** Share of its own colour that memory keeps of a tile. */
const REMEMBERED = 0.46;
/** Glyphs that read better raised to the middle of their cell. */
const PRETTY = { ".": "·" };

/** Step of the light on a cell that is only remembered; where it is seen they are above that. */
export const MEMORIES = 0;

/** Tiles as they look at one height of the tide, in colours for eyes of one kind. */
export class Tiles {
  constructor(looks, percent, adapt) {
    this.made = { looks, percent, adapt };
    const flood = Math.min(100, Math.max(0, percent)) / 100;
    this.ground = blend(LIT_FLOOR, FLOOD, flood);
    this.unknown = { paper: adapt(PAPER), sign: null };
    this.shades = new Map();
  }

  /** Whether these are the tiles of such looks, at such a tide, for such eyes. */
  areOf(looks, percent, adapt) {
    const { made } = this;
    return made.looks === looks && made.percent === percent && made.adapt === adapt;
  }

  /** Return how a tile looks in a step of light: {paper, sign}; `sign` is null if it has none. */
  shade(code, step) {
    const key = code * (2 * STEPS) + step;
    let shade = this.shades.get(key);
    if (shade === undefined) {
      shade = this.reckon(this.made.looks.get(code), code, step);
      this.shades.set(key, shade);
    }
    return shade;
  }

  reckon(look, code, step) {
    if (code === 0 || look === undefined) return this.unknown;
    const solid = !look.walkable && !look.transparent;
    const own = rgb(look.colour);
    const [paper, ink] = step === MEMORIES ? cold(own, solid) : this.lit(own, solid, step / STEPS);
    const { adapt } = this.made;
    const glyph = PRETTY[look.glyph] ?? look.glyph;
    return { paper: adapt(paper), sign: glyph === " " ? null : signOf(glyph, adapt(ink)) };
  }

  /** Return paper and ink of a tile that is seen in a light. */
  lit(own, solid, light) {
    const paper = solid ? own.map((value) => value * 0.36) : this.ground;
    const shone = (colour) => colour.map((value) => Math.min(255, value * light));
    return [shone(paper), shone(own)];
  }
}

/** Return paper and ink of a tile that is remembered. */
function cold(own, solid) {
  const ink = own.map((value, at) => value * REMEMBERED + MEMORY[at] * 0.5);
  return [solid ? MEMORY.map((value) => value * 0.42) : PAPER, ink];
}

/** Return the step of the light on a cell that is seen: a torch over uneven stone. */
export function lightAt(source, x, y) {
  // Two incommensurable stripes make a pattern that the eye takes for grain.
  const grain = Math.sin(x * 12.9898 + y * 78.233) * (GRAIN / 2);
  const distance = source ? Math.hypot(x - source.x, y - source.y) : 0;
  const light = source ? 1 - (1 - WEAKEST) * Math.min(1, distance / TORCH) : EVEN;
  return Math.round((light + grain) * STEPS);
}
