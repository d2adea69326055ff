/** The screen to go to a moment of a replay by its time. */

import { BadMoment, momentOf } from "../../model/run_time.js";
import { jumpTo, pop } from "../widgets/actions.js";
import { BadText } from "../widgets/form.js";
import { LineScreen } from "../widgets/line_screen.js";

/** Most characters: enough for the longest tick or time. */
const MAX_WRITTEN = 12;

/** A line for a tick, or a time such as 1:02:30. A time beyond the run's ends means that end. */
export class GoToScreen extends LineScreen {
  prompt = "Go to (a tick, or a time such as 1:02:30):";

  constructor(ui) {
    super(ui, MAX_WRITTEN);
  }

  /** Go to the typed moment; an empty line stays. Throws BadText if it is no time. */
  finish(text) {
    if (!text) return [pop()];
    try {
      return [pop(), jumpTo(momentOf(text))];
    } catch (fault) {
      if (fault instanceof BadMoment) throw new BadText(fault.message);
      throw fault;
    }
  }
}
