/** The invite to a session: a link to copy, and a code to read aloud. */

import { INVITE_RENEWED, INVITE_USE } from "../../generated/catalogue.js";
import { inviteLink, isOfThisMachine } from "../../page/addresses.js";
import { element, say, show } from "../../page/dom.js";
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

  build(body) {
    this.line = element("p", "to-copy ink-gold");
    this.here = element("p", "ink-warning", HERE);
    this.told = element("p", "ink-bright");
    this.renewed = element("p", "ink-soft", INVITE_RENEWED);
    body.append(this.line, element("p", "", INVITE_USE), this.here, this.told, this.renewed);
  }

  update() {
    say(this.line, this.link);
    say(this.told, this.code);
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
