from pathlib import Path

import msgspec
import pytest

from undertide_server.choices import Choices
from undertide_server.cluster.supervisor.place import WorkerPlace

PLACE = WorkerPlace("w1-0a0b0c", workers=2, sockets="/tmp/undertide-1", opens_store=True)


def test_a_worker_gets_the_choices_of_the_command_line_as_they_are(tmp_path: Path) -> None:
    choices = Choices(
        "::1",
        4414,
        "keep",
        "party",
        7,
        tmp_path,
        tmp_path / "data",
        b"\0seed\xff",
        22,
        worker=PLACE,
    )
    line = choices.to_json()
    assert line.count(b"\n") == 1
    assert Choices.from_json(line) == choices


def test_choices_of_a_later_version_are_understood_and_wrong_ones_are_not() -> None:
    assert Choices.from_json(b'{"port": 1, "what_else": true}\n') == Choices(port=1)
    with pytest.raises(msgspec.ValidationError, match="port"):
        Choices.from_json(b'{"port": "one"}\n')
    with pytest.raises(msgspec.DecodeError):
        Choices.from_json(b"")
