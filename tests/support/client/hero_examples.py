"""What heroes of the client's tests have: gear, essences, spells, abilities, effects in figures."""

from msgspec import structs

from support.client.client_examples import hero_status, keyframe
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import (
    AbilityInfo,
    EffectFigures,
    EssenceInfo,
    PaceStatus,
    PackItem,
    SpellInfo,
)

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
TAUNT = AbilityInfo(
    "taunt", "taunt", "Foes within 3 cells go for you.", radius=3, cooldown=150, harms=True
)
MARK = AbilityInfo("mark", "mark", "It takes 25% more.", "cell", range=5, cooldown=100, harms=True)
DISARM = AbilityInfo(
    "disarm", "disarm", "A trap is gone.", "cell", range=1, cooldown=60, harms=True
)
PIN = AbilityInfo("pin", "pinning shot", "It slows.", "cell", cooldown=60, harms=True)
LINK = AbilityInfo("link", "link", "You bear 40%.", "cell", range=7, mana=3, cooldown=100)
CARE = AbilityInfo("care", "field care", "It always works.", passive=True)


HEALING = EffectFigures("heal", percent=40, of="life", least=10)
BALL = EffectFigures("ball", percent=150, of="magic", damage="fire", radius=2, range=8)
BURNING = EffectFigures(
    "harm", "burning", percent=4, of="life", damage="fire", chance=30, ticks=30, every=10
)
TOLD: list[tuple[EffectFigures, str]] = [
    (
        EffectFigures("lamp.glows", percent=5, radius=2, ticks=60),
        "Lights 2 cells up for 6 s, with 5 % of its oil.",
    ),
    (EffectFigures("lamp.unknown", percent=5), ""),
    (HEALING, "Heals 40 % of full life, at least 10: 24 for you."),
    (structs.replace(HEALING, least=30), "Heals 40 % of full life, at least 30: 30 for you."),
    (
        EffectFigures("hearten", percent=5, of="life", least=2),
        "Adds 5 % of full life, at least 2: 3 for you, for good.",
    ),
    (EffectFigures("feed", percent=30, of="food"), "Feeds 30 % of a full stomach."),
    (EffectFigures("cure"), "Ends all bad statuses."),
    (EffectFigures("teach", "fireball"), "Teaches fireball."),
    (BALL, "About 12 fire damage to all within 2 cells, up to 8 cells away."),
    (
        EffectFigures("chain", percent=100, of="attack", damage="arcane", range=7, count=4),
        "About 7 arcane damage to up to 4 enemies, up to 7 cells away.",
    ),
    (EffectFigures("blink", range=6), "Takes you up to 6 cells away."),
    (EffectFigures("light", radius=14), "Shows the ground within 14 cells."),
    (
        EffectFigures("summon", "skeleton", count=2, ticks=200),
        "Calls 2 times a skeleton for 20 s.",
    ),
    (BURNING, "Burning for 3 s (30 %): 4 % of full life as fire damage every 1 s."),
    (EffectFigures("hinder", "frozen", ticks=25, speed=0), "Frozen for 2.5 s: can't act."),
    (
        EffectFigures("boost", "warded", ticks=150, absorb=3),
        "Warded for 15 s: up to 3 % of full life off each hit.",
    ),
    (
        EffectFigures("boost", "regenerating", percent=2, of="life", every=5),
        "Regenerating: 2 % of full life comes back every 0.5 s.",
    ),
    (
        EffectFigures("harm", "marked", ticks=80, taken=125),
        "Marked for 8 s: takes 25 % more damage.",
    ),
    (EffectFigures("harm", "shaken", ticks=50, dealt=75), "Shaken for 5 s: does 25 % less damage."),
    (
        EffectFigures("trap", percent=25, of="average", damage="cold", radius=1),
        "A trap: about 7 cold damage within 1 cell.",
    ),
    (
        EffectFigures("ground", percent=5, of="life", damage="fire", every=10),
        "3 life as fire damage every 1 s.",
    ),
    (EffectFigures("sing"), ""),
]
"""Effects, and what the hero of `reading` is told of each."""
LIFE, ATTACK, MAGIC, AVERAGE = 60, 7, 8, 2850
"""The figures of that hero, and the average of its floor."""


def reading() -> Mirror:
    """Return what the hero knows, in real time."""
    mirror = playing().mirror
    first = keyframe(pace=PaceStatus("real"))
    floor = structs.replace(first.floor, average=AVERAGE)
    hero = hero_status(max_life=LIFE, attack=ATTACK, magic=MAGIC)
    mirror.apply(structs.replace(first, floor=floor, hero=hero))
    return mirror
