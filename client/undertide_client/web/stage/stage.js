/** What is on the screen: the lists, or what is watched with all that belongs to it. */

import { VISIONS, adapter } from "../page/colours.js";
import { byId, mark, say, show } from "../page/dom.js";
import { alertWords } from "./alerts.js";
import { Held } from "../map/held.js";
import { Gestures } from "../map/gestures.js";
import { Herald } from "./herald.js";
import { Feedback } from "./feedback.js";
import { LogView } from "./log_view.js";
import { FloorMap } from "../map/map.js";
import { Pad } from "./pad.js";
import { Panels } from "./panels.js";
import { watchSize } from "./phone.js";
import { describe } from "../screens/map/cursor_screen.js";
import { HelpScreen, PANEL } from "../screens/menus/help_screen.js";
import { push } from "../screens/widgets/actions.js";
import { ReplayBar } from "./replay_bar.js";
import { PROMPTS } from "../generated/catalogue.js";
import { cleanChat } from "../screens/widgets/names.js";
import { MAX_CHAT, MAX_NAME } from "../generated/schema.js";
import { titleOf } from "../model/titles.js";
import { TreeView } from "./tree_view.js";
import { counted } from "../words/grammar.js";
import { healthWords, nameOfSeat } from "../words/words.js";

/** How much a press of a button makes the map larger. */
const ZOOM = 1.25;
/** The choice to draw walls with the glyphs that the server names, and not as lines. */
const PLAIN = "plain";
/** Root font sizes of the choices of text size; the lengths of texts and boxes go with them. */
const SIZES = { large: "112.5%", larger: "125%" };
/** What a server is called that its host gave no name; the page says so already. */
const PRODUCT = "Undertide";
const NOT_SENT = "Not sent: there is no connection.";

export class Stage {
  constructor(page) {
    this.page = page;
    this.map = new FloorMap(byId("map"));
    this.panels = new Panels(page.ui, {
      onMember: (seat) => page.meet(seat),
      onKey: (key) => page.press(key, false),
      onFigure: () => page.performer.perform([push(new HelpScreen(page.ui, null, PANEL))]),
    });
    this.log = new LogView(page.ui, byId("log"));
    this.herald = new Herald();
    this.feedback = new Feedback(page.ui, this.map);
    this.tree = new TreeView(byId("tree"));
    this.bar = new ReplayBar(page.replayControl);
    this.pointed = null;
    const held = new Held((command, repeated) => page.steer(command, repeated));
    this.gestures = new Gestures(this.map, {
      onMove: () => page.pictures.requestDraw("map"),
      onHover: (cell) => this.hover(cell),
      onPoint: (cell, right) => this.point(cell, right),
      held,
      steers: () => page.steers,
    });
    this.pad = new Pad(page.ui, held, (name, value) => page.wish(name, value));
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.still.addEventListener("change", () => this.takeMotion());
    watchSize();
    this.bindMap();
    this.bindChat();
    for (const name of ["vision", "size", "walls", "motion"]) this.applyChoice(name);
  }

  // --- what the viewer does ----------------------------------------------------------------------

  /** Let the camera glide, unless the viewer would rather have things stand still. */
  takeMotion() {
    const { motion } = this.page.wishes;
    this.map.glides = motion ? motion === "moving" : !this.still.matches;
  }

  bindMap() {
    const { page, map } = this;
    new ResizeObserver(() => {
      map.resize();
      page.draw();
    }).observe(map.canvas);
    byId("larger").addEventListener("click", () => this.zoom(ZOOM));
    byId("smaller").addEventListener("click", () => this.zoom(1 / ZOOM));
    byId("recentre").addEventListener("click", () => this.recentre());
  }

  zoom(factor) {
    this.map.camera.zoom(factor, this.map.canvas.width / 2, this.map.canvas.height / 2);
    this.page.draw();
  }

  recentre() {
    this.map.camera.recentre();
    this.page.draw();
  }

  bindChat() {
    byId("name").maxLength = MAX_NAME;
    byId("words").maxLength = MAX_CHAT;
    byId("name").value = this.page.wishes.name;
    byId("chat").addEventListener("submit", (event) => {
      event.preventDefault();
      const { link } = this.page;
      const name = link.playing ? link.goal.name : byId("name").value.trim().slice(0, MAX_NAME);
      const text = cleanChat(byId("words").value);
      if (text && !name) {
        byId("name").focus();
        return;
      }
      if (text && !this.page.say(name, text)) {
        this.page.performer.showNote({ text: NOT_SENT });
        return;
      }
      byId("words").value = "";
      this.focusMap();
    });
  }

  /** Go to the line of chat; return false where this viewer can't say anything. */
  focusChat() {
    const words = byId("words");
    if (!words.disabled) words.focus();
    return !words.disabled;
  }

  /**
   * Give the keys back to the hero: monsters don't wait until somebody finds the way out. What is
   * hidden takes no focus, so the map doesn't wait for the next picture either.
   */
  focusMap() {
    this.showPlace();
    this.map.canvas.focus({ preventScroll: true });
  }

  /** Take up a choice of the viewer's about how things are shown. */
  applyChoice(name) {
    const { vision, size, walls } = this.page.wishes;
    if (name === "vision") this.see(VISIONS.includes(vision) ? vision : VISIONS[0]);
    else if (name === "size") document.documentElement.style.fontSize = SIZES[size] ?? "";
    else if (name === "walls") this.map.plain = walls === PLAIN;
    else if (name === "motion") this.takeMotion();
    this.page.draw();
  }

  /** Draw everything in colours for eyes of a kind. */
  see(vision) {
    this.adapt = this.page.ui.adapt = adapter(vision);
    this.map.see(vision);
    this.page.draw();
  }

