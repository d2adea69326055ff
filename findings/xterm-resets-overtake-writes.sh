#!/usr/bin/env bash
# xterm.js 6.0 (@xterm/headless): reset(), clear() and resize() happen before what was written first.
#
# Guess: calls to one terminal take effect in their order. reset() is documented as a full reset
# (RIS, ESC c), so write(old), reset(), write(new) shows what write(old + ESC c + new) shows.
# So it is: write() only puts its text into a queue, which is read later; the three others act at once.
# - After reset() the old text is drawn, and the new one behind it: a
#   player that seeks by reset() and the picture of that moment shows the pictures of both.
# - clear() keeps the line that the cursor is in before the text that went before it came.
# - resize() makes the old output wrap in the new width: a recording whose size changes (an "r" event
#   of an asciicast) is wrong from there.
# A write of one frame is read a moment later, so it shows only where events come close together: at
# fast speeds, in seeking, in tests that play a file at once. ESC c in the stream stays in order; for
# resize() the callback of write() has to be awaited.
# Source: xtermjs/xterm.js, issues 3053 ("write triggers parsing asynchronously by design") and 5597
# (to flush at a resize, as betas of 6.1 do); typings/xterm.d.ts says of reset() "Perform a full reset
# (RIS, aka '\x1bc')".
# Needs Debian's packages nodejs and npm.
. "$(dirname "$0")/lib.sh"
node_with @xterm/headless@6.0.0
cat >"$modules/order.cjs" <<'JAVASCRIPT'
const assert = require("node:assert/strict");
const { Terminal } = require("@xterm/headless");

const size = { cols: 10, rows: 4, allowProposedApi: true };
const read = (terminal) => new Promise((done) => terminal.write("", done));

function show(terminal) {
  const rows = [];
  for (let y = 0; y < terminal.buffer.active.length; y += 1) {
    rows.push(terminal.buffer.active.getLine(y).translateToString(true));
  }
  return rows.join("/");
}

const OLD = "\x1b[2;3Hold";
const cases = {
  "write, ESC c, write": [["write", OLD], ["write", "\x1bc"], ["write", "new"]],
  "write, reset, write": [["write", OLD], ["reset"], ["write", "new"]],
  "write, clear, write": [["write", "first\r\nold"], ["clear"], ["write", "new"]],
  "write, resize, write": [["write", "0123456789ab"], ["resize", 12, 4], ["write", "|"]],
};
// What is shown when each call waits for what was written before it, and when none does.
const expected = {
  "write, ESC c, write": ["new///", "new///"],
  "write, reset, write": ["new///", "/  oldnew//"],
  "write, clear, write": ["oldnew///", "first/oldnew//"],
  "write, resize, write": ["0123456789/ab|//", "0123456789ab/|//"],
};

(async () => {
  for (const [name, calls] of Object.entries(cases)) {
    const seen = [];
    for (const waits of [true, false]) {
      const terminal = new Terminal(size);
      for (const [method, ...values] of calls) {
        terminal[method](...values);
        if (waits) await read(terminal);
      }
      await read(terminal);
      seen.push(show(terminal));
    }
    console.log(name.padEnd(22), "one by one:", seen[0].padEnd(18), "at once:", seen[1]);
    assert.deepEqual(seen, expected[name]);
  }
})();
JAVASCRIPT
node "$modules/order.cjs"
as_stated "a reset, a clearing and a new size overtake what was written before them"
