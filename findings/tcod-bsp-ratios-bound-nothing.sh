#!/usr/bin/env bash
# tcod 21.2.2: BSP.split_recursive makes rooms of 6 by 40 with both ratios at 1.5.
#
# Guess: max_horizontal_ratio and max_vertical_ratio hold: "Prevent creating a horizontal ratio more
# extreme than this." No node is longer than 1.5 times its other side, unless it is too small.
# So it is: the ratios only choose the direction of the next cut. Where it falls is drawn from the
# whole length that the least sizes leave, so a cut makes strips, and the strips are cut again only
# while there is depth left. With the numbers of the documentation's own example (depth 5, ratios
# 1.5), on a map of 80 by 40 with a least size of 6, more than a third of the rooms break the bound,
# and the worst is a corridor. Greater depth cuts strips again, into rooms of the least size. Who
# wants the bound has to cut by itself with split_once().
# Source: libtcod, src/libtcod/bsp_c.c, TCOD_bsp_split_recursive(): position is a random number
# between the two least sizes, whatever ratio comes of it.
# Undertide: its rooms don't come from cuts of a map.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2
"$python" - <<'PYTHON'
import tcod.bsp
import tcod.random

RATIO, LEAST = 1.5, 6

def rooms(depth):
    for seed in range(300):
        random = tcod.random.Random(tcod.random.MERSENNE_TWISTER, seed)
        tree = tcod.bsp.BSP(x=0, y=0, width=80, height=40)
        tree.split_recursive(depth, LEAST, LEAST, RATIO, RATIO, seed=random)
        for node in tree.post_order():
            if not node.children:
                yield node

for depth in (3, 5, 8):
    ratios = [
        (max(room.width / room.height, room.height / room.width), room.width, room.height)
        for room in rooms(depth)
    ]
    longer = sum(ratio > RATIO for ratio, _, _ in ratios) / len(ratios)
    worst, width, height = max(ratios)
    print(f"depth {depth}: {longer:.0%} of {len(ratios)} rooms break 1.5, the worst is {width}x{height}")
    assert longer > 0.1 and worst > 3 and min(width, height) >= LEAST
PYTHON
as_stated "the ratios choose how to cut, and bound nothing"
