#!/usr/bin/env bash
# asyncssh 2.24: an error in one session's handler ends all sessions of its connection; its return, none.
#
# Guess: process_factory is called for each session, as a handler is called for each connection by
# asyncio or websockets: it ends when the handler returns, and fails, alone, when it raises.
# So it is the other way round. A handler that returns without process.exit() leaves its session open:
# the client has all output and waits for ever. And one that raises ends the whole connection, with
# every other session on it, from an error that is none of theirs. Their clients are told no error: all
# see neither a status nor a signal. OpenSSH's ControlMaster puts all windows of a user on one
# connection, so a fault in one window closes them all.
# So a handler has to catch what it raises, and to call exit() in every case.
# Source: asyncssh/connection.py, _reap_task(): an exception of a session's task is internal_error() of
# the connection. The examples of its documentation call exit(); none shows what happens without.
# Undertide: has sessions of a class of its own, whose errors it catches.
. "$(dirname "$0")/lib.sh"
python_with asyncssh==2.24.1
"$python" - <<'PYTHON'
import asyncio

import asyncssh

asyncssh.set_log_level("CRITICAL")  # the server logs the handler's error

class Server(asyncssh.SSHServer):
    def begin_auth(self, username):
        return False

async def serve(process):
    process.stdout.write(f"{process.command}\n")
    match process.command:
        case "stay":
            await process.stdin.read()
            process.exit(0)
        case "fail":
            raise ValueError("of one session")
        case "exit":
            process.exit(3)

async def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Server, server_host_keys=[key], process_factory=serve
    )
    port = server.sockets[0].getsockname()[1]
    login = {"known_hosts": None, "username": "anyone", "client_keys": None, "config": None}

    async with asyncssh.connect("127.0.0.1", port, **login) as connection:
        done = await connection.run("exit")
        print("calls exit(3): status", done.exit_status)
        assert done.exit_status == 3
        returned = await connection.create_process("return")
        said = await returned.stdout.readline()
        try:
            await asyncio.wait_for(returned.wait(), 2)
        except TimeoutError:
            print("returns: the client has", repr(said), "and waits on")
        else:
            raise SystemExit("changed: a handler that returns ends its session")

    async with asyncssh.connect("127.0.0.1", port, **login) as connection:
        others = [await connection.create_process("stay") for _ in range(2)]
        for other in others:
            assert await other.stdout.readline() == "stay\n"
        failed = await connection.run("fail")
        ended = [await asyncio.wait_for(other.wait(), 5) for other in others]
        print("raises: status", failed.exit_status, "signal", failed.exit_signal)
        print("two other sessions: status", *(other.exit_status for other in ended))
        assert failed.exit_status is None and failed.exit_signal is None
        assert [other.exit_status for other in ended] == [None, None]
        await asyncio.wait_for(connection.wait_closed(), 5)
        try:
            await connection.run("exit")
        except asyncssh.ChannelOpenError as error:
            print("one more:", error)
        else:
            raise SystemExit("changed: the connection is still there")
    server.close()

asyncio.run(main())
PYTHON
as_stated "an error ends all sessions of a connection, and a return not even its own"
