/** The reactions of the page to what its session tells: news, hints, calls and chronicles. */

import { DeathScreen } from "../screens/hero/death_screen.js";
import { EndScreen } from "../screens/run/end_screen.js";
import { ownCell } from "../screens/map/routes.js";
import { needsHelp } from "../words/mark_words.js";
import { NEWCOMER_HINTS, TUTORIAL } from "../generated/catalogue.js";
import { hintWords, nextHint } from "../screens/map/newcomer_hints.js";
import { Kept } from "../net/kept.js";

/** Milliseconds for which news of a death are not answered: keys were on their way to the fight. */
const HOLD = 500;

/** A presenter of news. A news screen replaces all other open screens. */
export class News {
  constructor(ui, stack) {
    this.ui = ui;
    this.stack = stack;
    /** The session that the news is about. */
    this.session = "";
    this.mourned = false;
  }

  /** Forget the news so far where another session begins. */
  begin(session) {
    if (session !== this.session) this.mourned = false;
    this.session = session;
  }

  /** Tell the player once that their own hero died. */
  lookAtHeroes() {
    const { ui } = this;
    if (ui.dead && !this.mourned) {
      this.mourned = true;
      this.show(new DeathScreen(ui));
    } else if (!ui.dead && ui.mirror.hero !== null) this.mourned = false;
  }

  /** Show how the run ended. */
  showEnd() {
    const { ended } = this.ui.mirror;
    if (ended !== null) this.show(new EndScreen(this.ui, ended));
  }

  /** Show a screen, which answers nothing for a moment. */
  show(screen) {
    const { stack } = this;
    stack.home();
    stack.push(screen);
    stack.held = screen;
    setTimeout(() => {
      if (stack.held === screen) stack.held = null;
    }, HOLD);
  }
}

export class Rematch {
  constructor(page) {
    this.page = page;
    /** Whether the player wants to play again. */
    this.wanted = false;
  }

  /** Ask the server for the session in which the party plays again. */
  requestRun() {
    this.wanted = true;
    this.page.ui.notice = "Asking for another run…";
    this.page.link.send("again");
  }

  /** Join the session in which the party plays again, if this player wants to. */
  joinRun({ session, code }) {
    if (!this.wanted) return;
    this.wanted = false;
    this.page.navigation.play(code || session);
  }

  /** Note that the server refused the request. */
  refuse() {
    this.wanted = false;
  }

  /** Note that a session begins: close the news of the end of the one before. */
  begin() {
    this.wanted = false;
    const { stack } = this.page;
    if (stack.find(EndScreen)) stack.home();
  }
}

/** Percent of life from which on another fall below the limit is worth another call. */
const RECOVERED = 50;

/**
 * A watch over the own hero's life. It marks the hero's cell, once for each fall of its life, and
 * only in company.
 */
export class HelpCall {
  constructor(ui) {
    this.ui = ui;
    this.called = false;
  }

  /** Call for help if the hero needs it and hasn't called since it was better. */
  lookAtHero() {
    const { mirror, spectating, link } = this.ui;
    const { hero } = mirror;
    const cell = ownCell(mirror);
    if (hero === null || cell === null || spectating) return;
    if (hero.life * 100 >= hero.max_life * RECOVERED) this.called = false;
    else if (needsHelp(hero) && !this.called && canBeHeard(mirror)) {
      this.called = true;
      link.act(["mark", "help", ...cell]);
    }
  }
}

/** Return whether the hero is awake, and a companion who could come is too. */
function canBeHeard({ hero, party }) {
  const others = party.filter(({ seat }) => seat !== hero.seat);
  const awake = others.some(({ state, dies_in: ticks }) => state === "alive" && !ticks);
  return hero.state === "alive" && awake;
}

/** A teller of hints. The browser keeps which ones were given, and whether they are wanted. */
export class NewcomerHints {
  /** `wish` keeps a choice. */
  constructor(ui, wish) {
    this.ui = ui;
    this.wish = wish;
    ui.hinting = ui.wishes.hints !== "off";
    this.given = new Set(ui.wishes.hinted.split(" ").filter(Boolean));
    /** Whether the player has pressed a key since the last hint, and so could read it. */
    this.mayTell = true;
  }

