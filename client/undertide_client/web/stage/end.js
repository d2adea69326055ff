/** How a run went, once it is over. */

import { byId, element, onChange, say, show } from "../page/dom.js";
import { replayHash } from "../lobby/lobby.js";
import { clock, realTime } from "../model/reel.js";
import { counted } from "../words/grammar.js";

/** Show the summary of a run; nothing while there is none. */
export const showEnd = onChange((ended) => {
  show(byId("end"), ended !== null);
  if (ended === null) return;
  say(byId("end-title"), ended.title);
  const length = clock(realTime(ended.elapsed, ended.ticks));
  const facts = [ended.won ? "won" : "lost", length, counted(ended.floors, "floor")];
  if (ended.seed) facts.push(`seed ${ended.seed}`);
  say(byId("end-facts"), facts.join(" · "));
  const rows = ended.heroes.map(({ name, level, deepest_floor: deepest, kills, fate }) => {
    const figures = `level ${level}, floor ${deepest}, ${counted(kills, "kill")}`;
    return element("li", "", element("strong", "", name), ` ${figures}: ${fate}`);
  });
  byId("end-heroes").replaceChildren(...rows);
  show(byId("end-kept"), Boolean(ended.run));
  byId("end-replay").href = replayHash(ended.run);
  byId("end-lives").href = `runs/${encodeURIComponent(ended.run)}`;
});
