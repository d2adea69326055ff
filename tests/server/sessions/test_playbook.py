"""What may be played: presets by house rules, each form of them made once."""

import pytest

from support.content.shipped import shipped
from support.worlds.staging import Stage
from undertide_server.content.records.ruleset import hash_of, read_canonical
from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.playbook import Playbook, callings_of
from undertide_server.simulation.state.inputs import SeatTaken

PRESETS = {"default": shipped("default")}
SERVERS = HouseSettings(friendly_fire=False)


@pytest.mark.parametrize(
    ("chosen", "played"),
    [
        (HouseSettings(), (False, True, False)),
        (HouseSettings(friendly_fire=True), (True, True, False)),
        (HouseSettings(new_heroes=False), (False, False, False)),
        (HouseSettings(gentle=True), (False, True, True)),
    ],
)
def test_what_the_maker_chose_goes_before_what_the_server_says(
    chosen: HouseSettings, played: tuple[bool, bool, bool]
) -> None:
    play = Playbook(PRESETS, SERVERS).play("default", chosen)
    house = play.rules.house
    assert (house.friendly_fire, house.new_heroes, house.gentle) == played
    assert read_canonical(play.content).house == house
    assert play.digest == hash_of(play.content)


def test_each_form_is_made_once() -> None:
    book = Playbook(PRESETS, SERVERS)
    first = book.play("default", HouseSettings())
    assert book.play("default", HouseSettings()) is first
    assert book.play("default", HouseSettings(new_heroes=False)) is not first


def test_presets_are_told_by_title_in_the_order_of_their_keys() -> None:
    presets = {name: shipped(name) for name in ("tutorial", "default")}
    told = Playbook(presets, SERVERS).preset_infos([])
    assert [(each.preset, each.title) for each in told] == [
        ("default", "Undertide"),
        ("tutorial", "Tutorial"),
    ]
    assert all(each.description and each.goal for each in told)


def test_only_callings_that_differ_from_the_usual_are_told_of_a_preset() -> None:
    presets = {name: shipped(name) for name in ("default", "keep", "tutorial")}
    usual = callings_of(presets["default"])
    told = {each.preset: each.callings for each in Playbook(presets, SERVERS).preset_infos(usual)}
    assert (told["default"], told["keep"]) == ([], [])
    assert told["tutorial"] == callings_of(presets["tutorial"]) != usual


def test_callings_are_made_once() -> None:
    book = Playbook(PRESETS, SERVERS)
    assert book.callings("default") is book.callings("default")


def test_what_is_not_on_offer_is_refused() -> None:
    with pytest.raises(RequestRefusedError, match="unknown_preset"):
        Playbook(PRESETS, SERVERS).check("none such")
    assert Playbook({}, SERVERS).callings("default") == []


TOLD = {each.calling: each for each in callings_of(shipped("default"))}


def test_the_default_comes_first() -> None:
    assert next(iter(TOLD)) == shipped("default").heroes.calling
    assert set(TOLD) == set(shipped("default").callings)


def test_what_a_calling_begins_with_is_named() -> None:
    mender = TOLD["mender"]
    assert mender.start == [("health potions", 3), ("cudgel", 1), ("hand bell", 1)]
    assert mender.spells == ["heal", "smite"]
    assert [each.ability for each in mender.abilities] == ["link", "field_care"]


@pytest.mark.parametrize("calling", TOLD)
def test_the_figures_are_those_of_its_first_hero(calling: str) -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    stage.step(SeatTaken(1, "Ann", calling))
    row = next(row for row in stage.floor.heroes.values() if row.hero.seat == 1)
    assert dict(TOLD[calling].figures) == {
        "life": row.body.max_life,
        "attack": row.attack.power,
        "magic": row.magic.power,
        "mana": row.magic.max_mana,
        "speed": row.actor.speed,
        "sight": row.hero.sight,
    }


def test_every_shipped_calling_says_how_it_plays() -> None:
    assert all(each.plays for each in TOLD.values())
