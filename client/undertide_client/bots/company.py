"""How heroes keep together: candidates, best first. The one of the lowest seat leads. Pure."""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots.cells import DIRECTIONS, beside
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb, Intent, PartyMember, Rest, Travel, Wait

LEASH: Final = 2
"""Steps that a follower is from its leader: who is further off is alone in every fight."""
GATHERED: Final = 4
"""Steps from the leader within which followers are ready to go down."""
SIDE: Final = 3
"""Steps within which companions help each other at once."""
FAR: Final = 8
"""Steps from which on a leader waits for whoever lags behind."""
RESTED: Final = 95
"""Percent of life from which on a leader has rested enough."""
UNFIT: Final = 70
"""Percent of life below which a companion is waited for."""


def leader_of(survey: Survey) -> PartyMember | None:
    """Return the companion to follow; None where the hero leads."""
    first = min(survey.party, key=lambda one: one.seat, default=None)
    return first if first is not None and first.seat < survey.hero.seat else None


def has_strayed(survey: Survey) -> bool:
    """Whether a follower is too far from its leader, or has lost sight of it."""
    leader = leader_of(survey)
    cell = survey.whereabouts.get(leader.seat) if leader else None
    if leader is None or cell is None:
        return False
    return leader.seat not in survey.near or distance(cell, survey.cell) > LEASH


def is_left_alone(survey: Survey) -> bool:
    """Whether a follower explores, or rests, while its leader goes, or went, somewhere else."""
    leader = leader_of(survey)
    gone = leader is not None and leader.branch != survey.branch
    return survey.hero.activity in {"explore", "rest"} and (gone or has_strayed(survey))


def has_rested(survey: Survey) -> bool:
    """Whether a leader rests only for its mana by now, which takes longer than the tide allows."""
    resting = survey.hero.activity == "rest" and survey.health >= RESTED
    return resting and leader_of(survey) is None


def regroup(survey: Survey) -> Iterator[Intent]:
    """Yield what brings a follower to its leader: on the same floor, or to the floor it is on."""
    leader = leader_of(survey)
    if leader is None:
        return
    if leader.branch != survey.branch:
        for stairs in [*survey.stairs("down"), *survey.stairs("up")]:
            if survey.leads_to(stairs) == leader.branch:
                yield Climb() if stairs == survey.cell else Travel(*stairs)
    elif has_strayed(survey):
        yield from join(survey, survey.whereabouts[leader.seat])


def helpers(survey: Survey) -> int:
    """Return how many companions are at the hero's side."""
    return sum(distance(cell, survey.cell) <= SIDE for cell in survey.near.values())


def rally(survey: Survey) -> Iterator[Intent]:
    """Yield what brings the hero to the companion who is nearest, as far as it knows."""
    cells = sorted(survey.whereabouts.values(), key=lambda cell: distance(cell, survey.cell))
    for cell in cells[:1]:
        if distance(cell, survey.cell) > SIDE:
            yield from join(survey, cell)


def join(survey: Survey, cell: Cell) -> Iterator[Intent]:
    """Yield travels to the nearest free cells beside one."""
    beside_it = [beside(cell, step) for step in DIRECTIONS]
    free = [each for each in beside_it if survey.is_free(each)]
    for each in sorted(free, key=lambda each: distance(each, survey.cell)):
        yield Travel(*each)


def stay(survey: Survey) -> Iterator[Intent]:
    """Yield what a follower does beside its leader while that has something else to do."""
    leader = leader_of(survey)
    if leader is not None and leader.seat in survey.near:
        yield Rest()
        yield Wait()


def await_the_hurt(survey: Survey) -> Iterator[Intent]:
    """Yield a leader's rest while companions on this floor lick their wounds."""
    here = [one for one in survey.party if one.branch == survey.branch]
    if leader_of(survey) is None and any(one.health < UNFIT for one in here):
        yield Rest()
        yield Wait()


def await_the_lost(survey: Survey) -> Iterator[Intent]:
    """Yield a leader's waits for companions on this floor who are far away, or out of sight."""
    if leader_of(survey) is None and not _are_within(survey, FAR):
        yield Rest()
        yield Wait()


def gather(survey: Survey) -> Iterator[Intent]:
    """Yield waits at the stairs until all companions of this floor are near."""
    if not _are_within(survey, GATHERED):
        yield Rest()
        yield Wait()


def is_together(survey: Survey) -> bool:
    """Whether all companions of this floor are near enough to begin a fight with."""
    return _are_within(survey, GATHERED)


def _are_within(survey: Survey, steps: int) -> bool:
    """Whether all companions of this floor are in sight and so near."""
    here = [one.seat for one in survey.party if one.branch == survey.branch]
    cells = [survey.near.get(seat) for seat in here]
    return all(cell is not None and distance(cell, survey.cell) <= steps for cell in cells)


class Whereabouts:
    """Remembers where companions were seen last."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, Cell]] = {}
        """Branch and cell, by seat."""

    def tell(self, survey: Survey) -> None:
        """Take in who is in sight, and give the survey what is remembered of the others.

        Who is not where it was seen last is forgotten.
        """
        here = {one.seat for one in survey.party if one.branch == survey.branch}
        for seat, cell in survey.near.items():
            self._seen[seat] = survey.branch, cell
        for seat, (branch, cell) in list(self._seen.items()):
            gone = seat not in survey.near and distance(cell, survey.cell) <= 1
            if branch == survey.branch and (gone or seat not in here):
                del self._seen[seat]
            elif branch == survey.branch:
                survey.whereabouts[seat] = cell
