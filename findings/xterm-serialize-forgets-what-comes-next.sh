#!/usr/bin/env bash
# @xterm/addon-serialize 0.14: the same screen, on which what comes next goes elsewhere.
#
# Guess: serialize() gives what a late watcher's terminal has to be fed; from then on the stream of
# output draws the same on both. Its documentation speaks of restoring the terminal's state, cursor
# and modes.
# So it is: cells, colours, pending wraps, the alternate screen and some modes come along, and the
# screens are equal. The scroll region, the saved cursor, tab stops, line-drawing characters, the
# newline mode and a sequence of which a part has come do not. So a program that scrolls within
# margins, as editors and pagers do, writes the next line over another row there, and stays wrong
# until it redraws all. Origin mode does come, without its region, and already the cursor that was
# restored is on another row. Who lets watchers in late has to keep these beside the serialised
# screen, or wait for a whole redraw.
# Source: addon-serialize, src/SerializeAddon.ts, _serializeModes(): it sets what terminal.modes has,
# which holds no margins, tab stops or character sets.
# Needs Debian's packages nodejs and npm.
. "$(dirname "$0")/lib.sh"
node_with @xterm/headless@6.0.0 @xterm/addon-serialize@0.14.0
cat >"$modules/watch.cjs" <<'JAVASCRIPT'
const assert = require("node:assert/strict");
const { Terminal } = require("@xterm/headless");
const { SerializeAddon } = require("@xterm/addon-serialize");

const write = (terminal, text) => new Promise((done) => terminal.write(text, done));

function show(terminal) {
  const { active } = terminal.buffer;
  const rows = [];
  for (let y = 0; y < terminal.rows; y += 1) {
    rows.push(active.getLine(active.baseY + y).translateToString(true));
  }
  return `${rows.join("/")} cursor ${active.cursorY}:${active.cursorX}`;
}

const ESC = "\x1b";
const cases = {
  "pending wrap": ["0123456789", "x", true, true],
  "colour": [`${ESC}[31mred`, "more", true, true],
  "alternate screen": [`main${ESC}[?1049h${ESC}[2Jother`, `${ESC}[?1049l!`, true, true],
  "scroll region": [`1\r\n2\r\n3\r\n4\r\n5${ESC}[2;4r${ESC}[4;1H`, "\r\nnew", true, false],
  "saved cursor": [`abc${ESC}7${ESC}[4;4H`, `${ESC}8d`, true, false],
  "tab stops": [`${ESC}[3g${ESC}[4G${ESC}H${ESC}[1G`, "\tx", true, false],
  "line drawing": [`${ESC}(0`, "qqq", true, false],
  "newline mode": [`${ESC}[20h`, "a\nb", true, false],
  "half a sequence": [`ab${ESC}[3`, "1mred", true, false],
  "origin mode": [`${ESC}[2;4r${ESC}[?6h`, `${ESC}[1;1Hx`, false, false],
};

(async () => {
  for (const [name, [before, next, alike, goesOn]] of Object.entries(cases)) {
    const size = { cols: 10, rows: 5, allowProposedApi: true };
    const [first, late] = [new Terminal(size), new Terminal(size)];
    const addon = new SerializeAddon();
    first.loadAddon(addon);
    await write(first, before);
    await write(late, addon.serialize());
    const restored = show(late) === show(first);
    await write(first, next);
    await write(late, next);
    const [shown, seen] = [show(first), show(late)];
    console.log(`${name}: ${shown === seen ? "the same" : `${shown} | late: ${seen}`}`);
    assert.equal(restored, alike, name);
    assert.equal(shown === seen, goesOn, name);
  }
})();
JAVASCRIPT
node "$modules/watch.cjs"
as_stated "a late watcher sees the same screen and then another film"
