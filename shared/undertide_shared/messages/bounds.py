"""The bounds of the fields that clients send: each holds no more than the rules can mean.

A value out of bounds makes its message malformed. The fields of intents have no bounds here, since
kept runs hold them and must stay readable: a session checks them against the hero who acts.
"""

from typing import Annotated

from msgspec import Meta

from undertide_shared.limits import (
    MAX_CHAT,
    MAX_DELAY,
    MAX_HEROES,
    MAX_KEY,
    MAX_MINUTES,
    MAX_NAME,
    MAX_NETWORK,
    MAX_NUMBER,
    MAX_PASSWORD,
    MAX_PROGRAM,
    MAX_RAW,
    MAX_REASON,
    MAX_SAID,
    MAX_SEATS,
    MAX_SEED,
    MAX_THUMBNAILS,
    MAX_TICK_RATE,
    MAX_TOKEN,
)

KeyText = Annotated[str, Meta(max_length=MAX_KEY)]
"""A key of the content or the name of a run."""
SaidText = Annotated[str, Meta(max_length=MAX_SAID)]
"""A session's id or an invite code."""
SaidTexts = Annotated[list[SaidText], Meta(max_length=MAX_THUMBNAILS)]
NameText = Annotated[str, Meta(max_length=MAX_RAW * MAX_NAME)]
ChatText = Annotated[str, Meta(max_length=MAX_RAW * MAX_CHAT)]
ReasonText = Annotated[str, Meta(max_length=MAX_RAW * MAX_REASON)]
SeedText = Annotated[str, Meta(max_length=MAX_RAW * MAX_SEED)]
PasswordText = Annotated[str, Meta(max_length=MAX_RAW * MAX_PASSWORD)]
NetworkText = Annotated[str, Meta(max_length=MAX_NETWORK)]
ProgramText = Annotated[str, Meta(max_length=MAX_RAW * MAX_PROGRAM)]
Token = Annotated[bytes, Meta(max_length=MAX_TOKEN)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_HEROES)]
SeatCount = Annotated[int, Meta(ge=0, le=MAX_SEATS)]
Delay = Annotated[int, Meta(ge=0, le=MAX_DELAY)]
TickRate = Annotated[int, Meta(ge=0, le=MAX_TICK_RATE)]
Minutes = Annotated[int, Meta(ge=0, le=MAX_MINUTES)]
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
"""A version, an id, or a number of things to pass over."""
Offset = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
"""A tick, a speed or a number of steps. What lies before the start counts as the start."""
