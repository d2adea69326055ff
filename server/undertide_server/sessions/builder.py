"""Construction of a session from its parts."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.attendance import Attendance, Occupancy, Patience
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.late_facts import LateFacts
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.broadcast.session_thumbnail import SessionThumbnail
from undertide_server.sessions.chronicler import Chronicler
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.inbox import Inbox, JournalBudget
from undertide_server.sessions.disclosure import Disclosure
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


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a session is built for: its run, and the terms under which it is played."""

    config: SessionConfig
    run: Run
    settings: ServerSettings
    journal: Journal
    fresh_token: Callable[[], bytes]
    context: SessionContext
    delay: float
    """The seconds by which spectators are behind."""
    now: float


@dataclass(frozen=True, slots=True)
class _People:
    """The members of a session and its policy."""

    members: Members
    policy: SessionPolicy


@dataclass(frozen=True, slots=True)
class _Progress:
    """The parts that take the run forward, and wait for players."""

    inbox: Inbox
    floor_scheduler: FloorScheduler
    idle_watch: IdleWatch
    party_pause: PartyPause
    journal_writer: JournalWriter


@dataclass(frozen=True, slots=True)
class _Messages:
    """The parts that bring the run and its news to members."""

    outbox: Outbox
    audience: Audience
    late_facts: LateFacts
    viewing: Viewing
    announcer: Announcer
    disk: Disk
    delay: Delay


@dataclass(frozen=True, slots=True)
class _Doors:
    """The parts by which members come and go."""

    membership: Membership
    arrivals: Arrivals
    occupancy: Occupancy


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
    setting = _Setting(config, run, settings, journal, fresh_token, context, delay, now)
    people = _people(setting)
    progress = _progress(setting, people)
    messages = _messages(setting, people, progress)
    doors = _doors(setting, people, progress, messages)
    members, policy = people.members, people.policy
    stepper = _stepper(setting, people, progress)
    return Session(
        config=config,
        run=run,
        policy=policy,
        members=members,
        membership=doors.membership,
        arrivals=doors.arrivals,
        attendance=_attendance(setting, people, progress, messages, doors),
        occupancy=doors.occupancy,
        moderator=Moderator(config.id, policy, members, doors.membership, context, fresh_token),
        requests=_requests(setting, people, progress, messages, doors, stepper),
        floor_scheduler=progress.floor_scheduler,
        idle_watch=progress.idle_watch,
        party_pause=progress.party_pause,
        stepper=stepper,
        journal_writer=progress.journal_writer,
        disk=messages.disk,
        audience=messages.audience,
        viewing=messages.viewing,
        announcer=messages.announcer,
        chronicler=Chronicler(
            config, run, progress.floor_scheduler.run_clock, messages.audience.lines_of
        ),
        outbox=messages.outbox,
        disclosure=_disclosure(setting, people, progress, messages),
        succession=_succession(setting, people, progress, messages, doors),
    )


def _people(setting: _Setting) -> _People:
    run, settings, terms = setting.run, setting.settings, setting.context.settings
    members = Members(
        run.rules,
        settings.limits,
        terms.seats,
        settings.server.name,
        gives_up=lambda: terms.access == "public",
    )
    policy = SessionPolicy(
        setting.config.id, setting.context, members, run.rules, ceil(setting.delay)
    )
    return _People(members, policy)


def _progress(setting: _Setting, people: _People) -> _Progress:
    config, run, settings = setting.config, setting.run, setting.settings
    seating = people.members.seating
    inbox = Inbox(JournalBudget(settings.limits.journal_bytes_per_hour))
    floor_scheduler = FloorScheduler(
        run,
        config.pace,
        settings.pace,
        inbox.asking,
        setting.context.settings.tempo,
        config.elapsed,
    )
    idle_watch = IdleWatch(
        run,
        seating,
        floor_scheduler,
        inbox,
        settings.seats.guard_seconds,
        SECONDS_A_MINUTE * settings.seats.idle_minutes or inf,
    )
    party_pause = PartyPause(run, seating, floor_scheduler, idle_watch)
    journal_writer = JournalWriter(setting.journal, config.run, people.policy.data)
    return _Progress(inbox, floor_scheduler, idle_watch, party_pause, journal_writer)


