"""The hero that a spectator asked for by name."""

from undertide_client.model.mirror import Mirror
from undertide_client.net.link import Link
from undertide_client.screens.map.eyes import seat_of


class Sought:
    """A hero to turn to as soon as it is known where it is; nobody, once that was done."""

    def __init__(self, name: str) -> None:
        self._name = name

    def turn_to(self, mirror: Mirror, link: Link) -> None:
        """Turn to the hero's eyes, or say that there is none of this name."""
        name, self._name = self._name, ""
        if not name:
            return
        seat = seat_of(mirror, name)
        if seat is None:
            mirror.note(f"No hero here is called {name}: you watch the whole party.")
        else:
            link.follow(seat)

    def turn_to_replayed(self, mirror: Mirror, link: Link) -> None:
        """In a replay, turn to the hero only while it is there and alive."""
        if mirror.replay_state is None or not self._name:
            return
        seat = seat_of(mirror, self._name)
        alive = any(one.seat == seat and one.state != "dead" for one in mirror.party)
        if seat is None or alive:
            self.turn_to(mirror, link)
