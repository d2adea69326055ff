"""Abilities that heroes of the client's tests have."""

from undertide_shared.messages import AbilityInfo

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