def _messages(setting: _Setting, people: _People, progress: _Progress) -> _Messages:
    run, delay, members = setting.run, setting.delay, people.members
    run_clock, host = progress.floor_scheduler.run_clock, setting.settings.server.name
    outbox, late_facts = Outbox(), LateFacts(delay)
    gallery = Gallery(delay, PARTY, members.hears_players, setting.context.gallery_budget)
    tempo = setting.context.settings.tempo
    audience = Audience(gallery if delay else None, tempo.ticks_per_second)
    announcer = Announcer(run, members, people.policy, outbox, gallery, late_facts, run_clock)
    announcer.replayed_as = setting.config.run if setting.journal.outlives else ""
    return _Messages(
        outbox=outbox,
        audience=audience,
        late_facts=late_facts,
        viewing=Viewing(members, audience, outbox),
        announcer=announcer,
        disk=Disk(run, progress.journal_writer, outbox, members, host, audience, run_clock),
        delay=Delay(delay),
    )


def _doors(setting: _Setting, people: _People, progress: _Progress, messages: _Messages) -> _Doors:
    membership = Membership(
        setting.config.id,
        setting.run,
        people.members,
        progress.inbox,
        messages.audience,
        messages.announcer,
        messages.outbox,
    )
    arrivals = Arrivals(
        config=setting.config,
        run=setting.run,
        legend=setting.context.legend or legend_of(setting.run.game),
        members=people.members,
        policy=people.policy,
        membership=membership,
        audience=messages.audience,
        fresh_token=setting.fresh_token,
    )
    occupancy = Occupancy(
        people.members,
        people.policy,
        progress.journal_writer,
        progress.floor_scheduler,
        setting.now,
    )
    return _Doors(membership, arrivals, occupancy)


def _attendance(
    setting: _Setting, people: _People, progress: _Progress, messages: _Messages, doors: _Doors
) -> Attendance:
    return Attendance(
        people.members,
        people.policy.roles,
        doors.arrivals,
        messages.announcer,
        doors.occupancy,
        _patience(setting.settings),
        progress.journal_writer.issue,
    )


def _requests(
    setting: _Setting,
    people: _People,
    progress: _Progress,
    messages: _Messages,
    doors: _Doors,
    stepper: Stepper,
) -> RequestHandler:
    return RequestHandler(
        run=setting.run,
        members=people.members,
        membership=doors.membership,
        inbox=progress.inbox,
        floor_scheduler=progress.floor_scheduler,
        idle_watch=progress.idle_watch,
        party_pause=progress.party_pause,
        viewing=messages.viewing,
        announcer=messages.announcer,
        chat_policy=people.policy.chat_policy,
        disk=messages.disk,
        occupancy=doors.occupancy,
        stepper=stepper,
    )


def _stepper(setting: _Setting, people: _People, progress: _Progress) -> Stepper:
    return Stepper(
        setting.run,
        people.members.seating,
        progress.inbox,
        progress.floor_scheduler,
        progress.journal_writer,
        progress.idle_watch,
        setting.settings.pace.linkdead_seconds,
    )


def _disclosure(
    setting: _Setting, people: _People, progress: _Progress, messages: _Messages
) -> Disclosure:
    return Disclosure(
        config=setting.config,
        run=setting.run,
        policy=people.policy,
        members=people.members,
        journal_writer=progress.journal_writer,
        disk=messages.disk,
        announcer=messages.announcer,
        session_thumbnail=SessionThumbnail(setting.config.id, setting.run, messages.audience),
        late_facts=messages.late_facts,
        delay=messages.delay,
    )


def _succession(
    setting: _Setting, people: _People, progress: _Progress, messages: _Messages, doors: _Doors
) -> Succession:
    return Succession(
        config=setting.config,
        run=setting.run,
        policy=people.policy,
        members=people.members,
        membership=doors.membership,
        occupancy=doors.occupancy,
        inbox=progress.inbox,
        floor_scheduler=progress.floor_scheduler,
        idle_watch=progress.idle_watch,
        party_pause=progress.party_pause,
        journal_writer=progress.journal_writer,
        disk=messages.disk,
        audience=messages.audience,
        announcer=messages.announcer,
        outbox=messages.outbox,
        late_facts=messages.late_facts,
        delay=messages.delay,
    )


def _patience(settings: ServerSettings) -> Patience:
    """Return the times after which absent and idle players no longer keep others out.

    A link-dead hero keeps its seat until it sleeps.
    """
    minutes = settings.seats.give_up_minutes
    seat = max(SECONDS_A_MINUTE * minutes, settings.pace.linkdead_seconds) if minutes else inf
    return Patience(seat, SECONDS_A_MINUTE * settings.limits.give_way_minutes or inf)
