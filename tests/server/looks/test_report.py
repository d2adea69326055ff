"""A report tells a run, its floors and heroes, what happened, and a bounded page of entities."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.content.extensions import example, having
from support.sessions.durable_host import Host
from undertide_server.content.load import load_ruleset
from undertide_server.looks import report
from undertide_server.looks.errors import BadLookError
from undertide_server.looks.report import (
    ENTITY_BYTES,
    MOST_EVENTS,
    PAGE_BYTES,
    RUN_BYTES,
    RunAtStep,
    RunFacts,
    report_of,
)
from undertide_server.looks.state import Selection, state_of
from undertide_server.simulation.pipeline import FLOOR_TICK, STEP, step
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.state.events import FloorTold
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_server.simulation.state.run import new_run
from undertide_server.worldgen.game.game import make_game
from undertide_shared.limits import MAX_SERVER_MESSAGE
from undertide_shared.messages import Explore, Landmark

FACTS = RunFacts(
    *("r1", "caaaa", "default", "live", 8, 1, 60), [(1, Landmark(0, "floor", "Floor 1"))]
)


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> RunAtStep:
    host = Host(tmp_path_factory.mktemp("runs"))
    host.play(60)
    run = host.session.run
    branch = next(iter(run.index.by_branch))
    inputs = (Asked(0, 99, Explore()), Ticked(branch))
    happened = [(run.progress.step + 1, inputs, step(run, inputs))]
    host.stop()
    return RunAtStep(run.progress.step, 6100, state_of(take_snapshot(run)), run, happened)


def told(
    now: RunAtStep,
    wanted: Selection = Selection(),  # noqa: B008  (it can't change)
    after: int = 0,
) -> dict[str, Any]:
    """Return a report as it arrives."""
    report = msgspec.json.encode(report_of(FACTS, now, None, wanted, after))
    found: dict[str, Any] = json.loads(report)
    return found


def test_systems_of_extensions_stand_in_the_pipeline_by_their_names() -> None:
    with having(example("light_thief")) as repertoire:
        run = new_run(make_game(load_ruleset("gloaming"), bytes(16), repertoire))
        at_step = RunAtStep(0, 0, state_of(take_snapshot(run)), run)
        order = told(at_step)["pipeline"]["tick"]
        run.world.close()
    assert order[order.index("apply_statuses") + 1] == "light_thief.dim_sight"
    assert len(order) == len(FLOOR_TICK) + 1


def test_without_a_selection_it_tells_the_run_but_no_entity(now: RunAtStep) -> None:
    found = told(now)
    assert (found["run"], found["session"], found["step"], found["since"]) == (
        "r1", "caaaa", 61, None,
    )  # fmt: skip
    assert found["pipeline"]["tick"] == [each.__name__ for each in FLOOR_TICK]
    assert found["pipeline"]["step"] == [each.__name__ for each in STEP]
    (floor,) = found["floors"]
    assert (floor["number"], floor["heroes"], floor["clock"]) == (1, 1, found["progress"]["ticks"])
    assert floor["monsters"] == found["components"]["Monster"]
    (hero,) = found["heroes"]
    assert (hero["name"], hero["floor"], hero["seat"], hero["presence"]) == ("Ann", 1, 0, "present")
    assert hero["inbox"]["received"] >= 99
    assert found["landmarks"] == [{"step": 1, "tick": 0, "kind": "floor", "text": "Floor 1"}]
    assert "entities" not in found
    assert [each["kind"] for each in found["inputs"]] == ["Asked", "Ticked"]


def test_a_floor_has_its_entities_and_a_map_with_all_that_stands_there(now: RunAtStep) -> None:
    found = told(now, Selection(floor=1))
    hero = found["heroes"][0]
    (shown,) = found["maps"]
    assert shown["rows"][hero["y"]][hero["x"]] == "@"
    height, width, _ = now.state[shown["floor"]]["Floor"]["tiles"]
    assert (len(shown["rows"]), {len(row) for row in shown["rows"]}) == (height, {width})
    assert any(row.strip() == "" for row in shown["rows"]) or " " in shown["rows"][0]
    names = {each["name"] for each in found["entities"]}
    assert {"Ann", now.state[shown["floor"]]["Floor"]["name"]} <= names
    assert {each["floor"] for each in found["entities"]} == {1}


def test_events_are_those_that_name_the_entity(now: RunAtStep) -> None:
    hero = told(now)["heroes"][0]["entity"]
    everything, of_hero = told(now)["events"], told(now, Selection(entity=hero))["events"]
    assert all(str(hero) in json.dumps(each) for each in of_hero)
    assert len(of_hero) <= len(everything)
    assert told(now, Selection(entity=999_999))["events"] == []


def test_a_component_that_no_run_has_is_refused(now: RunAtStep) -> None:
    with pytest.raises(BadLookError, match="no component 'Burning'"):
        told(now, Selection(component="Burning"))


def test_pages_follow_each_other_and_each_fits_into_a_message(
    now: RunAtStep, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = told(now, Selection(component="Actor"))["entities"]
    monkeypatch.setattr(report, "PAGE_BYTES", 2000)
    found, after, pages = [], 0, 0
    while pages == 0 or after:
        page = told(now, Selection(component="Actor"), after)
        found += page["entities"]
        after, pages = page["more"], pages + 1
    assert found == whole
    assert pages > 3
    assert max(PAGE_BYTES, ENTITY_BYTES) + RUN_BYTES < MAX_SERVER_MESSAGE


def test_lists_that_do_not_fit_lose_their_first_rows(now: RunAtStep) -> None:
    text = "x" * 2000
    events = [FloorTold(2, "info", f"{number} {text}") for number in range(MOST_EVENTS)]
    found = told(replace(now, happened=[(now.step, (), events)]))
    assert found["cut"] == ["events"]
    assert len(json.dumps(found)) <= RUN_BYTES
    assert [each["text"].split()[0] for each in found["events"]][-1] == str(MOST_EVENTS - 1)
    assert told(now)["cut"] == []


def test_of_an_entity_that_is_too_large_the_largest_components_are_left_out(
    now: RunAtStep,
) -> None:
    items = {f"{number}": "x" * 190 for number in range(190)}
    large = {**now.state, 4: {**now.state[4], "Memory": {"items": items}, "Spent": {"called": 1}}}
    (found,) = told(replace(now, state=large), Selection(entity=4))["entities"]
    assert found["components"]["Memory"].startswith("too large to be shown: ")
    assert found["components"]["Spent"] == {"called": 1}


def test_two_steps_are_compared(now: RunAtStep, tmp_path: Path) -> None:
    hero = told(now)["heroes"][0]["entity"]
    old = {**now.state, hero: {**now.state[hero], "Body": {**now.state[hero]["Body"], "life": 99}}}
    before = RunAtStep(50, 5000, old, now.run)
    found = report_of(FACTS, now, before, Selection(), 0)
    assert (found["since"], found["more"]) == (50, 0)
    (change,) = found["changes"]
    life = now.state[hero]["Body"]["life"]
    assert (change["name"], change["fields"]) == ("Ann", {"Body.life": [99, life]})
    assert report_of(FACTS, now, before, Selection(), hero)["changes"] == []
