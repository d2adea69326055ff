"""Names of which the player's display can't show something: each carries a number. Pure."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from undertide_client.model import safe
from undertide_shared.messages import (
    Chat,
    Delta,
    Ended,
    Error,
    Joined,
    Keyframe,
    NewRun,
    People,
    Replaying,
    Reported,
    Roster,
    Runs,
    ServerMessage,
    Sessions,
    Watching,
)

MOST_NUMBERED: Final = 500
"""Names that get a number in the life of a client; of more, those that come later get none. More
than a hundred full sessions have."""
SHORTENED: Final = 8
"""Characters that are left of such a name, so that its number is seen where names are cut off."""
SIGN: Final = ":"
"""What stands before the number: nobody's name has it."""
TOLD: Final = (
    Chat, Delta, Ended, Error, Joined, Keyframe, NewRun, People, Replaying, Reported, Roster, Runs,
    Sessions, Watching,
)  # fmt: skip
"""Messages whose names are shown. Those of all others are kept, or go back to the server."""

Value = TypeVar("Value")


class NumberedNames:
    """The numbers of all names that the display can't show, in the order in which they came.

    To a player such names would all be question marks. A name keeps its number as long as the
    client runs. `shows` says whether the display shows a text.
    """

    def __init__(self, shows: Callable[[str], bool]) -> None:
        self._shows = shows
        self._shown: dict[str, str] = {}
        """What is shown for each such name."""
        self._pattern: re.Pattern[str] | None = None

    def tell_apart(self, message: ServerMessage) -> ServerMessage:
        """Return a message in which such names carry their numbers, in sentences too."""
        for name in map(safe.name, _names_in(message)):
            if name not in self._shown and len(self._shown) < MOST_NUMBERED:
                self._number(name)
        if self._pattern is None or not isinstance(message, TOLD):
            return message
        return self._replaced(message)

    def _number(self, name: str) -> None:
        if self._shows(name):
            return
        self._shown[name] = f"{name[:SHORTENED].rstrip()}{SIGN}{len(self._shown) + 1}"
        longest_first = sorted(self._shown, key=len, reverse=True)
        either = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def _replaced(self, value: Value) -> Value:
        """Return a value with numbers after all such names in its texts: itself if it has none."""
        changed: Any = value
        match value:
            case str() if self._pattern is not None and not value.isascii():
                changed = self._pattern.sub(lambda found: self._shown[found[0]], value)
            case list() | tuple() if value and not isinstance(value[0], int):
                changed = type(value)(self._replaced(each) for each in value)
            case msgspec.Struct():
                parts = {field: getattr(value, field) for field in value.__struct_fields__}
                fresh = {field: self._replaced(part) for field, part in parts.items()}
                changes = {field: fresh[field] for field in parts if fresh[field] != parts[field]}
                changed = msgspec.structs.replace(value, **changes) if changes else value
            case _:
                pass
        replaced: Value = changed
        return replaced


def _names_in(message: ServerMessage) -> Iterator[str]:
    """Yield the names of people that a message tells first."""
    match message:
        case Roster():
            yield from (seat.name for seat in message.seats)
            yield from message.watchers
        case Replaying():
            yield from (seat.name for seat in message.seats)
        case Joined(name=name) | Watching(name=name) | Chat(server=False, name=name):
            yield name
        case People():
            yield from (one.name for one in message.people)
        case Sessions():
            yield from (hero.name for one in message.sessions for hero in one.party)
        case _:
            pass
