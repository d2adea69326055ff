from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from undertide_shared import messages
from undertide_shared.messages import SERVER_MESSAGES, Options, SeatQuestion
from undertide_shared.messages.wire import WireStruct

PARTS = [
    each
    for each in vars(messages).values()
    if isinstance(each, type) and issubclass(each, WireStruct) and not each.__struct_config__.tag
]
FIELDS = {
    f"{kind.__name__}.{field}": hint
    for kind in (*SERVER_MESSAGES, *PARTS)
    if kind not in {Options, SeatQuestion}  # Clients send these.
    for field, hint in get_type_hints(kind, include_extras=True).items()
}


TEXTS_OF_JSON = ["AccountData.data", "Looked.data", "StatusReport.data"]
"""Data for programs and pages that read it. The size of the message bounds it."""


def unbounded(hint: Any) -> Iterator[Any]:
    """Yield the kinds of what has no bound in a type: text, and lists."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is str or origin is list:
        yield hint if hint is str else list
    if origin is Annotated:
        bare = inner[0]
        inner = get_args(bare) if get_origin(bare) is list else ()
    for each in inner if origin is not None else ():
        yield from unbounded(each)


def test_every_text_of_a_server_has_a_bound() -> None:
    assert [name for name, hint in FIELDS.items() if str in unbounded(hint)] == TEXTS_OF_JSON


def test_every_list_has_a_bound_but_those_that_a_view_bounds_as_a_whole() -> None:
    free = [name for name, hint in FIELDS.items() if list in unbounded(hint)]
    frames = ("Keyframe.", "Delta.")
    assert sorted({name.split(".")[1] for name in free}) == [
        *("appeared", "branches", "changed", "gone", "kinds", "lines", "shifted", "sight"),
        *("sightings", "stairs", "threats", "tiles"),
    ]
    assert all(name.startswith(frames) for name in free)
