/**
 * Run-length coded cells, as frames carry them, written into the cells of a floor, row after row.
 *
 * Runs come from the network: a function either does what they say, or raises BadFrame.
 */

import { MAX_TILE_CODE } from "../generated/schema.js";

/** A frame whose content can't be true. Nothing but a keyframe helps. */
export class BadFrame extends Error {}

/** Write a whole floor's tiles: a code, how many, a code, how many, … */
export function wholeTiles(cells, runs) {
  if (runs.length % 2) throw new BadFrame("tiles come in pairs of a code and a length");
  let end = 0;
  for (let index = 0; index < runs.length; index += 2) {
    end = fill(cells, end, runs[index + 1], runs[index]);
  }
  if (end !== cells.length) throw new BadFrame(`${end} tiles for ${cells.length} cells`);
}

/** Write changed tiles: cells skipped, cells set, their code, and so on. */
export function changeTiles(cells, runs) {
  if (runs.length % 3) throw new BadFrame("changed tiles come in threes: skipped, set, code");
  let end = 0;
  for (let index = 0; index < runs.length; index += 3) {
    const start = end + length(runs[index]);
    end = fill(cells, start, runs[index + 1], runs[index + 2]);
  }
}

/** Turn cells of 0 and 1 over: cells that stay, cells that change, cells that stay, … */
export function toggle(cells, runs) {
  let end = 0;
  runs.forEach((run, index) => {
    const start = end;
    end += length(run);
    if (end > cells.length) throw new BadFrame(`sight of ${end} cells, of ${cells.length}`);
    if (index % 2) for (let cell = start; cell < end; cell += 1) cells[cell] ^= 1;
  });
}

/** Write one run, and return the cell behind it. */
function fill(cells, start, run, code) {
  const end = start + length(run);
  if (end > cells.length) throw new BadFrame(`tile ${end} of ${cells.length}`);
  if (code < 0 || code > MAX_TILE_CODE) throw new BadFrame(`tile codes go up to ${MAX_TILE_CODE}`);
  cells.fill(code, start, end);
  return end;
}

function length(run) {
  if (run < 0) throw new BadFrame("a length below 0");
  return run;
}
