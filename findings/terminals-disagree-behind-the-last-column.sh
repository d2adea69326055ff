#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379 disagree on where the cursor is after a full line.
#
# Guess: all three are xterms: a character in the last column leaves the cursor on it, with a wrap
# that waits; what erases, deletes or moves starts from that column.
# So it is in xterm alone. In tmux and screen the cursor stands behind the last column: on 80 columns
# both answer CSI 6 n with column 81, which doesn't exist. So on a full line
# - a backspace (or CSI D) and a letter replace the last but one character in xterm, the last one in
#   tmux and screen;
# - CSI K (and CSI P, CSI X) takes the last character away in xterm, and nothing in tmux and screen;
#   what is written next goes there in xterm and to the next line in the others;
# - tmux forgets the waiting wrap when the cursor is saved and restored (ESC 7, ESC 8): what comes
#   next replaces the last character; xterm and screen go to the next line;
# - moving down by a line feed and writing goes on in the last column in xterm, and one line further
#   in the others.
# A program that draws whole lines has to address the cursor anew behind each, and must not take
# 81 of a report for a fault.
# Undertide: leaves a full line by CR LF or by an absolute move, which mean the same in all three.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

full = "\x1b[0m\x1b[2J\x1b[3;1H" + "." * 80
cases = {
    "nothing": "", "backspace": "\b", "left": "\x1b[D", "erase, x": "\x1b[Kx",
    "delete, x": "\x1b[Px", "save, restore, x": "\x1b7\x1b8x", "line feed, x": "\nx",
}
print(json.dumps({name: full + then for name, then in cases.items()}))
PYTHON
ask_terminals
expect_cursors "a full line 3, then (row, column)" <<'JSON'
{
    "nothing": [[3, 81], [3, 81], [3, 80]],
    "backspace": [[3, 80], [3, 80], [3, 79]],
    "left": [[3, 80], [3, 80], [3, 79]],
    "erase, x": [[4, 2], [4, 2], [3, 80]],
    "delete, x": [[4, 2], [4, 2], [3, 80]],
    "save, restore, x": [[3, 81], [4, 2], [4, 2]],
    "line feed, x": [[5, 2], [5, 2], [4, 80]]
}
JSON
as_stated "behind the last column tmux, screen and xterm are three terminals"
