/** The chosen line of a list. */
export class Choice {
  constructor() {
    this.index = 0;
  }

  /** Move by a command, in a list of `count` lines, but not beyond its ends. */
  move(command, count, page) {
    const steps = {
      PREVIOUS: this.index - 1,
      NEXT: this.index + 1,
      PAGE_UP: this.index - page,
      PAGE_DOWN: this.index + page,
      FIRST: 0,
      LAST: count - 1,
    };
    if (command !== null) this.index = steps[command] ?? this.index;
    this.hold(count);
  }

  /** Keep the choice on a line that exists. */
  hold(count) {
    this.index = Math.min(Math.max(0, count - 1), Math.max(0, this.index));
  }
}
