"""A hero's chronicle, as a server sends it."""

from undertide_shared.messages import Chronicle, FloorVisit, Line

ANNS_LIFE = Chronicle(
    run="4f1c2d3e",
    number=1,
    name="Ann",
    calling="warden",
    preset="default",
    subtitle="Restless Bones",
    level=3,
    floor=2,
    cause="a troll",
    kills=27,
    elapsed=744_000,
    floors=[FloorVisit(2, "Old Halls", "keep", 900)],
    lines=[Line("bad", "You die, killed by a troll.")],
)
