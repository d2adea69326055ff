/** The landmarks of a replayed run, to go to one of them. */

import { MARKS } from "../../generated/catalogue.js";
import { clock } from "../../model/replay_state.js";
import { jumpTo, pop } from "../widgets/actions.js";
import { ListScreen } from "../widgets/list_screen.js";

/** The time, kind and text of each landmark. The list opens at the present. */
export class LandmarksScreen extends ListScreen {
  title = "Landmarks";
  verb = "go there";
  style = "list landmarks";

  constructor(ui) {
    super(ui);
    const now = ui.mirror.replayState?.elapsed ?? 0;
    const passed = this.landmarks.filter(({ elapsed }) => elapsed <= now).length;
    this.choice.index = Math.max(0, passed - 1);
  }

  get landmarks() {
    return this.ui.mirror.replayState?.landmarks ?? [];
  }

  nothing() {
    return "Nothing has happened in this run yet.";
  }

  lines() {
    return this.landmarks.map(row);
  }

  /** Go to the chosen landmark. */
  choose(index) {
    return [pop(), jumpTo({ elapsed: this.landmarks[index].elapsed, tick: 0 })];
  }

  look(index) {
    return this.choose(index);
  }
}

function row({ kind, elapsed, text }) {
  const { glyph, word, ink } = MARKS[kind];
  return [[clock(elapsed), "soft"], [glyph, packed(ink)], [word], [text, "bright"]];
}

function packed([red, green, blue]) {
  return (red << 16) | (green << 8) | blue;
}
