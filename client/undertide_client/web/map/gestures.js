/**
 * What pointers do on the map. A mouse drags it, a finger drags it or, in play, steps: a swipe is a
 * step in its direction, and a finger that stays there goes on. Two fingers pinch and drag. A tap
 * or click that moved nothing points at a cell; a long tap, or the right button, looks at it.
 */

/** CSS pixels that a finger may slip while it taps. */
const SLIP = 6;
/** CSS pixels that a finger goes from where it began to step: a fair part of a finger's width. */
const SWIPE = 26;
/** Milliseconds after which a tap is a long one. */
const LONG = 500;
/** How much a notch of the wheel, or a key, makes larger. */
export const NOTCH = 1.15;
/** Distance of a wheel's turn that counts as a notch. */
const TURN = 100;
/** The commands of the eight directions, from the right on and clockwise. */
const AROUND = [
  ...["EAST", "SOUTHEAST", "SOUTH", "SOUTHWEST"],
  ...["WEST", "NORTHWEST", "NORTH", "NORTHEAST"],
];

/**
 * Let pointers move the camera of `map`, or what `steers` says is steered. `onMove` is called when
 * the camera moved; `onHover` with the cell under a mouse; `onPoint` with the cell that was pointed
 * at, and whether to look at it; `held` gets the directions that a finger holds.
 */
export class Gestures {
  constructor(map, { onMove, onHover, onPoint, held, steers }) {
    Object.assign(this, { map, onMove, onHover, onPoint, held, steers });
    this.pointers = new Map();
    /** Whether what is going on is no tap any more. */
    this.slipped = false;
    this.timer = null;
    const { canvas } = map;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.end(event));
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    const place = this.place(event);
    if (event.button === 2) {
      this.point(place, true);
      return;
    }
    this.slipped = this.pointers.size > 0;
    this.held.release();
    clearTimeout(this.timer);
    const steps = event.pointerType !== "mouse" && this.steers();
    this.pointers.set(event.pointerId, { ...place, start: place, steps });
    this.map.canvas.setPointerCapture(event.pointerId);
    if (event.pointerType !== "mouse") this.timer = setTimeout(() => this.stay(place), LONG);
  }

  /** Look at the cell on which a finger stays. */
  stay(place) {
    if (this.slipped) return;
    this.slipped = true;
    for (const each of this.pointers.values()) each.steps = false;
    this.point(place, true);
  }

  move(event) {
    const place = this.place(event);
    const held = this.pointers.get(event.pointerId);
    if (held === undefined) {
      this.onHover(this.map.camera.cellAt(place.x, place.y));
      return;
    }
    if (this.pointers.size > 1) this.pinch(event.pointerId, place);
    else if (held.steps) this.swipe(held, place);
    else this.drag(held, place);
    Object.assign(held, place);
  }

  /** Step in the direction in which the finger is from where it began. */
  swipe({ start }, place) {
    const { ratio } = this.map.camera;
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const far = Math.hypot(dx, dy) / ratio;
    if (far >= SLIP) this.slip();
    if (far < SWIPE) this.held.release();
    else this.held.hold(AROUND[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8]);
  }

  drag(held, place) {
    const { ratio } = this.map.camera;
    const far = Math.hypot(place.x - held.start.x, place.y - held.start.y);
    if (!this.slipped && far < SLIP * ratio) return;
    this.slip();
    this.map.camera.pan(place.x - held.x, place.y - held.y);
    this.onMove();
  }

  /** Make larger by as much as two fingers went apart, and follow their middle. */
  pinch(id, place) {
    this.slip();
    const [held, other] = [this.pointers.get(id), this.other(id)];
    held.steps = other.steps = false;
    const before = Math.hypot(held.x - other.x, held.y - other.y);
    const after = Math.hypot(place.x - other.x, place.y - other.y);
    const { camera } = this.map;
    camera.pan((place.x - held.x) / 2, (place.y - held.y) / 2);
    if (before > 0) camera.zoom(after / before, (place.x + other.x) / 2, (place.y + other.y) / 2);
    this.onMove();
  }

  slip() {
    this.slipped = true;
    clearTimeout(this.timer);
  }

  up(event) {
    const known = this.pointers.has(event.pointerId);
    if (known && !this.slipped) this.point(this.place(event), false);
    this.end(event);
  }

  end(event) {
    this.pointers.delete(event.pointerId);
    this.held.release();
    clearTimeout(this.timer);
  }

  point({ x, y }, right) {
    this.onPoint(this.map.camera.cellAt(x, y), right);
  }

  turn(event) {
    event.preventDefault();
    const { x, y } = this.place(event);
    this.map.camera.zoom(NOTCH ** (-event.deltaY / TURN), x, y);
    this.onMove();
  }

  other(id) {
    return [...this.pointers].find(([each]) => each !== id)[1];
  }

  /** Return where on the canvas an event was, in device pixels. */
  place(event) {
    const { ratio } = this.map.camera;
    return { x: event.offsetX * ratio, y: event.offsetY * ratio };
  }
}
