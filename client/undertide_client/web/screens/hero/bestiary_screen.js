/** The bestiary: the kinds of monsters that the party has met (R2). */

import { NOTHING } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

/** The met kinds, in the order of their meeting. Each kind that falls reveals more of itself. */
export class BestiaryScreen extends ListScreen {
  verb = "";

  /** Return the title with the number of kinds. */
  heading() {
    return `Bestiary (${this.kinds.length})`;
  }

  get kinds() {
    return this.ui.bestiary ?? [];
  }

  lines() {
    return this.kinds.map(({ fell, glyph, colour, name }) => [
      [`${glyph} `, colour],
      [name, "ink"],
      ["  "],
      [fell ? `${fell} fell` : "none fell yet", "soft"],
    ]);
  }

  /** Return the description of a kind and the facts that the party knows about it. */
  detail(index) {
    const { description, facts } = this.kinds[index];
    const rows = [[[description, "soft"]], [[facts.join(" "), "ink"]]];
    return rows.filter(([[words]]) => words);
  }

  /** Do nothing: this list is only for reading. */
  choose(_index) {
    return NOTHING;
  }

  /** Return the text of an empty list: either no answer has come yet, or nothing was met. */
  nothing() {
    return this.ui.bestiary === null ? "Asking…" : "The party has met no monster yet.";
  }
}
