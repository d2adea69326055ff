import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from support.client.replay_examples import ANNS_LIFE
from undertide_client.cli.history import NOTHING, history
from undertide_client.saved.chronicles import FileChronicles, HeroRecord


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileChronicles:
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    return FileChronicles()


def told(*words: str) -> str:
    result = CliRunner().invoke(history, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_json_has_exactly_the_stated_fields(store: FileChronicles) -> None:
    store.store_record(HeroRecord(ANNS_LIFE, 1000.5, "lost"))
    assert json.loads(told("--json")) == {
        "runs": [
            {
                "run": "4f1c2d3e",
                "hero": "Ann",
                "calling": "warden",
                "floor": 2,
                "outcome": "lost",
                "ended": 1000.5,
            }
        ]
    }


def test_the_table_lists_the_latest_first_and_names_the_folder(store: FileChronicles) -> None:
    store.store_record(HeroRecord(ANNS_LIFE, 1000.0))
    store.store_record(HeroRecord(replace(ANNS_LIFE, name="Ben", number=2), 2000.0, "won"))
    text = told()
    assert text.index("Ben") < text.index("Ann")
    assert "killed by a troll on floor 2" in text
    assert str(store.folder) in text


def test_the_beginning_of_a_run_opens_its_chronicles(store: FileChronicles) -> None:
    store.store_record(HeroRecord(ANNS_LIFE, 1000.0))
    assert told("4f1c") == HeroRecord(ANNS_LIFE, 1000.0).text
    result = CliRunner().invoke(history, ["zz"])
    assert result.exit_code == 1


def test_nobody_has_a_history_yet() -> None:
    assert told() == f"{NOTHING}\n"
    assert json.loads(told("--json")) == {"runs": []}


def test_the_card_is_that_of_the_last_hero(store: FileChronicles) -> None:
    store.store_record(HeroRecord(ANNS_LIFE, 1000.0, "lost", "00ff"))
    store.store_record(HeroRecord(replace(ANNS_LIFE, name="Ben", number=2), 2000.0))
    text = told("--card")
    assert text.startswith("Ben, warden of level 3, killed by a troll on floor 2\n")
    assert "  #@T.#\n" in text
    assert "Seed" not in text
