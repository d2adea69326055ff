"""Cleaning of what comes over the network, so that it is safe to show.

The types of the fields of messages state their bounds: see `undertide_shared.messages.fields`.
What needs no change is passed on as it is, so that honest servers cost little.
"""

import types
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from undertide_shared.limits import MAX_NAME
from undertide_shared.messages.fields import Listed, Named, Number, OneGlyph, OneLetter, Printable
from undertide_shared.text import LETTERS, clean

UNREADABLE: Final = "?"
"""Replaces a glyph that is not exactly one visible cell wide, and a name that can't be shown."""

Part = TypeVar("Part", bound=msgspec.Struct)
Cleaner = Callable[[Any], Any]
"""Returns a value that keeps to its bound: the value itself if nothing has to change. A value that
may be None is cleaned only where it isn't."""


def message(raw: Part) -> Part:
    """Return a message, or a part of one, in which every field keeps to its bound."""
    cleaner = _of_struct(type(raw))
    cleaned: Part = cleaner(raw) if cleaner is not None else raw
    return cleaned


# --- text ---------------------------------------------------------------------------------------


def text(raw: str, limit: int) -> str:
    """Return `raw` as one printable line of at most `limit` characters."""
    shown: str = _of_text(limit)(raw)
    return shown


def name(raw: str) -> str:
    """Return the name of a hero or spectator, or `UNREADABLE` if nothing of it is left."""
    return text(raw, MAX_NAME) or UNREADABLE


@lru_cache(maxsize=2048)
def is_one_cell(character: str) -> bool:
    """Return whether a character is visible (or a space) and exactly one terminal cell wide."""
    if character == " ":
        return True
    return (
        character.isprintable()
        and unicodedata.category(character)[0] not in "MZ"
        and unicodedata.category(character) != "Co"
        and unicodedata.east_asian_width(character) not in {"W", "F"}
    )


def glyph(raw: str) -> str:
    """Return `raw` if it is exactly one character of one cell, otherwise `UNREADABLE`."""
    return raw if len(raw) == 1 and is_one_cell(raw) else UNREADABLE


def _letter(raw: str) -> str:
    return raw if len(raw) == 1 and raw in LETTERS else ""


# --- cleaners of types --------------------------------------------------------------------------


@cache
def cleaners(kind: type[msgspec.Struct]) -> Mapping[str, Cleaner]:
    """Return the cleaner of each field of a kind of message or part; none for fields without one.

    None itself needs no cleaning: a cleaner is for a field that has a value.
    """
    hints = get_type_hints(kind, include_extras=True)
    found = {field: _of_type(hint) for field, hint in hints.items()}
    return {field: cleaner for field, cleaner in found.items() if cleaner is not None}


@cache
def _of_struct(kind: type[msgspec.Struct]) -> Cleaner | None:
    """Return the cleaner of a kind of message or part; None if all its values are fit."""
    types_of = get_type_hints(kind)
    steps = [
        (field, cleaner, _passes_empty(cleaner, types_of[field]))
        for field, cleaner in cleaners(kind).items()
    ]

    def clean_struct(raw: msgspec.Struct) -> msgspec.Struct:
        changes: dict[str, Any] = {}
        for field, cleaner, passes_empty in steps:
            before = getattr(raw, field)
            if before or not passes_empty:
                after = cleaner(before)
                if after is not before:
                    changes[field] = after
        return msgspec.structs.replace(raw, **changes) if changes else raw

    return clean_struct if steps else None


def _passes_empty(cleaner: Cleaner, hint: Any) -> bool:
    """Return whether an empty text, a zero, an empty list or None of a field is fit as it is."""
    return hint not in {str, int} or cleaner(hint()) == hint()


def _of_type(hint: Any) -> Cleaner | None:
    """Return the cleaner of a type; None if all its values are fit."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _of_bound(*inner)
    if origin is list:
        return _of_list(inner[0], None)
    if origin is tuple:
        return _of_tuple(inner)
    if origin in {Union, types.UnionType}:
        return _of_type(inner[0])  # None never reaches a cleaner.
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _of_struct(hint)
    return None


def _of_bound(hint: Any, bound: object) -> Cleaner | None:
    cleaner: Cleaner | None = None
    match bound:
        case Listed():
            cleaner = _of_list(get_args(hint)[0], bound)
        case Printable():
            cleaner = _of_text(bound.limit)
        case Named():
            cleaner = _of_name(bound)
        case OneGlyph():
            cleaner = glyph
        case OneLetter():
            cleaner = _letter
        case Number(firm=True):
            cleaner = _of_number(bound)
        case _:
            pass
    return cleaner


@cache
def _of_text(limit: int) -> Cleaner:
    # `clean` reads no further than this, and a shortened key keeps the cache small.
    most, cleaned = limit * 4, lru_cache(maxsize=1024)(partial(clean, limit=limit))

    def clean_text(raw: str) -> str:
        shown = cleaned(raw if len(raw) <= most else raw[:most])
        return raw if shown == raw else shown

    return clean_text


def _of_name(bound: Named) -> Cleaner:
    clean_text, blank = _of_text(bound.limit), "" if bound.optional else UNREADABLE
    return lambda raw: (clean_text(raw) or UNREADABLE) if raw else blank


def _of_number(bound: Number) -> Cleaner:
    least, most = bound.least, bound.most
    if most is None:
        return lambda raw: max(raw, least)
    return lambda raw: raw if least <= raw <= most else min(most, max(least, raw))


def _of_list(hint: Any, bound: Listed | None) -> Cleaner | None:
    cut = _cut(bound)
    cleaner = _of_type(hint)
    if cleaner is None:
        return cut

    def clean_list(raw: list[Any]) -> list[Any]:
        cleaned = [cleaner(each) for each in (raw if cut is None else cut(raw))]
        return raw if cleaned == raw else cleaned

    return clean_list


def _cut(bound: Listed | None) -> Cleaner | None:
    """Return what leaves of a list as many elements as its bound allows; None without a bound."""
    if bound is None:
        return None
    most, kept = bound.most, slice(-bound.most, None) if bound.latest else slice(bound.most)
    return lambda raw: raw if len(raw) <= most else raw[kept]


def _of_tuple(hints: tuple[Any, ...]) -> Cleaner | None:
    """Return the cleaner of pairs and triples, of which only the first element is ever text."""
    first, *rest = map(_of_type, hints)
    if first is None:
        return None
    assert not any(rest), "only the first element of a tuple may have a bound"

    def clean_tuple(raw: tuple[Any, ...]) -> tuple[Any, ...]:
        cleaned = first(raw[0])
        return raw if cleaned is raw[0] else (cleaned, *raw[1:])

    return clean_tuple
