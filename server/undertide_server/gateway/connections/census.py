"""Counts of sessions, people and waiting work on a server. They are made on demand and not kept."""

from dataclasses import dataclass

from undertide_server.cluster.health import ClusterHealth
from undertide_server.gateway.connections.peers import Peers
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.edge.visits import Visits
from undertide_server.replays.rooms import ReplayRooms
from undertide_server.sessions.registry import Registry


@dataclass(frozen=True, slots=True)
class Census:
    """Counts at one moment."""

    connections: int
    """Open connections, also those that have not greeted or will be turned away. Those that are
    about to end don't count."""
    sessions: int
    seats: int
    """Seats that were taken, whether their players are there or not."""
    players: int
    """Players who sit in their seats."""
    heroes: int
    """Living heroes."""
    watchers: int
    replays: int
    runs_aside: int
    """Runs that this process has set aside, since it can't play them."""
    uncommitted_steps: int
    """Steps of all sessions that wait to be durable."""
    held_parcels: int
    """Parcels that wait for those steps."""
    waiting_writes: int
    """Writes that wait for their transaction."""
    unsent_bytes: int
    """Bytes that wait for clients to take them."""
    kept_bytes: int
    """Bytes of all that is kept of runs; 0 if the server keeps none."""
    reusable_bytes: int
    """Bytes that deleted runs have left in the file."""
    render_bytes: int
    """Bytes of the renders of kept runs."""
    waiting_renders: int
    """Runs that wait to be rendered."""
    failed_renders: int
    """Failures to render a run since the server began."""
    disk_free_bytes: int
    disk_low: int
    """1 if the operator wants to be warned of that."""
    ssh_visitors: int
    """Visitors by ssh who have logged in."""
    ssh_logins: int
    """Connections by ssh that have not logged in yet."""
    sessions_by_one_address: int
    """Sessions that the address key that made most has made in a day."""
    wanted_workers: int = 1
    """Worker processes that the operator wants."""
    serving_workers: int = 1
    """Worker processes that serve, as this one knows them."""
    relayed_members: int = 0
    """Members of sessions here whose clients are connected to other workers."""
    lease_age_seconds: float = 0.0
    """Seconds since this process renewed its lease; 0 where no other could take its runs."""


def take_census(
    registry: Registry,
    peers: Peers,
    admission: Admission,
    rooms: ReplayRooms,
    now: float,
    visits: Visits | None = None,
    health: ClusterHealth | None = None,
) -> Census:
    """Return the present counts. `now` is by the event loop's clock."""
    capacity, makers = registry.capacity, admission.makers(now)
    sessions = registry.sessions.values()
    seats = [seat for session in sessions for seat in session.members.seating]
    waiting = [session.waiting for session in sessions]
    return Census(
        connections=admission.connections,
        sessions=len(sessions),
        seats=len(seats),
        players=sum(seat.member is not None for seat in seats),
        heroes=sum(session.members.seating.living for session in sessions),
        watchers=sum(len(session.members.watchers) for session in sessions),
        replays=len(rooms),
        runs_aside=len(registry.resting.aside),
        uncommitted_steps=sum(steps for steps, _ in waiting),
        held_parcels=sum(parcels for _, parcels in waiting),
        waiting_writes=registry.journal.waiting,
        unsent_bytes=sum(peer.socket.unsent for peer in peers),
        kept_bytes=capacity.disk.kept,
        reusable_bytes=capacity.disk.reusable,
        render_bytes=capacity.disk.renders,
        waiting_renders=registry.renders.waiting,
        failed_renders=registry.renders.failures,
        disk_free_bytes=capacity.disk.free or 0,
        disk_low=int(capacity.is_disk_low),
        ssh_visitors=len(visits) - visits.logging_in if visits else 0,
        ssh_logins=visits.logging_in if visits else 0,
        sessions_by_one_address=makers[0][1] if makers else 0,
        relayed_members=len(peers.relayed),
        wanted_workers=health.wanted if health else 1,
        serving_workers=health.serving if health else 1,
        lease_age_seconds=health.lease_age(now) if health else 0.0,
    )
