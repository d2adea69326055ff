/**
 * Which part of a floor is shown, and how large. Lengths are device pixels, so that every cell
 * begins on one and nothing is blurred.
 */

/** Height of a cell in CSS pixels: the smallest that can be told apart, and the largest. */
export const SMALLEST = 7;
export const LARGEST = 48;
/** Height that a floor is shown at unless the viewer chose another. */
const COMFORTABLE = [20, 28];
/** Width of a cell as a share of its height, as terminals have it. */
const NARROW = 0.52;
/** Share of the way to where it looks that the camera goes with each picture. */
const HASTE = 0.3;

/** Share of the view that may lie beyond a floor, so that a hero at its edge isn't at the view's. */
const BEYOND = 0.25;

export class Camera {
  constructor() {
    this.width = 1;
    this.height = 1;
    this.ratio = 1;
    /** Height of a cell in CSS pixels that the viewer chose; null: as the floor fits best. */
    this.chosen = null;
    /** Whether it stays where the viewer moved it, rather than with the heroes. */
    this.free = false;
    this.floor = { width: 1, height: 1 };
    this.left = 0;
    this.top = 0;
    this.focus = { x: 0, y: 0 };
    this.fit();
  }

  /** Take in how large the canvas is, in device pixels, and how many of them a CSS pixel has. */
  resize(width, height, ratio) {
    Object.assign(this, { width, height, ratio });
    this.fit();
  }

  /** Show a floor of so many cells. */
  enter(floor) {
    this.floor = floor;
    this.fit();
    this.jump();
  }

  /** Look at a cell: follow it, unless the viewer moved the camera. */
  lookAt(x, y) {
    this.focus = { x, y };
  }

  /** Return whether a cell is in view once the camera is where it looks, or where it was moved. */
  shows({ x, y }) {
    const [left, top] = this.free ? [this.left, this.top] : this.goal();
    const [across, down] = [x * this.cellWidth - left, y * this.cellHeight - top];
    const [right, bottom] = [this.width - this.cellWidth, this.height - this.cellHeight];
    return across >= 0 && down >= 0 && across <= right && down <= bottom;
  }

  /** Return whether a cell is in the upper half of the view once the camera is where it looks. */
  isHigh({ y }) {
    const [, top] = this.free ? [this.left, this.top] : this.goal();
    return (y + 0.5) * this.cellHeight - top < this.height / 2;
  }

  /** Go with the heroes again. */
  recentre() {
    this.free = false;
  }

  /** Move by so many device pixels. */
  pan(dx, dy) {
    this.free = true;
    this.left -= dx;
    this.top -= dy;
    this.hold();
  }

  /** Make cells larger or smaller by a factor; what is at a point of the canvas stays there. */
  zoom(factor, x, y) {
    const [column, row] = [(x + this.left) / this.cellWidth, (y + this.top) / this.cellHeight];
    const height = (this.chosen ?? this.cellHeight / this.ratio) * factor;
    this.chosen = Math.min(LARGEST, Math.max(SMALLEST, height));
    this.fit();
    this.left = column * this.cellWidth - x;
    this.top = row * this.cellHeight - y;
    this.hold();
  }

  /** Return the cell at a point of the canvas. It may lie off the floor. */
  cellAt(x, y) {
    const column = Math.floor((x + this.left) / this.cellWidth);
    return { x: column, y: Math.floor((y + this.top) / this.cellHeight) };
  }

  /** Be where it looks at once. */
  jump() {
    [this.left, this.top] = this.goal();
  }

  /** Go some of the way to where it looks; return whether there is more to go. */
  glide() {
    if (this.free) return false;
    const [left, top] = this.goal();
    const near = Math.abs(left - this.left) < 1 && Math.abs(top - this.top) < 1;
    this.left = near ? left : this.left + (left - this.left) * HASTE;
    this.top = near ? top : this.top + (top - this.top) * HASTE;
    return !near;
  }

  fit() {
    const height = this.chosen ?? this.comfortable();
    this.cellHeight = Math.max(1, Math.round(height * this.ratio));
    this.cellWidth = Math.max(1, Math.round(height * this.ratio * NARROW));
  }

  /** Return the height at which all of the floor is seen, as far as it can be read then. */
  comfortable() {
    const across = this.width / (this.floor.width * NARROW);
    const fitting = Math.min(across, this.height / this.floor.height) / this.ratio;
    const [least, most] = COMFORTABLE;
    return Math.min(most, Math.max(least, fitting));
  }

  goal() {
    const { floor, focus, cellWidth, cellHeight } = this;
    return [
      start(this.width, floor.width * cellWidth, (focus.x + 0.5) * cellWidth),
      start(this.height, floor.height * cellHeight, (focus.y + 0.5) * cellHeight),
    ];
  }

  /** Keep some of the floor in view, however far it is moved. */
  hold() {
    const held = (value, room, length) =>
      Math.min(length - room / 4, Math.max(-room * 0.75, value));
    this.left = held(this.left, this.width, this.floor.width * this.cellWidth);
    this.top = held(this.top, this.height, this.floor.height * this.cellHeight);
  }
}

/**
 * Return where a window of `room` on `length` begins that has `focus` in its middle, or near its
 * middle where else it would show little but what lies beyond an end.
 */
function start(room, length, focus) {
  if (length <= room) return Math.round((length - room) / 2);
  const beyond = room * BEYOND;
  return Math.round(Math.min(length - room + beyond, Math.max(-beyond, focus - room / 2)));
}
