// What people do that no example shows, in a real browser: keys held down, scenes that cannot be opened, windows that
// lose the steering in the middle of a drag, small windows, keyboards alone. node manners.mjs PROGRAM SCENES_FOLDER
import { spawn } from "node:child_process";
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contrasts, launch, newPage, unseenFocus } from "./browser.mjs";
import { check, report, Socket, startServer } from "./socket.mjs";

const [program, scenes] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "ventouse-")), gallery = join(folder, "scenes"), recordings = join(folder, "runs");
mkdirSync(gallery);
symlinkSync(join(scenes, "..", "meshes"), join(folder, "meshes"));
symlinkSync(join(scenes, "common"), join(gallery, "common"));
for (const name of ["stack.xml", "pendulum.xml", "cup_press.xml"]) cpSync(join(scenes, name), join(gallery, name));
writeFileSync(join(gallery, "broken.xml"), "<scene><nonsense/></scene>\n");

const browser = await launch();
const server = await startServer(program, join(gallery, "cup_press.xml"), ["--paused", "--out", recordings]);
const page = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light", acceptDownloads: true }, new URL(server.url).origin);
// All that the page says to the server, in order.
await page.addInitScript(() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.sent.push(JSON.parse(text));
    send.call(this, text);
  };
  window.plotListeners = 0;
  for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
    const usual = window[name];
    window[name] = function (type, ...more) {
      if (type === "dppxchange") window.plotListeners += by;
      return usual.call(this, type, ...more);
    };
  }
});
const look = (expression, argument) => page.evaluate(expression, argument);
const until = (expression, argument = null) => page.waitForFunction(expression, argument);
const sent = (type) => look((t) => window.sent.filter((m) => m.type === t), type);
const atStart = () => until(() => window.ventouse?.frame.step === 0 && window.ventouse.state?.step === 0 && window.ventouse.steering);
// In one go, so that no answer can come between: a press, and repeats as of a key that is held down.
const keys = (key, presses, repeats) => look(([k, n, m]) => {
  for (let i = 0; i < n + m; ++i) window.dispatchEvent(new KeyboardEvent("keydown", { key: k, repeat: i >= n }));
}, [key, presses, repeats]);
await page.goto(server.url);
await atStart();

// ---- keys held down, pressed fast, or pressed in a dialog
await keys("ArrowRight", 1, 5);
check((await sent("step")).length === 1, "a held arrow asks for no step before the last is done");
await until(() => window.ventouse.state.step === 1);
await keys("ArrowRight", 3, 0);
await until(() => window.ventouse.state.step === 4 && window.ventouse.frame.step === 4);
check(true, "three presses are three steps");
await keys("[", 3, 0);
const speeds = (await sent("speed")).map((m) => m.value);
check(speeds.length === 3 && speeds[0] > speeds[1] && speeds[1] > speeds[2], `three presses slow down three times: ${speeds.join()}`);
await until((speed) => window.ventouse.state.speed === speed, speeds[2]);
await keys(" ", 0, 3);
check((await sent("play")).length === 0, "a held key does not play and pause in turns");
await page.keyboard.press("?");
for (const key of ["ArrowRight", "Backspace", "r"]) await page.keyboard.press(key);
check((await sent("reset")).length === 0 && (await sent("record")).length === 0 && (await sent("step")).length === 4, "keys do nothing behind a dialog");
await page.keyboard.press("Escape");
await until(() => !document.getElementById("keys").open);

// ---- a recording by a held key is one; what was told is not told again to a page that comes later
await keys("r", 1, 4);
check((await sent("record")).length === 1, "a held R begins one recording");
await until(() => window.ventouse.state.recording !== "");
await page.keyboard.press("r");
await until(() => window.ventouse.state.recording === "" && window.heard.some((text) => text.includes("report.html")));
check(readdirSync(recordings).join() === "cup_press_live", `and makes one folder: ${readdirSync(recordings).join()}`);
await page.reload();
await until(() => window.ventouse?.frame.step === 4 && window.ventouse.state && window.ventouse.steering);
check((await look(() => window.heard.length)) === 0, "a page that comes later does not hear what was told before");

