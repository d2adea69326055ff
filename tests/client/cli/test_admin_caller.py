from pathlib import Path

import click
import pytest

from undertide_client.cli.admin_caller import key_of, number_of, pass_of, plain
from undertide_shared.data_folder import KEY_BYTES
from undertide_shared.messages import BanInfo, People, PersonInfo, Terms

THERE = People(
    "abcde",
    [
        PersonInfo(1, "Ann", "host"),
        PersonInfo(2, "Bob", "player"),
        PersonInfo(5, "bob", "spectator"),
        PersonInfo(7, "2", "spectator"),
    ],
    0,
    "host",
    Terms(),
)


@pytest.mark.parametrize(("said", "number"), [("1", 1), ("ann", 1), ("+2", 2), ("7", 7)])
def test_somebody_is_named_by_number_or_else_by_name(said: str, number: int) -> None:
    assert number_of(said, THERE) == number


@pytest.mark.parametrize(
    ("said", "told"),
    [("Cal", "nobody"), ("Bob", r"\+2 Bob, \+5 bob"), ("2", r"\+2 Bob, \+7 2"), ("+9", "nobody")],
)
def test_a_name_of_nobody_or_several_ends_the_command(said: str, told: str) -> None:
    with pytest.raises(click.ClickException, match=told):
        number_of(said, THERE)


def test_a_message_is_plain_for_programs() -> None:
    told = plain(
        People("a", [PersonInfo(1, "Ann", "host")], 0, "host", Terms(), [BanInfo(1, "B", "A", 0)])
    )
    assert told["people"][0]["name"] == "Ann"
    assert told["terms"]["access"] == "public"
    assert told["bans"][0]["minutes"] == 0


def test_a_folder_without_a_key_ends_the_command(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="start the server with it first"):
        key_of(tmp_path)
    (tmp_path / "operator.key").write_text("none")
    with pytest.raises(click.ClickException, match="holds no operator key"):
        key_of(tmp_path)


def test_a_pass_of_a_cluster_comes_from_its_database(postgres_url: str) -> None:
    assert len(pass_of(postgres_url)) == KEY_BYTES
    assert pass_of(postgres_url) != pass_of(postgres_url)


def test_a_database_that_gives_no_pass_ends_the_command_without_its_password() -> None:
    with pytest.raises(click.ClickException, match="can't be reached") as caught:
        pass_of("postgresql://ann:swordfish@127.0.0.1:1/none")
    assert "swordfish" not in caught.value.message
