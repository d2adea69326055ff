/** The actions of a replay's keys. */

import { FALLS, JUST_PASSED, NORMAL_SPEED } from "../../generated/catalogue.js";
import { TENTHS } from "../../generated/commands.js";
import { NOTHING, jumpTo, note, push, toLobby, watchSession, wind } from "../widgets/actions.js";
import { GoToScreen } from "./go_to_screen.js";
import { LandmarksScreen } from "./landmarks_screen.js";

/** Commands that wind the replay: the name of what is done, and with what. */
const WINDING = {
  PLAY_OR_PAUSE: ["toggle"],
  STEP_ON: ["step", 1],
  STEP_BACK: ["step", -1],
  FASTER: ["shift", 1],
  SLOWER: ["shift", -1],
};

/** Return the actions for a command to the replay; null if it concerns only the display. */
export function asked(ui, command) {
  const { reel } = ui.mirror;
  if (Object.hasOwn(WINDING, command)) return [wind(...WINDING[command])];
  if (TENTHS.includes(command)) {
    const tenth = (reel.ends - reel.begins) / TENTHS.length;
    return at(Math.round(reel.begins + TENTHS.indexOf(command) * tenth));
  }
  return ASKED[command]?.(ui, reel) ?? null;
}

function at(elapsed) {
  return [jumpTo({ elapsed, tick: 0 })];
}

function to(landmark) {
  return landmark ? at(landmark.elapsed) : NOTHING;
}

function after({ landmarks, elapsed }, isMeant) {
  return landmarks.find((one) => one.elapsed > elapsed && isMeant(one));
}

/** Return the last landmark before the moment before which a landmark counts as passed. */
function before({ landmarks, elapsed, speed }, isMeant) {
  const present = elapsed - Math.floor((JUST_PASSED * speed) / NORMAL_SPEED);
  return landmarks.findLast((one) => one.elapsed < present && isMeant(one));
}

const isAny = () => true;
const isFall = ({ kind }) => FALLS.includes(kind);

/** Watch the live session, if there can be one: a server without presets only has old runs. */
function goLive(ui, reel) {
  if (!reel.live || !ui.lobby.presets.length) {
    return [note("Nobody plays this run here now: there is nothing to watch live.")];
  }
  return [watchSession(ui.mirror.session, ui.mirror.following)];
}

const ASKED = {
  NEXT_LANDMARK: (_ui, reel) => to(after(reel, isAny)),
  PREVIOUS_LANDMARK: (_ui, reel) => to(before(reel, isAny)),
  NEXT_FALL: (_ui, reel) => to(after(reel, isFall)),
  PREVIOUS_FALL: (_ui, reel) => to(before(reel, isFall)),
  GO_TO: (ui) => [push(new GoToScreen(ui))],
  LANDMARKS: (ui) => [push(new LandmarksScreen(ui))],
  LIVE: goLive,
  QUIT: () => [toLobby()],
};
