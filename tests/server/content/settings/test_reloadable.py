from typing import Any

from undertide_server.content.load import load_settings
from undertide_server.content.settings.reloadable import EFFECTS, as_far_as_possible, changed
from undertide_server.content.settings.settings import ServerSettings

SHIPPED = load_settings()


def settings(**sections: dict[str, Any]) -> ServerSettings:
    """Return the shipped settings with some values changed, unchecked."""
    changes = {
        name: getattr(SHIPPED, name).model_copy(update=values) for name, values in sections.items()
    }
    return SHIPPED.model_copy(update=changes)


def test_every_setting_says_when_it_takes_effect() -> None:
    every = {
        f"{section}.{key}"
        for section in ServerSettings.model_fields
        for key in type(getattr(SHIPPED, section)).model_fields
    }
    assert set(EFFECTS) == every


def test_what_has_changed_is_named_in_the_order_of_the_file() -> None:
    other = settings(pace={"mode": "real"}, server={"name": "Ann's"})
    assert changed(SHIPPED, other) == ["server.name", "pace.mode"]
    assert changed(SHIPPED, SHIPPED) == []


def test_what_waits_for_the_next_start_stays_and_all_else_is_taken_up() -> None:
    wanted = settings(server={"port": 1, "name": "Ann's"}, limits={"seats": 3, "stuck_seconds": 9})
    adopted = as_far_as_possible(SHIPPED, wanted)
    assert changed(SHIPPED, adopted) == ["server.name", "limits.seats"]
    assert changed(adopted, wanted) == ["server.port", "limits.stuck_seconds"]


def test_another_certificate_is_taken_up_but_tls_does_not_come_or_go() -> None:
    plain, one = settings(), settings(tls={"certificate": "a.pem", "key": "a.key"})
    other = settings(tls={"certificate": "b.pem", "key": "b.key"})
    assert as_far_as_possible(one, other).tls == other.tls
    assert as_far_as_possible(plain, one).tls == plain.tls
    assert as_far_as_possible(one, plain).tls == one.tls
