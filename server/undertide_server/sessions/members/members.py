"""The members of a session: players and spectators, their chat and their views."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import LimitSettings
from undertide_server.sessions.members.directory import Directory
from undertide_server.sessions.members.seating import Seating, never
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.seats import Seat
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.seats import hero_of_seat, is_waiting
from undertide_server.simulation.state.run import Run
from undertide_server.util.names import NAMELESS_SERVER, ReservedNames, look_alike_keys
from undertide_server.views.view import PARTY
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME
from undertide_shared.text import GHOST_MARK, clean

NAMELESS = "somebody"
"""The name of a spectator who gave none."""


class Watchers:
    """The members who watch without a seat, and their names, none of them `reserved`.

    No name reads like a hero's or another spectator's: the later one gets a number.
    """

    def __init__(self, limit: int, reserved: ReservedNames = NAMELESS_SERVER) -> None:
        self._limit = limit
        self._reserved = reserved
        self._names: dict[int, str] = {}
        self._keys: Counter[str] = Counter()
        """The keys of all names by their looks, and how many names have each."""

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __contains__(self, member: int) -> bool:
        return member in self._names

    @property
    def has_room(self) -> bool:
        """Whether another spectator fits in."""
        return len(self) < self._limit

    def check_room(self) -> None:
        """Raise RequestRefusedError if no more spectators fit in."""
        if not self.has_room:
            raise RequestRefusedError("session_full", "there is no room for more spectators")

    def add(self, member: int, name: str, heroes: Iterable[str] = ()) -> str:
        """Add a spectator, and return its name as others read it.

        `heroes` are the names of those for whom it must not pass. Raises RequestRefusedError for a
        reserved name.
        """
        called = clean(name, MAX_NAME) or NAMELESS
        try:
            self._reserved.check(called)
        except BadTextError as fault:
            raise RequestRefusedError("bad_name", fault.reason) from fault
        if called != NAMELESS:
            called = self._distinct_name(called, heroes)
        self._store(member, called)
        return called

    def free_name(self, hero: str) -> None:
        """Give the spectators whose names read like a new hero's other names."""
        keys = look_alike_keys(hero)
        if not any(self._keys[key] for key in keys):
            return
        for member, name in list(self._names.items()):
            if not keys.isdisjoint(look_alike_keys(name)):
                self._keys -= Counter(look_alike_keys(name))
                self._store(member, self._distinct_name(name, (hero,)))

    def _distinct_name(self, name: str, heroes: Iterable[str]) -> str:
        """Return a name, with a number if somebody is called so or alike."""
        taken = {key for hero in heroes for key in look_alike_keys(hero)}
        for number in count(2):
            keys = look_alike_keys(name)
            if keys.isdisjoint(taken) and not any(self._keys[key] for key in keys):
                break
            ending = f" {number}"
            name = name.removesuffix(f" {number - 1}")[: MAX_NAME - len(ending)] + ending
        return name

    def _store(self, member: int, name: str) -> None:
        self._names[member] = name
        self._keys.update(look_alike_keys(name))

    def rename(self, member: int, new: int) -> None:
        """Give a member another number: it enters again, on this node or the next one."""
        names = self._names.items()
        self._names = {new if each == member else each: name for each, name in names}

    def remove(self, member: int) -> None:
        """Remove a member."""
        name = self._names.pop(member, None)
        if name is not None:
            self._keys -= Counter(look_alike_keys(name))

    def name(self, member: int) -> str:
        """Return a spectator's name. Raises KeyError if the member is no spectator."""
        return self._names[member]

    def listed(self) -> list[str]:
        """Return the names to list in a roster, at most `MAX_LISTED_WATCHERS`."""
        return list(islice(self._names.values(), MAX_LISTED_WATCHERS))


WATCHER_COLOUR = -1
"""The colour of chat by speakers without a hero, including the server."""


