from pathlib import Path

import msgspec
import pytest

from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.startup.choices import Choices
from undertide_server.store.engine.address import PostgresAddress

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


def test_a_worker_gets_the_database_of_its_cluster_and_no_text_shows_the_password() -> None:
    cluster = PostgresAddress.parse("postgresql://ann:s3cret@db/runs")
    choices = Choices(cluster=cluster, advertise="node-1:4415", worker=PLACE)
    again = Choices.from_json(choices.to_json())
    assert again == choices
    assert again.cluster is not None
    assert again.cluster.url == cluster.url
    assert "s3cret" not in repr(choices)


def test_runs_are_in_the_database_if_there_is_one(tmp_path: Path) -> None:
    cluster = PostgresAddress.parse("postgresql://db/runs")
    assert Choices().store is None
    assert Choices(data=tmp_path).store == tmp_path
    assert Choices(data=tmp_path, cluster=cluster).store == cluster
    several = [Choices(data=tmp_path, worker=PLACE), Choices(cluster=cluster)]
    assert [each.is_one_of_several for each in [Choices(data=tmp_path), *several]] == [
        False,
        True,
        True,
    ]
