"""What the server and the process that looks into runs say to each other arrives as it was said."""

from io import BytesIO

import msgspec
import pytest

from undertide_server.looks.messages import (
    LookAtRun,
    LookRefused,
    LookReport,
    LookTaken,
    look_report_of,
    read_look_command,
)
from undertide_server.replays.messages import HEAD, PipeBeat, packed


def test_commands_arrive_in_order_until_their_end() -> None:
    commands = [LookAtRun("/a", "r1"), LookAtRun("/a", "r1", 7, 3, 1, 4, "Body.life", 9)]
    stream = BytesIO(b"".join(map(packed, commands)))
    assert [read_look_command(stream) for _ in range(3)] == [*commands, None]


@pytest.mark.parametrize("report", [LookTaken(b"{}"), LookRefused("no step 9"), PipeBeat()])
def test_reports_arrive(report: LookReport) -> None:
    assert look_report_of(packed(report)[HEAD:]) == report


def test_other_bytes_are_no_report() -> None:
    with pytest.raises(msgspec.MsgspecError):
        look_report_of(packed(LookAtRun("/a", "r1"))[HEAD:])
