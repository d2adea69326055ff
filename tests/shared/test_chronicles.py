from msgspec.structs import replace

from undertide_shared.chronicles import RunEnd, card_of, fate_of, sight_rows, text_of
from undertide_shared.messages import (
    Chronicle,
    CompanionLife,
    FloorVisit,
    GearWorn,
    LastSight,
    Line,
    Slain,
)

LIFE = Chronicle(
    run="4f1c",
    number=1,
    name="Ann",
    calling="warden",
    preset="default",
    subtitle="Restless Bones",
    level=3,
    floor=2,
    cause="a troll",
    kills=28,
    elapsed=744_000,
    floors=[
        FloorVisit(1, "Pilgrims' Way", "start", 900),
        FloorVisit(2, "Old Halls", "keep", 2, 40),
    ],
    slain=[Slain("goblin", 27), Slain("blood bat", 1)],
    gear=[GearWorn("main_hand", "long sword")],
    companions=[CompanionLife("Bo", "mender", 3, True), CompanionLife("Cy", "strider", 2, False)],
    lines=[Line("bad", "You die, killed by a troll.")],
    hindsight=["3 health potions were left undrunk."],
    sight=LastSight(4, 2, [("#", 1), ("@", 2)], [0, 1, 1, 2, 2, 1, 1, 4], 3, 0),
)


def test_a_chronicle_tells_a_whole_life() -> None:
    text = text_of(LIFE, RunEnd(won=False, seed="00ff"))
    for words in (
        "Ann, warden of level 3",
        "Fate: killed by a troll on floor 2.",
        "Deepest floor: 2. 12 minutes below.",
        "Run: 4f1c (default). Restless Bones",
        "The run was lost.",
        "Seed: 00ff",
        "Last sight",
        "   ##@",
        "What would have helped",
        "  3 health potions were left undrunk.",
        "  You die, killed by a troll.",
        "  main hand: long sword",
        "  1. Pilgrims' Way (start): 450 turns, tide calm",
        "  2. Old Halls (keep): 1 turn, tide at 40 %",
        "Kills: 28",
        "  27 x goblin",
        "  Bo, mender of level 3",
        "  Cy, strider of level 2, dead",
    ):
        assert words in text.splitlines()


def test_while_the_run_goes_on_its_end_is_open() -> None:
    text = text_of(LIFE)
    assert "The run went on." in text
    assert "Seed" not in text


def test_a_hero_that_won_is_alive_and_has_no_empty_sections() -> None:
    alive = replace(LIFE, cause="", companions=[], gear=[], slain=[], elapsed=1000)
    text = text_of(alive, RunEnd(won=True, seed=""))
    assert "Fate: alive." in text
    assert "1 second below" in text
    assert "The run was won." in text
    assert "Companions" not in text
    assert "Seed" not in text


def test_who_came_back_up_died_where_it_was() -> None:
    assert fate_of(LIFE) == "killed by a troll on floor 2"
    assert fate_of(replace(LIFE, floors=[])) == "killed by a troll on floor 2"


def test_a_card_has_the_end_the_picture_five_lines_the_seed_and_the_link() -> None:
    life = replace(LIFE, lines=[Line("info", f"Line {number}.") for number in range(9)])
    assert card_of(life, RunEnd(won=False, seed="00ff"), "https://deep.example/runs/4f1c") == [
        "Ann, warden of level 3, killed by a troll on floor 2",
        "Undertide, 12 minutes below, 28 kills. Restless Bones",
        "",
        "   ##@",
        "  ####",
        "",
        *(f"Line {number}." for number in range(4, 9)),
        "",
        "Seed: 00ff",
        "https://deep.example/runs/4f1c",
    ]


def test_a_card_leaves_out_what_nobody_knows() -> None:
    life = replace(LIFE, sight=None, lines=[], subtitle="", kills=1, elapsed=1000)
    assert card_of(life) == [
        "Ann, warden of level 3, killed by a troll on floor 2",
        "Undertide, 1 second below, 1 kill.",
    ]
    won = card_of(replace(life, cause=""), RunEnd(won=True, seed=""))
    assert won[0] == "Ann, warden of level 3, victorious"


def test_a_picture_that_does_not_add_up_is_cut_or_filled() -> None:
    looks = [("#", 1)]
    assert sight_rows(LastSight(2, 2, looks, [1, 99], 0, 0)) == ["##", "##"]
    assert sight_rows(LastSight(2, 2, looks, [1, 1, 7, 1], 0, 0)) == ["# ", "  "]
    assert sight_rows(None) == []
