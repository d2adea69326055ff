#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379: what is left of tab stops and margins in another width.
#
# Guess: a program sets its tab stops (ESC H) and its scroll region (CSI r) once. A change of size
# leaves both as they are, or resets both; ten columns more, as tmux makes when a pane beside it is
# closed, change nothing about the rows of a region.
# But after ten columns more
# - tmux has forgotten all tab stops, and has one at every eighth column again; the region stays;
# - screen and xterm keep the tab stops, and have forgotten the region. In the columns that came a tab
#   goes to the last one in xterm and to the 81st in screen.
# After six rows more, the region is gone in all three.
# A program that uses either has to set it anew after each change of size, tab stops one by one.
# Source: none; DEC's terminals had one size, and others by a switch that erased all of it.
# Undertide: uses neither.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

usual, wide, high = [80, 24], [90, 24], [80, 30]
stop = "\x1bc\x1b[2J\x1b[3g\x1b[1;5H\x1bH\r\t"
region, below = "\x1bc\x1b[2J\x1b[5;10r", "\x1b[10;1H\n"
cases = {
    "stop at 5, tab": [usual, stop],
    "the same, wider": [usual, stop, wide, "\r\t"],
    "a second tab": [usual, stop, wide, "\r\t\t"],
    "region 5-10, line feed": [usual, region + below],
    "the same, wider ": [usual, region, wide, below],
    "the same, higher": [usual, region, high, below],
}
print(json.dumps(cases))
PYTHON
ask_terminals
expect_cursors "80 columns and 24 rows, then 90 and 24, or 80 and 30; (row, column)" <<'JSON'
{
    "stop at 5, tab": [[1, 5], [1, 5], [1, 5]],
    "the same, wider": [[1, 9], [1, 5], [1, 5]],
    "a second tab": [[1, 17], [1, 81], [1, 90]],
    "region 5-10, line feed": [[10, 1], [10, 1], [10, 1]],
    "the same, wider ": [[10, 1], [11, 1], [11, 1]],
    "the same, higher": [[11, 1], [11, 1], [11, 1]]
}
JSON
as_stated "tmux forgets tab stops by a new width, screen and xterm the scroll region"
