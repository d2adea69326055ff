"""Players who mean well, at a server to which others do their worst."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from support.gateway.raw_clients import Client, new_session, player
from support.processes.commands import Serving
from undertide_shared.messages import Act, Delta, Error, Keyframe, Move

MOVES = 8
"""Of each honest player after the strangers are gone."""


class Honest:
    """A player who moves to and fro, and whose frames must all come, in their order."""

    def __init__(self, client: Client) -> None:
        self.carried_out = 0
        """Intents that were answered; no other is ever sent before."""
        self._client = client
        self._sequences = count(1)
        self._number: int | None = None

    async def play(self, moves: int | None = None) -> None:
        """Move so many times, or for ever."""
        for _ in range(moves) if moves else count():
            await self.move()

    async def move(self) -> None:
        """Act once and wait for the answer."""
        sequence = next(self._sequences)
        await self._client.send(Act(sequence, Move(1 if sequence % 2 else -1, 0)))
        while not self._settled(await self._client.receive(), sequence):
            pass
        self.carried_out = sequence

    def _settled(self, message: object, sequence: int) -> bool:
        assert not isinstance(message, Error), message
        if not isinstance(message, Keyframe | Delta):
            return False
        if isinstance(message, Delta) and self._number is not None:
            assert message.number == self._number + 1
        self._number = message.number
        report = message.intent
        # A step into the other player or a wall is refused: an answer too.
        return report is not None and (report.sequence, report.outcome) in {
            (sequence, "done"),
            (sequence, "refused"),
        }


@asynccontextmanager
async def honest_players(server: Serving, **options: Any) -> AsyncIterator[tuple[Honest, Honest]]:
    """Let two players play, no matter what the body does, and see to it that they can go on."""
    session = await new_session(server.address, **options)
    async with (
        player(server.address, session, "Ann", **options) as ann,
        player(server.address, session, "Bob", **options) as bob,
    ):
        pair = Honest(ann), Honest(bob)
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(one.play()) for one in pair]
            yield pair
            for task in playing:
                task.cancel()
        await asyncio.gather(*(one.play(MOVES) for one in pair))
