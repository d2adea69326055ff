/** The news that the player's own hero has died. */

import { element, say } from "../../page/dom.js";
import { hindsightWords } from "../../words/words.js";
import { nextEyes } from "../map/companions.js";
import { folded, rowOf } from "../map/log_view.js";
import { QuitScreen } from "../menus/quit_screen.js";
import { NOTHING, eyes, home, playTutorial, pop, push } from "../widgets/actions.js";
import { fillRows, rowText } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { CallingScreen, newHero } from "./calling_screen.js";

/** Number of harmful log lines, the last before the death, that the screen repeats. */
const LAST_WORDS = 4;

/** The news of the hero's death: its cause, and that the player is now a spectator. */
export class DeathScreen extends Screen {
  style = "death";

  constructor(ui) {
    super(ui);
    const bad = folded(ui.mirror.log.lines.filter(({ tone }) => tone === "bad"));
    const texts = bad.slice(-LAST_WORDS).map((entry) => rowText(rowOf(ui, entry)));
    this.cause = texts.map((text, index) => [[text, index < texts.length - 1 ? "soft" : "bright"]]);
  }

  heading() {
    return `† ${this.ui.mirror.name}`;
  }

  build(body) {
    this.told = element("div");
    this.helped = element("p", "ink-soft");
    body.append(
      element("p", "ink-bad", "You have died."),
      this.told,
      this.helped,
      element("p", "", "You are a ghost now: watch how the party fares."),
    );
    fillRows(this.told, this.cause, this.ui.adapt);
  }

  update() {
    say(this.helped, hindsightWords(this.ui.life));
  }

  footer() {
    const anew = this.ui.mirror.terms.new_heroes ? [["ANEW", "a new hero"]] : [];
    const learn = this.ui.offersTutorial ? [["TUTORIAL", "tutorial"]] : [];
    return [
      ...this.ui.hints("LIST", ["CHOOSE", "go on"]),
      ...this.ui.hints("WATCH", ["NEXT_EYES", "next hero's eyes"], ...anew, ...learn),
    ];
  }

  /**
   * Close the screen, start a new hero, leave, or switch to the next hero's eyes. Keys of the map
   * do nothing: a key that was still held in a fight must not close unread news.
   */
  press(key) {
    const { mirror } = this.ui;
    const command = this.ui.command("WATCH", key);
    if (command === "NEXT_EYES") return [pop(), eyes(nextEyes(mirror))];
    if (command === "ANEW" && mirror.terms.new_heroes) {
      return [push(new CallingScreen(this.ui, newHero))];
    }
    if (command === "TUTORIAL" && this.ui.offersTutorial) return [home(), playTutorial()];
    if (command === "QUIT") return [push(new QuitScreen(this.ui))];
    return ["CHOOSE", "BACK"].includes(this.ui.command("LIST", key)) ? [pop()] : NOTHING;
  }
}
