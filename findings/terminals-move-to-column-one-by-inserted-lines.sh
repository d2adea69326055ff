#!/usr/bin/env bash
# xterm 379 puts the cursor into column 1 when lines are inserted or deleted; tmux and screen don't.
#
# Guess: CSI L and CSI M, insert and delete lines, move lines; like CSI @, CSI P and CSI X, which work
# within a line, they leave the cursor where it is.
# So it is in tmux 3.3a and GNU screen 4.9.0. In xterm the cursor goes to the first column, as DEC's
# terminals had it, unless it is outside of the scroll region, where nothing happens at all. So what
# a program writes behind CSI L stands in another column under tmux than in the xterm around it. A
# carriage return or an address behind each makes them the same.
# Undertide: draws by cells, and inserts no lines.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

start = "\x1b[0m\x1b[r\x1b[2J\x1b[7;5H"
cases = {
    "insert a line": "\x1b[L", "delete a line": "\x1b[M", "insert, x": "\x1b[Lx",
    "in the region": "\x1b[5;10r\x1b[7;5H\x1b[L", "below the region": "\x1b[5;10r\x1b[12;5H\x1b[L",
    "insert a character": "\x1b[@", "delete a character": "\x1b[P", "scroll up": "\x1b[S",
}
print(json.dumps({name: start + then for name, then in cases.items()} | {"end": "\x1b[r"}))
PYTHON
ask_terminals
expect_cursors "from row 7, column 5, then (row, column)" <<'JSON'
{
    "insert a line": [[7, 5], [7, 5], [7, 1]],
    "delete a line": [[7, 5], [7, 5], [7, 1]],
    "insert, x": [[7, 6], [7, 6], [7, 2]],
    "in the region": [[7, 5], [7, 5], [7, 1]],
    "below the region": [[12, 5], [12, 5], [12, 5]],
    "insert a character": [[7, 5], [7, 5], [7, 5]],
    "delete a character": [[7, 5], [7, 5], [7, 5]],
    "scroll up": [[7, 5], [7, 5], [7, 5]]
}
JSON
as_stated "inserted lines move the cursor in xterm alone"
