"""The meaning of each event that the server logs, and of each key, for docs/reference.md."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import undertide_server

EVENTS: Final[Mapping[str, str]] = {
    "a lobby line can't be read": (
        "Another node has written the line of a session, which this version can't read."
    ),
    "a message of a node failed": "The program failed at a message of another node.",
    "a node gave no answer": "Another node did not answer a question in time, or refused it.",
    "a question of a node failed": "The program failed at a question of another node.",
    "accounts are read and written again": "The store of accounts works again.",
    "accounts can't be read or written": "A request about an account failed because of the store.",
    "accounts can't be written": "A change of accounts or of the audit log was not written.",
    "accounts could not be looked at": (
        "The server could not check whether accounts have changed. It tries again."
    ),
    "all workers stopped": "Every worker of the server has ended, as the operator wanted.",
    "content restored": (
        "Stored content was damaged. The server has replaced the content that it offers itself."
    ),
    "cut off": (
        "Number of connections that the server closed without an answer, or before they greeted,"
        " for one reason, since the last such line."
    ),
    "deed": "An act of moderation, with the words of the audit log.",
    "disk has room again": "The disk has more than `storage.warn_free_bytes` free again.",
    "disk is nearly full": "The disk has less than `storage.warn_free_bytes` free.",
    "dropped": "A connection was dropped because its client did not read the messages.",
    "clock doubted: nothing old is deleted for a day": (
        "When the server started, the clock was behind what is stored, or so far ahead that things"
        " would be deleted (`what`). Set the clock, or let the server run for a day if it is right."
    ),
    "cut off from the store": (
        "This node alone can't reach the database, as `reason` tells. It drops its runs, and its"
        " clients connect to another node."
    ),
    "extension failed": "The code of an extension failed in a session, which ends with this.",
    "few open files allowed": (
        "The system allows fewer open files than the limits may need. Raise `LimitNOFILE`."
    ),
    "garbage collected": "A full garbage collection: all players waited for `took_ms`.",
    "greeted": "A client has connected and named its program.",
    "log lines dropped": (
        "Nobody read the log for a while, so some of its lines were left out: `lines` of them."
    ),
    "indexes made again": (
        "Indexes of a database did not fit their tables, which a damaged disk can cause."
    ),
    "joined": "A person has taken a seat of a session, or watches it.",
    "lease can't be removed": (
        "The other workers take the runs of a worker that ended once its lease expires."
    ),
    "lease lost: other nodes go on with the runs": (
        "The worker could not renew its lease in time. It begins anew under the name in `now`."
    ),
    "left": "A person is no longer in a session, whatever the reason.",
    "link lost": "The link to another node has ended. It is made again when it is needed.",
    "link refused": "A node without the key, or of another version, asked for a link.",
    "listening": "The server accepts connections.",
    "logged in": "A person has logged in to an account, or signed up.",
    "login failed": "The name or the password of a login was wrong.",
    "message failed": "The program failed at a message of a client.",
    "new sessions again: the server keeps less than it may": (
        "Less than `storage.most_bytes` of runs is kept again."
    ),
    "no new session: the server keeps all that it may": (
        "As much as `storage.most_bytes` of runs is kept. Nobody can make a session."
    ),
    "no room for the pictures of a run": (
        "Nothing more of a run is rendered: its renders, or all renders, take what `[replays]`"
        " allows, or the disk is low. Told once for each run."
    ),
    "no seat status": (
        "Neither another worker nor the store told what became of a seat, so a lobby leaves it"
        " open."
    ),
    "no thumbnails": (
        "Another worker did not tell the small maps of its sessions, so a lobby shows none of them."
    ),
    "no wheel can be offered": (
        "The wheel of the client at `/client/` could not be made: see the reason. The rest works."
    ),
    "old runs can't be deleted": "The folder could not be read. The server tries again in an hour.",
    "old runs deleted": (
        "Runs in one state were older than `storage.keep_ended_days` or `keep_resting_days`."
    ),
    "open to ssh": "The server accepts connections by ssh.",
    "only nodes on this machine reach this one: see --advertise": (
        "The server listens for links at a loopback address, so servers of other machines can't"
        " relay its sessions. `--advertise HOST:PORT` says where they reach it."
    ),
    "other nodes reach this one": "The address at which the other servers of a cluster reach this.",
    "others can read this: take their rights with chmod go=": (
        "Others on the machine can read the data folder or a file in it, which holds seeds and"
        " digests of secrets."
    ),
    "owner not found": "Nobody went on with a run in time, so its members were sent to the lobby.",
    "put out": "The server closed a connection with a close code.",
    "replacing workers": "The operator asked for a rolling restart.",
    "look failed": (
        "The process that looks into runs for operators failed, hung or took too long at this run."
    ),
    "replay failed": "The program failed at a replay.",
    "replay hung": (
        "The process of a replay said nothing for half a minute. The server ends it, and tells its"
        " viewer."
    ),
    "replay's process ended": "The process of a replay ended before the replay did.",
    "reported": "A person has reported another. `undertide admin reports` shows the chat.",
    "run can't be read": "A resting run could not be recovered because of the disk.",
    "run could not be brought back": (
        "The program failed while it brought back a run after its start: it rests."
    ),
    "run could not be taken over": (
        "The program failed while it brought back the run of a lost node."
    ),
    "run fenced": (
        "Another worker owns a run by now, so this one has dropped its session without a write."
    ),
    "kept runs are back": (
        "The server has brought back all runs that somebody was in when the last one ended."
    ),
    "run goes on": "A stored run was recovered.",
    "run moved": "A run has moved to another node, after a pause of `pause_ms` milliseconds.",
    "run not rendered": (
        "Rendering a run failed. The server tries again, a few times in all, and then gives the"
        " run up for this version of the rules."
    ),
    "run set aside": (
        "A run could not be recovered, or has killed its server too often: see the reason. The next"
        " start tries again what could not be recovered."
    ),
    "run stays": ("A node that hands its runs over could not move one of them, for this reason."),
    "run left to another node": (
        "Later rules, or an extension that is not here, play a run: a node that has them takes it."
    ),
    "runs left to other nodes": (
        "Runs of nodes that ended need an extension that this node lacks, or has with other rules"
        " (see the `reason`). They wait for a node that has it."
    ),
    "run waits for the store": "A run can't be read now, so its new owner tries again.",
    "run was not taken": "A node did not take a run in time. The store decides who owns it.",
    "runs can't be played": (
        "This version can't read the content of so many runs (`runs`), for the `reason` that names"
        " its keys. They wait for a version that can, and their players keep their seats."
    ),
    "runs are written again": "The disk works again, and runs go on.",
    "runs can't be read": "A request for stored runs failed because of the disk.",
    "runs can't be rendered": "The runs to render could not be read because of the disk.",
    "runs can't be written any more": (
        "A fault of the program stopped all writing. The server ends."
    ),
    "runs can't be written: they wait": "The disk is full or fails. Runs go on once it works.",
    "runs claimed": (
        "Another worker has died or lost its lease, and this one goes on with some of its runs."
    ),
    "runs could not be listed": "The program failed at a request for the list of runs.",
    "runs in the folder are not served: see `runs copy`": (
        "A server of a cluster serves the runs of its database, and its `--data` folder has some of"
        " a server that was alone."
    ),
    "runs set aside": "The database of `play` is damaged: it was moved to the folder in `now`.",
    "runs stay": (
        "A worker that was told to hand over its runs still has some; the server brings them"
        " back when it starts again, or others claim them."
    ),
    "replay gave way": (
        "Nobody did anything in a replay for `limits.give_way_minutes`, and somebody asked for"
        " another one while all were taken."
    ),
    "session closed": "Nobody was in a session for `limits.idle_session_seconds`.",
    "session gave way": (
        "Nobody did anything in a public session for `limits.give_way_minutes`, and somebody asked"
        " for another one while there was no room. Its run rests."
    ),
    "session could not be closed": "The program failed while it closed a failed session.",
    "session failed": "The program failed in a session. Its players are back in the lobby.",
    "session made": "A player has made a session.",
    "setting refused": "A reload found a wrong setting. All settings stay as they were.",
    "setting removed": "`server.toml` states a setting that nothing reads any more.",
    "setting renamed": "`server.toml` states the old name of a setting.",
    "settings could not be read": "The program failed at a reload. All settings stay as they were.",
    "settings taken up": "A reload has changed these settings.",
    "settings wait for the next start": "A reload found changes that need a new start.",
    "ssh seats forgotten": (
        "The server has deleted the vaults of visitors by ssh that nobody used for `ssh.keep_days`."
    ),
    "ssh visit failed": "The terminal client of a visitor by ssh failed.",
    "ssh worker doesn't start": (
        "A process for visitors by ssh could not be started. The server tries again."
    ),
    "ssh worker ended": (
        "A process for visitors by ssh ended, and their visits with it. The server starts another."
    ),
    "ssh worker hung": (
        "A process for visitors by ssh said nothing for half a minute. The server ends it and its"
        " visits, and starts another."
    ),
    "ssh worker is silent": (
        "A process for visitors by ssh says nothing: the server sends it no newcomers."
    ),
    "stopped": "The server has ended.",
    "stopping": "The server was told to stop.",
    "the last steps of runs could not be written: nobody was shown them": (
        "The disk failed until the end. No player has seen the lost steps."
    ),
    "the database could be safer": (
        "The settings of a cluster's database are sound, but others would keep more: see the"
        " reason."
    ),
    "the database is behind a pooler": (
        "Each transaction sets its own time limits, and no statement stays prepared."
    ),
    "the lease can't be renewed": (
        "The database did not answer. After two seconds, others may take the runs of this worker."
    ),
    "the lease is lost": (
        "The store has no lease of this node any more, so others may own its runs."
    ),
    "the lease is renewed again": "The database answers again.",
    "the lobby lines could not be made": (
        "The program failed at the lines of sessions for other nodes."
    ),
    "the store gives no answer about an owner": (
        "The store can't say now who owns a run. The node asks again."
    ),
    "the store went back: runs that lack steps are set aside": (
        "The database lacks changes that it had acknowledged: mostly a copy was restored while"
        " the server ran."
    ),
    "worker doesn't start": "A worker ended at its start. The supervisor tries again.",
    "worker ended": "A worker ended by itself, or was killed. The supervisor starts another.",
    "worker killed: it doesn't end": "A worker took too long to end.",
    "worker starts": "The supervisor has started a worker.",
    "workers replaced": "A rolling restart is over.",
    "workers serve": "The number of workers that serve has changed.",
    "workers stay as they are": (
        "A rolling restart ended, since a new worker does not start. The rest plays on."
    ),
}
"""One entry for each event; the tests hold that none is missing or superfluous."""
KEYS: Final[Mapping[str, str]] = {
    "account": "name of an account",
    "address": "address of the server",
    "ahead_days": "days from the newest time that was stored until the start, by the clock",
    "allowed": "open files that the system allows",
    "bytes": "bytes of all that is kept of runs",
    "code": "close code of the protocol, or exit code of a process",
    "connections": "number of connections",
    "extension": "name of an extension",
    "fault": "where the program failed",
    "file": "configuration file or certificate of the operator, or database",
    "lines": "lines of the log that were left out",
    "loop": "library whose event loop runs the server",
    "store": "data folder, or database of a cluster",
    "host_key": "fingerprint of the key by which ssh knows the server",
    "kept": "whether the audit log has the entry",
    "free": "bytes that are free on the disk",
    "key": "setting, as `section.key`",
    "keys": "settings, as `section.key`",
    "kind": "class of a message",
    "members": "number of members of a session",
    "name": "name of a person in a session",
    "node": "id of a node",
    "now": "new name: of a setting, as `section.key`; of a worker",
    "number": "number of a worker, which its successors keep",
    "of": "number of damaged contents",
    "operator": "whether the account is an operator's",
    "path": "file or folder of the server's data",
    "objects": "objects that nothing but a full garbage collection could free",
    "pause_ms": "milliseconds in which a run made no steps",
    "peer": "number of a connection, from its greeting to its end",
    "place": "address of a client: an IPv4 address, or an IPv6 network of 64 bits",
    "port": "port of the server",
    "preset": "preset of a session",
    "process": "id of a process",
    "program": "name that a client gives itself",
    "reason": "reason for the event",
    "report": "number of a report",
    "restored": "number of contents that the server could replace",
    "run": "name of a run, unique on every server",
    "runs": "number of runs",
    "seat": "number of a player's seat; none for a spectator",
    "session": "id of a session; empty for an act on the whole server",
    "serving": "number of workers that serve",
    "sessions": "number of sessions",
    "state": "state of runs",
    "step": "last step that was played",
    "text": "description of an act of moderation, or reason for a report",
    "to": "id of the node that has a run now",
    "took_ms": "milliseconds that it took",
    "unsent": "bytes that waited for a client",
    "visitors": "number of visitors",
    "visits": "number of visits by ssh",
    "wanted": "open files that the limits may need",
    "what": "kind of stored data",
    "worker": "id of a worker, new at each start of one",
    "workers": "number of workers that the operator wants",
    "who": "person who moderated or reported",
}
"""One entry for each key of any event."""


LEVELS = {"debug": "debug", "info": "info", "warning": "warning", "error": "error"}
METHODS = LEVELS | {"exception": "error"}
BESIDES = frozenset({"exc_info"})
"""What a call may name that is no key of the event."""


@dataclass(frozen=True)
class Event:
    """One call that logs."""

    place: str
    event: str
    level: str
    keys: frozenset[str]


def events() -> Iterator[Event]:
    """Yield what each call of a `log` in the server's source logs."""
    (root,) = undertide_server.__path__
    for file in sorted(Path(root).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _logs(node.func):
                yield _event(file, node)


def _logs(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "log"
        and function.attr in METHODS
    )


def _event(file: Path, call: ast.Call) -> Event:
    assert isinstance(call.func, ast.Attribute)
    place = f"{file.name}:{call.lineno}"
    (said,) = call.args
    assert isinstance(said, ast.Constant), f"{place}: an event is a constant text"
    assert isinstance(said.value, str)
    named = [keyword.arg for keyword in call.keywords]
    assert None not in named, f"{place}: the keys of an event are written out"
    keys = frozenset(str(name) for name in named) - BESIDES
    return Event(place, said.value, METHODS[call.func.attr], keys)
