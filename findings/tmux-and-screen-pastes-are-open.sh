#!/usr/bin/env bash
# tmux 3.3a and GNU screen 4.9.0: text that they paste themselves can act as keys.
#
# Guess: once a program has asked for marked pastes (CSI ? 2004 h), pasted text stands between ESC [
# 200 ~ and ESC [ 201 ~, and nothing in it can end it: terminals take control characters, or at least
# the closing mark, out of the text. xterm 379, VTE 0.70, kitty 0.26 and alacritty 0.11 do.
# So it is with what the terminal around them pastes, but
# - what tmux pastes from its own buffer (its key for that runs paste-buffer -p) stands between the
#   marks as it is: a closing mark in the text ends the paste, and the rest is typed;
# - what screen pastes from its own buffer has no marks at all, whatever the program asked for.
# A buffer is filled by whoever makes the user copy a line, or by programs over OSC 52. So a program
# for which keys are dear can't rely on marks; a shell in screen runs each line of a paste.
# Source: tmux, cmd-paste-buffer.c; screen's manual knows the mode only as something to pass on.
# Undertide: takes what comes without marks for keys; docs/terminals.md says so.
# Needs Debian's packages tmux and screen.
. "$(dirname "$0")/lib.sh"
need tmux tmux
need screen screen
printf 'one\nt\033[201~wo' >"$work/text"
# read_pasted FILE: what runs in a terminal and keeps what is typed there.
read_pasted="stty raw -echo; printf '\033[?2004h'; echo >\$0.ready; exec cat >\$0"
in_tmux() { tmux -S "$work/tmux" -f /dev/null "$@"; }
in_screen() { SCREENDIR=$work/screens screen -X "$@"; }

in_tmux new-session -d sh -c "$read_pasted" "$work/tmux.txt"
wait_for "$work/tmux.txt.ready"
in_tmux load-buffer "$work/text"
in_tmux paste-buffer -p
wait_for "$work/tmux.txt"

mkdir -m 700 "$work/screens"
in_tmux new-session -d env SCREENDIR="$work/screens" screen -c /dev/null \
    sh -c "$read_pasted" "$work/screen.txt"
wait_for "$work/screen.txt.ready"
in_screen readbuf "$work/text"
in_screen paste .
wait_for "$work/screen.txt"
in_tmux kill-server
tmux -V
screen -v || true
python3 - "$work" <<'PYTHON'
import sys
from pathlib import Path

tmux, screen = (Path(sys.argv[1], f"{name}.txt").read_bytes() for name in ("tmux", "screen"))
print("tmux:  ", tmux)
print("screen:", screen)
text = b"one\rt\x1b[201~wo"
assert tmux == b"\x1b[200~" + text + b"\x1b[201~", "tmux has changed"
assert screen == text, "screen has changed"
PYTHON
as_stated "a paste of tmux can end itself, and one of screen has no marks"
