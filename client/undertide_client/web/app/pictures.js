/** When the page draws: with the browser's next pictures, however often that is asked for. */

/**
 * The parts of the page to draw: "map", and "rest". A picture draws one of them, so that no picture
 * has the work of both and slow machines keep up. `drawMap` returns whether the map moves on.
 */
export class Pictures {
  constructor(drawMap, drawRest) {
    this.draws = { map: drawMap, rest: drawRest };
    this.stale = new Set();
    this.asked = false;
  }

  /** Draw parts with the next pictures, in their order. */
  ask(...parts) {
    for (const part of parts) this.stale.add(part);
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.asked = false;
    const [part] = this.stale;
    this.stale.delete(part);
    if (this.draws[part]()) this.stale.add(part);
    if (this.stale.size) this.ask();
  }
}
