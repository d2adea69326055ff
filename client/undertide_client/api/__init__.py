"""Write a bot, or another client, in a few lines.

    import asyncio

    from undertide_client.api import Client
    from undertide_shared.messages import Explore

    async def main() -> None:
        async with Client("ws://127.0.0.1:4414") as client:
            game = await client.join("Ada")
            async for world in game:
                if world.hero is not None and not game.busy:
                    print(world.hero.life, await game.act(Explore()))

    asyncio.run(main())

`Client` is the connection: it lists, makes and enters sessions, and comes back by itself after an
outage. `Game` is the place that it has: a seat, one among the spectators, or a replay. Its `world`
is a `Mirror`, all that this place may know, kept up to date while you wait for anything. What is
asked of a hero are the intents of `undertide_shared.messages`.
"""

from undertide_client.api.client import Client
from undertide_client.api.errors import Gone, NotAnswered, Refused
from undertide_client.api.game import Game, Outcome

__all__ = ["Client", "Game", "Gone", "NotAnswered", "Outcome", "Refused"]
