"""A monster uses one trick an action, or none, and lore has a sentence about each."""

from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import PLAIN, Rush, SpellUse, Summons, Tricks
from undertide_server.simulation.ai.tricks.registry import TRACK, TrickRegistry, tricks_of_the_game
from undertide_server.simulation.components.monsters import Spent
from undertide_server.simulation.state.events import Hit

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" * 12]


def test_every_field_of_the_record_is_a_trick_and_every_trick_a_field() -> None:
    own = sorted(field for field in Tricks.model_fields if field != "extended")
    assert sorted(trick.key for trick in tricks_of_the_game()) == own


def test_every_trick_but_tracking_has_an_occasion() -> None:
    idle = [
        trick
        for trick in tricks_of_the_game()
        if trick.attempt is None and trick.follow_blow is None
    ]
    assert idle == [TRACK]


def test_lore_has_a_sentence_for_each_trick_in_the_order_of_the_record() -> None:
    rules = Stage(HALL).run.rules
    every = Tricks(
        spells=(SpellUse(spell="arcane_dart", percent=100), SpellUse(spell="slow", percent=5)),
        summons=Summons(percent=10, rest=5, count=2, most=4, strength_percent=50),
        rushes=Rush(reach=8, rest=1),
        steals=30,
        drains=40,
        enrages=50,
        mends=20,
        divides=2,
        flits=10,
        tracks=True,
    )
    dart, slow = rules.spells["arcane_dart"].name, rules.spells["slow"].name
    assert list(TrickRegistry(tricks_of_the_game()).lore_of(rules, every)) == [
        f"It casts {dart} and {slow}.",
        "It calls its kin.",
        "It charges from up to 8 cells away.",
        "It steals, and runs with what it has.",
        "Its blows give 40% of what they take back to it.",
        "Below half its life it strikes 50% harder.",
        "It closes the wounds of its kin.",
        "It falls into two when it has lost half its life.",
        "It is off again after a blow.",
        "It follows a trail out of sight.",
    ]
    blinks = Tricks(rushes=Rush(reach=3, rest=0, blinks=True))
    assert list(TrickRegistry(tricks_of_the_game()).lore_of(rules, blinks)) == [
        "It is suddenly beside you from up to 3 cells away."
    ]
    assert list(TrickRegistry(tricks_of_the_game()).lore_of(rules, PLAIN)) == []


def test_one_trick_takes_the_action() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    both = Tricks(
        spells=(SpellUse(spell="arcane_dart", percent=100),), rushes=Rush(reach=8, rest=1)
    )
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, both))
    texts = told(stage.tick(1))
    assert any("casts" in text for text in texts)
    assert row.cell == (6, 1)


def test_without_an_occasion_it_just_strikes() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    row = stage.monster(
        (2, 1), mood="hunting", kind=kind_that(stage, Tricks(rushes=Rush(reach=8, rest=1)))
    )
    events = stage.tick(1)
    assert [each.source.entity for each in events if isinstance(each, Hit)] == [row.entity]


def test_plain_kinds_never_have_anything_to_remember() -> None:
    stage = Stage(HALL)
    stage.hero()
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, PLAIN))
    stage.tick(10)
    assert not row.is_tricky
    assert not stage.run.world.has(row.entity, Spent)


def test_nothing_happens_without_a_trick_that_is_due() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    row = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, Tricks(drains=5)))
    assert not stage.run.tricks.try_tricks(stage.run, stage.floor, row, hero)
    assert row.actor.energy == 0
