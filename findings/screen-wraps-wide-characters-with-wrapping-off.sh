#!/usr/bin/env bash
# GNU screen 4.9.0: with wrapping off, a wide character in the last column makes the next one wrap.
#
# Guess: after CSI ? 7 l nothing goes on in the next row: whatever is written in the last column, the
# cursor stays there, and the next character replaces what stands there.
# So it is in tmux and xterm, and in screen with characters of one cell: after a hundred letters the
# cursor is in the last column. But behind a character of two cells, of which only one is left there,
# screen's cursor stands behind the last column, and the next letter goes to the next row; in the last
# row it scrolls the screen. A program that relies on the mode for whatever it writes, such as names in
# Chinese, loses its first row.
# Source: none; tmux and xterm do what DEC's manuals say of DECAWM.
# Undertide: writes no wide character into half a place, and addresses the cursor behind each whose
# width is in doubt.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

begin = "\x1bc\x1b[2J\x1b[?7l"
cases = {
    "100 letters": begin + "\x1b[3;1H" + "a" * 100,
    "wide in the last column": begin + "\x1b[3;80H\u754c",
    "the same, x": begin + "\x1b[3;80H\u754cx",
    "the same, x in the end": begin + "\x1b[24;80H\u754cx",
}
print(json.dumps(cases))
PYTHON
export LC_ALL=C.UTF-8
ask_terminals
expect_cursors "wrapping is off; (row, column)" <<'JSON'
{
    "100 letters": [[3, 80], [3, 80], [3, 80]],
    "wide in the last column": [[3, 80], [3, 81], [3, 80]],
    "the same, x": [[3, 80], [4, 2], [3, 80]],
    "the same, x in the end": [[24, 80], [24, 2], [24, 80]]
}
JSON
as_stated "screen wraps behind half a wide character, though wrapping is off"
