"""Clients that take what they are sent and do nothing with it: `bare_clients.py ADDRESS NUMBER`."""

import asyncio
import sys

from answering import answer
from websockets.asyncio.client import connect


async def take(address: str) -> None:
    """Take messages until the connection ends."""
    async with connect(address, compression=None, proxy=None) as connection:
        async for _ in connection:
            pass


async def main(address: str, number: int) -> None:
    """Connect so many clients."""
    async with asyncio.TaskGroup() as group:
        for _ in range(number):
            group.create_task(take(address))


if __name__ == "__main__":
    answer({})
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