class Members:
    """The members of one session.

    Members are numbers that the gateway gives to its connections. `seats` is the most heroes at a
    time, up to the server's limit; 0 means that limit. Nobody may use a name that reads like
    `server`, the name of the server. `gives_up` tells whether seats of absent players count as
    free.
    """

    def __init__(
        self,
        rules: Ruleset,
        limits: LimitSettings,
        seats: int = 0,
        server: str = "",
        gives_up: Callable[[], bool] = never,
    ) -> None:
        colours, second_lives = rules.heroes.colours, rules.house.new_heroes
        limit, reserved = min(seats or limits.seats, limits.seats), ReservedNames(server)
        self.seating = Seating(
            limit, colours, reserved, second_lives=second_lives, gives_up=gives_up
        )
        self.watchers = Watchers(limits.spectators, reserved)
        self.directory = Directory()
        """The identities of players and spectators."""

    @property
    def members(self) -> tuple[int, ...]:
        """All members, those in seats first."""
        return (*self.seated, *self.watchers)

    @property
    def seated(self) -> tuple[int, ...]:
        """The members in seats."""
        return tuple(seat.member for seat in self.seating if seat.member is not None)

    def seat_of(self, member: int) -> Seat | None:
        """Return a member's seat, or None for a spectator.

        Raises RequestRefusedError for anybody else.
        """
        seat = self.seating.of_member(member)
        if seat is None and member not in self.watchers:
            raise RequestRefusedError("wrong_state", "you have no place in this session")
        return seat

    def speaker(self, member: int) -> tuple[str, int]:
        """Return a member's name and colour in chat. Raises RequestRefusedError.

        The name of a player whose hero is dead has a mark, but is no longer for it.
        """
        seat = self.seat_of(member)
        if seat is None:
            return self.watchers.name(member), WATCHER_COLOUR
        name = f"{seat.name[: MAX_NAME - 1]}{GHOST_MARK}" if seat.over else seat.name
        return name, seat.colour

    def hearers(self, speaker: int) -> tuple[int, ...]:
        """Return the members who receive a member's chat: itself, and those who want to hear it."""
        seated = self.seating.of_member(speaker) is not None
        wanted = {"all", "players"} if seated else {"all"}
        heard_by = (self.directory.of_member(member) for member in self.members)
        return tuple(
            person.member
            for person in heard_by
            if person is not None
            and person.member is not None
            and (person.member == speaker or person.hears in wanted)
        )

    def hears_players(self, member: int) -> bool:
        """Return whether a member wants to hear players' chat."""
        person = self.directory.of_member(member)
        return person is not None and person.hears != "nobody"

    def eyes(self, number: int | None) -> int:
        """Return the entity of the view of a seat's hero, or of the party for None.

        Raises RequestRefusedError if there is no such hero.
        """
        if number is None:
            return PARTY
        seat = self.seating.get(number)
        if seat is None or seat.hero is None:
            raise RequestRefusedError("unknown_seat", f"there is no hero in seat {number}")
        if seat.over:
            raise RequestRefusedError("unknown_seat", f"{seat.name} has died")
        return seat.hero

    # --- heroes -----------------------------------------------------------------------------

    def meet_new_heroes(self, run: Run) -> list[Seat]:
        """Assign newly made heroes to their seats, and return those seats.

        Forget the ordered heroes that will not come, since their players have left.
        """
        met: list[Seat] = []
        for seat in self.seating:
            if seat.hero is None or seat.renewed:
                hero = hero_of_seat(run, seat.number)
                if hero is not None and hero != seat.hero:
                    seat.meet(hero)
                    met.append(seat)
                elif seat.renewed and not is_waiting(run, seat.number):
                    self.seating.cancel_renewal(seat)
        return met

    def count_the_dead(self, run: Run) -> None:
        """Mark the seats whose hero has died as over."""
        for seat in self.seating:
            if seat.hero is None or seat.over:
                continue
            if run.world.get(seat.hero, Hero).fate:
                self.seating.note_death(seat)
