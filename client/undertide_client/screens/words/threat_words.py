"""What a monster means to the followed hero, in words. Pure."""

from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Span
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.words.grammar import listed
from undertide_shared.messages import HeroStatus, Kind, Sighting, Threat
from undertide_shared.messages.words import TRICKS

MARK: Final = "!"
MOST_MARKS: Final = 4
"""Most marks beside one monster: who sees so many needs to see no more."""
INKS: Final[tuple[Colour, ...]] = (palette.SOFT, palette.INK, palette.WARNING, palette.BAD)
"""The colour of the mark of each rank of danger; greater ones have the last."""
ALL: Final = 100
"""Percent of a life that is all of it."""


def called_briefly(kind: Kind) -> str:
    """Return the name of a thing where room is scarce: a boss goes by its own name alone."""
    return kind.name.partition(", the ")[0] if kind.boss else kind.name


def threat_of(mirror: Mirror, one: Sighting) -> Threat | None:
    """Return what an enemy means to the followed hero; None where nobody rates its danger."""
    threat = mirror.threats.get(one.id)
    return None if threat is None or one.mood == "peaceful" or not threat.danger else threat


def danger_span(threat: Threat | None) -> Span:
    """Return the mark of a danger, longer for a greater one, in its colour; none for the least."""
    rank = 0 if threat is None else threat.rank
    return MARK * min(MOST_MARKS, rank), INKS[min(len(INKS) - 1, rank)]


def danger_words(mirror: Mirror, one: Sighting) -> str:
    """Return how great a danger an enemy is: "dire danger"; empty where nobody rates it."""
    threat = threat_of(mirror, one)
    return "" if threat is None else f"{threat.danger} danger"


def danger_sentence(mirror: Mirror, one: Sighting) -> str:
    """Return the same as a sentence, with its mark and what a fight costs; empty without any."""
    threat = threat_of(mirror, one)
    if threat is None:
        return ""
    words, (mark, _) = danger_words(mirror, one), danger_span(threat)
    rated = f"{words[0].upper()}{words[1:]}{f' ({mark})' if mark else ''}"
    if threat.costs >= ALL:
        return f"{rated}: alone you would fall before it does."
    cost = f"about {threat.costs} % of your full life" if threat.costs else "hardly any life"
    return f"{rated}: felling it alone would cost you {cost}."


def threat_words(mirror: Mirror, one: Sighting) -> str:
    """Return sentences by which a player decides about a monster; empty if it is no threat."""
    threat, hero = mirror.threats.get(one.id), mirror.hero
    if threat is None or hero is None:
        return ""
    blows = f"{_its_blows(threat, hero)}; {_your_blows(threat, one.health)}."
    reach = f"It strikes up to {threat.reach} cells far." if threat.reach > 1 else ""
    known = [TRICKS.get(trick) or mirror.words.get(trick) for trick in threat.tricks]
    seen = [words for words in known if words]
    seen += [f"cast {spell}" for spell in threat.spells]
    tricks = f"Its kind was seen to {listed(seen)}." if seen else ""
    danger = danger_sentence(mirror, one)
    return " ".join(part for part in (danger, blows, reach, tricks) if part)


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
