"""The commands by which operators look at a server and into its runs: `undertide admin look`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from undertide_client.cli.admin_caller import Caller
from undertide_client.net.address import door_of
from undertide_shared.limits import MAX_NUMBER
from undertide_shared.messages import Looked, LookInto, ShowStatus, StatusReport

if TYPE_CHECKING:
    from undertide_client.net.one_shot import OneShotConnection

WHOLE: Final = click.IntRange(0, MAX_NUMBER)


@click.command()
@click.pass_obj
def status(caller: Caller) -> None:
    """Show how the server is: its sessions, its workers and the latest figures of /status."""
    from undertide_client.cli.look_text import status_text

    told = caller.query_server(lambda one_shot: one_shot.request_answer(ShowStatus(), StatusReport))
    caller.show_data(json.loads(told.data), status_text)


@click.command()
@click.argument("session", metavar="SESSION")
@click.option("--floor", type=WHOLE, metavar="N", help="What is on the floors of this number.")
@click.option("--entity", type=WHOLE, metavar="E", help="One entity, by its number.")
@click.option(
    "--component",
    metavar="C",
    default="",
    help="All that have a component, or something at a path in it: Effects.remaining.burning,"
    " Mind.mood=hunting.",
)
@click.option("--step", type=WHOLE, metavar="N", help="After this step; without it, the latest.")
@click.option("--since", type=WHOLE, metavar="M", help="What changed since this step.")
@click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _option, given: _print_json(context) if given else None,
    help="Print JSON.",
)
@click.pass_obj
def look(
    caller: Caller,
    *,
    session: str,
    floor: int | None,
    entity: int | None,
    component: str,
    step: int | None,
    since: int | None,
) -> None:
    """Look into the world of a run: entities, components, floors, clocks and inboxes.

    SESSION is a session's id, an invite, or the name of a run, live or kept. The look reads what is
    stored and holds nobody up.
    """
    from undertide_client.cli.look_text import look_text
    from undertide_client.net.pages import whole_look

    wanted = LookInto(door_of(session) or session, step, since, floor, entity, component)

    async def take_look(one_shot: "OneShotConnection") -> dict[str, Any]:
        async def page_of(message: LookInto) -> str:
            return (await one_shot.request_answer(message, Looked)).data

        return await whole_look(page_of, wanted)

    told = caller.query_server(take_look)
    caller.show_data(told, look_text)


def _print_json(context: click.Context) -> None:
    """Print JSON, as with the option of the group."""
    context.obj = replace(context.obj, as_json=True)
