/** A list of what the player may do, each line with a sentence that explains it. */

import { ListScreen } from "./list_screen.js";

/** The base of every screen whose lines are `deals`. */
export class DealsScreen extends ListScreen {
  lettered = true;

  /** What the player may do: a name, a sentence, and actions of each. */
  get deals() {
    throw new Error("a list of deals needs deals");
  }

  lines() {
    return this.deals.map(({ name }) => [[name]]);
  }

  detail(index) {
    return [[[this.deals[index].sentence, "soft"]]];
  }

  /** Return the actions of the chosen deal. */
  choose(index) {
    return this.deals[index].then;
  }
}

/** Return something that the player may do. */
export function deal(name, sentence, then) {
  return { name, sentence, then };
}
