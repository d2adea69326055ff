/**
 * Which part of a floor is shown, and how large. Lengths are device pixels, so that every cell
 * begins on one and nothing is blurred.
 */

/** Height of a cell in CSS pixels: the smallest that can be told apart, and the largest. */
export const SMALLEST = 7;
export const LARGEST = 48;
/**
 * Heights of cells unless the viewer chose another: the largest at which all that is known of the
 * floor is in view, else the smallest. They are few, so that the map seldom changes its size.
 */
const COMFORTABLE = [20, 24, 28, 34, 40, LARGEST];
/** Cells around what is known that are in view too. */
const MARGIN = 1;
/** Width of a cell as a share of its height, as terminals have it. */
const NARROW = 0.52;
/** Share of the way to where it looks that the camera goes with each picture. */
const HASTE = 0.3;

/** Share of the view that may lie beyond what is known: its edge isn't to be the view's. */
const BEYOND = 0.25;

export class Camera {
  constructor() {
    this.width = 1;
    this.height = 1;
    this.ratio = 1;
    /** Height of a cell in CSS pixels that the viewer chose; null: as what is known fits best. */
    this.chosen = null;
    /** Whether it stays where the viewer moved it, rather than with the heroes. */
    this.free = false;
    /** The cells that are known: their first and their last column and row. */
    this.known = { left: 0, top: 0, right: 0, bottom: 0 };
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

  /** Show a floor of which so much is known. */
  enter(known) {
    this.known = known;
    this.fit();
    this.jump();
  }

  /** Fit what is known by now; what the camera looks at stays where it is on the canvas. */
  fitKnown(known) {
    const before = [this.cellWidth, this.cellHeight];
    this.known = known;
    this.fit();
    const { x, y } = this.focus;
    this.left += (x + 0.5) * (this.cellWidth - before[0]);
    this.top += (y + 0.5) * (this.cellHeight - before[1]);
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

  /** Return the height at which all that is known is seen, as far as it can be read then. */
  comfortable() {
    const { left, top, right, bottom } = this.known;
    const across = this.width / ((right - left + 1 + 2 * MARGIN) * NARROW);
    const down = this.height / (bottom - top + 1 + 2 * MARGIN);
    const fitting = Math.min(across, down) / this.ratio;
    return COMFORTABLE.findLast((height) => height <= fitting) ?? COMFORTABLE[0];
  }

  goal() {
    const { known, focus, cellWidth, cellHeight } = this;
    return [
      start(this.width, known.left, known.right, focus.x, cellWidth),
      start(this.height, known.top, known.bottom, focus.y, cellHeight),
    ];
  }

  /** Keep some of what is known in view, however far it is moved. */
  hold() {
    const held = (value, room, first, last, size) =>
      Math.min((last + 1) * size - room / 4, Math.max(first * size - room * 0.75, value));
    const { left, top, right, bottom } = this.known;
    this.left = held(this.left, this.width, left, right, this.cellWidth);
    this.top = held(this.top, this.height, top, bottom, this.cellHeight);
  }
}

/**
 * Return where a window of `room` pixels begins that shows cells from `first` to `last`, each of
 * `size` pixels: in its middle if all of them fit. Else `focus` is in its middle, or near it where
 * the window would show little but what lies beyond an end.
 */
function start(room, first, last, focus, size) {
  const length = (last - first + 1) * size;
  if (length <= room) return Math.round(first * size - (room - length) / 2);
  const beyond = room * BEYOND;
  const middle = (focus + 0.5) * size - room / 2;
  const latest = (last + 1) * size - room + beyond;
  return Math.round(Math.min(latest, Math.max(first * size - beyond, middle)));
}
