"""Messages about a session as a whole: its roster, lobby line and end."""

from collections.abc import Sequence

from undertide_server.sessions.broadcast.late_facts import PlayerFacts
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.info import SessionConfig
from undertide_server.sessions.moderation.listing import players
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import text_of_seed
from undertide_server.views.journey import journey_of
from undertide_shared.messages import (
    Ended,
    HeroEnd,
    Roster,
    SeatInfo,
    SessionInfo,
)
from undertide_shared.ranks import Rank


def facts_of(members: Members, policy: SessionPolicy, before: PlayerFacts) -> PlayerFacts:
    """Return the present facts about the players of a session; how far they are stays as before."""
    people = tuple(players(members, policy, Rank.SPECTATOR))
    seats = tuple(_seats(members, policy))
    return before._replace(seats=seats, people=people, host=policy.roles.host_name)


def roster(members: Members, policy: SessionPolicy, facts: PlayerFacts | None = None) -> Roster:
    """Return the roster of a session: seats, spectators and terms.

    With `facts`, those of another moment tell about the seats.
    """
    seats = _seats(members, policy) if facts is None else list(facts.seats)
    watchers = members.watchers
    return Roster(seats, watchers.listed(), len(watchers), policy.terms)


def _seats(members: Members, policy: SessionPolicy) -> list[SeatInfo]:
    return [
        SeatInfo(
            seat=seat.number,
            name=seat.name,
            colour=seat.colour,
            connected=seat.member is not None,
            role=policy.roles.role_of_seat(seat.number),
            muted=policy.chat_policy.is_seat_muted(seat.number),
        )
        for seat in members.seating
        if not seat.vacated
    ]


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


def ended(run: Run, elapsed: int = 0, name: str = "") -> Ended:
    """Return the summary of a run that is over, after `elapsed` milliseconds of real time.

    `name` is the run's own, empty if nobody can watch it again.
    """
    heroes = [_hero_end(run, entity, hero) for entity, hero in run.world.each(Hero)]
    journey = journey_of(run)
    return Ended(
        won=run.progress.won,
        title=_headline(run, heroes),
        heroes=heroes,
        ticks=run.progress.ticks,
        subtitle=run.game.variety.subtitle,
        floors=journey.entered,
        amulets=journey.amulets,
        elapsed=elapsed,
        run=name,
        seed=text_of_seed(run.game.seed),
    )


def _headline(run: Run, heroes: Sequence[HeroEnd]) -> str:
    """Return the headline of a run that is over, which says how a lost one was lost."""
    if run.progress.won:
        return "The deep falls silent"
    if len(heroes) == 1:
        return f"{heroes[0].name} was {heroes[0].fate}"
    return f"All {len(heroes)} heroes have fallen"


def _hero_end(run: Run, entity: int, hero: Hero) -> HeroEnd:
    return HeroEnd(
        name=run.world.get(entity, Actor).name,
        colour=hero.colour,
        level=hero.level,
        deepest_floor=hero.deepest,
        kills=hero.kills,
        fate=f"killed by {hero.cause or hero.fate}" if hero.fate else "alive",
    )
