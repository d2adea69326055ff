"""What has happened between two pictures of one view that deserves a sign. Pure.

The page has the same list (`web/model/moments.js`), and the numbers of hits besides.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from undertide_client.model.mirror import Mirror

MomentKind = Literal["time", "stairs", "level", "boss", "death"]
CROWN: Final = "♛"
"""The glyph of every boss, of whatever kind. A terminal with only ASCII shows a 9."""


@dataclass(frozen=True, slots=True)
class NotableMoment:
    """A moment that deserves a sign: time begins to run, or the followed hero meets something."""

    kind: MomentKind
    words: str = ""
    """What the sign says; empty where the sign is another."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What is compared of a view."""

    view: tuple[str, int | None]
    """The session, and the seat whose eyes the view shows."""
    branch: int
    floor: str
    mode: str
    level: int = 0
    """The followed hero's level; 0 without a hero."""
    is_dead: bool = False
    bosses: dict[int, str] = field(default_factory=dict)
    """Names of the bosses in sight, by the ids of their sightings."""


def glimpse_of(mirror: Mirror) -> Glimpse | None:
    """Return what is compared of a view; None while there is nothing to see."""
    floor, hero = mirror.floor, mirror.hero
    if floor is None:
        return None
    kinds = {one.id: mirror.kinds.get(one.kind) for one in mirror.sightings.values()}
    return Glimpse(
        (mirror.session, mirror.following),
        floor.branch,
        f"Floor {floor.number}: {floor.name}",
        mirror.pace.mode,
        0 if hero is None else hero.level,
        hero is not None and hero.state == "dead",
        {id_: kind.name for id_, kind in kinds.items() if kind is not None and kind.boss},
    )


def moments_between(before: Glimpse, after: Glimpse) -> list[NotableMoment]:
    """Return the moments between two glimpses, the gravest last; none between different views."""
    if before.view != after.view:
        return []
    moments: list[NotableMoment] = []
    if before.mode != "real" and after.mode == "real":
        moments.append(NotableMoment("time"))
    if before.branch != after.branch:
        moments.append(NotableMoment("stairs", after.floor))
    if after.level > before.level > 0:
        moments.append(NotableMoment("level", f"Level {after.level}"))
    fresh = (name for id_, name in after.bosses.items() if id_ not in before.bosses)
    moments += [NotableMoment("boss", f"{CROWN} {name}") for name in fresh]
    if after.is_dead and not before.is_dead and before.level > 0:
        moments.append(NotableMoment("death"))
    return moments
