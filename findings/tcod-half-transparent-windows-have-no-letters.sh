#!/usr/bin/env bash
# tcod 21.2.2: a window blitted at an alpha of 0.5 has no letters, where something stood below it.
#
# Guess: Console.blit(fg_alpha=0.5, bg_alpha=0.5) mixes colours half and half: the window's letters
# stand on it, in a colour between. A cell holds one letter, so the one below gives way.
# So it is over blanks. Over a letter the two fade into each other by way of nothing: from 0 to 0.5 the
# letter below is kept and fades to the new background, from 0.5 to 1 the window's fades in. At 0.5 it
# has the background's very colour, and neither can be read; below that the window has no letters of
# its own at all, though where the map below is blank they stand out. A source of RGBA colours does
# the same, each cell by its own alpha. So a window over a map should be blitted with fg_alpha=1, and
# bg_alpha for the rest.
# Source: libtcod, TCOD_console_blit_key_color(): below 0.5 the letter stays, and fades by twice the
# alpha; tcod's documentation says nothing of it.
# Undertide: has consoles of its own.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2 numpy==2.4.6
"$python" - <<'PYTHON'
import numpy as np
from tcod.console import Console

WINDOW = (ord("W"), (250, 250, 250), (0, 0, 50))
MAP = (ord("m"), (0, 200, 0), (0, 0, 0))
BLANK = (ord(" "), (0, 200, 0), (0, 0, 0))

def blit(below, fg_alpha, bg_alpha):
    """Lay a window of one cell over another; return its letter, its contrast and its background."""
    window, screen = Console(1, 1), Console(1, 1)
    window.rgb[:], screen.rgb[:] = [WINDOW], [below]
    window.blit(screen, fg_alpha=fg_alpha, bg_alpha=bg_alpha)
    letter, colour, background = screen.rgb[0, 0]
    contrast = np.abs(colour.astype(int) - background.astype(int)).max().item()
    return chr(letter), contrast, background.tolist()

print("(letter, contrast, background)")
for alpha in (0, 0.25, 0.5, 0.75, 1):
    print(alpha, "over m:", blit(MAP, alpha, alpha), "over a blank:", blit(BLANK, alpha, alpha))
print("fg_alpha=1, bg_alpha=0.5 over m:", blit(MAP, 1, 0.5))
assert blit(MAP, 0, 0)[:2] == ("m", 200)
assert blit(MAP, 0.25, 0.25)[0] == "m" and blit(MAP, 0.25, 0.25)[1] <= 110
assert blit(MAP, 0.5, 0.5)[:2] == ("W", 0)
assert blit(BLANK, 0.5, 0.5)[:2] [0] == "W" and blit(BLANK, 0.5, 0.5)[1] > 100
assert blit(BLANK, 0.25, 0.25)[0] == "W"
assert blit(MAP, 1, 0.5)[:2] == ("W", 250)

window, screen = Console(1, 1), Console(1, 1)
screen.rgb[:] = [MAP]
window.rgba[:] = [(ord("W"), (250, 250, 250, 128), (0, 0, 50, 128))]
window.blit(screen)
letter, colour, background = screen.rgb[0, 0]
print("RGBA with an alpha of 128:", chr(letter), colour.tolist(), "on", background.tolist())
assert chr(letter) == "W" and np.abs(colour.astype(int) - background.astype(int)).max() <= 2
PYTHON
as_stated "half-transparent letters over letters can't be read"
