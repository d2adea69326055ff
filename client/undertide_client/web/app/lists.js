/** A server's answers, kept for the screens. */

import { NOBODY } from "../screens/widgets/ui.js";

/** Keep the list in a message, if there is one. */
export function keepLists(ui, message) {
  TAKEN[message.tag]?.(ui, message);
}

const TAKEN = {
  welcome: (ui) => {
    ui.account = NOBODY;
    // A calling that the browser remembers may be gone from the server's content since.
    if (!ui.lobby.callingName(ui.calling)) ui.calling = "";
  },
  sessions: ({ lobby }, { sessions }) => {
    lobby.sessions = sessions;
  },
  runs: ({ lobby }, { runs }) => {
    lobby.runs = runs;
  },
  bestiary: (ui, { kinds }) => {
    ui.bestiary = kinds;
  },
  account: (ui, account) => {
    ui.account = account;
  },
  people: (ui, people) => {
    ui.people = people;
  },
  audit: (ui, { deeds }) => {
    ui.auditEntries = deeds;
  },
  invited: (ui, invite) => {
    ui.invite = invite;
  },
  created: (ui, { session, invite }) => {
    if (invite || ui.lobby.making === "unlisted") ui.invite = { session, code: invite || session };
  },
};
