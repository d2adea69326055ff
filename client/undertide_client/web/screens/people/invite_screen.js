/** The invite to a session: a link to copy, its QR code, and a code to read aloud. */

import { INVITE_BY_SSH, INVITE_RENEWED, INVITE_USE } from "../../generated/catalogue.js";
import { inviteLink, isOfThisMachine, rootOf } from "../../page/addresses.js";
import { drawn, element, say, show } from "../../page/dom.js";
import { NOTHING, copy } from "../widgets/actions.js";
import { Screen } from "../widgets/screen.js";

const HERE =
  "It works on this machine alone. If the server lets in your network, open this page at the " +
  "machine's address there: the link then has that address.";

/** The link that leads into a session, and its invite code or its id. */
export class InviteScreen extends Screen {
  context = "INVITE";
  title = "An invite";
  style = "invite";

  constructor(ui, invite) {
    super(ui);
    this.invite = invite;
  }

  /** The line to send. */
  get link() {
    return inviteLink(this.invite.code);
  }

  get isId() {
    return this.invite.code === this.invite.session;
  }

  /** The code to read aloud, for those who are in the lobby of this server. */
  get code() {
    const what = this.isId ? "session's id" : "code";
    return `The ${what}, for i or I in the lobby: ${this.invite.code}`;
  }

  /** The command of friends who come by ssh; empty if the server takes no such visits. */
  get ssh() {
    const port = this.ui.lobby.customs?.ssh_port ?? 0;
    return port ? `ssh -p ${port} ${this.invite.code}@${window.location.hostname}` : "";
  }

  build(body) {
    this.line = element("p", "to-copy ink-gold");
    this.picture = element("div", "qr");
    this.bySsh = element("p", "", INVITE_BY_SSH);
    this.command = element("p", "to-copy ink-bright");
    this.here = element("p", "ink-warning", HERE);
    this.told = element("p", "ink-bright");
    this.renewed = element("p", "ink-soft", INVITE_RENEWED);
    const words = [element("p", "", INVITE_USE), this.here, this.bySsh, this.command];
    body.append(this.line, this.picture, ...words, this.told, this.renewed);
    drawCode(this.picture, this.link);
  }

  update() {
    say(this.line, this.link);
    say(this.told, this.code);
    say(this.command, this.ssh);
    for (const each of [this.bySsh, this.command]) show(each, this.ssh !== "");
    show(this.here, isOfThisMachine(window.location));
    show(this.renewed, !this.isId);
  }

  footer() {
    return this.ui.hints(this.context, ["COPY", "copy"], ["BACK", "go on"]);
  }

  /** Copy the link, or close the screen. */
  press(key) {
    const command = this.ui.command(this.context, key);
    if (command === "COPY") return [copy(this.link)];
    return command === "BACK" ? this.back() : NOTHING;
  }
}

/** Draw the QR code of a link, which the server makes, into an element; without it, hide that. */
async function drawCode(target, link) {
  const rows = await codeOf(link).catch(() => []);
  show(target, rows.length > 0);
  if (!rows.length) return;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const box = `0 0 ${rows.length} ${rows.length}`;
  const label = "The link as a QR code, for the camera of a phone";
  const shape = { viewBox: box, role: "img", "aria-label": label, "shape-rendering": "crispEdges" };
  target.replaceChildren(drawn("svg", shape, drawn("path", { d: dark.join("") })));
}

/** Return the rows of modules of the QR code of a link. Rejects if the server makes none. */
async function codeOf(link) {
  const where = new URL("qr", rootOf(window.location));
  const answer = await fetch(where, { headers: { "Undertide-Link": link } });
  return answer.ok ? (await answer.text()).split("\n") : [];
}
