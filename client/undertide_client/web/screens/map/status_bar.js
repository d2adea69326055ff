/** The bottom line: the client's role, and the connection. */

import { SHORT } from "../../generated/catalogue.js";
import { rounded } from "../../words/grammar.js";
import { nameOfSeat } from "../../words/words.js";

/** Seconds from a message to its answer, from which on the connection counts as slow. */
const SLOW = 0.25;

/** Return the client's role as text: player, spectator, dead, or in a replay. */
export function roleWords(ui) {
  const { mirror } = ui;
  if (!mirror.session) return "";
  if (!ui.spectating) return `@ ${mirror.name}`;
  const eyes = nameOfSeat(mirror, mirror.following);
  if (mirror.reel) return `replay of ${mirror.reel.run.slice(0, SHORT)}, watching ${eyes}`;
  const behind = mirror.delay ? `, ${mirror.delay} s behind` : "";
  return ui.dead ? `dead, watching ${eyes}` : `watching ${eyes}${behind}`;
}

/** Return how the latest intent fares as a span; empty text without one. */
export function fateWords({ stage, reason }) {
  if (stage === "none") return ["", "ink"];
  if (stage === "received" || stage === "waiting") return ["received, waiting", "ink"];
  const failed = stage === "refused" || stage === "lost";
  return failed ? [`${stage}: ${reason}`, "bad"] : [stage, "ink"];
}

/** Return the state of the connection as a span: its colour says the same. */
export function connectionWords(ui) {
  if (ui.status.phase !== "connected") return [`○ ${ui.status.text}`, "warning"];
  if (ui.silenceWords) return [`○ ${ui.silenceWords}`, "bad"];
  const latency = ui.latency > 0 ? ` ${rounded(ui.latency * 1000)} ms` : "";
  return [`● connected${latency}`, ui.latency > SLOW ? "warning" : "good"];
}
