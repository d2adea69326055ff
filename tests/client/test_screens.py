"""Tables at usual widths: with the longest words, no column runs into the next."""

import re
from collections.abc import Callable

import pytest

from support.client.client_examples import TREE, VAULT, session_info
from support.client.people_examples import CID, among_people
from support.client.replay_examples import run_info
from support.client.screen_text import drawn, playing, rows_of, ui_of
from undertide_client.screens.hero.bestiary_screen import BestiaryScreen
from undertide_client.screens.hero.craft_screen import EssencesScreen
from undertide_client.screens.hero.exchange_screen import ExchangeScreen
from undertide_client.screens.hero.gear_screen import GearScreen
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.hero.spells_screen import SpellsScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.runs_screen import RunsScreen
from undertide_client.screens.people.party_screen import PartyScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.screen import Screen
from undertide_shared.messages import (
    BranchInfo,
    Ended,
    EssenceInfo,
    HeroEnd,
    MetKind,
    PackItem,
    PartyMember,
    PersonInfo,
    SpellInfo,
)

NAME = "W" * 16
"""A name as long as any."""
THING = f"strong-armed pair of archer{chr(39)}s bracers of the apothecary"
"""The longest name of shipped gear."""
FLOOR = BranchInfo(9, VAULT, 4, 0, "drowned gardens", "g", 0x63C46A, visited=True)


def party() -> Screen:
    hurt = PartyMember(0, NAME, 0, 19, 3, 20, "alive", 9, "spellwright")
    down = PartyMember(1, NAME, 0, 19, 0, 20, "alive", 9, "spellwright", dies_in=1500)
    return PartyScreen(playing(party=[hurt, down], branches=[*TREE, FLOOR]))


def pack() -> Screen:
    bracers = PackItem(1, THING, 1, "ψ", 0, "", slots=["hands"], slot="hands", quality="exalted")
    return PackScreen(playing(pack=[bracers]))


def gear() -> Screen:
    sword = PackItem(1, THING, 1, ")", 0, "", slots=["main_hand"], slot="main_hand")
    return GearScreen(playing(pack=[sword]))


def essences() -> Screen:
    info = EssenceInfo("keen", [1, 3], ["main_hand"], [1])
    sword = PackItem(1, "sword", 1, ")", 0, "", slots=["main_hand"])
    essence = PackItem(2, "essence of " + "w" * 40, 99, "♦", 0, "", essence=info)
    return EssencesScreen(playing(pack=[sword, essence]), sword)


def exchange() -> Screen:
    info = EssenceInfo("keen", [1, 3], ["main_hand"], [1], exchange=2)
    wanted = PackItem(1, "essence of x", 1, "♦", 0, "", essence=info)
    given = PackItem(2, "essence of " + "w" * 40, 99, "♦", 0, "", essence=info)
    return ExchangeScreen(playing(pack=[wanted, given]), wanted)


def spells() -> Screen:
    return SpellsScreen(playing(spells=[SpellInfo("x", "w" * 40, "≡", 0, "", 999)]))


def bestiary() -> Screen:
    ui = playing()
    ui.bestiary = [MetKind("w" * 40, "w", 0, "", 12, [])]
    return BestiaryScreen(ui)


def people() -> Screen:
    away = PersonInfo(3, NAME, "host", 0, "c" * 40, connected=False, muted=True)
    return PeopleScreen(among_people(CID, people=[away]))


def runs() -> Screen:
    ui = ui_of()
    ui.lobby.runs = [run_info(session="s" * 40, preset="p" * 40, heroes=[NAME] * 8, ticks=10**9)]
    return RunsScreen(ui)


def lobby() -> Screen:
    ui = ui_of()
    long = session_info("s" * 40, preset="p" * 40, host=NAME, subtitle="x" * 400)
    ui.lobby.sessions = [long]
    return LobbyScreen(ui)


def end() -> Screen:
    hero = HeroEnd(NAME, 0, 20, 20, 99_999, "killed by a " + "w" * 60)
    return EndScreen(playing(), Ended(False, "x", [hero], 5))


TABLES: dict[str, tuple[Callable[[], Screen], str]] = {
    "a hurt hero": (party, rf"@ {NAME} +spellwright +L20 +almost dead +.*floor 19\b"),
    "a fallen hero": (party, rf"@ {NAME} +spellwright +L20 +down 750 t +.*floor 19\b"),
    "worn gear": (pack, r"a\) ψ strong-armed pair of archer's \S.*  worn: hands\b"),
    "slots": (gear, r"main hand +\) strong-armed pair of archer's"),
    "essences": (essences, r"♦ essence of w+… +99 there"),
    "essences to give": (exchange, r"♦ essence of w+… +99 there"),
    "spells": (spells, r"≡ w+… +999 mana, too dear now"),
    "the bestiary": (bestiary, r"w w+… +12 fell"),
    "people": (people, rf"{NAME} \(you\) +party leader +c+… +away, muted|{NAME} +.*away, muted"),
    "old runs": (runs, r"s+… +p+… +W+,… +.* +ended"),
    "sessions": (lobby, r"W+'s … p+… +2/8 +1 +4"),
    "the end": (end, rf"{NAME} +20 +20 +99999 +killed by a w+"),
}


@pytest.mark.parametrize("columns", [80, 100, 120])
@pytest.mark.parametrize("table", TABLES)
def test_columns_never_run_together(table: str, columns: int) -> None:
    screen, wanted = TABLES[table]
    rows = rows_of(drawn(screen(), size=(columns, 40)))
    assert any(re.search(wanted, row) for row in rows), "\n".join(
        row for row in rows if row.strip()
    )


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_the_longest_figures_of_a_hero_stand_apart_from_their_names(columns: int) -> None:
    rows = rows_of(drawn(SheetScreen(playing()), size=(columns, 40)))
    figures = [row.split("│")[1] for row in rows if "│" in row and "  life" in row]
    assert figures
    assert all(re.search(r"\S {2,}\S", figure) for figure in figures)


def test_a_wide_screen_names_the_floor_of_each_hero() -> None:
    assert any(
        "floor 19, drowned gardens" in row for row in rows_of(drawn(party(), size=(120, 40)))
    )