  /** Note that the player acted. */
  noteKey() {
    this.mayTell = true;
  }

  /** Tell the most urgent new hint about the picture, if the player wants it. */
  look() {
    const { ui, given } = this;
    const { mirror } = ui;
    if (!ui.hinting || !this.mayTell || given.size >= NEWCOMER_HINTS.length) return;
    if (ui.spectating || mirror.hero === null) return;
    const hint = nextHint(mirror, given);
    if (hint === null) return;
    mirror.log.hint(hintWords(ui, hint, given.size === 0));
    this.mayTell = false;
    given.add(hint.key);
    this.wish("hinted", [...given].join(" "));
  }

  /** Begin the hints again from the first, or end them. */
  turn(on) {
    this.ui.hinting = on;
    this.given.clear();
    this.wish("hints", on ? "" : "off");
    this.wish("hinted", "");
  }
}

const PREFIX = "undertide.life.";
/** Heroes whose chronicles are kept: the oldest go first. Each takes some kilobytes. */
const MAX_LIVES = 50;
/** Lines of the log that are kept of a life: its last moments. */
const MAX_LINES = 12;

export class ChronicleKeeper {
  /** `remember` keeps a choice of the viewer's. */
  constructor(ui, url, remember, kept = new Kept(PREFIX)) {
    Object.assign(this, { ui, url, remember });
    this.kept = kept;
    /** The heroes that this player has had in this run, as far as this page knows. */
    this.lives = [];
  }

  /** Forget the heroes so far: a session begins. */
  begin() {
    this.lives = [];
    this.ui.life = null;
    this.ui.beganAsNewcomer = this.ui.isNewcomer;
  }

  /** Keep a chronicle. One that came before, and may know more by now, stays as it is. */
  recordChronicle({ tag: _tag, ...life }) {
    const lines = life.lines.slice(-MAX_LINES);
    const fresh = { life: { ...life, lines }, ended: Date.now(), outcome: "died", seed: "" };
    const record = this.kept.get(this.wordsOf(fresh)) ?? fresh;
    this.lives.push(record);
    this.ui.life = record.life;
    this.store(record);
    this.recordEnd();
  }

  /**
   * Write how the run ended into the chronicles of its heroes, once it has. Whose run has ended is
   * no newcomer any more.
   */
  recordEnd() {
    const { ended } = this.ui.mirror;
    if (ended === null) return;
    for (const record of this.lives.filter(({ outcome }) => outcome === "died")) {
      const outcome = ended.won ? "won" : "lost";
      this.store({ ...record, outcome, seed: ended.seed, ended: Date.now() });
    }
    const isOver = this.lives.some(({ life }) => life.preset !== TUTORIAL);
    if (this.ui.isNewcomer && isOver) this.remember("ended", "yes");
  }

  /** Return all records of this server's heroes, the latest first. */
  all() {
    const own = this.kept.entries().filter(([[url]]) => url === this.url);
    const records = own.map(([, record]) => record).filter(isWhole);
    return records.sort((one, other) => other.ended - one.ended);
  }

  store(record) {
    this.kept.storeValue(this.wordsOf(record), record);
    this.kept.prune(MAX_LIVES, (value) => value?.ended ?? 0);
  }

  wordsOf({ life }) {
    return [this.url, life.run, life.number];
  }
}

/** Return whether a kept value has what is shown of it: another page may have written it. */
function isWhole({ life, ended, outcome }) {
  const texts = [life?.name, life?.run, life?.calling, life?.cause, outcome];
  const numbers = [life?.level, life?.floor, life?.kills, ended];
  const lists = [life?.floors, life?.slain, life?.lines];
  return (
    texts.every((each) => typeof each === "string") &&
    numbers.every(Number.isFinite) &&
    lists.every(Array.isArray)
  );
}
