// A WebSocket client of the barest kind, which can also misbehave; and a server process to talk to.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";

export function frame(opcode, payload, { fin = true, mask = true } = {}) {
  const data = Buffer.from(payload);
  const head = [(fin ? 0x80 : 0) | opcode];
  const bit = mask ? 0x80 : 0;
  if (data.length < 126) head.push(bit | data.length);
  else if (data.length < 65536) head.push(bit | 126, data.length >> 8, data.length & 255);
  else head.push(bit | 127, 0, 0, 0, 0, (data.length >>> 24) & 255, (data.length >> 16) & 255, (data.length >> 8) & 255, data.length & 255);
  if (!mask) return Buffer.concat([Buffer.from(head), data]);
  const key = randomBytes(4);
  return Buffer.concat([Buffer.from(head), key, data.map((byte, i) => byte ^ key[i % 4])]);
}

export class Socket {
  messages = []; // { text } or { binary }
  closed = false;
  closeCode = 0;
  status = 0;
  acknowledge = true;
  #rest = Buffer.alloc(0);
  #waiting = [];

  static open(port, { headers = {}, path = "/ws", protocol = "ventouse", host = "127.0.0.1" } = {}) {
    const s = new Socket();
    const lines = {
      Host: `127.0.0.1:${port}`, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"), "Sec-WebSocket-Protocol": protocol, ...headers,
    };
    s.tcp = connect(port, host);
    s.tcp.on("error", () => {});
    s.tcp.on("data", (data) => s.#receive(data));
    s.tcp.on("close", () => {
      s.closed = true;
      s.#look();
    });
    const request = [`GET ${path} HTTP/1.1`, ...Object.entries(lines).filter(([, v]) => v !== null).map(([k, v]) => `${k}: ${v}`)];
    s.tcp.write(request.join("\r\n") + "\r\n\r\n");
    return s.until(() => s.status !== 0 || s.closed).then(() => s);
  }

  #receive(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    if (this.status === 0) {
      const end = this.#rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.status = Number(this.#rest.toString("latin1", 9, 12));
      this.#rest = this.#rest.subarray(end + 4);
    }
    while (this.status === 101 && this.#take()) { /* all that is whole */ }
    this.#look();
  }

  #take() {
    const b = this.#rest;
    if (b.length < 2) return false;
    let size = b[1] & 127, at = 2;
    if (size === 126) {
      if (b.length < 4) return false;
      size = b.readUInt16BE(2);
      at = 4;
    } else if (size === 127) {
      if (b.length < 10) return false;
      size = Number(b.readBigUInt64BE(2));
      at = 10;
    }
    if (b.length < at + size) return false;
    const payload = Buffer.from(b.subarray(at, at + size)), opcode = b[0] & 15;
    this.#rest = b.subarray(at + size);
    if (opcode === 1) this.messages.push({ text: JSON.parse(payload.toString("utf8")) });
    if (opcode === 2) {
      this.messages.push({ binary: payload });
      if (this.acknowledge && payload.toString("latin1", 0, 4) === "VTF1")
        this.send({ type: "ack", frame: Number(payload.readBigUInt64LE(16)) });
    }
    if (opcode === 8) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    return true;
  }

  #look() {
    this.#waiting = this.#waiting.filter((look) => !look());
  }

  // Resolves when the condition holds; rejects with what was waited for.
  until(condition, what = String(condition), seconds = 120) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`waited ${seconds} s for ${what}`)), 1000 * seconds);
      const look = () => {
        if (!condition()) return false;
        clearTimeout(timer);
        done(this);
        return true;
      };
      if (!look()) this.#waiting.push(look);
    });
  }

  last(type) {
    return this.messages.findLast((m) => m.text?.type === type)?.text;
  }
  frames() {
    return this.messages.filter((m) => m.binary?.toString("latin1", 0, 4) === "VTF1").map((m) => m.binary);
  }
  step() {
    const frames = this.frames();
    return frames.length > 0 ? Number(frames.at(-1).readBigInt64LE(24)) : -1;
  }
  raw(bytes) {
    this.tcp.write(bytes);
  }
  send(message) {
    this.tcp.write(frame(1, JSON.stringify(message)));
  }
  hello(layers = ["visual", "contacts"]) {
    this.send({ type: "hello", layers });
    return this.until(() => this.last("state") && this.last("role"), "an answer to hello");
  }
  end() {
    this.tcp.destroy();
  }
}

// Starts `ventouse view`, waits for its address.
export async function startServer(program, scene, args = []) {
  const child = spawn(program, ["view", scene, "--port", String(await freePort()), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => child.kill("SIGKILL"));
  process.on("SIGTERM", () => process.exit(1));
  let out = "", err = "";
  child.stdout.on("data", (d) => (out += d));
  child.stderr.on("data", (d) => (err += d));
  const ended = new Promise((done) => child.on("exit", (code, signal) => done({ code, signal, err })));
  const url = await new Promise((done, fail) => {
    child.stdout.on("data", () => {
      const found = /http:\/\/\S+/.exec(out);
      if (found) done(found[0]);
    });
    ended.then(() => fail(new Error(`ventouse view ended: ${err}`)));
  });
  const port = Number(new URL(url).port);
  return { child, url, port, ended, stop: () => (child.kill("SIGINT"), ended), stderr: () => err };
}

async function freePort() {
  const { createServer } = await import("node:net");
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

// A check that counts; report() ends the program.
let failed = 0, passed = 0;
export function check(holds, what) {
  if (holds) ++passed;
  else {
    ++failed;
    console.log(`failed: ${what}`);
  }
}
export function report() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
