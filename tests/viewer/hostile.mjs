// Clients that mean harm or do not care: the simulation goes on and ends with the hash it has without them.
// node hostile.mjs PROGRAM SCENE
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, frame, report, sleep, Socket, startServer } from "./socket.mjs";

const [program, scene] = process.argv.slice(2);

function plainRun() {
  const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
  execFileSync(program, ["run", scene, "--out", join(folder, "run"), "--quiet"]);
  const summary = JSON.parse(readFileSync(join(folder, "run/summary.json")));
  rmSync(folder, { recursive: true });
  return summary;
}

const expected = plainRun();
const server = await startServer(program, scene, ["--paused"]);
const { port } = server;
const good = await Socket.open(port);
check(good.status === 101, "a good client is let in");
await good.hello();
check(good.last("role").steering, "the first client steers");

// ---- refused at the door
for (const [headers, what] of [
  [{ Origin: "http://evil.example" }, "a foreign origin"],
  [{ Origin: `http://127.0.0.1:${port + 1}` }, "an origin of another port"],
  [{ Origin: `https://127.0.0.1:${port}` }, "an origin of another scheme"],
  [{ Origin: "null" }, "an origin that is null"],
  [{ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }, "a foreign name for this machine"],
  [{ Host: "127.0.0.1:1" }, "a wrong port in Host"],
  [{ Host: null }, "no Host"],
  [{ Origin: `http://${"a".repeat(600)}` }, "an endless origin"],
]) {
  const s = await Socket.open(port, { headers });
  check(s.status !== 101, `${what} is refused (status ${s.status})`);
  s.end();
}
const wrong = await Socket.open(port, { protocol: "chat" });
check(wrong.status !== 101, "another subprotocol is refused");
wrong.end();
const own = await Socket.open(port, { headers: { Origin: `http://127.0.0.1:${port}` } });
check(own.status === 101, "the page's own origin is let in");
const http = async (path, host = `127.0.0.1:${port}`) => {
  const s = await Socket.open(port, { path, headers: { Host: host, Upgrade: null, Connection: "close", "Sec-WebSocket-Protocol": null } });
  s.end();
  return s.status;
};
check((await http("/")) === 200, "the page is served");
check((await http("/../../etc/passwd")) !== 200, "no other file is served");
check((await http("/", `evil.example:${port}`)) === 403, "the page is not served under a foreign name");

// ---- malformed
good.send({ type: "speed", value: 0.02 }); // 100 s for the whole: it is under way all the while
good.send({ type: "play" });
const bad = await Socket.open(port);
await bad.hello();
check(!bad.last("role").steering, "the second client does not steer");
bad.send({ type: "reset" });
await bad.until(() => bad.last("refused"), "a refusal");
check(/steers/.test(bad.last("refused").message), "only one steers");
const refusals = async (text) => {
  bad.messages.length = 0;
  bad.raw(frame(1, text));
  await bad.until(() => bad.last("refused") || bad.closed, `a refusal of ${text.slice(0, 40)}`);
  check(bad.last("refused") !== undefined, `refused: ${text.slice(0, 40)}`);
};
for (const text of ["", "{", "[]", "7", "null", '"play"', "{}", '{"type":7}', '{"type":"fly"}', '{"type":"speed","value":-1}', '{"type":"speed","value":1e999}',
  '{"type":"set","name":"dt","value":["x"]}', '{"type":"set","name":"gravity","value":[1]}', '{"type":"frame","frame":-1}',
  '{"type":"frame","frame":0,"position":[0,0,0],"rotation":[0,0,0,0]}', '{"type":"pull","body":0}', '{"type":"ack","frame":"x"}', '{"type":"ack","frame":-5}',
  '{"type":"load","scene":"' + "x".repeat(500) + '"}', '{"type":"layers","layers":["x"]}', '{"a":'.repeat(2000), "\u0000\u0001"])
  await refusals(text);
bad.raw(frame(1, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])));
await bad.until(() => bad.closed || bad.messages.length > 0, "an answer to bytes that are no UTF-8");
bad.end();

