#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0 and xterm 379: what ESC 8 restores after a visit to the other screen.
#
# Guess: ESC 7 and ESC 8 save and restore a place, and the alternate screen (CSI ? 1049 h and l) has
# a place of its own for the cursor that it left: neither touches the other.
# So it is in tmux and screen as long as the program over there saves nothing: there is one saved
# cursor for both screens, and what was saved over there is what is restored here. In xterm each
# screen has its own, but 1049 itself saves into it: after a visit, ESC 8 goes to where the screen
# was left and not to where ESC 7 was written. And over there ESC 8 finds nothing saved, and goes
# home. With 47 in place of 1049 xterm keeps what ESC 7 saved.
# Besides, leaving by 1049 doesn't bring the cursor back in screen, whose alternate screen is off by
# itself: a program that left without moving the cursor writes over what stood there.
# So a prompt, a progress line or a game that starts an editor has to save its place anew when the
# editor has ended, or to address the cursor.
# Source: xterm's ctlseqs, 1049 ("save cursor as in DECSC").
# Undertide: addresses the cursor, and saves no place.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

begin = "\x1bc\x1b[2J"
saved, away = "\x1b[5;5H\x1b7", "\x1b[7;7H"
there, back = "\x1b[?1049h\x1b[10;10H", "\x1b[?1049l"
old_there, old_back = "\x1b[?47h\x1b[10;10H", "\x1b[?47l"
cases = {
    "there and back": away + there + back,
    "restore there": saved + away + there + "\x1b8",
    "restore behind it": saved + away + there + back + "\x1b8",
    "saved there too": saved + away + there + "\x1b7" + back + "\x1b8",
    "saved there too, by 47": saved + away + old_there + "\x1b7" + old_back + "\x1b8",
}
print(json.dumps({name: begin + text for name, text in cases.items()}))
PYTHON
ask_terminals
expect_cursors "saved at 5:5, the screen left at 7:7, saved there at 10:10" <<'JSON'
{
    "there and back": [[7, 7], [10, 10], [7, 7]],
    "restore there": [[5, 5], [5, 5], [1, 1]],
    "restore behind it": [[5, 5], [5, 5], [7, 7]],
    "saved there too": [[10, 10], [10, 10], [7, 7]],
    "saved there too, by 47": [[10, 10], [10, 10], [5, 5]]
}
JSON
as_stated "tmux and screen save one cursor, xterm one for each screen and 1049 in it"
