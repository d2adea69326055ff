#!/usr/bin/env bash
# Caddy 2.6.2 (Debian 12): on a reload it sends the server behind it a close frame that is no frame.
#
# Guess: a reverse proxy passes frames on as they are. When its configuration is reloaded or it
# stops, it cuts the websockets, which server and client see as 1006, or closes them in order.
# So it is for the client: 1001, going away. The server gets the same four bytes, without the mask
# that frames towards a server must have (RFC 6455, 5.1). It takes that for a breach of the protocol:
# websockets ends the connection with 1002, "incorrect masking", and now and then that reaches the
# client before Caddy's own 1001. Other libraries raise errors that nobody expects. So each reload
# looks like many clients that break the protocol at once: what counts such clients, logs or bans
# them, does it to all players behind the proxy. A reload that changes nothing closes nothing.
# Source: caddyserver/caddy, pull request 5199, "Mask the WS close message when we're the client",
# merged after 2.6.2.
# Needs Debian's package caddy.
. "$(dirname "$0")/lib.sh"
need caddy caddy
python_with websockets==17.4
caddy version
"$python" - "$work" "$(free_port)" "$(free_port)" <<'PYTHON'
import asyncio, base64, os, subprocess, sys
from pathlib import Path

from websockets.server import ServerProtocol

work, port, admin = Path(sys.argv[1]), *map(int, sys.argv[2:])
got: asyncio.Queue = asyncio.Queue()

async def serve(reader, writer):
    """Open a websocket, and note all bytes that come behind the request."""
    protocol = ServerProtocol()
    protocol.receive_data(await reader.readuntil(b"\r\n\r\n"))
    [request] = protocol.events_received()
    protocol.send_response(protocol.accept(request))
    writer.writelines(protocol.data_to_send())
    data = await reader.readexactly(4)
    protocol.receive_data(data)
    await got.put((data, protocol.parser_exc or protocol.close_exc))
    writer.close()

def configure(upstream, note):
    (work / "Caddyfile").write_text(
        "{\n admin 127.0.0.1:%d\n auto_https off\n}\n"
        "http://127.0.0.1:%d {\n reverse_proxy 127.0.0.1:%d\n header X-Note %s\n}\n"
        % (admin, port, upstream, note)
    )

def caddy(order, *options):
    command = ["caddy", order, "--config", work / "Caddyfile", "--adapter", "caddyfile", *options]
    environment = {**os.environ, "HOME": str(work)}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)

async def open_websocket():
    """Open a websocket through Caddy, by hand: this client answers nothing."""
    for _ in range(100):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(0.1)
    key = base64.b64encode(b"a key of 16 byte")
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n\r\n")
    answer = await reader.readuntil(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 101 "), answer
    return reader, writer

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    upstream = server.sockets[0].getsockname()[1]
    configure(upstream, "first")
    running = caddy("run")
    try:
        reader, writer = await open_websocket()
        configure(upstream, "second")
        await asyncio.to_thread(caddy("reload", "--address", f"127.0.0.1:{admin}").wait)
        async with asyncio.timeout(10):
            data, error = await got.get()
        print("to the server:", data.hex(" "), "-", error)
        masked = bool(data[1] & 0x80)
        assert data == b"\x88\x02\x03\xe9" and not masked and "masking" in str(error)
        answer = await reader.read(4)
        print("to the client:", answer.hex(" "))
        writer.close()
    finally:
        running.terminate()
        running.wait()

asyncio.run(main())
PYTHON
as_stated "a reload reaches the server as a breach of the protocol"
