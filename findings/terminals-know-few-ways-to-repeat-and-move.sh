#!/usr/bin/env bash
# tmux 3.3a and GNU screen 4.9.0: what ECMA-48 has for repeating and moving on does nothing, or part.
#
# Guess: what xterm does of ECMA-48, and others call xterm-like, are one set: REP (CSI b) repeats the
# character before it, CSI a and CSI e move like CSI C and CSI B, CSI I goes to a tab stop.
# So it is: xterm repeats any character, a wide one or one with an accent too. tmux repeats what takes
# one cell, and does nothing behind a wide character or behind one with an accent; a row of wide
# characters that a library shortens so comes out as one.
# screen doesn't know REP at all. CSI a and CSI e do nothing in tmux nor screen, and CSI I nothing in
# tmux, though all three know its counterpart, CSI Z. In xterm CSI e also leaves the scroll region,
# which CSI B doesn't. Nothing tells of what was ignored: text just stands elsewhere.
# Who shortens output for a terminal that he hasn't asked should keep to CSI A to D, G, H and d.
# Undertide: uses CSI C and CSI H alone.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

start = "\x1b[0m\x1b[r\x1b[2J\x1b[3;5H"
cases = {
    "repeat": "a\x1b[3b", "repeat wide": "世\x1b[3b", "repeat accented": "e\u0301\x1b[3b",
    "right, a": "\x1b[4a", "right, C": "\x1b[4C", "down, e": "\x1b[4e", "down, B": "\x1b[4B",
    "down, e, in a region": "\x1b[5;10r\x1b[7;5H\x1b[9e",
    "down, B, in a region": "\x1b[5;10r\x1b[7;5H\x1b[9B",
    "two tabs on": "\x1b[r\x1b[3;5H\x1b[2I", "two tabs back": "\x1b[3;30H\x1b[2Z",
}
print(json.dumps({name: start + then for name, then in cases.items()}))
PYTHON
ask_terminals
expect_cursors "from row 3, column 5, then (row, column)" <<'JSON'
{
    "repeat": [[3, 9], [3, 6], [3, 9]],
    "repeat wide": [[3, 7], [3, 7], [3, 13]],
    "repeat accented": [[3, 6], [3, 6], [3, 9]],
    "right, a": [[3, 5], [3, 5], [3, 9]],
    "right, C": [[3, 9], [3, 9], [3, 9]],
    "down, e": [[3, 5], [3, 5], [7, 5]],
    "down, B": [[7, 5], [7, 5], [7, 5]],
    "down, e, in a region": [[7, 5], [7, 5], [16, 5]],
    "down, B, in a region": [[10, 5], [10, 5], [10, 5]],
    "two tabs on": [[3, 5], [3, 17], [3, 17]],
    "two tabs back": [[3, 17], [3, 17], [3, 17]]
}
JSON
as_stated "repeated characters and moves by the other letters are lost"
