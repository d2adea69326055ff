/** The stack of screens: one lowest, the map or the lobby, and the boxes over it. */

/** Screens on top of each other, at the most. No way through the screens is deeper than five. */
const MAX_SCREENS = 16;

/**
 * The lowest screen has no box: the page itself shows it, and `lowest` returns it. `host` takes the
 * boxes of the others; `opened` is called with each.
 */
export class Stack {
  constructor(host, lowest, { perform, opened }) {
    this.host = host;
    this.opened = opened;
    this.findLowest = lowest;
    this.perform = perform;
    this.boxes = [];
    this.answering = null;
    /** What had the focus before the first box opened. */
    this.before = null;
  }

  /** The box that answers nothing yet, however it is pressed; null for none. */
  get held() {
    return this.answering;
  }

  set held(screen) {
    this.answering = screen;
    this.host.classList.toggle("held", this.isHeld);
  }

  get isHeld() {
    return this.open && this.top === this.answering;
  }

  /** The screen without a box. */
  get lowest() {
    return this.findLowest();
  }

  /** The screen that gets the keys. */
  get top() {
    return this.boxes.at(-1) ?? this.lowest;
  }

  /** The boxes over the lowest screen; none of them is modal on a map that is pointed at. */
  get open() {
    return this.boxes.length > 0;
  }

  /** What is marked on the map: {cursor, struck}; null for nothing. */
  get marked() {
    return this.boxes.map((screen) => screen.marked()).findLast(Boolean) ?? null;
  }

  /** Return the topmost screen of a class, if there is one. */
  find(kind) {
    return [...this.boxes].reverse().find((one) => one instanceof kind) ?? null;
  }

  /** Put a screen on top. */
  push(screen) {
    if (this.boxes.length >= MAX_SCREENS) return;
    if (!this.boxes.length) this.before = document.activeElement;
    const root = screen.mount(this.perform);
    this.boxes.push(screen);
    this.host.append(root);
    screen.draw();
    this.settle();
    screen.focused().focus({ preventScroll: true });
    this.opened();
  }

  /** Remove the topmost box. */
  pop() {
    this.boxes.pop()?.unmount();
    this.settle();
    if (this.open) this.top.focused().focus({ preventScroll: true });
    else this.giveBack();
  }

  /** Remove all boxes. */
  home() {
    if (!this.open) return;
    for (const screen of this.boxes) screen.unmount();
    this.boxes = [];
    this.settle();
    this.giveBack();
  }

  /** Show what there is now, in each box. */
  draw() {
    for (const screen of this.boxes) screen.draw();
  }

  /** Let only the topmost box be used. */
  settle() {
    this.boxes.forEach((screen, index) => {
      screen.root.inert = index < this.boxes.length - 1;
    });
    this.host.hidden = !this.open;
    this.host.classList.toggle("modal", this.open && this.top.modal);
    this.host.classList.toggle("held", this.isHeld);
  }

  /** Give the focus back to what had it before the first box. */
  giveBack() {
    const before = this.before;
    this.before = null;
    if (before?.isConnected) before.focus({ preventScroll: true });
  }
}