// ---- oversized, fragmented, unmasked, nonsense
const big = await Socket.open(port);
await big.hello();
big.raw(frame(1, "x".repeat(100000)));
await big.until(() => big.closed, "the end of a connection with a huge message");
check(big.closed, "too large a message ends the connection");
const pieces = await Socket.open(port);
pieces.raw(frame(1, '{"type":"he', { fin: false }));
await sleep(20);
for (const byte of 'llo","layers":["vis') pieces.raw(frame(0, byte, { fin: false }));
pieces.raw(frame(0, 'ual"]}'));
await pieces.until(() => pieces.last("state"), "an answer to a message in pieces");
check(true, "a message in pieces is understood");
pieces.messages.length = 0;
pieces.raw(frame(1, `{"type":"reset"${" ".repeat(12000)}}`));
await pieces.until(() => pieces.last("refused"), "an answer to a long message");
check(/steers/.test(pieces.last("refused").message), "a long message is understood as a whole");
pieces.raw(frame(1, "{", { fin: false }));
for (let i = 0; i < 400; ++i) pieces.raw(frame(0, " ".repeat(100), { fin: false }));
await pieces.until(() => pieces.closed, "the end of a message without end");
check(true, "a message in endless pieces ends the connection");
const unmasked = await Socket.open(port);
unmasked.raw(frame(1, '{"type":"hello","layers":[]}', { mask: false }));
const reserved = await Socket.open(port);
reserved.raw(Buffer.from([0xf3, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
const noise = await Socket.open(port);
for (let i = 0; i < 50; ++i) noise.raw(Buffer.from(Array.from({ length: 200 }, (_, k) => (i * 37 + k * 101 + ((k * k) % 251)) & 255)));
const http_noise = connect(port, "127.0.0.1");
http_noise.on("error", () => {});
http_noise.write(Buffer.alloc(100000, 0x80));
const flood = await Socket.open(port);
await flood.hello();
for (let i = 0; i < 20000; ++i) flood.send({ type: "play" });
for (let i = 0; i < 60; ++i) flood.raw(frame(1, "{"));
await flood.until(() => flood.closed, "the end of a client that only talks nonsense");
check(true, "too many malformed messages end the connection");

// ---- slow, stalled, vanished, many
const slow = connect(port, "127.0.0.1");
slow.on("error", () => {});
let slowClosed = false;
slow.on("close", () => (slowClosed = true));
slow.write("GET / HTTP/1.1\r\n");
const drip = setInterval(() => !slowClosed && slow.write("X-A: b\r\n"), 500);
const stalled = await Socket.open(port);
stalled.acknowledge = false;
await stalled.hello(["visual", "nodes", "collision", "contacts"]);
const many = await Promise.all(Array.from({ length: 200 }, async (_, i) => {
  const s = await Socket.open(port);
  s.acknowledge = i % 2 === 0;
  if (s.status === 101) s.send({ type: "hello", layers: ["visual"] }); // before its time is over
  return s;
}));
check(many.every((s) => s.status === 101), "200 clients are let in");
await Promise.all(many.slice(0, 20).map((s) => s.until(() => s.frames().length > 0, "a frame for each of many")));
many.forEach((s) => s.end());

// ---- and the simulation has gone its way
await good.until(() => good.step() > 5, "steps while others mean harm");
check(true, `it ran all the while, now at step ${good.step()}`);
good.send({ type: "speed", value: 0 });
await good.until(() => good.last("state")?.ended, "the end of the scene", 240);
check(good.last("state").hash === expected.state_hash, `the hash is ${expected.state_hash}, found ${good.last("state").hash}`);
check(good.last("state").step === expected.steps, "all steps were done");
await sleep(300);
check(stalled.frames().length <= 2, `a stalled client was sent ${stalled.frames().length} frames`);
stalled.acknowledge = true;
stalled.send({ type: "ack", frame: 2 });
await stalled.until(() => stalled.step() === expected.steps, "the latest frame for a client that comes back");
check(true, "a client that comes back gets the latest");

// ---- the one that steers goes, another takes its place
good.end();
await stalled.until(() => stalled.last("role").steering || own.closed, "another steers");
const again = await Socket.open(port);
await again.hello();
again.send({ type: "take" });
await again.until(() => again.last("role").steering, "taking over");
again.send({ type: "reset" });
await again.until(() => again.last("state").step === 0 && again.step() === 0, "a reset");
again.send({ type: "step" });
await again.until(() => again.last("state").step === 1 && again.step() === 1, "one step");
check(!again.last("state").running, "one step leaves it at rest");
for (let i = 0; i < 600 && !slowClosed; ++i) await sleep(100);
check(slowClosed, "a request that never ends is cut off");
clearInterval(drip);
const end = await server.stop();
check(end.code === 0 && end.err === "", `Ctrl-C ends it cleanly: ${JSON.stringify(end)}`);

// ---- another address needs a token
const open = await startServer(program, scene, ["--paused", "--address", "0.0.0.0"]);
const token = new URL(open.url).searchParams.get("token");
check(/^[0-9a-f]{32}$/.test(token ?? ""), "the address printed holds a token");
const visit = async (path, headers = {}) => {
  const s = await Socket.open(open.port, { path, headers: { Host: `lab.example:${open.port}`, ...headers } });
  s.end();
  return s.status;
};
check((await visit("/ws")) !== 101, "no simulation without the token");
check((await visit(`/ws?token=${"0".repeat(32)}`)) !== 101, "nor with a wrong one");
check((await visit(`/ws?token=${token}`)) === 101, "but with the right one, under any name");
check((await visit(`/ws?token=${token}`, { Origin: "http://evil.example" })) !== 101, "and never from a foreign page");
const plain = { Upgrade: null, Connection: "close", "Sec-WebSocket-Protocol": null };
check((await visit("/", plain)) === 403, "no page without the token");
check((await visit(`/?token=${token}`, plain)) === 200, "the page with it");
check((await open.stop()).code === 0, "and it ends cleanly");
const taken = await startServer(program, scene, ["--paused"]);
const second = spawnSync(program, ["view", scene, "--port", String(taken.port)], { encoding: "utf8" });
check(second.status === 2 && /cannot listen/.test(second.stderr), `a port in use is told: ${second.stderr}`);
await taken.stop();
report();
