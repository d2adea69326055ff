/** The audit log of a session or of the server. */

import { agoWords } from "../../words/words.js";
import { push, sendRequest } from "../widgets/actions.js";
import { PageScreen } from "../widgets/page_screen.js";

/** The audit entries, latest first: when, who, and what. */
export class AuditScreen extends PageScreen {
  title = "Audit log";

  rows() {
    const entries = this.ui.auditEntries;
    if (!entries?.length) return [[[entries === null ? "Asking…" : "Nothing yet.", "soft"]]];
    return entries.map((entry) => row(entry, Date.now() / 1000));
  }
}

function row({ at, who, text, session }, now) {
  const where = session ? ` (${session})` : "";
  return [[`${agoWords(now - at)}  `, "soft"], [`${who}: ${text}${where}`]];
}

/**
 * Return the actions that show an audit log. `session` names the session of the log. Without it,
 * the log is that of the player's own session, or in the lobby that of the server.
 */
export function openAuditLog(ui, session = "") {
  return [sendRequest("audit?", session), push(new AuditScreen(ui))];
}
