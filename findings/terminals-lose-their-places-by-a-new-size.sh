#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379: where the cursors are after a change of size.
#
# Guess: a terminal that flows its lines anew (tmux) takes its cursors along, those that are saved
# too; others keep row and column, cut off at the last ones. On the alternate screen nothing flows.
# So it is in xterm, which flows nothing. But
# - tmux that gets wider while the alternate screen is shown flows the lines behind it, and comes back
#   to the new column in the old row: with 100 letters, wrapped at 80 columns, the cursor belongs at
#   1:101 of 120 and is at 2:101, on an empty line. A shell writes on from there.
# - a cursor at the right edge of tmux's alternate screen isn't cut off: of 40 columns it is in the
#   80th, and CSI 6 n says so;
# - screen forgets where the saved cursor was, which tmux and xterm remember: 20:70 of 24 rows is
#   24:41 after a visit to 10 rows of 40 columns, which have no column 41 either.
# A program has to address its cursor anew after each change of size, and can't undo what happened to
# the place behind its alternate screen.
# Undertide: draws everything anew after a change of size, and trusts no place from before it.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

usual, wide, small = [80, 24], [120, 24], [40, 10]
begin, there, back = "\x1bc\x1b[2J\x1b[H", "\x1b[?1049h", "\x1b[?1049l"
cases = {
    "100 letters, wider": [usual, begin + "a" * 100, wide],
    "the same behind 1049": [usual, begin + "a" * 100 + there, wide, back],
    "1049, corner, smaller": [usual, begin + there + "\x1b[24;80H", small],
    "saved 20:70, small, back": [usual, back + begin + "\x1b[20;70H\x1b7\x1b[1;1H", small, usual, "\x1b8"],
}
print(json.dumps(cases))
PYTHON
ask_terminals
expect_cursors "80 columns and 24 rows, then 120 and 24, or 40 and 10; (row, column)" <<'JSON'
{
    "100 letters, wider": [[1, 101], [2, 101], [2, 21]],
    "the same behind 1049": [[2, 101], null, [2, 21]],
    "1049, corner, smaller": [[10, 80], [10, 40], [10, 40]],
    "saved 20:70, small, back": [[20, 70], [24, 41], [20, 70]]
}
JSON
as_stated "tmux and screen lose places by a new size, each others; xterm none"
