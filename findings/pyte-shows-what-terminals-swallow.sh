#!/usr/bin/env bash
# pyte 0.8.2: it draws parts of sequences that it doesn't know, and takes questions for orders.
#
# Guess: an emulator passes over sequences that it doesn't know, to their ends, as terminals do, so a
# test that reads its screen sees what a person would see, perhaps with fewer colours.
# So it is for some: private modes, kitty's CSI > 1 u, OSC. But
# - CSI > 4 ; 2 m, by which programs ask xterm for more of the keyboard, is read without its ">":
#   everything that is drawn after it is underlined;
# - a colour or an underline with colons (38:2::1:2:3, 4:3) ends at its first colon, and the rest is
#   text on the screen; so is all that stands in a DCS, an APC or a PM, and the end of CSI ! p;
# - CSI ? 1049 h and l change nothing: the "other screen" is drawn over the first one, which doesn't
#   come back.
# Text that is a part of a sequence moves the rest of its row, so a test finds a fault in a right
# program, or is adapted to it and passes a wrong one. A program's tests need a list of what it writes.
# Source: pyte/streams.py, _parser_fsm(): " " and ">" within a CSI are passed over ("Secondary DA is not
# supported atm."), and there is no state for DCS, APC and PM.
# Undertide: writes none of these but 1049.
. "$(dirname "$0")/lib.sh"
python_with pyte==0.8.2
"$python" - <<'PYTHON'
import pyte

def draw(text):
    """Draw on 20 columns and 2 rows; return the rows, and whether the last character is underlined."""
    screen = pyte.Screen(20, 2)
    pyte.Stream(screen).feed(text)
    last = screen.buffer[screen.cursor.y][screen.cursor.x - 1]
    return "/".join(row.rstrip() for row in screen.display), last.underscore

ESC = "\x1b"
cases = {
    "a private mode": (f"{ESC}[?2026hZ", ("Z/", False)),
    "CSI > 1 u": (f"{ESC}[>1uZ", ("Z/", False)),
    "OSC 8": (f"{ESC}]8;;http://a{ESC}\\Z", ("Z/", False)),
    "CSI > 4 ; 2 m": (f"{ESC}[>4;2mZ", ("Z/", True)),
    "38:2::1:2:3": (f"{ESC}[38:2::1:2:3mZ", ("2::1:2:3mZ/", False)),
    "4:3": (f"{ESC}[4:3mZ", ("3mZ/", False)),
    "DCS": (f"{ESC}P$qm{ESC}\\Z", ("$qmZ/", False)),
    "APC": (f"{ESC}_Gi=1{ESC}\\Z", ("Gi=1Z/", False)),
    "PM": (f"{ESC}^private{ESC}\\Z", ("privateZ/", False)),
    "CSI ! p": (f"{ESC}[!pZ", ("pZ/", False)),
    "1049": (f"first{ESC}[?1049h{ESC}[Hother{ESC}[?1049lZ", ("otherZ/", False)),
}
for name, (text, expected) in cases.items():
    seen = draw(text)
    print(name.ljust(16), seen[0], "underlined" if seen[1] else "")
    assert seen == expected, (name, seen)
PYTHON
as_stated "pyte draws parts of sequences, and underlines for a question"
