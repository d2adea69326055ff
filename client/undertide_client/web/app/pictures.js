/** When the page draws: with the browser's next pictures, however often that is asked for. */

/**
 * The parts of the page to draw. A picture draws one of them, so that none has the work of all and
 * slow machines keep up. `draws` has a function for each part, which returns whether it moves on.
 */
export class Pictures {
  constructor(draws) {
    this.draws = draws;
    this.stale = new Set();
    this.asked = false;
  }

  /** Draw all parts with the next pictures. */
  askAll() {
    this.requestDraw(...Object.keys(this.draws));
  }

  /** Draw parts with the next pictures, in their order. */
  requestDraw(...parts) {
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
    if (this.stale.size) this.requestDraw();
  }
}