// ---- the cut goes through bodies where they are now: 0.1 m is more than the scene is high
await look(() => window.ventouse.send({ type: "frame", frame: 0, position: [0, 0, 0.1], rotation: [1, 0, 0, 0] }));
await keys("ArrowRight", 2, 0);
await until(() => window.ventouse.frame.step === 6);
await keys("c", 3, 0); // across z
check(await look(() => window.ventouse.stage.bodies[1].cap.section.triangles.length > 0), "a body that has moved far is cut through its middle");
await keys("c", 1, 0);

// ---- a frame by keyboard along every axis, and turned
const option = (name) => page.locator("#panel .lil-controller").filter({ hasText: name }).locator("select, input");
const openPanel = async () => {
  await look(() => document.querySelectorAll('#panel .lil-title[aria-expanded="false"]').forEach((title) => title.click()));
  for (const name of ["Turn, not move", "ambient pressure"]) await option(name).waitFor({ state: "visible" });
};
await openPanel();
await option("Gizmo on").selectOption({ index: 1 });
for (const [key, axis, sign] of [["j", 0, -1], ["k", 0, 1], ["m", 1, -1], ["i", 1, 1], ["n", 2, -1], ["u", 2, 1]]) {
  const from = (await look(() => window.ventouse.gizmo.proxy.position.toArray()))[axis];
  await keys(key, 1, 0);
  check(((await sent("frame")).at(-1).position[axis] - from) * sign > 1e-6, `${key} moves the frame`);
}
await option("Turn, not move").check();
check((await look(() => window.ventouse.gizmo.controls.mode)) === "rotate", "the gizmo can turn a frame");
await keys("Backspace", 1, 0);
await atStart();
check(await look(() => window.ventouse.state.moved.length === 0 && window.ventouse.gizmo.poses[0][2] === 0), "reset gives the frame back to its keyframes");

// ---- a picture of a plot names its lines: 112 px of plot, 24 of title, 17 of each row of names
await page.keyboard.press("ArrowRight"); // so that plots are drawn anew
const [plot] = await Promise.all([page.waitForEvent("download"), page.click('figure[data-plot="step time"] button[aria-label$="PNG"]')]);
const png = readFileSync(await plot.path());
check(plot.suggestedFilename() === "step_time.png" && png.readUInt32BE(20) >= 112 + 24 + 17, `a plot's picture has room for names: ${png.readUInt32BE(20)} px`);

// ---- the graphics card went away and came back, while nothing moves
await look(() => new Promise((done) => {
  const lose = window.ventouse.stage.renderer.getContext().getExtension("WEBGL_lose_context");
  const { canvas } = window.ventouse.stage;
  canvas.addEventListener("webglcontextlost", () => setTimeout(() => lose.restoreContext()), { once: true });
  canvas.addEventListener("webglcontextrestored", () => done(), { once: true });
  lose.loseContext();
}));
await until(() => {
  const small = document.createElement("canvas"), ink = small.getContext("2d"), colours = new Set();
  [small.width, small.height] = [60, 40];
  ink.drawImage(window.ventouse.stage.canvas, 0, 0, 60, 40);
  const { data } = ink.getImageData(0, 0, 60, 40);
  for (let i = 0; i < data.length; i += 4) colours.add(data[i] * 65536 + data[i + 1] * 256 + data[i + 2]);
  return colours.size > 10;
});
check(true, "the picture comes back with the graphics card");

