from collections.abc import Sequence
from typing import cast

from undertide_server.content.load import load_settings
from undertide_server.gateway.connections import splitting
from undertide_server.gateway.connections.peers import Peers, RelayedPeer
from undertide_server.gateway.connections.sender import Sender
from undertide_server.gateway.connections.splitting import Splits
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.edge.socket import Socket
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.identity import NOBODY
from undertide_shared.messages import Left

LIMITS = load_settings().limits


class Wire:
    """A client's connection, which notes what it is sent."""

    address_key = "127.0.0.1"

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.written.append(frame[2:])


class FakeFront:
    """A front, which notes what it is to deliver."""

    def __init__(self) -> None:
        self.delivered: list[tuple[Sequence[int], bytes, bool]] = []

    def deliver(self, members: Sequence[int], parcel: Parcel) -> None:
        self.delivered.append((members, parcel.data, parcel.frame))

    def note_moved(self, peer: RelayedPeer) -> None:
        raise NotImplementedError


async def test_a_front_gets_a_parcel_once_however_many_of_its_members_receive_it() -> None:
    peers, wire, left, right = Peers(LIMITS), Wire(), FakeFront(), FakeFront()
    sender = Sender(peers, LIMITS, Counters())
    here = peers.add(cast(Socket, wire), 0.0)
    away = [peers.add_relayed(left, member, NOBODY).number for member in (7, 1)]
    other = peers.add_relayed(right, 7, NOBODY)
    sender.send_soon([Parcel((away[0], here.number, other.number, away[1], 99), b"frame", True)])
    sender.reply(other, Left("abcde", "you left"))
    assert wire.written == [b"frame"]
    assert left.delivered == [((7, 1), b"frame", True)]
    assert [each[:1] for each in right.delivered] == [((7,),), ((7,),)]


def test_a_split_is_worked_out_once_and_few_are_kept() -> None:
    peers, front = Peers(LIMITS), FakeFront()
    splits, member = Splits(peers), peers.add_relayed(front, 7, NOBODY).number
    first = splits.of((member,))
    assert first == ((), ((front, (7,)),))
    assert splits.of((member,)) is first
    for number in range(splitting.SPLITS_KEPT):
        splits.of((member, 1000 + number))
    assert splits.of((member,)) is not first
