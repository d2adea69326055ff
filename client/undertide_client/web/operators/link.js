/**
 * The connection of an operators' page: questions and orders, each answered before the next leaves.
 *
 * It sends the messages that `undertide admin` sends, and shows the server who asks in the same
 * way. What proves that is kept in memory alone, until the page is closed.
 */

import { PROTOCOL, SUBPROTOCOL } from "../generated/schema.js";
import { message as built } from "../net/requests.js";
import { PacedSender } from "../net/paced_sender.js";
import { read } from "../net/protocol.js";

/** How this page names itself in the server's log. */
const CLIENT = "operators' page";
/** Milliseconds to wait for one answer, as commands do: a look may take a while. */
const PATIENCE = 30_000;
/** Milliseconds between signs of life: the server closes lobby connections that stay silent. */
const ALIVE = 60_000;
/** The answers to each message; those that are not here come unasked. */
const ANSWERS = {
  hello: ["welcome"],
  login: ["account"],
  logout: ["account"],
  ping: ["pong"],
  govern: ["people", "invited"],
  "people?": ["people"],
  "audit?": ["audit"],
  "reports?": ["reports"],
  "nodes?": ["nodes"],
  drain: ["nodes"],
  transfer: ["nodes"],
  list: ["sessions"],
  "runs?": ["runs"],
  "look?": ["looked"],
  "chats?": ["chats"],
  "status?": ["status"],
};

/** Why the server carried out nothing. */
export class Refused extends Error {}

/** The connection is gone, or never was there. */
export class Lost extends Error {}

/** `onSaid` hears what comes unasked; `onLost` why the connection is gone. */
export class OperatorLink {
  constructor(address, { onSaid, onLost }) {
    this.address = address;
    this.onSaid = onSaid;
    this.onLost = onLost;
    this.socket = null;
    this.state = "GREETING";
    /** The question that is under way: {wanted, resolve, reject}. */
    this.asked = null;
    this.turn = Promise.resolve();
  }

  /**
   * Connect, and log in with {name, password} or {token}. Return the account, which is an
   * operator's. Raises Refused or Lost.
   */
  async enter(proof) {
    await this.connect();
    const welcome = await this.request("hello", { protocol: PROTOCOL, client: CLIENT });
    this.state = "LOBBY";
    this.sender.applyRates(welcome.rates);
    const account = await this.request("login", { name: "", ...proof });
    if (!account.operator) {
      this.close();
      throw new Refused("this account is no operator of the server");
    }
    this.timer = setInterval(() => this.request("ping").catch(() => {}), ALIVE);
    return { ...account, server: welcome.server };
  }

  /** Ask or order something, after all before it. Return the answer. Raises Refused or Lost. */
  request(tag, fields = {}) {
    const done = this.turn.then(() => this.sendNow(tag, fields));
    this.turn = done.catch(() => {});
    return done;
  }

  close() {
    this.drop(new Lost("the connection was closed"));
  }

  connect() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.address, SUBPROTOCOL);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => resolve();
      socket.onmessage = ({ data }) => this.socket === socket && this.receive(data);
      socket.onclose = ({ reason }) => {
        const lost = new Lost(reason || "the server can't be reached");
        reject(lost);
        if (this.socket === socket) this.drop(lost);
      };
      this.socket = socket;
      this.state = "GREETING";
      this.sender = new PacedSender((bytes) => this.sendBytes(bytes), () => this.state);
    });
  }

  sendBytes(bytes) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(bytes);
    return true;
  }

  sendNow(tag, fields) {
    return new Promise((resolve, reject) => {
      if (this.socket === null) {
        reject(new Lost("the connection is gone"));
        return;
      }
      const late = setTimeout(() => this.drop(new Lost("the server gives no answer")), PATIENCE);
      const settled = (work) => (value) => {
        clearTimeout(late);
        this.asked = null;
        work(value);
      };
      this.asked = { wanted: ANSWERS[tag], resolve: settled(resolve), reject: settled(reject) };
      if (!this.sender.send(built(tag, fields))) this.asked.reject(new Lost("nothing can be sent"));
    });
  }

  /** Take in what the network brought. A server that can't be understood is left. */
  receive(data) {
    let message;
    try {
      message = read(new Uint8Array(data));
    } catch {
      this.drop(new Lost("the server's message can't be read"));
      return;
    }
    if (message === null) return;
    if (this.asked?.wanted.includes(message.tag)) this.asked.resolve(message);
    else if (message.tag === "error" && this.asked) this.asked.reject(new Refused(message.reason));
    else this.onSaid(message);
  }

  /** Leave the server, and tell who waits for it. */
  drop(lost) {
    clearInterval(this.timer);
    const { socket, asked } = this;
    this.socket = null;
    this.sender?.close();
    socket?.close();
    asked?.reject(lost);
    if (socket !== null) this.onLost(lost);
  }
}
