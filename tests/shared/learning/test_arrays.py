"""What a hero knows as arrays: shapes, codes and bounds."""

from collections.abc import Sequence

import numpy as np
import pytest

from support.worlds.staging import Stage
from undertide_server.headless import Knowledge, begin_run
from undertide_server.sessions.model.legend import tile_looks
from undertide_server.views.knowledge import HeroEyes
from undertide_server.views.shared_parts import Common
from undertide_shared.learning import (
    ACTORS,
    EFFECTS,
    FIGURES,
    ITEMS,
    MAP_PARTS,
    MARKS,
    MOODS,
    PACK_FIELDS,
    PARTS,
    PARTY_FIELDS,
    SLOTS,
    Observer,
)
from undertide_shared.messages import MarkCell

ROOM = ["#######", "#@....#", "#....##", "#######"]


def known_on(stage: Stage, seat: int = 0) -> Knowledge:
    """Return what the hero of a seat on a stage knows."""
    stage.step()
    found = stage.run.index.of_seat(seat)
    assert found is not None
    eyes = HeroEyes(stage.run, found[1].entity)
    return eyes.look(stage.run, Common([], {}).next(stage.run, {}))


def observer_of(stage: Stage, parts: Sequence[str] = PARTS, **given: object) -> Observer:
    return Observer(tile_looks(stage.game), parts, **given)  # type: ignore[arg-type]


def test_the_map_has_what_is_seen_and_what_is_remembered() -> None:
    stage = Stage(["#####", "#@..#", "#####", "#..##", "#####"])
    row = stage.hero()
    row.memory.floors[1].tiles[3, 1] = stage.game.terrain.codes["floor"]
    row.looks += 1
    made = observer_of(stage).observe(known_on(stage))
    assert made["terrain"][1, 1] == made["terrain"][3, 1] == stage.game.terrain.codes["floor"]
    assert (made["light"][1, 1], made["light"][3, 1]) == (1, 0)
    assert (made["memory"][1, 1], made["memory"][3, 1]) == (0, 1)
    assert made["terrain"][3, 2] == made["memory"][3, 2] == 0
    assert {made[name].shape for name in MAP_PARTS} == {(5, 5)}


def test_actors_have_codes_health_moods_and_danger() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.hero("Bob", cell=(3, 1))
    monster = stage.monster((4, 2), mood="hunting", life=50)
    monster.body.life = 25
    known = known_on(stage)
    made = observer_of(stage).observe(known)
    named = {
        ACTORS[code]: (int(x), int(y))
        for (y, x), code in np.ndenumerate(made["actors"])
        if code != 0
    }
    assert named == {"self": (1, 1), "companion": (3, 1), "monster": (4, 2)}
    assert made["health"][2, 4] == 50
    assert MOODS[made["moods"][2, 4]] == "hunting"
    assert MOODS[made["moods"][1, 3]] == "alive"
    (threat,) = known.threats.values()
    assert made["danger"][2, 4] == threat.rank + 1
    assert made["danger"][1, 3] == 0
    assert chr(made["glyphs"][1, 1]) == "@"


def test_a_hero_hides_the_sleeper_on_its_cell() -> None:
    stage = Stage(ROOM)
    for number, name in enumerate(("Ann", "Bob", "Una")):
        stage.hero(name, cell=(1 + number, 1))
    stage.put_to_sleep(1)
    (_, ann), (_, _), (_, una) = stage.run.index.heroes.values()
    stage.run.index.move(ann, (2, 1))
    known = known_on(stage)
    assert observer_of(stage).observe(known)["actors"][1, 2] == ACTORS.index("self")
    stage.run.index.move(ann, (1, 1))
    stage.run.index.move(una, (2, 1))
    made = observer_of(stage).observe(known_on(stage))
    assert made["actors"][1, 2] == ACTORS.index("companion")
    assert MOODS[made["moods"][1, 2]] == "alive"


def test_items_and_marks_have_codes() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.item((2, 1), "health_potion")
    stage.item((3, 1), "short_sword^1")
    stage.item((4, 1), "health_potion", price=5)
    stage.ask(MarkCell("loot", 2, 2))
    made = observer_of(stage).observe(known_on(stage))
    assert [ITEMS[code] for code in made["items"][1, 1:5]] == ["none", "thing", "gear", "ware"]
    assert MARKS[made["marks"][2, 2]] == "loot"
    assert np.count_nonzero(made["marks"]) == 1
    assert made["glyphs"][1, 2] == made["glyphs"][1, 4] != 0


def test_a_window_has_the_hero_in_its_middle() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.item((2, 1), "health_potion")
    known = known_on(stage)
    whole = observer_of(stage).observe(known)
    made = observer_of(stage, window=2).observe(known)
    assert made["actors"].shape == (5, 5)
    assert ACTORS[made["actors"][2, 2]] == "self"
    for name in MAP_PARTS:
        assert np.array_equal(made[name][1:, 1:], whole[name][:4, :4]), name
        assert not made[name][0].any()
        assert not made[name][:, 0].any()


