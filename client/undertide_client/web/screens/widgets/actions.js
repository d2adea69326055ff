/** What screens ask of the application: objects with a `kind`. Data only. */

/** Nothing to do. */
export const NOTHING = [];

/** Put a screen on top of the stack. */
export const push = (screen) => ({ kind: "push", screen });
/** Remove this screen. */
export const pop = () => ({ kind: "pop" });
/** Remove all screens except the lowest. */
export const home = () => ({ kind: "home" });
/** Send an intent of the player's own hero: its tag, then its fields. */
export const send = (...intent) => ({ kind: "send", intent });
/** Go to the line of chat. */
export const talk = () => ({ kind: "talk" });
/** Ask for a pause of the whole party, or end one. */
export const askForPause = (wanted) => ({ kind: "askForPause", wanted });
/** Ask the server which kinds of monsters the party has met. */
export const study = () => ({ kind: "study" });
/** Show the player a line in the log. */
export const showNote = (text) => ({ kind: "showNote", text });
/** Hand a line of text to the clipboard. */
export const copy = (text) => ({ kind: "copy", text });
/** Look through another hero's eyes; with null, through the party's. */
export const eyes = (seat) => ({ kind: "eyes", seat });
/** Take a seat in a session. */
export const joinSession = (session) => ({ kind: "joinSession", session });
/** Watch a session through the eyes of a seat's hero, or the party's with null. */
export const watchSession = (session, seat = null) => ({ kind: "watchSession", session, seat });
/** Watch a run again from its beginning. */
export const replayRun = (run, seat = null) => ({ kind: "replayRun", run, seat });
/** Make a session and take a seat in it. `options` are the wire's fields, in their order. */
export const newSession = (preset, pace, options) => {
  return { kind: "newSession", preset, pace, options };
};
/** Play under another name from now on. */
export const rename = (name) => ({ kind: "rename", name });
/** Play as a new player from now on; with a preset, make a session of it. */
export const introduce = (name, calling) => ({ kind: "introduce", name, calling });
/** Open the form for a session, once the player has a name. */
export const makeSession = () => ({ kind: "makeSession" });
/** List the heroes that this browser remembers. */
export const showLives = () => ({ kind: "showLives" });
/** Ask for the lists of the lobby again. */
export const refresh = () => ({ kind: "refresh" });
/** Choose the calling of the player's next hero. */
export const chooseCalling = (calling) => ({ kind: "chooseCalling", calling });
/** Keep a choice of how this page shows things. */
export const choose = (name, value) => ({ kind: "choose", name, value });
/** Keep the player's own keys as they are written, in place of those that were kept before. */
export const chooseKeys = (written) => ({ kind: "chooseKeys", written });
/** Go to a moment of a replay: {elapsed, tick}, of which `elapsed` may be null. */
export const jumpTo = (moment) => ({ kind: "jumpTo", moment });
/** Wind a replay: "toggle" it, "step" some steps, or "shift" its speed. */
export const wind = (how, by) => ({ kind: "wind", how, by });
/** Give hints for newcomers from now on, or none. */
export const turnHints = (on) => ({ kind: "turnHints", on });
/** Start a new hero of a calling, after the player's own has died. */
export const beginAnew = (calling) => ({ kind: "beginAnew", calling });
/** Begin another run with the same party, or join the one that a companion has begun. */
export const playAgain = () => ({ kind: "playAgain" });
/** Leave for a session of lessons, which is for the player alone. */
export const playTutorial = () => ({ kind: "playTutorial" });
/** Send a request about the account, the people, or moderation: its tag, then its fields. */
export const sendRequest = (...request) => ({ kind: "sendRequest", request });
/** Choose whose chat the player receives from now on. */
export const listen = (whom) => ({ kind: "listen", whom });
/** Leave the session for the lobby. */
export const toLobby = () => ({ kind: "toLobby" });

/** The kinds of actions that change what is on the screen, and nothing else. */
export const OPENING = new Set(["push", "pop", "home"]);
