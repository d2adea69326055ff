// Rooms of Colyseus whose clients walk about: `node rooms.cjs FOLDER TOGETHER ACTORS`.
//
// FOLDER has the installed packages. Each room has so many actors in its state, of which clients
// move one each; the library sends the changes of the state ten times a second. Beside them each
// client gets frames of the sizes that "begin" tells, filled with zeros.
//
// Questions on standard input, a JSON object a line: "cpu", "begin", "counts", "late".

const { createRequire } = require("node:module");
const readline = require("node:readline");

const load = createRequire(process.argv[2] + "/");
const { Server, Room } = load("@colyseus/core");
const { WebSocketTransport } = load("@colyseus/ws-transport");
const { Schema, MapSchema, defineTypes } = load("@colyseus/schema");

const TOGETHER = Number(process.argv[3]);
const ACTORS = Number(process.argv[4]);
const TICK_MS = 100;
const SIDE = 80;
const VARIETY = 10000; // frames until the sizes come round again
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, Infinity];

const late = new Array(BOUNDS.length).fill(0);
let frames = [];
let next = 0;
let sent = 0;
let clients = 0;

class Actor extends Schema {}
defineTypes(Actor, { x: "uint8", y: "uint8" });

class Floor extends Schema {
  constructor() {
    super();
    this.actors = new MapSchema();
  }
}
defineTypes(Floor, { actors: { map: Actor } });

class WalkingRoom extends Room {
  onCreate() {
    this.maxClients = TOGETHER;
    this.setState(new Floor());
    for (let number = 0; number < ACTORS - TOGETHER; number++) this.place(`monster${number}`);
    this.setPatchRate(TICK_MS);
    this.onMessage("act", (client, act) => this.walk(client.sessionId, act));
    this.due = performance.now() + TICK_MS;
    this.setSimulationInterval(() => this.tick(), TICK_MS);
  }

  onJoin(client) {
    clients++;
    this.place(client.sessionId);
  }

  onLeave(client) {
    clients--;
    this.state.actors.delete(client.sessionId);
  }

  place(key) {
    const actor = new Actor();
    actor.x = Math.floor(Math.random() * SIDE);
    actor.y = Math.floor(Math.random() * SIDE);
    this.state.actors.set(key, actor);
  }

  walk(key, act) {
    const actor = this.state.actors.get(key);
    if (act[2][0] !== "move" || !actor) return;
    const x = actor.x + act[2][1];
    const y = actor.y + act[2][2];
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) return;
    for (const other of this.state.actors.values()) if (other.x === x && other.y === y) return;
    actor.x = x;
    actor.y = y;
  }

  tick() {
    const now = performance.now();
    const seconds = Math.max(0, now - this.due) / 1000;
    late[BOUNDS.findIndex((bound) => seconds <= bound)]++;
    this.due = Math.max(this.due + TICK_MS, now);
    if (!frames.length) return;
    for (const client of this.clients) {
      const frame = frames[next++ % VARIETY];
      if (frame === null) continue;
      client.sendBytes("frame", frame);
      sent++;
    }
  }
}

function begin({ sizes, chance }) {
  const kinds = Object.entries(sizes).map(([size, count]) => [new Uint8Array(Number(size)), count]);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const drawn = () => {
    if (Math.random() >= chance) return null;
    let left = Math.random() * total;
    return kinds.find(([, count]) => (left -= count) < 0)?.[0] ?? kinds[0][0];
  };
  frames = Array.from({ length: VARIETY }, drawn);
  return null;
}

const questions = {
  begin,
  cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  counts: () => ({ frames: sent, clients }),
  late: () => {
    let below = 0;
    return Object.fromEntries(
      BOUNDS.map((bound, at) => [bound === Infinity ? "inf" : bound, (below += late[at])]),
    );
  },
};

async function main() {
  const transport = new WebSocketTransport({ pingInterval: 0 });
  const server = new Server({ transport, greet: false, gracefullyShutdown: false });
  server.define("room", WalkingRoom);
  await server.listen(0, "127.0.0.1");
  process.stderr.write(`listening ws://127.0.0.1:${transport.server.address().port}\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const { ask, ...details } = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(questions[ask](details))}\n`);
  });
  lines.on("close", () => process.exit(0));
}

main();
