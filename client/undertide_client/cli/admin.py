"""The commands of operators and moderators: `undertide admin`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from pathlib import Path
from typing import Any, Final, get_args

import click
from click.core import ParameterSource

from undertide_client.cli.addresses import ADDRESS, cluster_option
from undertide_client.cli.admin_caller import Caller
from undertide_client.cli.insight import look, status
from undertide_client.net.address import ServerAddress, door_of
from undertide_shared.command import CommandLine
from undertide_shared.limits import MAX_MINUTES
from undertide_shared.messages import (
    Access,
    Announce,
    Appoint,
    Audit,
    Ban,
    ChatLog,
    Dissolve,
    Drain,
    Govern,
    Invite,
    Invited,
    Kick,
    ListAuditEntries,
    ListChat,
    ListNodes,
    ListPeople,
    ListReports,
    ListSessions,
    Lock,
    Mute,
    Nodes,
    People,
    Refuse,
    Reports,
    ServerBan,
    Sessions,
    SetAccess,
    SetChat,
    Transfer,
    Unban,
    Unmute,
)

__all__ = ["admin"]

SESSION: Final = click.option(
    "--session",
    type=door_of,
    metavar="S",
    required=True,
    help="A session's id, an invite code, or an invite.",
)
ANY_SESSION: Final = click.option(
    "--session",
    type=door_of,
    metavar="S",
    default="",
    help="A session's id; without it, the whole server.",
)
PERSON: Final = click.argument("person", metavar="PERSON")
REASON: Final = click.option(
    "--reason", metavar="TEXT", default="", help="The reason that they read."
)
MINUTES: Final = click.option(
    "--minutes",
    type=click.IntRange(0, MAX_MINUTES),
    default=0,
    help="How long it lasts; without it, for good.",
)


class AddressFirst(CommandLine):
    """A group whose options may follow its argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move the options that follow the argument before it."""
        if args and not args[0].startswith("-"):
            end = self._end_of_options(args)
            args = [*args[1:end], args[0], *args[end:]]
        return super().parse_args(ctx, args)

    def _end_of_options(self, args: list[str]) -> int:
        """Return the index after the group's own options that follow its argument."""
        flags = {name for each in self.params if _is_flag(each) for name in each.opts}
        end = 1
        while end < len(args) and args[end].startswith("-"):
            alone = args[end] in flags or "=" in args[end] or args[end] in {"-h", "--help"}
            end += 1 if alone else 2
        return min(end, len(args))


def _is_flag(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Option) and parameter.is_flag


@click.group(cls=AddressFirst)
@ADDRESS
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of `serve --data`, whose operator key makes you an operator.",
)
@cluster_option("The database of `serve --cluster`: whoever can write to it is an operator.")
@click.option("--account", metavar="NAME", default="", help="The account to log in to.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def admin(
    context: click.Context,
    *,
    address: ServerAddress,
    data: Path | None,
    cluster: str | None,
    account: str,
    as_json: bool,
) -> None:
    """Moderate a server, and look into it: people, sessions, reports, the worlds of its runs.

    With --data or --cluster you are an operator. With --account you log in: the password comes from
    UNDERTIDE_PASSWORD, or the command asks for it. PERSON is a name in `people`, or a number
    there (2 or +2).
    """
    if context.get_parameter_source("cluster") is ParameterSource.ENVIRONMENT and (data or account):
        cluster = None  # What the words of the command name goes before the environment.
    if bool(data) + bool(cluster) + bool(account) > 1:
        raise click.UsageError("give one of --data, --cluster and --account")
    context.obj = Caller(address, account, data, cluster or "", as_json)


# --- lists --------------------------------------------------------------------------------------


@admin.command()
@click.pass_obj
def sessions(caller: Caller) -> None:
    """List the sessions; operators also see those that are not public."""
    from undertide_client.cli.listing import table_of
    from undertide_client.net.pages import all_sessions

    found = caller.query_server(
        lambda one_shot: all_sessions(
            lambda skip: one_shot.request_answer(ListSessions(skip), Sessions)
        )
    )
    caller.show(Sessions(found), lambda: table_of(found))


@admin.command()
@ANY_SESSION
@click.pass_obj
def people(caller: Caller, *, session: str) -> None:
    """Show who is in a session, or for operators on the whole server, and the bans there."""
    caller.show_people(
        caller.query_server(lambda one_shot: one_shot.request_answer(ListPeople(session), People))
    )


@admin.command()
@ANY_SESSION
@click.pass_obj
def audit(caller: Caller, *, session: str) -> None:
    """Show the audit log, the latest entry last."""
    from undertide_client.cli.moderation_tables import audit_table

    told = caller.query_server(
        lambda one_shot: one_shot.request_answer(ListAuditEntries(session), Audit)
    )
    caller.show(told, lambda: audit_table(told))


@admin.command()
@click.option(
    "--before",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    help="Show the reports before the report of this number.",
)
@click.pass_obj
def reports(caller: Caller, *, before: int) -> None:
    """Show the reports of players, with the last lines of chat, the latest last."""
    from undertide_client.cli.moderation_tables import reports_text

    told = caller.query_server(
        lambda one_shot: one_shot.request_answer(ListReports(before), Reports)
    )
    caller.show(told, lambda: reports_text(told))


@admin.command()
@SESSION
@click.pass_obj
def transcript(caller: Caller, *, session: str) -> None:
    """Show the last lines of a session's chat, the latest last."""
    from undertide_client.cli.moderation_tables import chat_text

    told = caller.query_server(lambda one_shot: one_shot.request_answer(ListChat(session), ChatLog))
    caller.show(told, lambda: chat_text(told))


