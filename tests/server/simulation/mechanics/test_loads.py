"""What monsters carry lies where they fall."""

from support.worlds.special_kinds import told
from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Loaded, Spoils
from undertide_server.simulation.mechanics.loads import drop_load, drop_spoils

HALL = ["######", "#@...#", "######"]


def test_a_load_is_laid_down_once() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    stage.run.world.add(row.entity, Loaded("health_potion", 1))
    drop_load(stage.run, stage.floor, row)
    drop_load(stage.run, stage.floor, row)
    lying = [stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)]]
    assert [(each.item, each.count) for each in lying] == [("health_potion", 1)]
    name = stage.run.items.kind("health_potion").name
    assert told(stage.run.events) == [f"The {row.actor.name} drops a {name}."]


def test_who_carries_nothing_drops_nothing() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    drop_load(stage.run, stage.floor, row)
    assert stage.run.events == []
    assert stage.floor.items == {}


def test_a_boss_leaves_its_spoils_where_it_falls() -> None:
    stage = Stage(HALL)
    row = stage.monster((3, 1))
    stage.run.events = []
    stage.run.world.add(row.entity, Spoils("long_sword^9/keen:2"))
    drop_spoils(stage.run, stage.floor, row)
    lying = [stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)]]
    assert [(each.item, each.count) for each in lying] == [("long_sword^9/keen:2", 1)]
    assert told(stage.run.events) == [f"The {row.actor.name} drops a keen long sword +."]
