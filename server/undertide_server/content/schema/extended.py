"""Values of content whose form an extension states: what is stated, kept and read by its record."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from pydantic import (
    PlainValidator,
    SerializerFunctionWrapHandler,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_serializer,
)

from undertide_server.content.schema.extensions import Addition, installed
from undertide_server.content.schema.faults import did_you_mean, dotted
from undertide_server.content.schema.fields import Record
from undertide_server.content.schema.validation import problem_of

MARK: Final = "."
"""Stands between the name of an extension and the name of what it adds."""
RecordsOf = Callable[[Addition], Mapping[str, type[Record]]]


def records_by_key(records_of: RecordsOf) -> dict[str, type[Record]]:
    """Return the records that the installed extensions state, by key."""
    return {key: each for one in installed().values() for key, each in records_of(one).items()}


def read_as(kind: type[Record], value: object, info: ValidationInfo) -> Record:
    """Return a value as a record of an extension. Raises ValueError that says what is wrong."""
    if isinstance(value, kind):
        return value
    try:
        if info.mode == "json":  # where an array is a list, and a tuple here
            return kind.model_validate_json(msgspec.json.encode(value))
        return kind.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        path = first["loc"]
        problem = problem_of(first, path, kind)
        raise ValueError(f"{dotted(path)}, {problem.removeprefix('expected ')}") from error


def _record_of(records_of: RecordsOf, what: str, key: str) -> type[Record]:
    """Return the record of a key. Raises ValueError if no installed extension states it."""
    known = records_by_key(records_of)
    if key not in known:
        there = ", ".join(sorted(known)) or "none"
        raise ValueError(
            f"{what} of an installed extension; there are {there}{did_you_mean(key, known)}"
        )
    return known[key]


class FiguresByKey(dict[str, Record]):
    """Records by key. It never changes, so that a record with one can be a key."""

    def __hash__(self) -> int:  # type: ignore[override]  # equal ones have equal keys
        return hash(frozenset(self))


def figures_by_key(records_of: RecordsOf, what: str) -> PlainValidator:
    """Return what reads a table with a record of an extension at each key."""

    def read(value: object, info: ValidationInfo) -> FiguresByKey:
        if not isinstance(value, Mapping):
            raise ValueError("a table")  # noqa: TRY004  (pydantic tells only these)
        return FiguresByKey(
            (str(key), read_as(_record_of(records_of, what, str(key)), figures, info))
            for key, figures in value.items()
        )

    return PlainValidator(read, json_schema_input_type=dict[str, dict[str, Any]])


def open_union(tag: str, records_of: RecordsOf, what: str) -> WrapValidator:
    """Return what opens a union of records to those of extensions.

    `tag` is the key whose word says which record a value is; words with a mark are of extensions.
    """

    def read(value: object, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        word = value.get(tag) if isinstance(value, Mapping) else getattr(value, tag, None)
        if isinstance(word, str) and MARK in word:
            return read_as(_record_of(records_of, what, word), value, info)
        return handler(value)

    return WrapValidator(read)


def open_name(records_of: RecordsOf, what: str) -> WrapValidator:
    """Return what opens a set of names to the keys of extensions."""

    def read(value: object, handler: ValidatorFunctionWrapHandler) -> Any:
        if isinstance(value, str) and MARK in value:
            _record_of(records_of, what, value)
            return value
        return handler(value)

    return WrapValidator(read)


class ExtendedRecord(Record):
    """A record with a field that only extensions fill. Where they don't, it is not stated.

    So content that needs no extension is the same, byte for byte, as before there were any.
    """

    @model_serializer(mode="wrap")
    def _without_nothing(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        stated: dict[str, Any] = handler(self)
        for field in ("extended", "extensions"):
            if field in stated and not stated[field]:
                del stated[field]
        return stated