def test_a_shape_pads_or_cuts_the_map() -> None:
    stage = Stage(ROOM)
    stage.hero()
    known = known_on(stage)
    whole = observer_of(stage).observe(known)
    for shape in ((10, 10), (2, 3)):
        made = observer_of(stage, shape=shape).observe(known)
        for name in MAP_PARTS:
            height, width = min(shape[0], 4), min(shape[1], 7)
            assert made[name].shape == shape
            assert np.array_equal(made[name][:height, :width], whole[name][:height, :width])
            assert np.count_nonzero(made[name]) == np.count_nonzero(made[name][:height, :width])


def test_figures_pack_and_party_have_fields() -> None:
    with begin_run("default", 4, ["", "mender"]) as run:
        known = run.look(1)
        made = Observer(run.looks).observe(known)
        figures = dict(zip(FIGURES, made["figures"].tolist(), strict=True))
        assert (figures["x"], figures["y"]) == known.cell
        assert (figures["life"], figures["seat"]) == (known.hero.life, 1)
        assert (figures["floor"], figures["tide"]) == (1, known.tide.percent)
        for row, item in zip(made["pack"].tolist(), known.pack, strict=False):
            fields = dict(zip(PACK_FIELDS, row, strict=True))
            assert (fields["item"], fields["count"]) == (item.item, item.count)
            assert SLOTS[fields["worn"]] == (item.slot or "none")
            assert EFFECTS[fields["effect"]] == (item.does[0] if item.does else "none")
        assert not made["pack"][len(known.pack) :].any()
        party = [dict(zip(PARTY_FIELDS, row, strict=True)) for row in made["party"][:3].tolist()]
        assert [row["seat"] for row in party] == [1, 2, 0]
        assert party[1]["health"] == 100
        assert np.count_nonzero(made["spells"].any(axis=1)) == len(known.spells)
        assert np.count_nonzero(made["abilities"].any(axis=1)) == len(known.abilities)


def test_statuses_have_the_ticks_that_are_left() -> None:
    stage = Stage(ROOM)
    stage.hero().effects.remaining["burning"] = 7
    made = observer_of(stage).observe(known_on(stage))
    left = {EFFECTS[code]: int(ticks) for code, ticks in enumerate(made["statuses"]) if ticks}
    assert left == {"harm": 7}


def test_the_log_ends_with_the_latest_line() -> None:
    with begin_run("default", 4) as run:
        known = run.look(0)
        log = Observer(run.looks, ["log"]).observe(known)["log"]
        assert bytes(log[-1]).rstrip(b"\0").decode() == known.lines[-1].text
        assert not log[: -len(known.lines)].any()


def test_every_array_keeps_to_its_space() -> None:
    with begin_run("default", 8, ["mender"]) as run:
        observer = Observer(run.looks, window=4)
        spaces = observer.spaces_of()
        made = observer.observe(run.look(0))
        assert made.keys() == spaces.keys() == set(PARTS)
        for name, space in spaces.items():
            array = made[name]
            assert (array.shape, array.dtype) == (space.shape, np.dtype(space.dtype)), name
            assert space.low <= array.min() <= array.max() <= space.high, name


def test_arrays_are_read_only_or_copies() -> None:
    with begin_run("default", 8) as run:
        known = run.look(0)
        for name, array in Observer(run.looks).observe(known).items():
            assert not array.flags.writeable, name
        shared = Observer(run.looks).observe(known)
        assert np.shares_memory(shared["terrain"], known.tiles)
        assert np.shares_memory(shared["light"], known.sight)
        observer = Observer(run.looks, copied=True)
        copies, again = observer.observe(known), observer.observe(known)
        for name in PARTS:
            assert copies[name].flags.writeable, name
            copies[name][...] = 1
            assert np.array_equal(again[name], shared[name]), name
            assert np.array_equal(observer.observe(known)[name], shared[name]), name


def test_lists_that_stay_the_same_are_not_made_into_arrays_again() -> None:
    with begin_run("default", 8) as run:
        observer = Observer(run.looks, ["pack", "party"])
        first = observer.observe(run.look(0))
        run.take_tick()
        second = observer.observe(run.look(0))
        assert first["pack"] is second["pack"]


def test_what_is_impossible_is_refused() -> None:
    with pytest.raises(ValueError, match="no parts"):
        Observer([], ["terrain", "nothing"])
    with pytest.raises(ValueError, match="window"):
        Observer([], window=-1)
    with pytest.raises(ValueError, match="sides"):
        Observer([], shape=(0, 5))
    with pytest.raises(ValueError, match="differ from floor to floor"):
        Observer([], ["terrain"]).spaces_of()
    assert Observer([], ["figures"]).spaces_of()["figures"].shape == (len(FIGURES),)
