"""What a process knows of extensions, and what content says that it needs."""

from dataclasses import replace

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.ruleset import canonical
from undertide_server.content.schema.extensions import (
    SURFACE,
    Addition,
    ExtensionError,
    MissingExtensionError,
    installed,
    needed_by,
    only_installed,
    require_extensions,
)

LAMP = Addition(name="lamp", version="1.0", rules=3, plays=frozenset({2}))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": "Lamp!"}, "name: expected small letters"),
        ({"version": ""}, "lamp.version: is missing"),
        ({"rules": 0}, "lamp.rules: expected a number from 1 on; found 0"),
        ({"plays": frozenset({3})}, "lamp.plays: expected numbers of earlier rules, from 1 to 2"),
        ({"surface": SURFACE + 1}, f"lamp.surface: expected {SURFACE}, that of this server"),
    ],
)
def test_what_an_extension_states_wrongly_is_told_with_its_place(
    change: dict[str, object], told: str
) -> None:
    with pytest.raises(ExtensionError) as fault, only_installed(replace(LAMP, **change)):  # type: ignore[arg-type]
        pass
    assert told in str(fault.value)


def test_two_extensions_of_one_name_are_a_fault_that_leaves_all_as_it_was() -> None:
    with only_installed(LAMP):
        with (
            pytest.raises(ExtensionError, match="is the name of the one in lamp"),
            only_installed(LAMP, replace(LAMP, version="2.0")),
        ):
            pass
        assert installed() == {"lamp": LAMP}


def test_a_run_goes_on_by_the_rules_that_its_extension_plays() -> None:
    with only_installed(LAMP):
        assert require_extensions({"lamp": 3}) == [LAMP]
        assert require_extensions({"lamp": 2}) == [LAMP]
        with pytest.raises(MissingExtensionError) as fault:
            require_extensions({"lamp": 1})
    assert str(fault.value) == "needs the extension lamp with rules 1; lamp 1.0 plays rules 2, 3"


def test_an_extension_that_is_not_here_is_named() -> None:
    with only_installed(), pytest.raises(MissingExtensionError) as fault:
        require_extensions({"lamp": 1})
    assert str(fault.value) == "needs the extension lamp with rules 1"


def test_content_names_the_extensions_that_it_needs_and_shipped_content_needs_none() -> None:
    assert needed_by(canonical(shipped("default"))) == {}
    assert needed_by(b'{"preset": {"title": "x", "extensions": {"lamp": 2}}}') == {"lamp": 2}


def test_content_without_extensions_says_nothing_of_them() -> None:
    assert b"exten" not in canonical(shipped("default"))
