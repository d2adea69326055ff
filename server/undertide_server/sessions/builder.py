"""The parts of one session, put together: this alone knows which of them need which others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.broadcast.audience import PARTY, Audience
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import JournalWriter
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.info import SessionConfig, SessionContext
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderator import Moderator
from undertide_server.sessions.request_handler import RequestHandler
from undertide_server.sessions.stepper import Stepper
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.run import Run


@dataclass(frozen=True, slots=True)
class Parts:
    """What a session is made of."""

    members: Members
    policy: SessionPolicy
    floor_scheduler: FloorScheduler
    stepper: Stepper
    outbox: Outbox
    disk: Disk
    audience: Audience
    gallery: Gallery
    announcer: Announcer
    membership: Membership
    request_handler: RequestHandler
    arrivals: Arrivals
    moderator: Moderator


def parts_of(
    config: SessionConfig,
    run: Run,
    settings: ServerSettings,
    context: SessionContext,
    journal_writer: JournalWriter,
    fresh_token: Callable[[], bytes],
    on_events: Callable[[Sequence[Event]], None],
) -> Parts:
    """Return the parts of a session. `on_events` is called as `Stepper` says."""
    delay = max(settings.watching.delay_seconds, context.settings.delay)
    members = Members(run.rules, settings.limits, context.settings.seats)
    policy = SessionPolicy(config.id, context, members, run.rules, ceil(delay))
    inbox = Inbox()
    floor_scheduler = FloorScheduler(run, config.pace, settings.pace, inbox.asking)
    patience = settings.pace.linkdead_seconds
    stepper = Stepper(
        run, members.seating, inbox, floor_scheduler, journal_writer, patience, on_events
    )
    outbox = Outbox()
    gallery = Gallery(delay, PARTY, members.hears_players)
    audience = Audience()
    if gallery.delay:
        audience.late = gallery
    announcer = Announcer(run, members, policy, outbox, gallery)
    membership = Membership(config.id, run, members, inbox, audience, announcer)
    return Parts(
        members=members,
        policy=policy,
        floor_scheduler=floor_scheduler,
        stepper=stepper,
        outbox=outbox,
        disk=Disk(run, journal_writer, outbox, members, settings.server.name),
        audience=audience,
        gallery=gallery,
        announcer=announcer,
        membership=membership,
        request_handler=RequestHandler(
            run, members, membership, stepper, audience, announcer, policy.chat_policy
        ),
        arrivals=Arrivals(config, run, members, policy, membership, audience, fresh_token),
        moderator=Moderator(config.id, policy, members, membership, context, fresh_token),
    )
