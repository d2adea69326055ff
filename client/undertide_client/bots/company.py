"""Ways for heroes to keep together: candidates, best first. The lowest seat leads. Pure."""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import distance
from undertide_shared.messages import Climb, Intent, PartyMember, Regroup, Rest, Travel, Wait

LEASH: Final = 2
"""Most steps between a follower and its leader: a follower further off fights alone."""
GATHERED: Final = 4
"""Steps from the leader within which followers are ready to go down."""
SIDE: Final = 3
"""Steps within which companions help each other at once."""
FAR: Final = 8
"""Steps from which on a leader waits for companions that lag behind."""
RESTED: Final = 95
"""Percent of life at which a leader has rested enough."""
UNFIT: Final = 70
"""Percent of life below which the leader waits for a companion."""


def leader_of(survey: Survey) -> PartyMember | None:
    """Return the companion to follow; None if the hero itself leads."""
    first = min(survey.party, key=lambda one: one.seat, default=None)
    return first if first is not None and first.seat < survey.hero.seat else None


def has_strayed(survey: Survey) -> bool:
    """Return whether a follower is too far from its leader, or has lost sight of it."""
    leader = leader_of(survey)
    cell = survey.whereabouts.get(leader.seat) if leader else None
    if leader is None or cell is None:
        return False
    return leader.seat not in survey.near or distance(cell, survey.cell) > LEASH


def is_left_alone(survey: Survey) -> bool:
    """Return whether a follower explores or rests while its leader goes, or has gone, elsewhere.

    Nobody leaves a fallen companion whom it tends.
    """
    if survey.hero.tends:
        return False
    leader = leader_of(survey)
    gone = leader is not None and leader.branch != survey.branch
    return survey.hero.activity in {"explore", "rest"} and (gone or has_strayed(survey))


def has_rested(survey: Survey) -> bool:
    """Return whether a leader now rests only for mana. That takes longer than the tide allows."""
    rests = survey.hero.activity == "rest" and not survey.hero.tends
    resting = rests and survey.health >= RESTED
    return resting and leader_of(survey) is None


def regroup(survey: Survey) -> Iterator[Intent]:
    """Yield ways for a follower to its leader: on the same floor, or to the leader's floor."""
    leader = leader_of(survey)
    if leader is None:
        return
    if leader.branch != survey.branch:
        for stairs in [*survey.stairs("down"), *survey.stairs("up")]:
            if survey.leads_to(stairs) == leader.branch:
                yield Climb() if stairs == survey.cell else Travel(*stairs)
    elif has_strayed(survey):
        yield from join(survey, leader.seat)


def second(survey: Survey) -> Iterator[Intent]:
    """Yield the consent to stairs on which companions have agreed, and the way there."""
    for cell in survey.proposed:
        yield Climb(*cell)


def helpers(survey: Survey) -> int:
    """Return the number of companions at the hero's side."""
    return sum(distance(cell, survey.cell) <= SIDE for cell in survey.near.values())


def rally(survey: Survey) -> Iterator[Intent]:
    """Yield ways to the nearest companion on this floor."""
    apart = {seat: distance(cell, survey.cell) for seat, cell in survey.whereabouts.items()}
    nearest = min(apart, key=lambda seat: (apart[seat], seat), default=None)
    if nearest is not None and apart[nearest] > SIDE:
        yield from join(survey, nearest)


def join(survey: Survey, seat: int) -> Iterator[Intent]:
    """Yield travels to the free cells beside a companion, nearest first.

    Where none is known, yield the way to it over ground that nobody may know.
    """
    beside_it = [beside(survey.whereabouts[seat], step) for step in DIRECTIONS]
    free = [each for each in beside_it if survey.is_free(each)]
    for each in sorted(free, key=lambda each: distance(each, survey.cell)):
        yield Travel(*each)
    if not free:
        yield Regroup(seat)


def stay(survey: Survey) -> Iterator[Intent]:
    """Yield the waits of a follower beside its busy leader."""
    leader = leader_of(survey)
    if leader is not None and leader.seat in survey.near:
        yield Rest()
        yield Wait()


def await_the_hurt(survey: Survey) -> Iterator[Intent]:
    """Yield a leader's rests while companions on this floor recover."""
    here = [one for one in survey.party if one.branch == survey.branch]
    if leader_of(survey) is None and any(one.health < UNFIT for one in here):
        yield Rest()
        yield Wait()


def await_the_lost(survey: Survey) -> Iterator[Intent]:
    """Yield a leader's waits for companions on this floor that are far away, or out of sight."""
    if leader_of(survey) is None and not _are_within(survey, FAR):
        yield Rest()
        yield Wait()


def bide() -> Iterator[Intent]:
    """Yield the waits of a leader whose companions are still to come."""
    yield Rest()
    yield Wait()


def gather(survey: Survey) -> Iterator[Intent]:
    """Yield waits at the stairs until all companions on this floor are near."""
    if not _are_within(survey, GATHERED):
        yield Rest()
        yield Wait()


def is_together(survey: Survey) -> bool:
    """Return whether all companions on this floor are near enough to start a fight."""
    return _are_within(survey, GATHERED)


def _are_within(survey: Survey, steps: int) -> bool:
    """Return whether all companions on this floor are in sight and within `steps`."""
    here = [one.seat for one in survey.party if one.branch == survey.branch]
    cells = [survey.near.get(seat) for seat in here]
    return all(cell is not None and distance(cell, survey.cell) <= steps for cell in cells)


def help_out(survey: Survey) -> Iterator[Intent]:
    """Yield ways to the weakest companion on this floor that fights out of the hero's sight."""
    seats = survey.whereabouts.keys() - survey.near.keys()
    hurt = [one for one in survey.party if one.seat in seats and one.health < UNFIT]
    for one in sorted(hurt, key=lambda one: (one.health, one.seat)):
        yield from join(survey, one.seat)
