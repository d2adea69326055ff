"""Construction of a session from its parts."""

from collections.abc import Callable
from math import ceil, inf

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.attendance import Attendance
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.late_facts import LateFacts
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.broadcast.session_thumbnail import SessionThumbnail
from undertide_server.sessions.chronicler import Chronicler
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.inbox import Inbox, JournalBudget
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.handover import Succession
from undertide_server.sessions.idle_watch import IdleWatch
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.info import SessionConfig, SessionContext
from undertide_server.sessions.model.legend import legend_of
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderation.sanctions import SECONDS_A_MINUTE
from undertide_server.sessions.moderator import Moderator
from undertide_server.sessions.party_pause import PartyPause
from undertide_server.sessions.request_handler import RequestHandler
from undertide_server.sessions.session import Session
from undertide_server.sessions.stepper import Stepper
from undertide_server.sessions.viewing import Viewing
from undertide_server.simulation.state.run import Run
from undertide_server.store.journal import Journal
from undertide_server.views.view import PARTY


def build_session(
    config: SessionConfig,
    run: Run,
    settings: ServerSettings,
    journal: Journal,
    fresh_token: Callable[[], bytes],
    now: float,
    context: SessionContext | None = None,
) -> Session:
    """Return a session for a run, without members.

    `fresh_token` returns secrets of `seats.TOKEN_BYTES` bytes. `now` is the time of a monotonic
    clock, in seconds. Without a `context` the session has default settings, keeps no audit log and
    has no wall clock.
    """
    context = context or SessionContext()
    delay = max(settings.watching.delay_seconds, context.settings.delay)
    tempo = context.settings.tempo
    terms = context.settings
    members = Members(
        run.rules,
        settings.limits,
        terms.seats,
        settings.server.name,
        gives_up=lambda: terms.access == "public",
    )
    policy = SessionPolicy(config.id, context, members, run.rules, ceil(delay))
    journal_writer = JournalWriter(journal, config.run, policy.data)
    outbox = Outbox()
    gallery = Gallery(delay, PARTY, members.hears_players, context.gallery_budget)
    audience = Audience(gallery if delay else None, tempo.ticks_per_second)
    late_facts = LateFacts(delay)
    inbox = Inbox(JournalBudget(settings.limits.journal_bytes_per_hour))
    floor_scheduler = FloorScheduler(
        run, config.pace, settings.pace, inbox.asking, tempo, config.elapsed
    )
    run_clock = floor_scheduler.run_clock
    host = settings.server.name
    disk = Disk(run, journal_writer, outbox, members, host, audience, run_clock)
    idle_watch = IdleWatch(
        run,
        members.seating,
        floor_scheduler,
        inbox,
        settings.seats.guard_seconds,
        SECONDS_A_MINUTE * settings.seats.idle_minutes or inf,
    )
    party_pause = PartyPause(run, members.seating, floor_scheduler, idle_watch)
    announcer = Announcer(run, members, policy, outbox, gallery, late_facts, run_clock)
    announcer.replayed_as = config.run if journal.outlives else ""
    membership = Membership(config.id, run, members, inbox, audience, announcer, outbox)
    arrivals = Arrivals(
        config=config,
        run=run,
        legend=context.legend or legend_of(run.game),
        members=members,
        policy=policy,
        membership=membership,
        audience=audience,
        fresh_token=fresh_token,
    )
    viewing = Viewing(members, audience, outbox)
    delayed = Delay(delay)
    return Session(
        config=config,
        run=run,
        empty_since=now,
        policy=policy,
        members=members,
        membership=membership,
        arrivals=arrivals,
        attendance=Attendance(
            members,
            policy.roles,
            arrivals,
            announcer,
            _give_up_seconds(settings),
            journal_writer.issue,
        ),
        moderator=Moderator(config.id, policy, members, membership, context, fresh_token),
        requests=RequestHandler(
            run=run,
            members=members,
            membership=membership,
            inbox=inbox,
            floor_scheduler=floor_scheduler,
            idle_watch=idle_watch,
            party_pause=party_pause,
            viewing=viewing,
            announcer=announcer,
            chat_policy=policy.chat_policy,
            disk=disk,
        ),
        floor_scheduler=floor_scheduler,
        idle_watch=idle_watch,
        party_pause=party_pause,
        stepper=Stepper(
            run,
            members.seating,
            inbox,
            floor_scheduler,
            journal_writer,
            settings.pace.linkdead_seconds,
            membership.note_events,
        ),
        journal_writer=journal_writer,
        disk=disk,
        audience=audience,
        viewing=viewing,
        announcer=announcer,
        chronicler=Chronicler(config, run, run_clock, audience.lines_of),
        outbox=outbox,
        session_thumbnail=SessionThumbnail(config.id, run, audience),
        late_facts=late_facts,
        delay=delayed,
        succession=Succession(
            config=config,
            run=run,
            policy=policy,
            members=members,
            membership=membership,
            inbox=inbox,
            floor_scheduler=floor_scheduler,
            idle_watch=idle_watch,
            party_pause=party_pause,
            journal_writer=journal_writer,
            audience=audience,
            announcer=announcer,
            outbox=outbox,
            late_facts=late_facts,
            delay=delayed,
        ),
    )


def _give_up_seconds(settings: ServerSettings) -> float:
    """Return the seconds after which an absent player's seat counts as free; infinity for never.

    A link-dead hero keeps its seat until it sleeps.
    """
    minutes = settings.seats.give_up_minutes
    return max(SECONDS_A_MINUTE * minutes, settings.pace.linkdead_seconds) if minutes else inf
