"""What a room and its worker say to each other arrives as it was said."""

from io import BytesIO

import pytest

from undertide_server.replays.messages import (
    HEAD,
    MAX_BYTES,
    Command,
    Failed,
    Open,
    Reach,
    Report,
    Sent,
    length,
    packed,
    read_command,
    report_of,
)
from undertide_shared.messages import Follow, Play, Resync, Seek, Step

COMMANDS: list[Command] = [
    Open("/a", "r1", None, 0, None),
    Reach(7),
    Play(100),
    Seek(-1),
    Step(-3),
    Follow(None),
    Resync(),
]


def test_commands_arrive_in_their_order() -> None:
    stream = BytesIO(b"".join(map(packed, COMMANDS)))
    assert [read_command(stream) for _ in COMMANDS] == COMMANDS
    assert read_command(stream) is None


@pytest.mark.parametrize("kept", range(len(packed(COMMANDS[0]))))
def test_a_stream_that_breaks_off_has_ended(kept: int) -> None:
    assert read_command(BytesIO(packed(COMMANDS[0])[:kept])) is None


@pytest.mark.parametrize("report", [Sent(b"\x91\x01", True, 3), Failed("unknown_run", "why")])
def test_reports_arrive(report: Report) -> None:
    data = packed(report)
    assert length(data[:HEAD]) == len(data) - HEAD
    assert report_of(data[HEAD:]) == report


def test_no_message_is_longer_than_there_are() -> None:
    with pytest.raises(ValueError, match="bytes"):
        length((MAX_BYTES + 1).to_bytes(HEAD, "big"))
