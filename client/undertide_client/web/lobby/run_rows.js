/** The old runs of the lobby, to be watched again. */

import { RUN_STATES } from "../generated/catalogue.js";
import { clock, realTime } from "../model/replay_state.js";
import { titleOf } from "../model/titles.js";
import { replayHash } from "../page/addresses.js";
import { updateChildren } from "../page/dom.js";
import { agoWords, namesWords } from "../words/words.js";
import { card, fillCard, linkButton, part } from "./cards.js";

/** Show a page of runs. */
export function showRuns(list, runs) {
  updateChildren(list, runs, ({ run }) => run, make, fill);
}

function make({ run }) {
  const item = card();
  part(item, "acts").append(linkButton("Watch again", replayHash(run)));
  return item;
}

function fill(item, { session, preset, state, ticks, begun, heroes, elapsed }) {
  const length = ticks ? clock(realTime(elapsed, ticks)) : "";
  fillCard(item, {
    title: namesWords(heroes),
    chip: RUN_STATES[state],
    about: `${titleOf(preset)} · ${session}`,
    facts: [`begun ${agoWords(Date.now() / 1000 - begun)}`, length],
  });
}
