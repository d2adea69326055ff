"""The hero whose name a spectator asked for."""

from undertide_client.model.mirror import Mirror
from undertide_client.net.link import Link
from undertide_client.screens.map.companions import seat_of


class Sought:
    """A hero to follow as soon as its seat is known; nobody after that."""

    def __init__(self, name: str) -> None:
        self._name = name

    def turn_to(self, mirror: Mirror, link: Link) -> None:
        """Follow the hero's eyes, or say that no hero has this name."""
        name, self._name = self._name, ""
        if not name:
            return
        seat = seat_of(mirror, name)
        if seat is None:
            mirror.note(f"No hero here is called {name}: you watch the whole party.")
        else:
            link.follow(seat)

    def turn_to_replayed(self, mirror: Mirror, link: Link) -> None:
        """In a replay, follow the hero only while it exists and lives."""
        if mirror.replay_state is None or not self._name:
            return
        seat = seat_of(mirror, self._name)
        alive = any(one.seat == seat and one.state != "dead" for one in mirror.party)
        if seat is None or alive:
            self.turn_to(mirror, link)
