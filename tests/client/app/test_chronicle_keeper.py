from pathlib import Path

from support.client.chronicle_examples import ANNS_LIFE
from support.client.screen_text import playing
from undertide_client.app.chronicle_keeper import ChronicleKeeper
from undertide_client.saved.chronicles import FileChronicles, HeroRecord, MemoryChronicles
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Ended

LOST = Ended(False, "Ann was killed by a troll", [], 900, seed="00ff")


def keeping() -> tuple[ChronicleKeeper, MemoryChronicles, Ui]:
    ui, store = playing(), MemoryChronicles()
    return ChronicleKeeper(ui, store), store, ui


def outcomes(store: MemoryChronicles) -> list[tuple[str, str]]:
    return [(record.outcome, record.seed) for record in store.all()]


def test_a_hero_that_died_is_kept_before_the_run_is_over() -> None:
    keeper, store, _ = keeping()
    keeper.take(ANNS_LIFE)
    assert outcomes(store) == [("died", "")]


def test_the_end_of_the_run_is_added_whichever_comes_first() -> None:
    for ended_first in (True, False):
        keeper, store, ui = keeping()
        if ended_first:
            ui.mirror.apply(LOST)
        keeper.take(ANNS_LIFE)
        ui.mirror.apply(LOST)
        keeper.note_end()
        assert outcomes(store) == [("lost", "00ff")]


def test_what_is_known_of_an_old_end_stays() -> None:
    keeper, store, ui = keeping()
    known = HeroRecord(ANNS_LIFE, 100.0, "lost", "00ff")
    store.put(known)
    ui.mirror.apply(LOST)
    keeper.take(ANNS_LIFE)
    assert store.all() == [known]


def test_another_session_says_nothing_of_the_heroes_of_the_last() -> None:
    keeper, store, ui = keeping()
    keeper.take(ANNS_LIFE)
    keeper.begin()
    ui.mirror.apply(LOST)
    keeper.note_end()
    assert outcomes(store) == [("died", "")]
    assert ui.chronicle == ""


def test_the_player_learns_where_the_chronicle_is(tmp_path: Path) -> None:
    ui = playing()
    ChronicleKeeper(ui, FileChronicles(tmp_path)).take(ANNS_LIFE)
    assert Path(ui.chronicle).is_file()


def test_a_folder_that_cannot_be_written_is_named_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ui = playing()
    ChronicleKeeper(ui, FileChronicles(tmp_path / "file")).take(ANNS_LIFE)
    assert "can't be written" in list(ui.mirror.log.lines)[-1].text
