"""A bot that explores, strikes what comes near, rests when it is hurt, and goes down.

    python examples/explorer.py ws://127.0.0.1:4414 --name Ada --floors 2

It ends when its hero has come so deep, or has died.
"""

import argparse
import asyncio

from undertide_client.api import Client, Climb, Explore, Game, Intent, Mirror, Move, Rest, Travel

HURT = 0.5
"""Share of its life below which it rests while nobody is near."""


def foe_beside(world: Mirror) -> Move | None:
    """Return the blow at a monster next to the hero, if one stands there."""
    assert world.cell is not None
    x, y = world.cell
    for sighting in world.sightings.values():
        away = (sighting.x - x, sighting.y - y)
        is_foe = world.kinds[sighting.kind].role == "monster" and sighting.mood != "peaceful"
        if is_foe and max(map(abs, away)) == 1:
            return Move(*away)
    return None


def way_down(world: Mirror) -> Intent | None:
    """Return what leads down, once stairs are known."""
    stairs = [
        (x, y)
        for (x, y) in world.stairs
        if (look := world.look_at((x, y))) is not None and look.stairs == "down"
    ]
    if not stairs:
        return None
    return Climb() if world.cell in stairs else Travel(*stairs[0])


def decide(world: Mirror, last_refused: bool) -> Intent:
    """Return what the hero does next: the first of these that makes sense."""
    hero = world.hero
    assert hero is not None
    blow = foe_beside(world)
    if blow is not None:
        return blow
    if hero.life < HURT * hero.max_life and not last_refused:
        return Rest()
    return way_down(world) or Explore()


async def play(game: Game, floors: int) -> str:
    """Play until the hero is deep enough, or dead; return how it ended."""
    refused = False
    async for world in game:
        if world.hero is None or world.floor is None or world.cell is None:
            continue
        if world.hero.state == "dead":
            break
        if world.floor.number >= floors:
            return f"floor {world.floor.number} was reached"
        outcome = await game.act(decide(world, refused))
        refused = not outcome.done
    return "the hero has died"


async def main() -> None:
    """Read the command line, take a seat and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("address")
    parser.add_argument("--session", default="", help="id or invite code; any, where there is none")
    parser.add_argument("--name", default="Ada")
    parser.add_argument("--floors", type=int, default=2)
    asked = parser.parse_args()
    async with Client(asked.address, "explorer") as client:
        game = await client.join(asked.name, asked.session)
        print(await play(game, asked.floors))


if __name__ == "__main__":
    asyncio.run(main())
