/** Moving the map: drag, pinch, wheel. A tap or click that moved nothing points at a cell. */

/** CSS pixels that a finger may slip while it taps. */
const SLIP = 6;
/** How much a notch of the wheel, or a key, makes larger. */
export const NOTCH = 1.15;
/** Distance of a wheel's turn that counts as a notch. */
const TURN = 100;

/**
 * Let pointers move the camera of `map`. `onMove` is called when it moved, `onPoint` with the cell
 * that was pointed at and whether it was tapped rather than hovered over.
 */
export class Gestures {
  constructor(map, { onMove, onPoint }) {
    this.map = map;
    this.onMove = onMove;
    this.onPoint = onPoint;
    this.pointers = new Map();
    this.slipped = false;
    const { canvas } = map;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  down(event) {
    if (this.pointers.size === 0) this.slipped = false;
    this.pointers.set(event.pointerId, { ...this.place(event), start: this.place(event) });
    this.map.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    const place = this.place(event);
    const held = this.pointers.get(event.pointerId);
    if (held === undefined) {
      this.onPoint(this.map.camera.cellAt(place.x, place.y), false);
      return;
    }
    if (this.pointers.size === 1) this.drag(held, place);
    else this.pinch(event.pointerId, place);
    Object.assign(held, place);
  }

  drag(held, place) {
    const { ratio } = this.map.camera;
    const far = Math.hypot(place.x - held.start.x, place.y - held.start.y);
    if (!this.slipped && far < SLIP * ratio) return;
    this.slipped = true;
    this.map.camera.pan(place.x - held.x, place.y - held.y);
    this.onMove();
  }

  /** Make larger by as much as two fingers went apart, and follow their middle. */
  pinch(id, place) {
    this.slipped = true;
    const [held, other] = [this.pointers.get(id), this.other(id)];
    const before = Math.hypot(held.x - other.x, held.y - other.y);
    const after = Math.hypot(place.x - other.x, place.y - other.y);
    const { camera } = this.map;
    camera.pan((place.x - held.x) / 2, (place.y - held.y) / 2);
    if (before > 0) camera.zoom(after / before, (place.x + other.x) / 2, (place.y + other.y) / 2);
    this.onMove();
  }

  up(event) {
    const place = this.place(event);
    this.pointers.delete(event.pointerId);
    if (!this.slipped) this.onPoint(this.map.camera.cellAt(place.x, place.y), true);
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