// ---- small windows, also lying; fonts differ, so nothing is measured but that it fits
for (const [width, height] of [[320, 640], [640, 360], [780, 390]]) {
  await page.setViewportSize({ width, height });
  await until(([w, h]) => innerWidth === w && document.documentElement.scrollWidth <= w && document.getElementById("canvas").clientHeight > 0.3 * h, [width, height]);
}
check(true, "the scene keeps its place in small windows, and nothing sticks out");
await page.setViewportSize({ width: 1280, height: 720 });

// ---- keyboard only, and eyes that need contrast
await until(() => innerWidth === 1280);
await openPanel(); // which folds itself in small windows
for (const theme of ["light", "dark"]) {
  await look((t) => document.documentElement.dataset.theme === t || document.getElementById("theme").click(), theme);
  const faint = await look(contrasts);
  check(faint.length === 0, `text is readable in ${theme}: ${faint.join("; ")}`);
  const hidden = await look(unseenFocus);
  check(hidden.length === 0, `the focus can be seen in ${theme}: ${hidden.join("; ")}`);
}

// ---- a scene that cannot be opened
await page.selectOption("#scene", "broken.xml");
await until(() => window.heard.some((text) => text.includes("nonsense")));
await until(() => document.getElementById("scene").value === "cup_press.xml");
check(true, "the list shows the scene that is there, not the one that could not be opened");
await page.selectOption("#scene", "pendulum.xml");
await until(() => window.ventouse.scene.file === "pendulum.xml");
await until(() => document.getElementById("legend").textContent.includes("grid") && !document.getElementById("legend").textContent.includes("contact"));
check(true, "the legend tells no scale of contact forces where there are none");

// ---- scenes come and go, and leave nothing behind
const drawn = async (scene) => {
  await look((file) => window.ventouse.send({ type: "load", scene: file }), scene);
  await until((file) => window.ventouse.scene.file === file && window.ventouse.state.step === 0 && window.ventouse.frame.step === 0, scene);
  await keys("ArrowRight", 1, 0);
  await until(() => window.ventouse.frame.step === 1 && [...document.querySelectorAll("figure.plot:not([hidden])")].every((f) => f.querySelector(".uplot")) && document.querySelector("figure.plot .uplot"));
};
for (const scene of ["stack.xml", "pendulum.xml", "stack.xml"]) await drawn(scene);
const [listening, shown] = await look(() => [window.plotListeners, document.querySelectorAll(".uplot").length]);
// Each plot listens to the window until it is destroyed; one more listener is for all.
check(listening === shown + 1, `plots of former scenes are gone: ${shown} are shown, ${listening - 1} live`);

// ---- a drag ends when the scene changes, or when another takes over
const hold = async () => {
  await keys("Backspace", 1, 0);
  await atStart();
  const at = await look(() => {
    const { stage } = window.ventouse, box = stage.canvas.getBoundingClientRect();
    stage.fit();
    stage.scene.updateMatrixWorld(true);
    const p = stage.bodies[5].group.position.clone().project(stage.camera);
    return { x: box.left + (box.width * (p.x + 1)) / 2, y: box.top + (box.height * (1 - p.y)) / 2 };
  });
  await page.keyboard.down("Shift");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await until(() => window.sent.at(-1).type === "pull" || window.sent.some((m, i) => m.type === "pull" && window.sent.slice(i).every((n) => n.type !== "reset")));
  return at;
};
const dragsOn = async (at) => {
  const before = (await sent("pull")).length;
  await page.mouse.move(at.x + 40, at.y - 40, { steps: 4 });
  const more = (await sent("pull")).length - before;
  await page.mouse.up();
  await page.keyboard.up("Shift");
  return more > 0;
};
let place = await hold();
check(await dragsOn(place), "a drag pulls");
place = await hold();
await look(() => window.ventouse.send({ type: "load", scene: "pendulum.xml" }));
await until(() => window.ventouse.scene.file === "pendulum.xml");
check(!(await dragsOn(place)), "a drag does not go on in another scene");
await drawn("stack.xml");
place = await hold();
const other = await Socket.open(server.port);
await other.hello();
other.send({ type: "take" });
await until(() => !window.ventouse.steering);
check(!(await dragsOn(place)), "nor when another steers");
check(await look(() => window.ventouse.stage.controls.enabled), "and then the view turns again");

