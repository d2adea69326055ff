"""What a monster means to the followed hero, in words. Pure."""

import msgspec

from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.grammar import listed
from undertide_shared.messages import HeroStatus, Kind, Sighting, Threat
from undertide_shared.messages.words import TRICKS


def called(mirror: Mirror, one: Sighting, kind: Kind) -> str:
    """Return the name of a monster, after the word of danger if it is an enemy: "dire goblin"."""
    threat = mirror.threats.get(one.id)
    if threat is None or one.mood == "peaceful" or not threat.danger:
        return kind.name
    return f"{threat.danger} {kind.name}"


def called_briefly(mirror: Mirror, one: Sighting, kind: Kind) -> str:
    """Return the name of a thing where room is scarce: a boss goes by its own name alone."""
    if kind.boss:
        kind = msgspec.structs.replace(kind, name=kind.name.partition(", the ")[0])
    return called(mirror, one, kind)


def threat_words(mirror: Mirror, one: Sighting) -> str:
    """Return sentences by which a player decides about a monster; empty if it is no threat."""
    threat, hero = mirror.threats.get(one.id), mirror.hero
    if threat is None or hero is None:
        return ""
    blows = f"{_its_blows(threat, hero)}; {_your_blows(threat, one.health)}."
    reach = f"It strikes up to {threat.reach} cells far." if threat.reach > 1 else ""
    seen = [TRICKS[trick] for trick in threat.tricks if trick in TRICKS]
    seen += [f"cast {spell}" for spell in threat.spells]
    tricks = f"Its kind was seen to {listed(seen)}." if seen else ""
    return " ".join(part for part in (blows, reach, tricks) if part)


def _its_blows(threat: Threat, hero: HeroStatus) -> str:
    if threat.deals <= 0:
        return "Its blows don't hurt you"
    count = max(1, -(-hero.life * 100 // threat.deals))
    return "One of its blows kills you" if count == 1 else f"{count} of its blows kill you"


def _your_blows(threat: Threat, health: int) -> str:
    if threat.takes <= 0:
        return "yours don't hurt it"
    count = max(1, -(-health * 100 // threat.takes))
    return "one of yours kills it" if count == 1 else f"{count} of yours kill it"
