"""Validation of values into records. Complaints become faults that name keys and files."""

import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from undertide_server.content.schema.faults import Fault, Path, did_you_mean, dotted, quoted
from undertide_server.content.schema.fields import Record
from undertide_server.content.schema.layers import LayeredFiles

EXPECTED: Mapping[str, str] = {
    "bool_type": "true or false",
    "dict_type": "a table",
    "finite_number": "a finite number",
    "float_type": "a number",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "int_type": "a whole number",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "mapping_type": "a table",
    "model_type": "a table",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "string_type": "text",
    "too_long": "at most {max_length} of them",
    "too_short": "at least {min_length} of them",
    "tuple_type": "an array",
}
"""The meaning of the validator's complaints for an author of TOML."""


MOST_NAMED = 3
"""Faults of stored content that one line names: what a version lacks, it mostly lacks once."""
_QUOTE = "'"
"""The quote that the validator puts around the name of a tag."""


def validate(catalogue: LayeredFiles, field: FieldInfo) -> tuple[Any, list[Fault]]:
    """Return a catalogue's values as the type of `field`, or None, and the faults in them."""
    kind: Any = field.annotation
    bounded: Any = Annotated[(kind, *field.metadata)] if field.metadata else kind
    try:
        return TypeAdapter(bounded).validate_python(catalogue.merged()), []
    except ValidationError as error:
        complaints = _without_echoes(error.errors())
        return None, [_fault(catalogue, kind, details) for details in complaints]


def named_faults(kind: type[Record], error: ValidationError) -> str:
    """Return the first faults that an error reports in a record, each with its key, in one line."""
    texts = []
    for details in _without_echoes(error.errors(include_url=False)):
        path, record = _walk(kind, details["loc"])
        texts.append(f"{dotted(path)}: {problem_of(details, path, record)}")
    more = len(texts) - MOST_NAMED
    return "; ".join([*texts[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


def _without_echoes(complaints: list[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out complaints that too few entries are left because the others were faulty."""
    places = [details["loc"] for details in complaints]
    return [
        details
        for details, place in zip(complaints, places, strict=True)
        if details["type"] != "too_short"
        or not any(len(other) > len(place) and other[: len(place)] == place for other in places)
    ]


def _fault(catalogue: LayeredFiles, kind: object, details: ErrorDetails) -> Fault:
    """Return one complaint as a fault."""
    path, record = _walk(kind, details["loc"])
    return Fault(catalogue.origin(path), dotted(path), problem_of(details, path, record))


def _walk(kind: object, location: Path) -> tuple[Path, type[Record] | None]:
    """Return the path without the validator's own steps, and the record that it ends in.

    The validator puts a union's tag and a mark for faulty keys between the keys of the author.
    """
    path: list[str | int] = []
    record: type[Record] | None = None
    for step in location:
        tagged = _tagged(kind, step)
        if tagged is not None:
            kind = tagged
        elif step != "[key]":
            path.append(step)
            record = kind if isinstance(kind, type) and issubclass(kind, Record) else None
            kind = _inside(kind, step)
    return tuple(path), record


def _inside(kind: object, step: str | int) -> object:
    """Return the type of the value at `step` in a value of type `kind`; None if it is unknown."""
    if isinstance(kind, type) and issubclass(kind, Record):
        field = kind.model_fields.get(str(step))
        return _plain(field.annotation) if field else None
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return _plain(arguments[0])
    return _plain(arguments[1]) if len(arguments) == 2 else None  # a mapping's values


def _plain(kind: object) -> object:
    """Return a type without bounds and `| None`."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not NoneType]
        return _plain(members[0]) if len(members) == 1 else kind
    return kind


def _tagged(kind: object, step: str | int) -> object | None:
    """Return the member of a tagged union that has the tag `step`, if there is one."""
    if get_origin(kind) not in (Union, UnionType):
        return None
    return next((member for member in get_args(kind) if step in _tags(member)), None)


def _tags(member: object) -> tuple[object, ...]:
    """Return the tags of a record in a tagged union; its first field holds them."""
    if not (isinstance(member, type) and issubclass(member, Record)):
        return ()
    first = next(iter(member.model_fields.values()))
    return get_args(first.annotation)


def problem_of(details: ErrorDetails, path: Path, record: type[Record] | None) -> str:
    """Return the text of a problem: the expected value and the one found."""
    what = details["type"]
    if what == "missing":
        return "is missing"
    if what == "union_tag_not_found":
        return f"is missing its key {quoted(details['ctx']['discriminator'].strip(_QUOTE))}"
    if what == "extra_forbidden":
        known = record.model_fields if record else ()
        return f"unknown key{did_you_mean(str(path[-1]), known)}"
    if what in ("literal_error", "union_tag_invalid"):
        return _not_one_of(details, path)
    found = len(details["input"]) if what in ("too_short", "too_long") else details["input"]
    return f"expected {_expectation(details)}; found {quoted(found)}"


def _expectation(details: ErrorDetails) -> str:
    context = details.get("ctx", {})
    if details["type"] == "value_error":
        return str(context["error"])
    phrase = EXPECTED.get(details["type"])
    return phrase.format(**context) if phrase else details["msg"]


def _not_one_of(details: ErrorDetails, path: Path) -> str:
    """Return the text of a problem with the words that are allowed."""
    context = details.get("ctx", {})
    known = re.findall(r"'([^']*)'", str(context.get("expected", context.get("expected_tags"))))
    word = context.get("tag", details["input"])
    hint = did_you_mean(word, known) if isinstance(word, str) else ""
    if word == path[-1]:
        return f"unknown key; expected one of {', '.join(known)}{hint}"
    return f"expected one of {', '.join(known)}; found {quoted(word)}{hint}"
