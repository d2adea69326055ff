/** The actions of a replay's keys. */

import { FALLS, JUST_PASSED, NORMAL_SPEED } from "../../generated/catalogue.js";
import { TENTHS } from "../../generated/commands.js";
import {
  NOTHING,
  jumpTo,
  push,
  showNote,
  toLobby,
  watchSession,
  wind,
} from "../widgets/actions.js";
import { GoToScreen } from "./go_to_screen.js";
import { LandmarksScreen } from "./landmarks_screen.js";

/** Commands that wind the replay: the name of what is done, and with what. */
const MOVES = {
  PLAY_OR_PAUSE: ["toggle"],
  STEP_ON: ["step", 1],
  STEP_BACK: ["step", -1],
  FASTER: ["shift", 1],
  SLOWER: ["shift", -1],
};

/** Return the actions for a command to the replay; null if it concerns only the display. */
export function asked(ui, command) {
  const { replayState } = ui.mirror;
  if (Object.hasOwn(MOVES, command)) return [wind(...MOVES[command])];
  if (TENTHS.includes(command)) {
    const tenth = (replayState.ends - replayState.begins) / TENTHS.length;
    return at(Math.round(replayState.begins + TENTHS.indexOf(command) * tenth));
  }
  return ASKED[command]?.(ui, replayState) ?? null;
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
function goLive(ui, replayState) {
  if (!replayState.live || !ui.lobby.presets.length) {
    return [showNote("Nobody plays this run here now: there is nothing to watch live.")];
  }
  return [watchSession(ui.mirror.session, ui.mirror.following)];
}

const ASKED = {
  NEXT_LANDMARK: (_ui, replayState) => to(after(replayState, isAny)),
  PREVIOUS_LANDMARK: (_ui, replayState) => to(before(replayState, isAny)),
  NEXT_FALL: (_ui, replayState) => to(after(replayState, isFall)),
  PREVIOUS_FALL: (_ui, replayState) => to(before(replayState, isFall)),
  GO_TO: (ui) => [push(new GoToScreen(ui))],
  LANDMARKS: (ui) => [push(new LandmarksScreen(ui))],
  LIVE: goLive,
  QUIT: () => [toLobby()],
};
