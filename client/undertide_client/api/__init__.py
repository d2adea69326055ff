"""The library for bots and other clients, which need only a few lines.

    import asyncio

    from undertide_client.api import Client, Explore

    async def main() -> None:
        async with Client("ws://127.0.0.1:4414") as client:
            game = await client.join("Ada")
            async for world in game:
                if world.hero is not None and not game.busy:
                    print(world.hero.life, await game.act(Explore()))

    asyncio.run(main())

`Client` is the connection: it lists, makes and enters sessions, and reconnects by itself after an
outage. `Game` is its place in a game: a seat, a spectator's place, or a replay. The game's `world`
is a `Mirror`: it has all that this place may know, and stays up to date while you wait for
anything. `act` sends an intent of the hero, such as `Explore`, and returns an `Outcome`.

A program needs only this module. `docs/bots.md` explains it, and `docs/api.md` lists its names and
says how stable they are.
"""

from undertide_client.api.client import Client
from undertide_client.api.errors import ConnectionLostError, NoAnswerError, RefusedError
from undertide_client.api.game import Game, Outcome
from undertide_client.model.logbook import LogLine
from undertide_client.model.mirror import Mirror
from undertide_client.model.replay_state import ReplayState
from undertide_client.saved.logins import FileLogins, Login, Logins, MemoryLogins
from undertide_client.saved.tokens import FileTokens, MemoryTokens, SavedSeat, Tokens
from undertide_shared.messages import (
    AbilityInfo,
    AcceptTrade,
    Accompany,
    Amulet,
    BranchInfo,
    Break,
    Cast,
    Climb,
    Craft,
    Doff,
    Drop,
    Ended,
    EndTrade,
    Explore,
    Fight,
    FloorInfo,
    Give,
    HeroEnd,
    HeroStatus,
    Intent,
    Kind,
    Landmark,
    MarkCell,
    MarkInfo,
    Move,
    OfferTrade,
    Options,
    Pace,
    PaceStatus,
    PackItem,
    PartyMember,
    Perform,
    Regroup,
    Rest,
    RunInfo,
    SeatInfo,
    Sell,
    SessionInfo,
    Shoot,
    Sighting,
    SpellInfo,
    StairAgreement,
    Stop,
    Take,
    Terms,
    Threat,
    TideGauge,
    TileLook,
    TradeTable,
    Travel,
    Use,
    Wait,
    Wear,
    Welcome,
)

# The connection, and the types that its methods take and return.
__all__ = ["Client", "Options", "Pace", "RunInfo", "SessionInfo", "Welcome"]

# The place in a game, and its knowledge.
__all__ += ["Game", "Mirror", "Outcome"]

# The errors that calls raise.
__all__ += ["ConnectionLostError", "NoAnswerError", "RefusedError"]

# The stores of seats and logins.
__all__ += ["FileLogins", "Login", "Logins", "MemoryLogins"]
__all__ += ["FileTokens", "MemoryTokens", "SavedSeat", "Tokens"]

# The intents of a hero.
__all__ += ["Accompany", "Break", "Cast", "Climb", "Craft", "Doff", "Drop", "Explore", "Fight"]
__all__ += ["Give", "Intent", "MarkCell", "Move", "Perform", "Regroup", "Rest", "Sell", "Shoot"]
__all__ += ["Stop", "Take", "Travel", "Use", "Wait", "Wear"]
__all__ += ["AcceptTrade", "EndTrade", "OfferTrade"]

# The types of a Mirror's attributes.
__all__ += ["AbilityInfo", "Amulet", "BranchInfo", "Ended", "FloorInfo", "HeroEnd", "HeroStatus"]
__all__ += ["Kind", "Landmark", "LogLine", "MarkInfo", "PaceStatus", "PackItem", "PartyMember"]
__all__ += ["ReplayState", "SeatInfo", "Sighting", "SpellInfo", "StairAgreement", "Terms"]
__all__ += ["Threat", "TideGauge", "TileLook", "TradeTable"]
