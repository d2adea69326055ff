"""What a session tells of itself: its lobby line, its people, its thumbnail, and for replays."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import msgspec

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.broadcast.late_facts import LateFacts, PlayerFacts
from undertide_server.sessions.broadcast.session_thumbnail import SessionThumbnail
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.moderation.evidence import Evidence, gather_evidence
from undertide_server.sessions.moderation.listing import people
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import HeroState, People, SeatState, SeatStatus, SessionInfo

SEAT_STATES: Final[Mapping[HeroState, SeatState]] = MappingProxyType(
    {"alive": "awake", "linkdead": "awake", "asleep": "asleep", "dead": "dead"}
)
"""What a hero's state means for whoever may come back to it: it stays awake for a moment after its
player has gone."""


@dataclass(slots=True, eq=False, repr=False)
class Disclosure:
    """The part of a session that answers what others may know of it, each as far as it may.

    It tells of durable steps alone, and of players as late as spectators see them.
    """

    config: SessionConfig
    run: Run
    policy: SessionPolicy
    members: Members
    journal_writer: JournalWriter
    disk: Disk
    announcer: Announcer
    session_thumbnail: SessionThumbnail
    late_facts: LateFacts
    """The facts about players that spectators and the lobby get, where spectators are delayed."""
    delay: Delay
    """Decides how much of the run replays may show."""

    def info(self, *, live: bool = False, named: bool = True) -> SessionInfo:
        """Return the session's line in the lobby, as of its durable state.

        Where spectators are delayed, it tells of the heroes, the floor, the time and the party
        leader as late as they see the run, unless it is `live`. It lists no heroes if they are not
        to be `named`.
        """
        subtitle, facts = self.run.game.variety.subtitle, None if live else self._facts_shown
        line = lobby_line(self.config, subtitle, self.disk, self.members, self.policy, facts)
        return line if named else msgspec.structs.replace(line, party=[])

    def seat_status(self, token: bytes) -> SeatStatus:
        """Return what became of the seat that a token opens, as of the session's durable state."""
        session, seats = self.config.id, self.members.seating
        seat = next((each for each in seats if each.opens(token) and not each.vacated), None)
        if seat is None:
            return SeatStatus(session, "gone")
        hero = next((each for each in self.disk.panel if each.seat == seat.number), None)
        if self.disk.facts.ended:
            return SeatStatus(session, "over", seat.name)
        if hero is None:  # Its hero is about to be made.
            return SeatStatus(session, "awake", seat.name)
        state: SeatState = "away" if hero.away else SEAT_STATES[hero.state]
        return SeatStatus(session, state, seat.name, hero.floor)

    def people(self, member: int | None, identity: Identity) -> People:
        """Return the people of the session and its terms. Raises RequestRefusedError."""
        self.policy.check_member(member, identity)
        return self.list_people(member, identity)

    def list_people(self, member: int | None, identity: Identity) -> People:
        """Return the same without a check, for whoever had the right to give an order."""
        facts = self._facts_shown
        return people(self.config.id, self.members, self.policy, member, identity, facts)

    def evidence(self, member: int, person: int) -> Evidence:
        """Return the evidence of a member's report about a person. Raises RequestRefusedError."""
        chat = self.announcer.recent_chat
        return gather_evidence(self.config.id, self.members, chat, member, person)

    def thumbnail(self, now: float, identity: Identity) -> bytes | None:
        """Return the encoded `Thumbnail` of the session, as spectators see it.

        None if this stranger may not watch it, or nothing of it has been shown yet.
        """
        is_open = self.policy.access_control.is_open_to(identity, watching=True)
        if not is_open or not self.members.watchers.has_room:
            return None
        return self.session_thumbnail.latest(now, self.journal_writer.committed)

    def watchable(self, now: float) -> int:
        """Return the last step that replays may show; 0 if none.

        That step has been durable for at least the spectators' delay.
        """
        self.delay.record_durable(now, self.journal_writer.durable)
        return self.delay.reached(now)

    def record_progress(self, now: float) -> None:
        """Record how far the run is, to be told of after the delay."""
        self.late_facts.record_facts(now, self._facts_to_come)
        self.delay.record_durable(now, self.journal_writer.durable)

    @property
    def _facts_shown(self) -> PlayerFacts | None:
        """The facts about players that outsiders may know; None for those of now."""
        return self.late_facts.shown if self.late_facts.delay else None

    @property
    def _facts_to_come(self) -> PlayerFacts:
        """The facts about players that outsiders will know after the delay."""
        latest, durable = self.late_facts.latest, self.disk.facts
        return durable._replace(seats=latest.seats, people=latest.people, host=latest.host)


def lobby_line(
    config: SessionConfig,
    subtitle: str,
    disk: Disk,
    members: Members,
    policy: SessionPolicy,
    facts: PlayerFacts | None = None,
) -> SessionInfo:
    """Return a session's line in the lobby, as of its durable state.

    With `facts`, those of another moment tell about the heroes, the floor, the time and the party
    leader. Counts and free seats are always those of now, and kicked players are never named.
    """
    told = disk.facts._replace(host=policy.roles.host_name) if facts is None else facts
    seating = members.seating
    return SessionInfo(
        session=config.id,
        preset=config.preset,
        pace=config.pace,
        heroes=disk.living,
        spectators=len(members.watchers),
        seats=seating.limit,
        deepest_floor=told.depth,
        subtitle=subtitle,
        access=policy.settings.access,
        locked=policy.settings.locked,
        host=told.host,
        delay=policy.delay,
        asleep=disk.asleep,
        full=not seating.has_room,
        party=[hero for hero in told.party if not seating.is_vacated(hero.seat)],
        elapsed=told.elapsed,
        watchable=not policy.settings.locked and members.watchers.has_room,
        ended=told.ended,
    )
