#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379 count rows in origin mode three ways.
#
# Guess: with CSI ? 6 h, rows count from the top of the scroll region, in orders and in answers, and
# the cursor stays in it.
# So it is in xterm. In tmux orders count from the region, and the answer to CSI 6 n from the top of
# the screen: what it says can't be sent back. In screen the answers do so too, an address below the
# region leaves it, and CSI d counts from the top of the screen, so that row 3 lies above a region
# that begins at row 5. And ESC 8 brings the mode back with the cursor in tmux and xterm, not in
# screen. After CSI ? 6 l all three agree.
# So origin mode serves only who asks for nothing, moves by CSI H within the region, and ends it by
# hand.
# Undertide: draws by absolute addresses, without a region.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

start = "\x1b[0m\x1b[?6l\x1b[r\x1b[2J\x1b[5;10r\x1b[?6h"
cases = {
    "begun": "", "row 3 by H": "\x1b[3;1H", "row 99 by H": "\x1b[99;1H", "row 3 by d": "\x1b[3d",
    "saved, left, back, row 3": "\x1b[2;2H\x1b7\x1b[?6l\x1b8\x1b[3;3H",
    "ended, row 3": "\x1b[?6l\x1b[3;1H",
}
print(json.dumps({name: start + then for name, then in cases.items()} | {"end": "\x1b[?6l\x1b[r"}))
PYTHON
ask_terminals
expect_cursors "in a region of rows 5 to 10, then (row, column)" <<'JSON'
{
    "begun": [[5, 1], [5, 1], [1, 1]],
    "row 3 by H": [[7, 1], [7, 1], [3, 1]],
    "row 99 by H": [[10, 1], [24, 1], [6, 1]],
    "row 3 by d": [[7, 1], [3, 1], [3, 1]],
    "saved, left, back, row 3": [[7, 3], [3, 3], [3, 3]],
    "ended, row 3": [[3, 1], [3, 1], [3, 1]]
}
JSON
as_stated "in origin mode an answer is no address"
