"""The commands of those who keep order on a server: `undertide admin`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from pathlib import Path
from typing import Any, Final, get_args

import click

from undertide_client.cli.admin_caller import Caller
from undertide_client.cli.play import ADDRESS
from undertide_shared.command import CommandLine
from undertide_shared.limits import MAX_MINUTES
from undertide_shared.messages import (
    Access,
    Appoint,
    Audit,
    Ban,
    Dissolve,
    Govern,
    Invite,
    Invited,
    Kick,
    ListAuditEntries,
    ListPeople,
    ListSessions,
    Lock,
    Mute,
    People,
    Refuse,
    ServerBan,
    Sessions,
    SetAccess,
    SetChat,
    Unban,
    Unmute,
)

__all__ = ["admin"]

SESSION: Final = click.option(
    "--session", metavar="S", required=True, help="A session's id, or an invite code."
)
ANY_SESSION: Final = click.option(
    "--session", metavar="S", default="", help="A session's id; without it, the whole server."
)
PERSON: Final = click.argument("person", metavar="PERSON")
REASON: Final = click.option("--reason", metavar="TEXT", default="", help="What they are told.")
MINUTES: Final = click.option(
    "--minutes",
    type=click.IntRange(0, MAX_MINUTES),
    default=0,
    help="How long it lasts; without it, for good.",
)


class AddressFirst(CommandLine):
    """A group whose options may stand behind its argument, as people say it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options that follow the argument as if they stood before it."""
        if args and not args[0].startswith("-"):
            end = self._end_of_options(args)
            args = [*args[1:end], args[0], *args[end:]]
        return super().parse_args(ctx, args)

    def _end_of_options(self, args: list[str]) -> int:
        """Return where the group's own options end that stand behind its argument."""
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
    help="The folder of `serve --data`: whoever can read its key is an operator.",
)
@click.option("--account", metavar="NAME", default="", help="The account to log in to.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def admin(
    context: click.Context, *, address: str, data: Path | None, account: str, as_json: bool
) -> None:
    """Keep order on a server: see who is there, put out, ban, mute, lock, read the audit log.

    With --data you are the host; with --account whoever has it: the password is taken from
    UNDERTIDE_PASSWORD, or else asked for. PERSON is a number or a name that `people` shows.
    """
    if data is not None and account:
        raise click.UsageError("say --data or --account, one of them")
    context.obj = Caller(address, account, data, as_json)


# --- looking round ------------------------------------------------------------------------------


@admin.command()
@click.pass_obj
def sessions(caller: Caller) -> None:
    """List the sessions; for operators, those too that are not public."""
    from undertide_client.cli.listing import table_of

    told = caller.ask(lambda one_shot: one_shot.ask(ListSessions(), Sessions))
    caller.show(told, lambda: table_of(told.sessions))


@admin.command()
@ANY_SESSION
@click.pass_obj
def people(caller: Caller, *, session: str) -> None:
    """Show who is in a session or, to operators, on the whole server; and who is banned there."""
    caller.show_people(caller.ask(lambda one_shot: one_shot.ask(ListPeople(session), People)))


@admin.command()
@ANY_SESSION
@click.pass_obj
def audit(caller: Caller, *, session: str) -> None:
    """Show what was done to keep order, the latest last."""
    from undertide_client.cli.order_tables import audit_table

    told = caller.ask(lambda one_shot: one_shot.ask(ListAuditEntries(session), Audit))
    caller.show(told, lambda: audit_table(told))


# --- about people -------------------------------------------------------------------------------


@admin.command()
@PERSON
@SESSION
@REASON
@click.pass_obj
def kick(caller: Caller, *, person: str, session: str, reason: str) -> None:
    """Put somebody out of a session, who may come back."""
    caller.order_about(person, session, lambda number: Kick(number, reason))


@admin.command()
@PERSON
@SESSION
@MINUTES
@REASON
@click.pass_obj
def ban(caller: Caller, *, person: str, session: str, minutes: int, reason: str) -> None:
    """Put somebody out of a session, and keep account and address out of it."""
    caller.order_about(person, session, lambda number: Ban(number, minutes, reason))


@admin.command()
@PERSON
@SESSION
@click.pass_obj
def refuse(caller: Caller, *, person: str, session: str) -> None:
    """Put a spectator out, who may not watch this run again."""
    caller.order_about(person, session, Refuse)


@admin.command()
@PERSON
@SESSION
@MINUTES
@click.pass_obj
def mute(caller: Caller, *, person: str, session: str, minutes: int) -> None:
    """Let nobody hear somebody's chat."""
    caller.order_about(person, session, lambda number: Mute(number, minutes))


@admin.command()
@PERSON
@SESSION
@click.pass_obj
def unmute(caller: Caller, *, person: str, session: str) -> None:
    """Let somebody be heard again."""
    caller.order_about(person, session, Unmute)


@admin.command()
@PERSON
@click.argument("role", type=click.Choice(["host", "moderator", "player"]))
@SESSION
@click.pass_obj
def appoint(caller: Caller, *, person: str, role: Any, session: str) -> None:
    """Make a player moderator, player again, or the host in place of who was."""
    caller.order_about(person, session, lambda number: Appoint(number, role))


# --- about a session ----------------------------------------------------------------------------


@admin.command()
@SESSION
@click.pass_obj
def lock(caller: Caller, *, session: str) -> None:
    """Let nobody new into a session."""
    caller.order(Lock(True), session)


@admin.command()
@SESSION
@click.pass_obj
def unlock(caller: Caller, *, session: str) -> None:
    """Let newcomers in again."""
    caller.order(Lock(False), session)


@admin.command()
@click.argument("access", type=click.Choice(get_args(Access)))
@SESSION
@click.pass_obj
def access(caller: Caller, *, access: Any, session: str) -> None:
    """Say who finds a session and may come in."""
    caller.order(SetAccess(access), session)


@admin.command()
@click.argument("spectators", type=click.Choice(["on", "off"]))
@SESSION
@click.pass_obj
def chat(caller: Caller, *, spectators: str, session: str) -> None:
    """Say whether spectators may chat."""
    caller.order(SetChat(spectators == "on"), session)


@admin.command()
@SESSION
@click.option("--renew", is_flag=True, help="A new one; the one before lets nobody in any more.")
@click.pass_obj
def invite(caller: Caller, *, session: str, renew: bool) -> None:
    """Print the invite code of a session."""
    order = Govern(Invite(renew), session)
    caller.show_code(caller.ask(lambda one_shot: one_shot.ask(order, Invited)))


@admin.command()
@SESSION
@REASON
@click.pass_obj
def dissolve(caller: Caller, *, session: str, reason: str) -> None:
    """End a session for everyone, and its run."""
    caller.order(Dissolve(reason), session)


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
    """End a ban, by the number that `people` shows for it."""
    caller.order(Unban(ban), session)
