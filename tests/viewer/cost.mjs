// What a client costs the simulation: node cost.mjs PROGRAM SCENE REPEATS [--set ...]. Not a test; docs/viewer.md
// has its figures. Times are those of the processor in all threads but the service's, so other work does not count.
// Each run plays the scene to its end as fast as possible: with nobody there, with a client that never acknowledges,
// and with one that takes every frame it can get. They take turns, so that all meet the same machine.
import { readdirSync, readFileSync } from "node:fs";
import { sleep, Socket, startServer } from "./socket.mjs";

process.setMaxListeners(0);
const [program, scene, repeats, ...more] = process.argv.slice(2);

// ms of processor time of the simulation's threads.
function spent(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`).filter((task) => task !== String(pid));
  return tasks.reduce((sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);
}

const tell = (steering) => {
  steering.send({ type: "speed", value: 0 });
  steering.send({ type: "play" });
};

// With nobody there the end is where the threads have nothing to do any more.
async function rest(pid) {
  for (let last = -1, now = spent(pid); now - last > 1; now = spent(pid)) {
    last = now;
    await sleep(2000);
  }
}

async function play(kind) {
  const server = await startServer(program, scene, ["--paused", ...more]);
  const { pid } = server.child;
  const steering = await Socket.open(server.port);
  steering.acknowledge = kind === "taking";
  await steering.hello(["visual", "contacts", "cavities"]);
  const began = performance.now(), before = spent(pid);
  tell(steering);
  if (kind === "none") {
    await steering.until(() => steering.last("state")?.running, "the start");
    steering.end();
    await rest(pid);
  } else await steering.until(() => steering.last("state")?.ended, "the end", 300);
  const seconds = (performance.now() - began) / 1000, ms = spent(pid) - before;
  const frames = steering.frames(), bytes = frames.reduce((sum, f) => sum + f.length, 0);
  let last = steering;
  if (kind === "none") {
    last = await Socket.open(server.port);
    await last.hello([]);
  }
  const { step, ended } = last.last("state");
  if (!ended) throw new Error("it did not come to its end");
  for (const socket of [steering, last]) socket.end();
  await server.stop();
  return { ms: ms / step, frames: frames.length / seconds, megabytes: bytes / 1e6 / seconds, size: bytes / Math.max(frames.length, 1) };
}

const kinds = ["none", "stalled", "taking"], found = { none: [], stalled: [], taking: [] };
let shown;
for (let i = 0; i < Number(repeats); ++i)
  for (let k = 0; k < 3; ++k) {
    const kind = kinds[(i + k) % 3], run = await play(kind); // each comes first as often
    found[kind].push(run.ms);
    if (kind === "taking") shown = run;
  }
// Against nobody, run by run of the same round: the mean difference and its standard error, in %.
function against(kind) {
  const percent = found[kind].map((ms, i) => 100 * (ms / found.none[i] - 1)), count = percent.length;
  const mean = percent.reduce((sum, x) => sum + x, 0) / count;
  const spread = Math.sqrt(percent.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(count - 1, 1));
  return `${mean.toFixed(2)} +- ${(spread / Math.sqrt(count)).toFixed(2)} %`;
}
for (const kind of kinds) {
  const list = [...found[kind]].sort((a, b) => a - b);
  console.log(`${kind}: median ${list[list.length >> 1].toFixed(3)} ms a step, from ${list[0].toFixed(3)} to ${list.at(-1).toFixed(3)}; ${against(kind)}`);
}
console.log(`${shown.frames.toFixed(1)} frames/s, ${shown.megabytes.toFixed(2)} MB/s, ${(shown.size / 1000).toFixed(1)} kB a frame`);
process.exit(0);
