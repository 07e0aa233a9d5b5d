// What a client costs the simulation: node cost.mjs PROGRAM SCENE REPEATS [--set ...]. Not a test; docs/viewer.md
// has its figures. Times are those of the processor in all threads but the service's, so other work does not count.
// Each run plays the scene as fast as possible with one client: one that never acknowledges, and one that
// takes every frame it can get. They alternate, so that both meet the same machine.
import { readdirSync, readFileSync } from "node:fs";
import { Socket, startServer } from "./socket.mjs";

const [program, scene, repeats, ...more] = process.argv.slice(2);

// ms of processor time of the simulation's threads.
function spent(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`).filter((task) => task !== String(pid));
  return tasks.reduce((sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);
}

async function play(takes) {
  const server = await startServer(program, scene, ["--paused", ...more]);
  const steering = await Socket.open(server.port);
  steering.acknowledge = takes;
  await steering.hello(["visual", "contacts", "cavities"]);
  steering.send({ type: "speed", value: 0 });
  const began = performance.now(), before = spent(server.child.pid);
  steering.send({ type: "play" });
  await steering.until(() => steering.last("state")?.ended, "the end", 300);
  const seconds = (performance.now() - began) / 1000, ms = spent(server.child.pid) - before;
  const frames = steering.frames();
  const bytes = frames.reduce((sum, f) => sum + f.length, 0);
  const steps = steering.last("state").step;
  steering.end();
  await server.stop();
  return { ms: ms / steps, frames: frames.length / seconds, megabytes: bytes / 1e6 / seconds, size: bytes / Math.max(frames.length, 1) };
}

const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const without = [], taking = [];
let last;
for (let i = 0; i < Number(repeats); ++i) {
  without.push((await play(false)).ms);
  last = await play(true);
  taking.push(last.ms);
}
console.log(`ms a step: ${middle(without).toFixed(3)} with a stalled client (${without.map((x) => x.toFixed(3)).join(" ")})`);
console.log(`           ${middle(taking).toFixed(3)} with one that takes all it can (${taking.map((x) => x.toFixed(3)).join(" ")})`);
console.log(`${last.frames.toFixed(1)} frames/s, ${last.megabytes.toFixed(2)} MB/s, ${(last.size / 1000).toFixed(1)} kB a frame`);
