/** Around the map in play: the banner, the goal, the state of the last intent, and the buttons. */

import { shown } from "../keys/names.js";
import { byId, element, isNews, mark, say, show, updateChildren } from "../page/dom.js";
import { barHints } from "../screens/map/action_bar.js";
import { bannerWords, connectionWords, fateWords, roleWords } from "../screens/map/status_bar.js";
import { goalHints } from "../screens/map/goal_card.js";

/** CSS pixels by which buttons may reach out of their row without being more than a row. */
const SLACK = 8;

export class PlayView {
  /** `press` gets the key of a button, and `wish` keeps a choice. */
  constructor(ui, screen, press, wish) {
    this.ui = ui;
    this.screen = screen;
    this.press = press;
    this.wish = wish;
    byId("goal").addEventListener("click", () => this.closeGoal());
    byId("more-actions").addEventListener("click", () => this.spread(!this.isSpread));
    byId("actions").addEventListener("click", () => this.spread(false));
    new ResizeObserver(() => this.measure()).observe(byId("actions"));
  }

  /** Let the map be seen. */
  closeGoal() {
    this.screen.noteAct();
    this.draw();
  }

  /** Show what there is now. */
  draw() {
    say(byId("banner"), bannerOf(this.ui));
    this.drawGoal(this.screen.goal);
    this.drawLine();
    const hints = barHints(this.ui);
    this.drawHints(byId("actions"), hints);
    if (isNews(byId("actions"), hints)) this.measure();
  }

  /** Whether all actions are shown, over the map. */
  get isSpread() {
    return byId("more-actions").getAttribute("aria-expanded") === "true";
  }

  /** Show all actions over the map, or those that have room below it. */
  spread(wanted) {
    mark(byId("more-actions"), "aria-expanded", wanted);
  }

  /** Offer the other actions where not all have room. */
  measure() {
    const { scrollHeight, clientHeight } = byId("actions");
    show(byId("more-actions"), this.isSpread || scrollHeight > clientHeight + SLACK);
  }

  /** Show what the players try to do, until the first key. */
  drawGoal(goal) {
    const card = byId("goal");
    show(card, goal !== null);
    this.clearHero(card);
    if (goal === null) return;
    if (this.ui.wishes.goal !== this.screen.seatWords) this.wish("goal", this.screen.seatWords);
    if (!isNews(card, goal)) return;
    const [head, text, hints] = card.children;
    say(head, goal.title);
    text.replaceChildren(...goal.goal.map((line) => element("p", "", line)));
    this.drawHints(hints, goalHints(this.ui));
  }

  /** Put the card on the half of the map where the own hero isn't. */
  clearHero(card) {
    const { own } = this.ui.mirror;
    card.classList.toggle("low", Boolean(own) && this.screen.map.camera.isHigh(own));
  }

  drawLine() {
    const { ui } = this;
    mark(byId("line"), "data-plays", !ui.spectating);
    say(byId("role"), roleWords(ui));
    const [words, ink] = ui.spectating ? ["", "ink"] : fateWords(ui.link.fate);
    say(byId("fate"), words);
    mark(byId("fate"), "class", `ink-${ink}`);
    const [signal, tone] = connectionWords(ui);
    say(byId("signal"), signal);
    mark(byId("signal"), "class", `ink-${tone}`);
  }

  drawHints(bar, hints) {
    const make = () => {
      const button = element("button", "hint", element("kbd"), element("span"));
      button.type = "button";
      button.addEventListener("click", () => this.press(button.dataset.press));
      return button;
    };
    updateChildren(bar, hints, ({ key }) => key, make, (button, { key, words }) => {
      mark(button, "data-press", key);
      say(button.children[0], shown(key));
      say(button.children[1], words);
    });
  }
}

/** Return the line over the map: what is being opened, or what the player waits for. */
function bannerOf(ui) {
  if (ui.replaying) return "";
  if (ui.mirror.session) return bannerWords(ui);
  return ui.link.goal.kind === "replay" ? "Opening the replay…" : "Entering the session…";
}