// ---- a page that does not steer shows what is, not what it would have
const field = option("ambient pressure");
await field.fill("50000");
await field.press("Enter");
await field.blur();
await until(() => window.heard.some((text) => text.includes("another window steers")));
await page.waitForFunction((input) => input.value === "101325", await field.elementHandle());
check(true, "a setting that is refused goes back");
other.end();
check(page.troubles.length === 0, `no errors, no request to the outside: ${page.troubles.join("; ")}`);
await page.close();

// ---- without WebGL
const flat = await newPage(browser, { viewport: { width: 800, height: 500 } }, new URL(server.url).origin);
await flat.addInitScript(() => {
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind.startsWith("webgl") ? null : get.call(this, kind, ...more);
  };
});
await flat.goto(server.url);
await flat.waitForFunction(() => document.getElementById("stage").textContent.includes("WebGL"));
check(true, "a browser without WebGL is told so");
await browser.close();

// ---- the end in the middle of a recording: told where it is, or that it is lost
for (const lost of [false, true]) {
  const tape = join(folder, `tape ${lost}`);
  const one = await startServer(program, join(gallery, "stack.xml"), ["--paused", "--out", tape, "--set", "environment.gravity=0 0 -24.8"]);
  let told = "";
  one.child.stdout.on("data", (text) => (told += text));
  const client = await Socket.open(one.port);
  await client.hello();
  const gravity = client.last("state").settings.find((s) => s.name === "gravity");
  check(gravity.least <= -24.8 && gravity.original[2] === -24.8, `the slider reaches what the scene has: from ${gravity.least}`);
  client.send({ type: "record" });
  await client.until(() => client.last("state").recording !== "", "a recording");
  if (lost) rmSync(tape, { recursive: true }); // as a disk that is full, it cannot be finished
  const end = await one.stop();
  if (lost) check(end.code === 2 && end.err.trim().split("\n").length === 1 && end.err.includes("stack_live"), `a recording that is lost is told: ${JSON.stringify(end)}`);
  else check(end.code === 0 && told.includes(join(tape, "stack_live")) && existsSync(join(tape, "stack_live/report.html")), `a recording is kept, and told: ${told}`);
}

// ---- signals wait in every thread until the server asks for them, so that no handler of METIS's meets them
if (existsSync("/proc/self/task")) {
  const tasks = `/proc/${server.child.pid}/task`;
  const blocked = readdirSync(tasks).map((task) => /SigBlk:\s*(\S+)/.exec(readFileSync(join(tasks, task, "status"), "utf8"))[1]);
  const both = (1n << 1n) | (1n << 14n); // SIGINT and SIGTERM
  check(blocked.length > 1 && blocked.every((mask) => (BigInt("0x" + mask) & both) === both), `signals wait in all threads: ${blocked}`);
}
server.child.kill("SIGTERM");
check((await server.ended).code === 0, "the server ends well");

// ---- an address that cannot be printed is told elsewhere
if (existsSync("/dev/full")) {
  const full = openSync("/dev/full", "w");
  const mute = spawn(program, ["view", join(gallery, "stack.xml"), "--paused"], { stdio: ["ignore", full, "pipe"] });
  let said = "";
  const heard = new Promise((done) => mute.stderr.on("data", (text) => (said += text).includes("\n") && done()));
  const ended = new Promise((done) => mute.on("exit", done));
  await Promise.race([heard, ended, new Promise((done) => setTimeout(done, 60000).unref())]);
  mute.kill("SIGINT");
  await ended;
  closeSync(full);
  check(/cannot write to standard output.*http:/.test(said), `an address that cannot be printed is told: ${said}`);
}
rmSync(folder, { recursive: true });
report();