# --- about people -------------------------------------------------------------------------------


@admin.command()
@PERSON
@SESSION
@REASON
@click.pass_obj
def kick(caller: Caller, *, person: str, session: str, reason: str) -> None:
    """Kick somebody from a session, connected or not; they may come back, with a new hero."""
    caller.order_about(person, session, lambda number: Kick(number, reason))


@admin.command()
@PERSON
@SESSION
@MINUTES
@REASON
@click.pass_obj
def ban(caller: Caller, *, person: str, session: str, minutes: int, reason: str) -> None:
    """Kick somebody from a session, and ban their account and address from it."""
    caller.order_about(person, session, lambda number: Ban(number, minutes, reason))


@admin.command()
@PERSON
@SESSION
@click.pass_obj
def refuse(caller: Caller, *, person: str, session: str) -> None:
    """Kick a spectator, who may not watch this run again."""
    caller.order_about(person, session, Refuse)


@admin.command()
@PERSON
@SESSION
@MINUTES
@click.pass_obj
def mute(caller: Caller, *, person: str, session: str, minutes: int) -> None:
    """Mute somebody: nobody hears their chat."""
    caller.order_about(person, session, lambda number: Mute(number, minutes))


@admin.command()
@PERSON
@SESSION
@click.pass_obj
def unmute(caller: Caller, *, person: str, session: str) -> None:
    """Unmute somebody."""
    caller.order_about(person, session, Unmute)


@admin.command()
@PERSON
@click.argument("role", type=click.Choice(["host", "moderator", "player"]))
@SESSION
@click.pass_obj
def appoint(caller: Caller, *, person: str, role: Any, session: str) -> None:
    """Make a player a moderator, a plain player, or the party leader (`host`)."""
    caller.order_about(person, session, lambda number: Appoint(number, role))


# --- about a session ----------------------------------------------------------------------------


@admin.command()
@SESSION
@click.pass_obj
def lock(caller: Caller, *, session: str) -> None:
    """Lock a session: nobody new may join."""
    caller.order(Lock(True), session)


@admin.command()
@SESSION
@click.pass_obj
def unlock(caller: Caller, *, session: str) -> None:
    """Unlock a session: newcomers may join again."""
    caller.order(Lock(False), session)


@admin.command()
@click.argument("access", type=click.Choice(get_args(Access)))
@SESSION
@click.pass_obj
def access(caller: Caller, *, access: Any, session: str) -> None:
    """Set who can find and join a session."""
    caller.order(SetAccess(access), session)


@admin.command()
@click.argument("spectators", type=click.Choice(["on", "off"]))
@SESSION
@click.pass_obj
def chat(caller: Caller, *, spectators: str, session: str) -> None:
    """Set whether spectators may chat."""
    caller.order(SetChat(spectators == "on"), session)


@admin.command()
@SESSION
@click.option("--renew", is_flag=True, help="Make a new code; the old one stops working.")
@click.pass_obj
def invite(caller: Caller, *, session: str, renew: bool) -> None:
    """Print the invite code of a session."""
    order = Govern(Invite(renew), session)
    caller.show_code(caller.query_server(lambda one_shot: one_shot.request_answer(order, Invited)))


@admin.command()
@SESSION
@REASON
@click.pass_obj
def dissolve(caller: Caller, *, session: str, reason: str) -> None:
    """End a session and its run for everyone."""
    caller.order(Dissolve(reason), session)


# --- the whole server ---------------------------------------------------------------------------


@admin.command()
@click.argument("text")
@click.pass_obj
def announce(caller: Caller, *, text: str) -> None:
    """Tell everyone on the server something, in all sessions and in the lobby."""
    caller.order(Announce(text))


@admin.command()
@click.pass_obj
def nodes(caller: Caller) -> None:
    """List the nodes: the workers of a server, or the servers of a cluster."""
    _show_nodes(caller, ListNodes())


@admin.command()
@click.argument("node", metavar="NODE")
@click.pass_obj
def drain(caller: Caller, *, node: str) -> None:
    """Move all runs of a node to the others. It takes no more until it is started again."""
    _show_nodes(caller, Drain(node))


@admin.command()
@SESSION
@click.argument("node", metavar="NODE")
@click.pass_obj
def transfer(caller: Caller, *, session: str, node: str) -> None:
    """Move the run of a session to another node."""
    _show_nodes(caller, Transfer(session, node))


def _show_nodes(caller: Caller, message: ListNodes | Drain | Transfer) -> None:
    from undertide_client.cli.moderation_tables import nodes_table

    told = caller.query_server(lambda one_shot: one_shot.request_answer(message, Nodes))
    caller.show(told, lambda: nodes_table(told))


# --- bans ---------------------------------------------------------------------------------------


@admin.command()
@click.argument("kind", type=click.Choice(["account", "address"]))
@click.argument("whom")
@MINUTES
@REASON
@click.pass_obj
def outlaw(caller: Caller, *, kind: str, whom: str, minutes: int, reason: str) -> None:
    """Ban an account, or an address or network, from the whole server."""
    account, address = (whom, "") if kind == "account" else ("", whom)
    caller.order(ServerBan(account, address, minutes, reason))


@admin.command()
@click.argument("ban", type=click.IntRange(1))
@ANY_SESSION
@click.pass_obj
def pardon(caller: Caller, *, ban: int, session: str) -> None:
    """End a ban, by its number in `people`."""
    caller.order(Unban(ban), session)


# --- insight ------------------------------------------------------------------------------------

admin.add_command(look)
admin.add_command(status)
