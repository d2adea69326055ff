/** The page of the whole log. */

import { folded, rowOf } from "../map/log_view.js";
import { PageScreen } from "../widgets/page_screen.js";

/** All kept lines of the log, newest last. The page opens at its end. */
export class HistoryScreen extends PageScreen {
  title = "What happened";

  /** Return the log's lines. Equal neighbours are one line with a count. */
  rows() {
    return folded(this.ui.mirror.log.lines).map((entry) => rowOf(this.ui, entry));
  }

  draw() {
    const first = !this.text.childElementCount;
    super.draw();
    if (first) this.text.scrollTop = this.text.scrollHeight;
  }
}
