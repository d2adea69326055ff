"""A process that looks into runs, without a process: commands in, answers out, in memory."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from support.sessions.durable_host import Host, break_snapshot, played
from support.sessions.recorded_runs import RECORDINGS
from undertide_server.looks.messages import LookAtRun, LookRefused, LookTaken, look_report_of
from undertide_server.looks.worker import Looker, work
from undertide_server.replays.messages import HEAD, PipeBeat, length, packed
from undertide_server.store.transfer.archive import import_run


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return played(tmp_path_factory.mktemp("runs"), 120)


def command(host: Host, **wanted: Any) -> LookAtRun:
    return LookAtRun(str(host.folder), host.name, **wanted)


def look(looker: Looker, asked: LookAtRun) -> dict[str, Any]:
    report = looker.take_look(asked)
    assert isinstance(report, LookTaken), report
    told: dict[str, Any] = json.loads(report.data)
    return told


def reason(looker: Looker, asked: LookAtRun) -> str:
    report = looker.take_look(asked)
    assert isinstance(report, LookRefused)
    return report.reason


def test_the_latest_step_is_looked_at_unless_another_is_named(host: Host) -> None:
    looker = Looker()
    assert look(looker, command(host))["step"] == 120
    assert look(looker, command(host, step=7))["step"] == 7


def test_who_steps_back_sees_what_changed_and_what_happened(host: Host) -> None:
    looker = Looker()
    (hero,) = look(looker, command(host))["heroes"]
    told = look(looker, command(host, step=60, since=30, entity=hero["entity"]))
    (change,) = told["changes"]
    assert change["fields"]["Orders.received"][0] < change["fields"]["Orders.received"][1]
    assert {each["step"] for each in told["inputs"]} == set(range(31, 61))
    before = look(looker, command(host, step=30, entity=hero["entity"]))["entities"][0]
    after = look(looker, command(host, step=60, entity=hero["entity"]))["entities"][0]
    for path, (old, new) in change["fields"].items():
        component, field = path.split(".")[:2]
        if path == f"{component}.{field}":
            assert before["components"][component].get(field) == old
            assert after["components"][component].get(field) == new


def test_what_is_not_there_is_refused_and_the_next_look_taken(host: Host) -> None:
    looker = Looker()
    assert "no step 900" in reason(looker, command(host, step=900))
    assert "doesn't come before" in reason(looker, command(host, step=5, since=5))
    assert "no component 'Nope'" in reason(looker, command(host, component="Nope"))
    assert "it was deleted" in reason(looker, LookAtRun(str(host.folder), "nonesuch"))
    assert look(looker, command(host))["step"] == 120


def test_a_damaged_run_is_told(tmp_path: Path) -> None:
    host = played(tmp_path, 60)
    break_snapshot(tmp_path, 55)
    assert "this run can't be looked into" in reason(Looker(), command(host, step=58))


def test_another_run_takes_the_place_of_the_last(host: Host, tmp_path: Path) -> None:
    other, looker = played(tmp_path, 10), Looker()
    assert look(looker, command(host))["step"] == 120
    assert look(looker, command(other))["step"] == 10
    assert look(looker, command(host, step=119))["step"] == 119


def test_each_command_is_answered_after_signs_of_life(host: Host) -> None:
    stdout = BytesIO()
    work(BytesIO(packed(command(host)) + packed(command(host, step=900))), stdout)
    stdout.seek(0)
    reports = []
    while head := stdout.read(HEAD):
        reports.append(look_report_of(stdout.read(length(head))))
    assert isinstance(reports[0], PipeBeat)
    kinds = [type(each) for each in reports if not isinstance(each, PipeBeat)]
    assert kinds == [LookTaken, LookRefused]


def test_stepping_back_from_a_death_tells_what_caused_it(tmp_path: Path) -> None:
    name = import_run(tmp_path, RECORDINGS[0].file)
    looker = Looker()
    told = look(looker, LookAtRun(str(tmp_path), name))
    (death,) = (each for each in told["landmarks"] if each["kind"] == "death")
    (hero,) = told["heroes"]
    assert death["text"] == f"{hero['name']} falls to {hero['cause']}"
    asked = LookAtRun(str(tmp_path), name, death["step"], death["step"] - 10, None, hero["entity"])
    told = look(looker, asked)
    (change,) = told["changes"]
    life, dead = change["fields"]["Body.life"]
    assert (life > 0, dead) == (True, 0)
    assert change["fields"]["Hero.fate"][0] == ""
    hits = [each for each in told["events"] if each["kind"] == "Hit"]
    assert sum(amount for each in hits for amount, _ in each["parts"]) >= life
    assert told["events"][-1]["kind"] == "Fell"
    assert told["events"][-1]["victim"]["entity"] == hero["entity"]
