"""What looking at an item tells."""

from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.gear import STATS, Affix
from undertide_server.content.records.gearing import highest_level
from undertide_server.views.item_words import STATS as SAID
from undertide_server.views.item_words import about, levels_said

STAGE = Stage(["####", "#@.#", "####"], make_test_game())

MOST_READ = 400
"""Characters of a description that clients show."""


def said(key: str) -> str:
    return about(STAGE.run, STAGE.run.items.kind(key))


def affix(key: str) -> Affix:
    return STAGE.run.rules.affixes[key]


def test_every_stat_can_be_said() -> None:
    assert set(STATS) <= set(SAID)
    assert all(template.format(3, -3) != template for template in SAID.values())


def test_gear_tells_its_quality_its_place_and_its_figures() -> None:
    record = STAGE.run.rules.gear.bases["short_bow"]
    text = said("short_bow^1/burning:1/watchful:1")
    assert text.startswith(record.description)
    assert f"Rare, for both hands: range {record.range}, attack +" in text
    assert "fire damage +1" in text
    assert "sight +1" in text


def test_an_affix_tells_what_each_level_gives_that_a_forge_can_work() -> None:
    shallow, deep = (levels_said(STAGE.run, affix("keen"), depth) for depth in (1, 12))
    assert shallow.startswith("At a forge here it gives: level 1 attack +")
    levels = [
        highest_level(affix("keen"), depth + STAGE.run.rules.crafting.ahead) for depth in (1, 12)
    ]
    assert [text.count("level ") for text in (shallow, deep)] == levels
    assert "level 2 fire resistance +2" in levels_said(STAGE.run, affix("of_embers"), 12)
    assert (
        levels_said(STAGE.run, affix("prismatic"), 1)
        == "Forges on this floor can't use it; go deeper."
    )


def test_what_a_bearer_reads_of_an_essence_is_never_cut_short() -> None:
    for key in STAGE.run.rules.affixes:
        words = [said(f"essence/{key}"), levels_said(STAGE.run, affix(key), 20)]
        assert len(" ".join(words)) <= MOST_READ


def test_hunger_is_said_the_other_way_round() -> None:
    assert "hunger -10%" in said("marching_boots^1")


def test_other_items_tell_their_description() -> None:
    assert said("health_potion") == STAGE.run.rules.items["health_potion"].description
    assert "weapon, bow" in said("essence/keen")