  /** Say what is at a cell under the mouse. */
  hover(cell) {
    const before = this.pointed;
    if (before && before.x === cell.x && before.y === cell.y) return;
    this.pointed = cell;
    this.page.pictures.requestDraw("near");
  }

  /** Act on a cell, or with `right` look at it. Spectators follow the hero there, and look. */
  point(cell, right) {
    const { mirror, ui } = this.page;
    const hero = mirror.at(cell.x, cell.y).map((one) => mirror.memberOf(one)).find(Boolean);
    const chooses = ui.spectating && !this.page.stack.open && !right;
    if (chooses) this.pointed = cell;
    if (chooses && hero && hero.state !== "dead") this.page.navigation.follow(hero.seat);
    else this.page.point(cell, right);
    this.page.draw();
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** Show either the lobby or the map with all that stands around it. */
  showPlace() {
    show(byId("lobby"), this.page.inLobby);
    show(byId("stage"), !this.page.inLobby);
  }

  /** Draw the head, and what stands around the map. */
  drawNear() {
    const { inLobby, mirror } = this.page;
    this.showPlace();
    this.drawHead(inLobby);
    this.drawStatus();
    if (inLobby) return;
    this.play.draw();
    this.pad.draw();
    this.bar.draw(mirror.replayState);
    this.drawChat();
    say(byId("look"), this.lookWords());
    mark(byId("map"), "aria-label", mapWords(mirror));
  }

  /** Draw the panels and the log. */
  drawPanels() {
    const { link, mirror } = this.page;
    if (link.goal.kind === "lobby") return;
    this.panels.draw(mirror, this.adapt);
    this.log.draw(mirror.log, this.adapt);
    this.herald.draw(mirror, performance.now());
    this.tree.show(mirror, this.panels.tint);
  }

  /** Draw the map; return whether it moves on by itself. */
  drawMap() {
    const { link, mirror } = this.page;
    return link.goal.kind !== "lobby" && this.map.draw(mirror, this.page.stack.marked);
  }

  drawHead(inLobby) {
    const { mirror, notice } = this.page;
    say(byId("server"), mirror.server === PRODUCT ? "" : mirror.server);
    const words = [titleOf(mirror.preset), mirror.session, this.kindWords()];
    const titled = !inLobby && mirror.session;
    say(byId("what"), titled ? words.filter(Boolean).join(" · ") : "");
    say(byId("special"), titled ? mirror.subtitle : "");
    mark(byId("special"), "title", titled ? variationWords(mirror) : "");
    const isLive = titled && !mirror.replayState;
    const watchers = isLive ? `◉ ${counted(mirror.watcherCount, "watcher")}` : "";
    say(byId("watchers"), watchers);
    mark(byId("watchers"), "title", mirror.watchers.join(", "));
    say(byId("delay"), titled && mirror.delay ? `shown ${mirror.delay} s late` : "");
    say(byId("notice"), notice);
    show(byId("notice"), notice !== "");
    const alert = alertWords(this.page.ui);
    const title = [alert, titled && mirror.session, PRODUCT].filter(Boolean).join(" · ");
    if (document.title !== title) document.title = title;
  }

  /** Return what is shown: a replay, or a run that goes on, or one that is over. */
  kindWords() {
    const { mirror, link } = this.page;
    if (mirror.replayState) return "a replay";
    if (mirror.ended !== null) return "over";
    return link.status.phase === "connected" ? "live" : "";
  }

  drawStatus() {
    const { status, silence } = this.page.link;
    const { phase } = status;
    say(byId("connection"), statusWords(status, silence));
    show(byId("outage"), phase !== "connected" || silence > 0);
    show(byId("retry"), phase === "waiting" || phase === "over");
  }

  drawChat() {
    const { mirror, link, ui } = this.page;
    show(byId("chat"), link.goal.kind !== "replay");
    const name = byId("name");
    show(name, !link.playing);
    if (!name.value && name !== document.activeElement) name.value = ui.name;
    const may = link.playing || mirror.terms.watchers_talk;
    byId("words").disabled = !may;
    byId("say").disabled = !may;
    const prompt = ui.hearing === "all" ? "Say something" : PROMPTS[ui.hearing];
    mark(byId("words"), "placeholder", may ? prompt : "Spectators can't chat here");
  }

  /** Return what is at the cell that was pointed at. */
  lookWords() {
    const { mirror } = this.page;
    if (this.pointed === null) return "";
    const { x, y } = this.pointed;
    return describe(mirror, [x, y]).filter(Boolean).join(". ");
  }
}

/** Return what the variations of a run mean, one a line. */
function variationWords({ variations }) {
  return variations.map(({ name, description }) => `${name}: ${description}`).join("\n");
}

/** Return how the connection is, in words. */
function statusWords({ phase, words, seconds }, silence) {
  if (silence > 0) return `No answer for ${silence} s.`;
  if (phase === "connecting") return "Connecting…";
  return phase === "waiting" ? `${words} Trying again in ${Math.ceil(seconds)} s.` : words;
}

/** Return the map in words, for those who can't see it. */
function mapWords(mirror) {
  if (mirror.floor === null) return "The map: nothing is shown yet";
  const { name, number } = mirror.floor;
  const eyes = nameOfSeat(mirror, mirror.following);
  const { hero } = mirror;
  const life = hero ? `, ${healthWords((100 * hero.life) / Math.max(1, hero.max_life))}` : "";
  const roles = [...mirror.sightings.values()].map((one) => mirror.kindOf(one).role);
  const sight = counted(roles.filter((role) => role === "monster").length, "monster");
  return `The map of floor ${number}, ${name}, as ${eyes} sees it${life}; ${sight} in sight`;
}
