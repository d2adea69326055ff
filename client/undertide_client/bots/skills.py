"""The skills of bots: a brain for each skill, by the names that `inspect balance` takes."""

from dataclasses import replace
from typing import Literal

from undertide_client.bots.adventurer import Adventurer
from undertide_client.bots.expert import Expert
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import survey
from undertide_shared.brains import Brain, Known
from undertide_shared.messages import Intent, Wait

Skill = Literal["average", "careful", "careless", "expert", "still", "uncrafted"]
"""average: plays by its own personality; careful: keeps together and explores fully; careless:
fights everything and cares for nothing; expert: plays the whole game, as well as a bot can; still:
never moves; uncrafted: an expert that never forges."""


def personality_of(skill: Skill, number: int) -> Personality:
    """Return the personality of the bot with this number, adapted to its skill."""
    personality = Personality.of(number)
    match skill:
        case "careful":
            return _careful(personality)
        case "careless":
            return _careless(personality)
        case "expert" | "uncrafted":
            return _expert(personality)
        case _:
            return personality


def _careful(personality: Personality) -> Personality:
    """Return a personality that explores fully, never goes on hurt, and leaves before the tide."""
    return replace(
        personality,
        caution=45,
        rest_below=70,
        tide_limit=25,
        diligence=400,
        patience=40,
        lies_in_wait=True,
        follows=True,
        bent=0,
        resourceful=True,
        sociable=True,
        concerted=False,
    )


def _expert(personality: Personality) -> Personality:
    """Return a careful personality that explores longer, rests more, and fights in concert."""
    return replace(_careful(personality), rest_below=80, tide_limit=45, concerted=True)


def _careless(personality: Personality) -> Personality:
    """Return a personality that never runs, hardly rests, and goes down early or never."""
    return replace(
        personality,
        caution=5,
        rest_below=10,
        tide_limit=100,
        diligence=60,
        lies_in_wait=False,
        follows=False,
        resourceful=False,
        sociable=False,
        concerted=False,
    )


def brain_of(skill: Skill, number: int, life: int = 0) -> Brain:
    """Return the brain of a bot's hero. Each of the bot's lives takes another course."""
    if skill == "still":
        return Idler()
    if skill in {"expert", "uncrafted"}:
        personality = personality_of(skill, number)
        return Expert(personality, f"{number} {life}", forges=skill == "expert")
    return Adventurer(personality_of(skill, number), f"{number} {life}")


def average(number: int) -> Brain:
    """Return the brain of an average bot."""
    return brain_of("average", number)


def careful(number: int) -> Brain:
    """Return the brain of a careful bot."""
    return brain_of("careful", number)


def careless(number: int) -> Brain:
    """Return the brain of a careless bot."""
    return brain_of("careless", number)


def expert(number: int) -> Brain:
    """Return the brain of an expert bot."""
    return brain_of("expert", number)


def uncrafted(number: int) -> Brain:
    """Return the brain of an expert bot that never forges."""
    return brain_of("uncrafted", number)


def still(number: int) -> Brain:
    """Return the brain of a bot that stands still."""
    return brain_of("still", number)


class Idler:
    """A brain that always waits."""

    def decide(self, known: Known) -> Intent | None:
        """Wait, as long as there is a living hero."""
        return Wait() if survey(known) is not None else None

    def refused(self, intent: Intent, known: Known) -> None:
        """Ignore the refusal and wait on."""
