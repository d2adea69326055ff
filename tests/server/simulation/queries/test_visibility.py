from support.worlds.staging import Stage
from undertide_server.simulation.queries.visibility import monsters_in_view

HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def test_monsters_in_view_come_in_the_order_of_their_entities() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    monsters = [stage.monster(cell) for cell in ((3, 2), (2, 2), (7, 1))]
    seen = [monster.entity for monster in monsters_in_view(stage.floor, row)]
    assert seen == [monsters[0].entity, monsters[1].entity]
