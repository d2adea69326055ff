"""What a hero saw last."""

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.dying import die
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Fell
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.views.last_sight import last_sight_of
from undertide_server.views.thumbnail import REMEMBERED, scaled
from undertide_shared.limits import MAX_CARD_HEIGHT, MAX_CARD_WIDTH
from undertide_shared.messages import LastSight

HALL = ["#######", "#@....#", "#######"]


def drawn(sight: LastSight | None) -> list[str]:
    """Return the rows of a picture as text."""
    assert sight is not None
    signs = [" ", *(glyph for glyph, _ in sight.looks)]
    runs = zip(sight.cells[::2], sight.cells[1::2], strict=True)
    text = "".join(signs[number] * count for number, count in runs)
    return [text[start : start + sight.width] for start in range(0, len(text), sight.width)]


def killed(stage: Stage, row: HeroRow, killer: MonsterRow) -> LastSight | None:
    """Let a monster kill a hero, and return what that saw last."""
    stage.run.events = []
    die(stage.run, stage.floor, row, who(killer))
    (fell,) = (event for event in stage.run.events if isinstance(event, Fell))
    return last_sight_of(stage.run, row.entity, fell)


def test_the_picture_has_the_hero_its_killer_and_what_lay_about() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    killer = stage.monster((3, 1))
    stage.item((5, 1), "health_potion")
    stage.step()
    sight = killed(stage, row, killer)
    glyph = stage.run.kinds[killer.monster.kind].glyph
    wall, floor = (stage.run.rules.terrain[key].glyph for key in ("wall", "floor"))
    assert drawn(sight) == [wall * 7, f"{wall}@{floor}{glyph}{floor}!{wall}", wall * 7]
    assert sight is not None
    assert (sight.x, sight.y, sight.killer) == (1, 1, (3, 1))


def test_what_the_hero_did_not_know_is_left_empty_and_what_it_remembered_is_dark() -> None:
    stage = Stage(["#" * 9, "#@...+..#", "#" * 9])
    row = stage.hero()
    sight = killed(stage, row, stage.monster((7, 1)))
    assert drawn(sight)[1][6:] == "   "
    assert sight is not None
    assert sight.killer == (-1, -1), "it was behind the door"
    floor = stage.run.rules.terrain["floor"]
    row.memory.floors[stage.floor.state.branch].tiles[1, 6] = stage.game.terrain.codes["floor"]
    fell = Fell(stage.floor.entity, who(row), None, (), row.sees)
    again = last_sight_of(stage.run, row.entity, fell)
    assert again is not None
    assert (floor.glyph, scaled(floor.colour, REMEMBERED)) in again.looks
    assert (floor.glyph, floor.colour) in again.looks


def test_a_large_floor_is_cut_around_the_hero() -> None:
    stage = Stage(["#" * 90, f"#{'.' * 60}@{'.' * 27}#", *["#" + "." * 88 + "#"] * 30, "#" * 90])
    row = stage.hero()
    sight = last_sight_of(stage.run, row.entity, None)
    assert sight is not None
    assert (sight.width, sight.height) == (MAX_CARD_WIDTH, MAX_CARD_HEIGHT)
    assert (sight.x, sight.y) == (MAX_CARD_WIDTH // 2, 1)
    assert drawn(sight)[sight.y][sight.x] == "@"
    assert sight.killer == (-1, -1)


def test_whoever_is_on_no_floor_saw_nothing() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    killed(stage, row, stage.monster((3, 1)))
    assert last_sight_of(stage.run, row.entity, None) is None
