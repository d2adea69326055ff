/** The screen at the end of the run. */

import { TUTORIAL_OFFER } from "../../generated/catalogue.js";
import { element, say, updateChildren } from "../../page/dom.js";
import { isOfThisMachine, rootOf } from "../../page/addresses.js";
import { counted } from "../../words/grammar.js";
import { cardLines, hindsightWords, nameOfSeat } from "../../words/words.js";
import { NOTHING, copy, playAgain, playTutorial, push, replayRun, toLobby } from "../widgets/actions.js";
import { fillRow } from "../widgets/rows.js";
import { Screen } from "../widgets/screen.js";
import { drawnCard, saveCard } from "./card.js";
import { RunMapScreen } from "./run_map_screen.js";

/** The figures of a hero, and their heads. */
const HEADS = ["Hero", "level", "floor", "kills", "Fate"];

/** A table of the heroes and their fates, the run's variations, its length and its amulets. */
export class EndScreen extends Screen {
  title = "The run is over";
  style = "end";

  constructor(ui, ended) {
    super(ui);
    this.ended = ended;
  }

  build(body) {
    const { won, title, subtitle, heroes, run } = this.ended;
    const verdict = `${won ? "Victory" : "Defeat"}: ${title}`;
    body.append(element("p", won ? "verdict ink-good" : "verdict ink-bad", verdict));
    body.append(element("p", "ink-gold", subtitle), this.table(heroes));
    this.findings = element("ul", "ink-soft");
    this.card = element("div", "card-place");
    body.append(this.findings, this.card, links(run));
  }

  table(heroes) {
    const head = element("tr", "", ...HEADS.map((name) => heading(name)));
    const rows = heroes.map((one) => {
      const name = element("th");
      name.scope = "row";
      fillRow(name, [[one.name, one.colour]], this.ui.adapt);
      const figures = [one.level, one.deepest_floor, one.kills, one.fate];
      return element("tr", "", name, ...figures.map((each) => element("td", "", String(each))));
    });
    const table = element("table", "heroes");
    table.append(element("thead", "", head), element("tbody", "", ...rows));
    return table;
  }

  update() {
    const lines = this.asText();
    updateChildren(this.findings, lines, (line) => line, () => element("li"), say);
    if (this.ui.life !== this.carded) this.drawCard(this.ui.life);
  }

  /** Show the card of the player's last hero, with what can be done with it. */
  drawCard(life) {
    this.carded = life;
    this.card.replaceChildren();
    if (!life) return;
    const { ended, ui } = this;
    const link = ended.run && !isOfThisMachine(window.location) ? chronicles(ended.run) : "";
    const canvas = drawnCard(life, ended, link, ui.adapt);
    const text = cardLines(life, ended, link).join("\n");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", text);
    const save = button("Save picture", () => saveCard(canvas, `undertide-${life.run.slice(0, 8)}`));
    const copyText = button("Copy as text", () => this.perform([copy(text)]));
    this.card.append(canvas, element("p", "links", save, " ", copyText));
  }

  /** Return the run's length, its floors and amulets, and who plays again, as lines. */
  asText() {
    const { ended } = this;
    const { mirror } = this.ui;
    const below = Math.floor(ended.elapsed / 1000) || Math.floor(ended.ticks / mirror.rate);
    const lines = [`${length(below)} below, ${counted(ended.floors, "floor")} entered`];
    const helped = hindsightWords(this.ui.life);
    if (helped) lines.push(helped);
    if (this.ui.offersTutorial) lines.push(TUTORIAL_OFFER);
    if (ended.amulets.length) {
      const held = ended.amulets.filter(({ bearer }) => bearer !== null);
      const names = held.map(({ name, bearer }) => `${name} (${nameOfSeat(mirror, bearer)})`);
      const count = `${held.length} of ${ended.amulets.length} amulets at the end: ${names.join(", ")}`;
      lines.push(count.replace(/: $/, ""));
    }
    if (ended.seed) lines.push(`Seed: ${ended.seed}`);
    if (mirror.newRun?.by) lines.push(`${mirror.newRun.by} plays again, and you can join.`);
    return lines;
  }

  focused() {
    return this.foot.querySelector("button") ?? this.root;
  }

  footer() {
    const again = this.ui.mayPlayAgain ? [["CHOOSE", "play again"]] : [];
    const watch = this.ended.run ? [["REPLAY", "replay"]] : [];
    const learn = this.ui.offersTutorial ? [["TUTORIAL", "tutorial"]] : [];
    return [
      ...this.ui.hints("LIST", ...again),
      ...this.ui.hints("WATCH", ...learn, ["LOBBY", "lobby"], ...watch, ["RUN_MAP", "run"]),
      ...this.ui.hints("LIST", ["BACK", "look"]),
    ];
  }

  /** Play again, go to the lobby, watch the run again, or look at it or at the map. */
  press(key) {
    const { ui, ended } = this;
    const command = ui.command("WATCH", key);
    if (command === "RUN_MAP") return [push(new RunMapScreen(ui))];
    if (command === "LOBBY") return [toLobby()];
    if (command === "REPLAY" && ended.run) return [replayRun(ended.run, ui.mirror.seat)];
    if (command === "ANEW" && ui.mayPlayAgain) return [playAgain()];
    if (command === "TUTORIAL" && ui.offersTutorial) return [playTutorial()];
    return this.choose(ui.command("LIST", key));
  }

  choose(command) {
    if (command === "CHOOSE") return [this.ui.mayPlayAgain ? playAgain() : toLobby()];
    return command === "BACK" ? this.back() : NOTHING;
  }
}

function heading(name) {
  const made = element("th", "", name);
  made.scope = "col";
  return made;
}

/** Return the links to what the server keeps of a run. */
function links(run) {
  const link = (words, href) => Object.assign(element("a", "", words), { href });
  const records = link("The records of this server", "records");
  if (!run) return element("p", "links", records);
  const lives = link("The chronicles of its heroes", `runs/${encodeURIComponent(run)}`);
  return element("p", "links", lives, " · ", records);
}

/** Return the link to the chronicles of a run, to pass on. */
function chronicles(run) {
  return `${rootOf(window.location)}runs/${encodeURIComponent(run)}`;
}

function button(words, act) {
  const made = element("button", "", words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Return how long a run took: "40 seconds", "23 minutes". */
function length(seconds) {
  if (seconds < 60) return counted(seconds, "second");
  return counted(Math.floor(seconds / 60), "minute");
}
