/**
 * How tiles look: light that falls off, surfaces that vary, and memory, which is cold.
 *
 * screens/map/shading.py does the same for the terminal; a test holds the two together.
 */

import { blend, css, lifted, rgb } from "../page/colours.js";
import {
  BRIGHT,
  CONTRAST,
  EVEN,
  FAR,
  FLOOD,
  FLOODED,
  GRAIN,
  GROUND,
  INKED,
  LEVELS,
  MEMORY,
  MEMORY_PAPER,
  MIDDLE,
  PAPER,
  RECALLED,
  REMEMBERED,
  SHINES,
  SHINE_INK,
  SHINE_PAPER,
  STONE,
  TORCH,
  VARIANTS,
  WAVES,
} from "../generated/figures.js";
import { MAX_GLOW } from "../generated/schema.js";
import { signOf } from "./sprites.js";

/** Glyphs that read better raised to the middle of their cell. */
const PRETTY = { ".": MIDDLE };

/** The lines of walls are among so many characters. */
const CHARACTERS = 0x10000;

/** Step of the light on a cell that is only remembered; where it is seen they are above that. */
export const MEMORIES = -1;

/** Tiles as they look at one height of the tide, in colours for eyes of one kind. */
export class Tiles {
  constructor(looks, percent, adapt) {
    this.made = { looks, percent, adapt };
    this.flood = (FLOODED * Math.min(100, Math.max(0, percent))) / 100;
    this.unknown = { ink: PAPER, paper: PAPER, glyph: null };
    this.surfaces = new Map();
    this.shades = [];
  }

  /** Whether these are the tiles of such looks, at such a tide, for such eyes. */
  areOf(looks, percent, adapt) {
    const { made } = this;
    return made.looks === looks && made.percent === percent && made.adapt === adapt;
  }

  /** How many cells the light of a tile reaches. */
  glowOf(code) {
    return code === 0 ? 0 : Math.min(MAX_GLOW, this.made.looks.get(code)?.glow ?? 0);
  }

  /**
   * Return how a tile looks in a step of light: {paper, css, sign}; `sign` is null if it has none.
   * `kind` is the cell's own. What glows near it gives `shine` steps of light of a tile's code,
   * `near`. `line` is a wall's in its glyph's place.
   */
  shade(code, step, kind, shine, near, line) {
    const lit = ((code * (LEVELS + 1) + step + 1) * VARIANTS + kind) * (SHINES + 1) + shine;
    const more = near * CHARACTERS + (line === undefined ? 0 : line.charCodeAt(0));
    this.shades[lit] ??= new Map();
    let shade = this.shades[lit].get(more);
    if (shade === undefined) {
      shade = this.reckon(this.surface(code, step, kind), shine, near, line);
      this.shades[lit].set(more, shade);
    }
    return shade;
  }

  reckon({ ink, paper, glyph }, shine, near, line) {
    const { adapt } = this.made;
    const shown = line ?? glyph;
    const [bright, behind] = this.shone(ink, paper, shine, near);
    const adapted = adapt(behind);
    const sign = shown === null || shown === " " ? null : shown;
    const readable = sign && lifted(adapt(bright), adapted, CONTRAST);
    return { css: css(adapted), sign: sign && signOf(sign, readable) };
  }

  /** Add the light of what glows near a cell: so many steps of a tile's code. */
  shone(ink, paper, step, code) {
    if (!step) return [ink, paper];
    const light = rgb(this.made.looks.get(code).colour);
    const share = step / SHINES;
    const more = (colour, part) =>
      colour.map((value, at) => Math.min(255, Math.round(value + light[at] * share * part)));
    const behind = more(paper, SHINE_PAPER);
    return [lifted(more(ink, SHINE_INK), behind, CONTRAST), behind];
  }

  /** Return {ink, paper, glyph} of a tile in a step of light, before anything glows near it. */
  surface(code, step, kind) {
    const key = (code * (LEVELS + 1) + step + 1) * VARIANTS + kind;
    let surface = this.surfaces.get(key);
    if (surface === undefined) {
      surface = this.lay(code, step, kind);
      this.surfaces.set(key, surface);
    }
    return surface;
  }

  lay(code, step, kind) {
    const look = this.made.looks.get(code);
    if (code === 0 || look === undefined) return this.unknown;
    const glyph = PRETTY[look.glyph] ?? look.glyph;
    const [ink, paper] = step === MEMORIES ? cold(look) : this.lit(look, step, kind);
    return { ink: lifted(ink, paper, CONTRAST), paper, glyph };
  }

  /** Return ink and paper of a tile that is seen in a step of light. */
  lit(look, step, kind) {
    const share = look.glow ? 1 : step / (LEVELS - 1);
    const light = FAR.map((far) => far + (1 - far) * share);
    const rough = GRAIN[kind].map((part) => (part * look.grain) / 100);
    const floods = look.walkable && look.transparent && !look.glow;
    const wave = floods ? this.flood * WAVES[kind] : 0;
    const surface = paperOf(look).map((value, at) => value * (1 + rough[at]) * light[at]);
    const flood = FLOOD.map((value, at) => value * (1 + rough[at]));
    const ink = rgb(look.colour).map((value, at) => value * (1 + rough[at] * INKED) * light[at]);
    return [whole(ink), whole(blend(surface, flood, wave))];
  }
}

/** Return ink and paper of a tile that is remembered. */
function cold(look) {
  const ink = rgb(look.colour).map((value, at) => value * RECALLED[at] + MEMORY[at]);
  const paper = paperOf(look).map((value, at) => value * REMEMBERED[at] + MEMORY_PAPER[at]);
  return [whole(ink), whole(paper)];
}

/** Return the background of a tile in full light. */
function paperOf(look) {
  if (look.paper >= 0) return rgb(look.paper);
  if (look.walkable || look.transparent) return GROUND;
  return rgb(look.colour).map((value) => value * STONE);
}

function whole(colour) {
  return colour.map((value) => Math.min(255, Math.max(0, Math.round(value))));
}

/** Return what a cell is by itself: the kind of its surface, and a share of 1. */
export function cellAt(x, y) {
  let mixed = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177) >>> 0;
  mixed = (mixed ^ (mixed >>> 16)) >>> 0;
  return { kind: mixed & (VARIANTS - 1), share: ((mixed >>> 8) & 0xff) / 256 };
}

/** Return the step of the light that torches throw on a cell that is seen. */
export function lightAt(torches, x, y, share) {
  let nearest = Infinity;
  for (const torch of torches) {
    nearest = Math.min(nearest, (x - torch.x) ** 2 + (y - torch.y) ** 2);
  }
  const far = (Math.sqrt(nearest) - BRIGHT) / (TORCH - BRIGHT);
  const light = torches.length ? 1 - Math.min(1, Math.max(0, far)) : EVEN;
  return Math.min(LEVELS - 1, Math.floor(light * (LEVELS - 2) + share) + 1);
}

/** Return the step of light at an offset from a tile whose light reaches so many cells. */
export function shineStep(dx, dy, reach) {
  const share = 1 - Math.hypot(dx, dy) / (reach + 1);
  return Math.max(0, Math.ceil(share * SHINES - 1e-9));
}
