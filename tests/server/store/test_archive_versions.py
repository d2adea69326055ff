"""Files of earlier versions: ticks stand for the real time that they don't note."""

from typing import Any

import msgspec
import pytest

from undertide_server.store.archive_versions import with_real_time

PARTS: dict[str, Any] = {
    "run": {"run": "r1", "ticks": 40},
    "moments": [[9, 30]],
    "landmarks": [[9, 0, 31, "end", "It ends"]],
    "stretches": [[1, 9, b"inputs"]],
    "renders": [[1, 9, 32, 5, b"facts"]],
    "seats": [[0, "Ann", b"tokens"]],
}


def brought_up(**changes: Any) -> dict[str, Any]:
    """Return the parts as this version reads them, with some of them changed before."""
    parts = {name: msgspec.msgpack.encode(part) for name, part in (PARTS | changes).items()}
    return {name: msgspec.msgpack.decode(part) for name, part in with_real_time(parts).items()}


def test_rows_end_with_the_real_time_that_ticks_stand_for() -> None:
    assert brought_up() == {
        "run": {"run": "r1", "ticks": 40, "elapsed": 4_000},
        "moments": [[9, 30, 3_000]],
        "landmarks": [[9, 0, 31, "end", "It ends", 3_100]],
        "stretches": [[1, 9, b"inputs", None, None]],
        "renders": [[1, 9, 32, 5, b"facts", 3_200]],
        "seats": [[0, "Ann", b"tokens"]],
    }


@pytest.mark.parametrize(
    "damage", [{"run": {}}, {"run": {"ticks": "many"}}, {"moments": [[9]]}, {"renders": 7}]
)
def test_other_parts_are_refused(damage: dict[str, Any]) -> None:
    with pytest.raises((LookupError, TypeError, ValueError, msgspec.MsgspecError)):
        brought_up(**damage)
