"""A bot that explores, strikes its foes, heals itself when it is hurt, and goes down.

    python examples/explorer.py ws://127.0.0.1:4414 --name Ada --floors 3

It ends when a hero of it has come so deep. If a run is lost before, it begins another one, with a
limited number of heroes.
"""

import argparse
import asyncio
from collections.abc import Iterator

from undertide_client.api import (
    Client,
    Climb,
    Explore,
    Game,
    Intent,
    Mirror,
    Move,
    Rest,
    Sighting,
    Travel,
    Use,
    Wait,
)

HURT = 0.5
"""Share of its life below which the hero heals itself."""
HEROES = 10
"""Heroes that it plays at most: about half of them come to the third floor."""


def foes(world: Mirror) -> list[Sighting]:
    """Return the monsters in sight that a hero can fight."""
    return [
        sighting
        for sighting in world.sightings.values()
        if world.kinds[sighting.kind].role == "monster"
        and sighting.mood not in {"peaceful", "sealed"}
    ]


def choices(world: Mirror) -> Iterator[Intent]:
    """Yield the hero's intents in the order in which to try them."""
    hero, cell = world.hero, world.cell
    assert hero is not None
    assert cell is not None
    hurt = hero.life < HURT * hero.max_life
    hunters = [foe for foe in foes(world) if foe.mood == "hunting"]
    if hurt and hunters:
        yield from (Use(item.item) for item in world.pack if "heal" in item.does)
    for foe in foes(world):
        step = (foe.x - cell[0], foe.y - cell[1])
        if max(map(abs, step)) == 1:
            yield Move(*step)
    yield from (Travel(foe.x, foe.y) for foe in hunters)
    if hurt:
        yield Rest()
    for stairs in world.stairs:
        look = world.look_at(stairs)
        if look is not None and look.stairs == "down":
            yield Climb() if stairs == cell else Travel(*stairs)
    yield Explore()
    yield from (Travel(foe.x, foe.y) for foe in foes(world))
    yield Wait()


async def play(game: Game, floors: int) -> bool:
    """Play until the hero is deep enough or the run is over; return whether it is deep enough."""
    failures = 0
    async for world in game:
        if world.hero is None or world.floor is None or world.cell is None or game.busy:
            continue
        if world.floor.number >= floors:
            return True
        cell, tries = world.cell, list(choices(world))
        intent = tries[min(failures, len(tries) - 1)]
        done = await game.act(intent)
        blocked = isinstance(intent, Travel) and world.cell == cell
        failures = 0 if done and not blocked else failures + 1
    return False


async def main() -> None:
    """Read the command line, take a seat and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("address")
    parser.add_argument("--session", default="", help="id or invite code; a new one, if not given")
    parser.add_argument("--name", default="Ada")
    parser.add_argument("--floors", type=int, default=2)
    asked = parser.parse_args()
    session = asked.session
    async with Client(asked.address, "explorer") as client:
        for _ in range(HEROES):
            game = await client.join(asked.name, session or await client.create())
            if await play(game, asked.floors):
                print(f"floor {asked.floors} was reached")
                return
            print(f"the run was lost: {game.reason or 'the hero has died'}")
            await client.leave()
            session = ""


if __name__ == "__main__":
    asyncio.run(main())
