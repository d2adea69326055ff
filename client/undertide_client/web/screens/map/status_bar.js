/** The lines around the map: the bottom line, and the banner of who waits or is waited for. */

import { named } from "../../keys/touch.js";
import { SHORT } from "../../generated/catalogue.js";
import { rounded, capitalized } from "../../words/grammar.js";
import { nameOfSeat, nudgeWords, pauseWords } from "../../words/words.js";
import { spanWords } from "../../words/time_words.js";

/** Seconds from a message to its answer, from which on the connection counts as slow. */
const SLOW = 0.25;

/** Return the client's role as text: player, spectator, dead, or in a replay. */
export function roleWords(ui) {
  const { mirror } = ui;
  if (!mirror.session) return "";
  if (!ui.spectating) return `@ ${mirror.name}`;
  const eyes = nameOfSeat(mirror, mirror.following);
  const run = mirror.replayState?.run.slice(0, SHORT);
  if (run !== undefined) return `replay of ${run}, watching ${eyes}`;
  const behind = mirror.delay ? `, ${mirror.delay} s behind` : "";
  return ui.dead ? `dead, watching ${eyes}` : `watching ${eyes}${behind}`;
}

/** Return how the latest intent fares as a span; empty text without one. */
export function fateWords({ stage, reason }) {
  if (stage === "none") return ["", "ink"];
  if (stage === "received" || stage === "waiting") return ["received, waiting", "ink"];
  if (stage === "refused") return [`not now: ${reason}`, "warning"];
  return stage === "lost" ? [`lost: ${reason}`, "bad"] : [stage, "ink"];
}

/** Return the state of the connection as a span: its colour says the same. */
export function connectionWords(ui) {
  if (ui.status.phase !== "connected") return [`○ ${ui.status.text}`, "warning"];
  if (ui.silenceWords) return [`○ ${ui.silenceWords}`, "bad"];
  const latency = ui.latency > 0 ? ` ${rounded(ui.latency * 1000)} ms` : "";
  return [`● connected${latency}`, ui.latency > SLOW ? "warning" : "good"];
}

/**
 * Return what a player without a standing hero waits for, or who waits for the player. It is empty
 * for anybody else. A server that doesn't answer comes first: time may run there.
 */
export function bannerWords(ui) {
  const { hero, seat } = ui.mirror;
  if (ui.silenceWords) return `${capitalized(ui.silenceWords)}: the game may go on without you`;
  if (hero !== null && hero.seat === seat && hero.dies_in > 0) return fallen(hero, ui.mirror);
  if (ui.ownMember?.returns) return "Your new hero begins on the next new floor";
  const agree = seat === null ? "" : named(ui, "PLAY", "PAUSE_PARTY");
  return pauseWords(ui.mirror, agree) || nudgeWords(ui.mirror);
}

function fallen(hero, mirror) {
  if (hero.revived_in > 0) {
    return `Fallen: you are up again in ${spanWords(hero.revived_in, mirror)}`;
  }
  return `Fallen: a companion has ${spanWords(hero.dies_in, mirror)} to revive you`;
}
