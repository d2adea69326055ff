"""Gear, essences and spells that tests of the client's screens draw."""

from undertide_shared.messages import EssenceInfo, PackItem, SpellInfo

SWORD = PackItem(
    21, "short sword", 1, ")", 0xC0C0D0, "Plain steel.",
    slots=["main_hand"], slot="main_hand", quality="plain", figures=[("attack", 4)],
)  # fmt: skip
AXE = PackItem(
    22, "keen axe", 1, ")", 0xD0A060, "It remembers trees.",
    slots=["main_hand"], quality="fine", figures=[("attack", 7), ("speed", -1)],
    affixes=[("keen", 2)],
)  # fmt: skip
CAP = PackItem(
    23, "leather cap", 1, "^", 0xA08060, "It keeps the drips off.",
    slots=["head"], quality="plain", figures=[("life", 3), ("res.cold", 1)],
)  # fmt: skip
KEEN = PackItem(
    24, "essences of keenness", 4, "*", 0xFFD166, "It cuts the light.",
    usable=False, essence=EssenceInfo(
        "keen", [1, 3, 6], ["main_hand"],
        [21], [[[("attack", 5)], [("attack", 7)], [("attack", 9)]]],
    ),
)  # fmt: skip
WARM = PackItem(
    25, "essence of warmth", 1, "*", 0xFF8C42, "Warm.",
    usable=False, essence=EssenceInfo(
        "of warmth", [1, 3], ["head", "body"],
        [23], [[[("life", 4), ("res.cold", 1)], [("life", 4), ("res.cold", 2)]]],
    ),
)  # fmt: skip
SMART = PackItem(
    26, "essence of study", 1, "*", 0xA0A0FF, "It hums.",
    usable=False, essence=EssenceInfo(
        "studious", [1], ["main_hand"], [21], [[[("attack", 5)], [("attack", 6), ("magic", 2)]]],
    ),
)  # fmt: skip
GEAR = [SWORD, AXE, CAP, KEEN, WARM]

BOLT = SpellInfo("ember", "ember", "*", 0xFF8C42, "A spark that bites.", 3, "cell", 6, 1)
BLINK = SpellInfo("blink", "blink", "*", 0xC9A7FF, "Elsewhere.", 9)
HEAL = SpellInfo("heal", "heal", "+", 0xE0525F, "It closes wounds.", 3, "cell", 7, helps=True)
BURST = SpellInfo("burst", "burst", "o", 0xC9B8A0, "Shards.", 3, radius=2, harms=True)
