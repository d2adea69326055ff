/** The lines of walls: each joins the walls next to it along the edge of open ground. */

import { INSIDE, ROUND, STRAIGHT } from "../generated/figures.js";

const LINES = { straight: STRAIGHT, round: ROUND };
const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** Return the line of a wall at a cell; undefined where none is. */
export function wallAt(scene, x, y) {
  const line = LINES[scene.lookAt(x, y)?.joins];
  if (line === undefined) return undefined;
  let sides = 0;
  SIDES.forEach(([dx, dy], side) => {
    if (joined(scene, x, y, dx, dy)) sides += 1 << side;
  });
  return sides || beside(scene, x, y) ? line[sides] : INSIDE;
}

/** Whether open ground lies at a side or a corner of a cell. */
function beside(scene, x, y) {
  const near = [-1, 0, 1];
  return near.some((dy) => near.some((dx) => open(scene, x + dx, y + dy)));
}

/** Whether a line leads to a side: another wall is there, and open ground beside both. */
function joined(scene, x, y, dx, dy) {
  if (!joins(scene, x + dx, y + dy)) return false;
  return [-1, 1].some((by) => {
    const [across, down] = [by * dy, by * dx];
    return open(scene, x + across, y + down) || open(scene, x + dx + across, y + dy + down);
  });
}

function joins(scene, x, y) {
  return (scene.lookAt(x, y)?.joins ?? "none") !== "none";
}

function open(scene, x, y) {
  return scene.has(x, y) && scene.tiles[y * scene.floor.width + x] !== 0 && !joins(scene, x, y);
}
