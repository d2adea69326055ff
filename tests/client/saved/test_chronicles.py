import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from support.client.replay_examples import ANNS_LIFE
from undertide_client.saved import chronicles
from undertide_client.saved.chronicles import (
    Chronicles,
    FileChronicles,
    HeroRecord,
    MemoryChronicles,
)

ANN = HeroRecord(ANNS_LIFE, 100.0)
BEN = HeroRecord(replace(ANNS_LIFE, name="Ben", number=2), 200.0)


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Chronicles:
    return MemoryChronicles() if request.param == "memory" else FileChronicles(tmp_path / "all")


def test_records_are_kept_by_run_and_hero_the_latest_first(store: Chronicles) -> None:
    store.store_record(ANN)
    store.store_record(BEN)
    assert store.all() == [BEN, ANN]
    assert store.get(ANN) == ANN
    over = replace(ANN, outcome="won", seed="00ff", ended=300.0)
    store.store_record(over)
    assert store.all() == [over, BEN]


def test_a_text_for_people_lies_beside_each_record(tmp_path: Path) -> None:
    store = FileChronicles(tmp_path)
    file = store.store_record(ANN)
    assert file.name.startswith("ann-")
    assert "Fate: killed by a troll on floor 2." in file.read_text()
    assert "The run went on." in file.read_text()
    assert store.store_record(replace(ANN, outcome="lost", seed="00ff")) == file
    assert "Seed: 00ff" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["../../Evil", "名前", "CON."])
def test_a_name_never_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    file = FileChronicles(tmp_path / "all").store_record(
        HeroRecord(replace(ANNS_LIFE, name=name), 1.0)
    )
    assert file.parent == tmp_path / "all"
    assert file.stem.isascii()


def test_a_damaged_record_is_left_out(tmp_path: Path) -> None:
    store = FileChronicles(tmp_path)
    store.store_record(ANN)
    (tmp_path / "zz.json").write_text("{")
    assert store.all() == [ANN]


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chronicles, "MAX_CHRONICLES", 1)
    store = FileChronicles(tmp_path)
    store.store_record(ANN)
    store.store_record(BEN)
    assert store.all() == [BEN]
    assert len(list(tmp_path.iterdir())) == 2
