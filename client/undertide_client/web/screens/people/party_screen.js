/** The party and its spectators. */

import { ROLES } from "../../generated/catalogue.js";
import { termsWords } from "../../words/session_words.js";
import { bearerWords, healthWords, memberState } from "../../words/words.js";
import { PageScreen } from "../widgets/page_screen.js";

/** All heroes with their place and state; then amulets, spectators and the session's terms. */
export class PartyScreen extends PageScreen {
  title = "The party";

  /** Return one line per hero and per amulet, then the spectators' names and the terms. */
  rows() {
    const { mirror, replaying } = this.ui;
    const away = new Set(
      mirror.roster.filter(({ connected }) => !connected && !replaying).map(({ seat }) => seat),
    );
    const marks = new Map(mirror.roster.map((one) => [one.seat, marksOf(one, away.has(one.seat))]));
    const rows = mirror.party.map((one) => hero(mirror, one, marks.get(one.seat) ?? ""));
    if (!rows.length) rows.push([["Nobody is down here yet.", "soft"]]);
    rows.push([]);
    if (mirror.amulets.length) rows.push(...mirror.amulets.map((one) => amulet(mirror, one)), []);
    if (replaying) return rows;
    const names = mirror.watchers.join(", ") || "nobody";
    const more = mirror.watcherCount - mirror.watchers.length;
    const text = `Watching: ${names}${more ? ` and ${more} more` : ""}`;
    return [...rows, [[text, "soft"]], [[termsWords(mirror.terms), "soft"]]];
  }
}

/** Return the marks of a seat's player: "party leader, away". */
function marksOf(seat, away) {
  const role = ["host", "moderator"].includes(seat.role) ? ROLES[seat.role] : "";
  return [role, away ? "away" : "", seat.muted ? "muted" : ""].filter(Boolean).join(", ");
}

function hero(mirror, one, marks) {
  const branch = mirror.tree.get(one.branch);
  const floor = one.floor > 0 ? `floor ${one.floor}` : "";
  const where = floor && branch ? `${floor}, ${branch.name}` : floor;
  const state = memberState(one, mirror) || healthWords(one.health);
  const words = [[one.calling], [`L${one.level}`], [state], [marks, "warning"], [where, "soft"]];
  const told = words.filter(([text]) => text).map(([text, ink]) => [`  ${text}`, ink ?? "ink"]);
  return [["@ ", one.colour], [one.name, "bright"], ...told];
}

function amulet(mirror, one) {
  return [
    [`${one.glyph} `, one.colour],
    [`${one.name}, `, "bright"],
    [bearerWords(mirror, one)],
  ];
}
