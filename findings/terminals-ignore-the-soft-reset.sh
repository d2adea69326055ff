#!/usr/bin/env bash
# tmux 3.3a and GNU screen 4.9.0: the soft reset, CSI ! p, does nothing at all.
#
# Guess: DECSTR ends what a program has set, without clearing the screen as ESC c does; terminfo's
# xterm entries begin their `is2` and `rs2` with it, and both multiplexers claim to be VT220 or
# better. So who writes it on the way out, or after a crash, leaves an orderly terminal.
# So it is in xterm alone. In tmux and screen scroll margins, origin mode, lines that don't wrap and
# the saved cursor stay as they were, and the shell goes on in them: its long lines are cut at the
# last column, and its output scrolls in a part of the window. Only ESC c helps there, which clears
# everything, or to end each mode by its own sequence, which is the same everywhere.
# Undertide: ends each mode that it has begun by its own sequence.
# Needs Debian's packages tmux, screen, xterm and xvfb.
. "$(dirname "$0")/lib.sh"
python3 - >"$work/cases.json" <<'PYTHON'
import json

begin = "\x1bc\x1b[?7h\x1b[?6l\x1b[r\x1b[2J\x1b[H"
settings = {
    "margins 3 to 10": ("\x1b[3;10r", "\x1b[10;4H\n\n"),
    "origin at 3": ("\x1b[3;10r\x1b[?6h", "\x1b[20;1H"),
    "no wrapping": ("\x1b[?7l", "\x1b[5;80Hab"),
    "cursor saved at 6:6": ("\x1b[6;6H\x1b7\x1b[9;9H", "\x1b8"),
}
ends = {"nothing": "", "CSI ! p": "\x1b[!p", "ESC c": "\x1bc"}
cases = {
    f"{name}, {end}": begin + setting + reset + then
    for name, (setting, then) in settings.items()
    for end, reset in ends.items()
}
print(json.dumps(cases))
PYTHON
ask_terminals
python3 - "$work" <<'PYTHON'
import json, sys

names = ("tmux", "screen", "xterm")
found = {name: json.load(open(f"{sys.argv[1]}/{name}.json")) for name in names}
for case in found["xterm"]:
    print(case.ljust(30), *(f"{name} {found[name][case]}" for name in names))
for case in found["xterm"]:
    setting, comma, end = case.rpartition(", ")
    if comma and end == "CSI ! p":
        for name in names:
            as_before, as_new = (found[name][f"{setting}, {other}"] for other in ("nothing", "ESC c"))
            assert as_before != as_new, (name, setting)
            assert found[name][case] == (as_new if name == "xterm" else as_before), (name, case)
PYTHON
as_stated "a soft reset resets xterm, and neither tmux nor screen"
