"""Heroes in company: two in different states or sights, of chosen callings, or before stairs."""

from dataclasses import dataclass
from typing import Literal

from support.worlds.staging import Stage
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Event, Hit, thing
from undertide_server.simulation.state.inputs import PlayerLost, SeatTaken
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.systems.sight import update_sight
from undertide_shared.geometry import Cell
from undertide_shared.messages import Climb, Perform

TWO_ROOMS = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#.....#",
    "##.#####.###",
    "##.......###",
    "############",
]
LONG_HALL = ["#" * 42, "#@" + "." * 39 + "#", "#" + "." * 40 + "#", "#" * 42]
LIFE = 1000
"""Of each of these heroes: enough for any blow."""
FAR = (38, 2)
"""The other end of the long hall: out of sight, and out of reach of everything."""
State = Literal["well", "hurt", "link-dead", "asleep", "fallen", "far"]
"""How a companion is: the last is at the other end of the floor."""
STATES: tuple[State, ...] = ("well", "hurt", "link-dead", "asleep", "fallen", "far")


def hero_of(stage: Stage, calling: str, cell: Cell | None = None) -> HeroRow:
    """Let a hero of a calling in, whom little can kill and nothing protects."""
    seat = len(stage.run.world.each(Hero))
    stage.step(SeatTaken(seat, f"{calling} {seat}", calling))
    row = next(row for row in stage.floor.heroes.values() if row.hero.seat == seat)
    row.effects.remaining.clear()
    row.body.life = row.body.max_life = LIFE
    row.body.absorb = row.body.absorb_tenths = row.body.regen = 0
    row.attack.power, row.attack.tenths, row.attack.spread, row.attack.extra = 100, 0, 0, ()
    row.magic.power = 100
    if cell is not None:
        stage.run.index.move(row, cell)
        stage.step()
    return row


@dataclass(frozen=True)
class Apart:
    """Two heroes on one floor who see different things: each stands in a room with a monster.

    What `ann` does may depend on `hers` alone, and not on `bens`, which only her companion sees.
    """

    stage: Stage
    ann: HeroRow
    ben: HeroRow
    hers: MonsterRow
    bens: MonsterRow


def two_apart(stage: Stage | None = None) -> Apart:
    """Return two heroes whom a wall divides, each beside a monster that doesn't act.

    Both know the ground of the whole floor, so it is sight alone that divides them.
    """
    stage = stage or Stage(TWO_ROOMS)
    ann, ben = stage.hero("Ann", cell=(2, 2)), stage.hero("Ben", cell=(8, 2))
    for row in (ann, ben):
        row.body.life = row.body.max_life = LIFE
        memory_of(stage.floor, row).tiles[:] = stage.floor.state.tiles
    hers, bens = stage.monster((4, 2), life=LIFE), stage.monster((6, 2), life=LIFE)
    for monster in (hers, bens):
        monster.actor.energy = -(10**6)
    update_sight(stage.run, stage.floor)
    return Apart(stage, ann, ben, hers, bens)


@dataclass(frozen=True)
class Pair:
    """Two heroes on one floor: `ann` is well, and `ben` is in some state."""

    stage: Stage
    ann: HeroRow
    ben: HeroRow


def two_together(ben: State = "well", stage: Stage | None = None) -> Pair:
    """Return two heroes who stand side by side in a long hall, the second in the state `ben`.

    Nothing protects or heals them, and neither has a status.
    """
    stage = stage or Stage(LONG_HALL)
    pair = Pair(stage, stage.hero("Ann", cell=(5, 1)), stage.hero("Ben", cell=(6, 1)))
    for row in (pair.ann, pair.ben):
        row.body.life = row.body.max_life = LIFE
        row.body.absorb = row.body.absorb_tenths = row.body.regen = 0
    befall(stage, pair.ben, ben)
    return pair


def befall(stage: Stage, row: HeroRow, state: State) -> None:
    """Bring a hero of a stage into a state."""
    match state:
        case "hurt":
            row.body.life = LIFE // 2
        case "link-dead":
            stage.step(PlayerLost(row.hero.seat))
        case "asleep":
            stage.put_to_sleep(row.hero.seat)
        case "fallen":
            strike_down(stage.run, stage.floor, row, thing("a trap", row.cell))
        case "far":
            stage.run.index.move(row, FAR)
            stage.step()


def perform(stage: Stage, ability: str, target: Cell | None = None, seat: int = 0) -> list[Event]:
    """Let a hero perform an ability, in turns, and return what happened."""
    x, y = target or (None, None)
    return stage.ask(Perform(ability, x, y), seat)


def refusal(stage: Stage, row: HeroRow, ability: str, target: Cell | None = None) -> str:
    """Return why a hero can't perform an ability; that takes no time, and nothing rests."""
    before = row.actor.energy, dict(row.hero.resting), row.magic.mana
    perform(stage, ability, target, row.hero.seat)
    assert row.intents.outcome == "refused"
    assert (row.actor.energy, row.hero.resting, row.magic.mana) == before
    return row.intents.reason


def harm_done(events: list[Event], target: int, source: int) -> int:
    """Return the life that one actor took from another."""
    hits = [event for event in events if isinstance(event, Hit)]
    return sum(
        amount
        for hit in hits
        if (hit.target.entity, hit.source.entity) == (target, source)
        for amount, _ in hit.parts
    )


NAMES = ("Ann", "Ben", "Cid")
HALL = ["#" * 30, "#@" + "." * 25 + ">.#", "#" + "." * 28 + "#", "#" * 30]
STAIRS = (27, 1)
TO_STAIRS = Climb(*STAIRS)


def party(*cells: Cell, hall: list[str] = HALL) -> tuple[Stage, list[HeroRow]]:
    """Return a stage with heroes in some cells, all of whom know all of it."""
    stage = Stage(hall)
    rows = [stage.hero(name, cell=cell) for name, cell in zip(NAMES, cells, strict=False)]
    stage.step()
    return stage, rows


def agreed(stage: Stage) -> list[tuple[list[int], list[int]]]:
    """Return the seats of those who agree and of those who must still, for each agreement."""
    seats = {row.entity: row.hero.seat for _, row in stage.run.index.heroes.values()}
    return [
        ([seats[each] for each in one.agreed], [seats[each] for each in one.awaited])
        for one in stage.floor.state.agreements
    ]


def floors_of(stage: Stage) -> list[int]:
    """Return the number of each hero's floor, by seat."""
    found = [stage.run.index.of_seat(seat) for seat in range(3)]
    return [one[0].state.number for one in found if one is not None]
