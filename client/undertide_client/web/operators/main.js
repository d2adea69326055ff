/** The operators' page: a login, and views by the part of the address behind its #. */

import { byId, say, show } from "../page/dom.js";
import { order as orderOf } from "../net/requests.js";
import { Lost, OperatorLink, Refused } from "./link.js";
import { showLook, Wanted } from "./look_view.js";
import { shown } from "./parts.js";
import {
  showAudit, showOverview, showPeople, showReports, showRuns, showServer,
} from "./server_views.js";
import { showSession } from "./session_view.js";

const VIEWS = {
  "": showOverview,
  people: showPeople,
  session: (page, id) => showSession(page, id),
  look: (page, id, query) => showLook(page, Wanted.of(id, query)),
  runs: (page, before) => showRuns(page, before),
  reports: (page, before) => showReports(page, Number(before) || 0),
  audit: showAudit,
  orders: showServer,
};
/** Whether only this machine can hear what is typed here. */
const IS_PRIVATE = window.isSecureContext;

class OperatorsPage {
  constructor() {
    const address = new URL("./", window.location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.link = new OperatorLink(address.href, {
      onSaid: (message) => this.hear(message),
      onLost: (lost) => this.leave(wordsOf(lost)),
    });
    /**
     * The view that is shown: its number, what is done later, and what it does about a key, which
     * returns whether the key meant anything.
     */
    this.view = { number: 0, timer: null, press: () => false };
  }

  begin() {
    show(byId("unsafe"), !IS_PRIVATE);
    byId("login").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    byId("leave").addEventListener("click", () => this.link.close());
    byId("refresh").addEventListener("click", () => this.turn());
    window.addEventListener("hashchange", () => this.turn());
    document.addEventListener("keydown", (event) => {
      const { target, key } = event;
      const isTyping = target.closest?.("input, select, textarea, dialog, .wide, .map");
      if (!isTyping && !event.ctrlKey && !event.altKey && !event.metaKey && this.view.press(key)) {
        event.preventDefault();
      }
    });
  }

  /** Log in with what the form has: an account and its password, or the operator key. */
  async enter() {
    this.complain("");
    byId("enter").disabled = true;
    const [file] = byId("key").files;
    const name = byId("account").value;
    try {
      const proof = file
        ? { token: await keyIn(file) } : { name, password: byId("password").value };
      const account = await this.link.enter(proof);
      say(byId("who"), account.name || "by the operator key");
      say(byId("server"), shown(account.server));
      byId("login").reset();
      show(byId("login"), false);
      for (const id of ["view", "nav", "leave"]) show(byId(id), true);
      await this.turn();
      byId("title").focus();
    } catch (fault) {
      this.complain(wordsOf(fault));
    } finally {
      byId("enter").disabled = false;
    }
  }

  /** Show the login again, and nothing of what was seen before. */
  leave(why) {
    this.endView();
    byId("content").replaceChildren();
    for (const id of ["view", "nav", "leave"]) show(byId(id), false);
    show(byId("login"), true);
    say(byId("who"), "");
    this.complain(why);
  }

  /** Show what the address names. */
  async turn() {
    if (byId("view").hidden) return;
    this.endView();
    this.say("");
    const [path, query = ""] = window.location.hash.replace(/^#\/?/, "").split("?");
    const [view, id = ""] = path.split("/");
    for (const each of byId("nav").querySelectorAll("a")) {
      const isHere = each.getAttribute("href") === `#/${view}`;
      if (isHere) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    // What a view shows too late, after another was asked for, is not shown.
    const own = Object.assign(Object.create(this), { number: this.view.number });
    const showView = Object.hasOwn(VIEWS, view) ? VIEWS[view] : showOverview;
    await this.attempt(() => showView(own, id, query));
  }

  /** Let the present view do nothing more. */
  endView() {
    clearTimeout(this.view.timer);
    Object.assign(this.view, { number: this.view.number + 1, timer: null, press: () => false });
  }

  /** Do something that the server may refuse; say why if it does. */
  async attempt(work) {
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof Refused || fault instanceof Lost)) throw fault;
      this.complain(wordsOf(fault));
    }
  }

  /** Give an order, say what it did, and show the view again. */
  async order(tag, fields, session, again) {
    await this.attempt(async () => {
      const order = orderOf(tag, fields);
      const told = await this.link.request("govern", { order, session });
      await again();
      this.say(told.done ? `You ${told.done}.` : "Done.");
    });
  }

  // --- what views use --------------------------------------------------------------------------

  /** Show a view: its title and its content. The focus stays where the same thing stands again. */
  show(title, ...content) {
    if (this.number !== this.view.number) return;
    this.complain("");
    document.title = `${title} – operators`;
    say(byId("title"), shown(title));
    this.keepFocus(byId("content"), () => byId("content").replaceChildren(...content));
  }

  /** Change what is in an element, and give the focus back to what is named like what had it. */
  keepFocus(within, change) {
    const held = document.activeElement;
    const isHeld = within.contains(held);
    const name = isHeld ? nameOf(held) : "";
    change();
    if (!isHeld || within.contains(document.activeElement)) return;
    const heirs = [...within.querySelectorAll("button, a, input, select")];
    (heirs.find((each) => nameOf(each) === name) ?? byId("title")).focus();
  }

  /** Do something later, unless another view is shown by then. */
  later(milliseconds, work) {
    if (this.number !== this.view.number) return;
    this.view.timer = setTimeout(() => this.attempt(work), milliseconds);
  }

  /** Have keys mean something to the view, outside of its fields. */
  bindKeys(press) {
    if (this.number === this.view.number) this.view.press = press;
  }

  visit(place) {
    if (window.location.hash === place) this.turn();
    else window.location.hash = place;
  }

  say(words) {
    say(byId("said"), shown(words));
  }

  complain(words) {
    say(byId("notice"), shown(words));
    show(byId("notice"), words !== "");
  }

  /** Take in what the server says unasked: an announcement, or that the login has ended. */
  hear({ tag, text, operator }) {
    if (tag === "chat") this.say(`Announced: ${text}`);
    if (tag === "account" && !operator) this.link.close();
  }
}

/** Return the operator key in a file. Raises Refused if it is none. */
async function keyIn(file) {
  const text = (await file.text()).trim();
  if (!/^([0-9a-f]{2}){16,64}$/i.test(text)) throw new Refused("this file holds no operator key");
  return Uint8Array.from(text.match(/../g), (digits) => Number.parseInt(digits, 16));
}

function wordsOf({ message }) {
  return `${message[0].toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
}

/** Return by what a part of the page is found again when it was made anew. */
function nameOf(target) {
  const label = target.closest("label")?.textContent ?? "";
  return target.getAttribute("aria-label") ?? (label || target.textContent);
}

new OperatorsPage().begin();
