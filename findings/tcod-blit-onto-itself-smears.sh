#!/usr/bin/env bash
# tcod 21.2.2: Console.blit() of a console onto itself scrolls to the left and up; to the right it smears.
#
# Guess: a console may be blitted onto itself, as a slice of a NumPy array may be assigned to another
# of the same array: what is copied is what stood there before. So a map or a log is scrolled by a cell.
# So it is to the left and up. To the right or down each cell is read after it was written: the first
# column (or row) is repeated over all of the console. Nothing refuses it, and a test that scrolls the
# one way passes. console.rgb[:, 1:] = console.rgb[:, :-1] is right in all directions.
# Source: libtcod, TCOD_console_blit_key_color(): two loops from the first cell to the last, whatever
# the destination is; tcod's documentation says nothing of it.
# Undertide: has consoles of its own.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2 numpy==2.4.6
"$python" - <<'PYTHON'
from tcod.console import Console

def filled():
    console = Console(6, 3)
    for y, row in enumerate(("abcdef", "ghijkl", "mnopqr")):
        console.print(0, y, row)
    return console

def rows(console):
    return ["".join(map(chr, row)) for row in console.ch]

def blitted(**places):
    console = filled()
    console.blit(console, **places)
    return rows(console)

ways = {
    "left": blitted(src_x=1, width=5, height=3),
    "up": blitted(src_y=1, width=6, height=2),
    "right": blitted(dest_x=1, width=5, height=3),
    "down": blitted(dest_y=1, width=6, height=2),
}
for way, seen in ways.items():
    print(way.ljust(5), *seen)
assert ways["left"] == ["bcdeff", "hijkll", "nopqrr"]
assert ways["up"] == ["ghijkl", "mnopqr", "mnopqr"]
assert ways["right"] == ["aaaaaa", "gggggg", "mmmmmm"]
assert ways["down"] == ["abcdef", "abcdef", "abcdef"]

console = filled()
console.rgb[:, 1:] = console.rgb[:, :-1]
print("NumPy", *rows(console))
assert rows(console) == ["aabcde", "gghijk", "mmnopq"]
PYTHON
as_stated "a console that is blitted onto itself smears to the right and down"
