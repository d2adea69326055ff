"""A client that watches a session and tells its story, a line for each thing that happens.

    python examples/herald.py ws://127.0.0.1:4414 --session k7m2q

It ends with the run.
"""

import argparse
import asyncio
from collections.abc import Iterator

from undertide_client.api import Client, ConnectionLostError, Mirror, PartyMember


def news(before: dict[int, PartyMember], after: dict[int, PartyMember]) -> Iterator[str]:
    """Yield a sentence for whatever became of each hero meanwhile."""
    for seat, hero in after.items():
        known = before.get(seat)
        if known is None:
            yield f"{hero.name} enters the dungeon."
            continue
        if hero.floor > known.floor:
            yield f"{hero.name} goes down to floor {hero.floor}."
        if hero.level > known.level:
            yield f"{hero.name} reaches level {hero.level}."
        if hero.state == "dead" and known.state != "dead":
            yield f"{hero.name} falls on floor {known.floor}."


def ending(world: Mirror) -> str:
    """Return how the run ended, once it has."""
    if world.ended is None:
        return "The story breaks off here."
    fates = ", ".join(f"{hero.name} {hero.fate}" for hero in world.ended.heroes)
    return f"{world.ended.title}: {fates}."


async def tell(address: str, session: str) -> None:
    """Print the story of a session until its run is over."""
    async with Client(address, "herald") as client:
        game = await client.watch(session, "herald")
        known: dict[int, PartyMember] = {}
        async for world in game:
            heroes = {hero.seat: hero for hero in world.party}
            for sentence in news(known, heroes):
                print(sentence, flush=True)
            known = heroes
        print(ending(game.world))


def main() -> None:
    """Read the command line and begin."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("address")
    parser.add_argument("--session", default="", help="id or invite code; else the fullest one")
    asked = parser.parse_args()
    try:
        asyncio.run(tell(asked.address, asked.session))
    except ConnectionLostError as end:
        print(end)


if __name__ == "__main__":
    main()
