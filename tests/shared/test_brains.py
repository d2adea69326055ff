import pickle
from pathlib import Path

import pytest

from undertide_shared.brains import brain_maker, brain_names
from undertide_shared.errors import UnknownBrainError


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package that has two brains."""
    (tmp_path / "wits.py").write_text("def clever(number):\n    return ('clever', number)\n")
    info = tmp_path / "wits-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wits\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[undertide.brains]\nsly = wits:sly\nclever = wits:clever\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("installed")
def test_brains_of_all_packages_are_found_by_name() -> None:
    assert {"clever", "sly"} <= set(brain_names())
    assert brain_names() == sorted(brain_names())
    made: object = brain_maker("clever")(7)
    assert made == ("clever", 7)


@pytest.mark.usefixtures("installed")
def test_an_unknown_brain_names_those_there_are() -> None:
    with pytest.raises(UnknownBrainError, match=r"no brain 'dull'.* clever.* sly"):
        brain_maker("dull")


def test_the_fault_comes_whole_out_of_another_process() -> None:
    fault = pickle.loads(pickle.dumps(UnknownBrainError("dull", ["sly"])))
    assert str(fault) == "there is no brain 'dull'; there are: sly"
