"""The parts of one session, put together: this alone knows which of them need which others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.announcer import Telling
from undertide_server.sessions.arrivals import Arrivals
from undertide_server.sessions.broadcast.audience import PARTY
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.outbox import Outbox
from undertide_server.sessions.broadcast.showing import Showing
from undertide_server.sessions.clock.floor_scheduler import Clockwork
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.durability.journal_writer import Ledger
from undertide_server.sessions.members.members import Company
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.info import Charter, Footing
from undertide_server.sessions.moderation.policy import Standing
from undertide_server.sessions.moderator import Governing
from undertide_server.sessions.request_handler import Conduct
from undertide_server.sessions.stepper import Stepping
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.run import Run


@dataclass(frozen=True, slots=True)
class Parts:
    """What a session is made of."""

    company: Company
    standing: Standing
    clockwork: Clockwork
    stepping: Stepping
    outbox: Outbox
    disk: Disk
    showing: Showing
    gallery: Gallery
    telling: Telling
    membership: Membership
    conduct: Conduct
    arrivals: Arrivals
    governing: Governing


def parts_of(
    charter: Charter,
    run: Run,
    settings: ServerSettings,
    footing: Footing,
    ledger: Ledger,
    fresh_token: Callable[[], bytes],
    on_events: Callable[[Sequence[Event]], None],
) -> Parts:
    """Return the parts of a session. `on_events` is called as `Stepping` says."""
    delay = max(settings.watching.delay_seconds, footing.settled.delay)
    company = Company(run.rules, settings.limits, footing.settled.seats)
    standing = Standing(charter.id, footing, company, run.rules, ceil(delay))
    inbox = Inbox()
    clockwork = Clockwork(run, charter.pace, settings.pace, inbox.asking)
    patience = settings.pace.linkdead_seconds
    stepping = Stepping(run, company.seating, inbox, clockwork, ledger, patience, on_events)
    outbox = Outbox()
    gallery = Gallery(delay, PARTY, company.hears_players)
    showing = Showing()
    audience = showing.audience
    if gallery.delay:
        audience.late = gallery
    telling = Telling(run, company, standing, outbox, gallery)
    membership = Membership(charter.id, run, company, inbox, audience, telling)
    return Parts(
        company=company,
        standing=standing,
        clockwork=clockwork,
        stepping=stepping,
        outbox=outbox,
        disk=Disk(run, ledger, outbox, company, settings.server.name),
        showing=showing,
        gallery=gallery,
        telling=telling,
        membership=membership,
        conduct=Conduct(run, company, membership, stepping, audience, telling, standing.voices),
        arrivals=Arrivals(charter, run, company, standing, membership, audience, fresh_token),
        governing=Governing(charter.id, standing, company, membership, footing, fresh_token),
    )
