// The page in a real browser. node page.mjs PROGRAM SCENES_FOLDER PICTURES_FOLDER
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, newPage } from "./browser.mjs";
import { check, report, startServer } from "./socket.mjs";

const [program, scenes, pictures] = process.argv.slice(2);
const scene = join(scenes, "cup_press.xml");
mkdirSync(pictures, { recursive: true });
const browser = await launch();
const server = await startServer(program, scene, ["--paused"]);
const page = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light" }, new URL(server.url).origin);
await page.goto(server.url);
const look = (expression) => page.evaluate(expression);
const until = (expression, argument = null) => page.waitForFunction(expression, argument, { timeout: 30000 });
const shot = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
// The canvas as the person sees it, as a string that differs when a pixel does.
const pixels = () => look(() => new Promise((done) => requestAnimationFrame(() => {
  const { stage } = window.ventouse;
  stage.renderer.render(stage.scene, stage.camera);
  done(stage.canvas.toDataURL());
})));

// ---- it loads, at rest
await until(() => window.ventouse?.frame.step === 0);
check((await page.title()).includes("cup press"), "the title names the scene");
check((await look(() => window.ventouse.stage.bodies.map((b) => b.name).join())) === "ground,cup", "both bodies are there");
const first = await pixels();
await shot("start");

// ---- one step, play, pause
await page.keyboard.press("ArrowRight");
await until(() => window.ventouse.frame.step === 1 && window.ventouse.state.step === 1);
check(await look(() => !window.ventouse.state.running), "one step leaves it at rest");
await page.keyboard.press("Space");
await until(() => window.ventouse.frame.step > 50);
await page.keyboard.press("Space");
await until(() => !window.ventouse.state.running && window.ventouse.frame.step === window.ventouse.state.step);
const stopped = await look(() => window.ventouse.frame.step);
check((await pixels()) !== first, "pixels of the cup have moved");
await page.waitForTimeout(300);
check((await look(() => window.ventouse.frame.step)) === stopped, "pause stops");
check((await page.textContent("#step-shown")) === `step ${stopped}`, "the step is shown");
await shot("pressed");

// ---- the numbers are those of a plain run
const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
execFileSync(program, ["run", scene, "--out", join(folder, "run"), "--quiet"]);
const rows = readFileSync(join(folder, "run/forces.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
rmSync(folder, { recursive: true });
const hand = rows.filter((r) => r[1] === "hand");
const shown = await look(() => {
  const { history } = window.ventouse;
  const plot = history.plots.find((p) => p.title === "hand: force");
  return { times: history.times, fz: plot.lines.find((l) => l.name === "fz").values };
});
check(shown.times.length === stopped, `every step is plotted: ${shown.times.length} of ${stopped}`);
check(shown.fz.every((f, i) => f === Number(hand[i][4])), "plotted forces are those of forces.csv, to the last bit");

// ---- reset
await page.keyboard.press("Backspace");
await until(() => window.ventouse.frame.step === 0 && window.ventouse.history.times.length === 0);
check((await pixels()) === first, "reset shows the first picture again, pixel by pixel");

// ---- a slider changes the motion
await look(() => window.ventouse.send({ type: "set", name: "gravity", value: [0, 0, 0] }));
await until(() => window.ventouse.state.settings[0].value[2] === 0);
await page.keyboard.press("ArrowRight");
await until(() => window.ventouse.history.times.length === 1);
const weightless = await look(() => window.ventouse.history.plots.find((p) => p.title === "hand: force").lines[2].values[0]);
check(Math.abs(weightless) < 0.2 * Math.abs(Number(hand[0][4])), `without gravity the hand carries less: ${weightless} N`);
check(await look(() => window.ventouse.state.settings[0].original[2] === -9.81), "the old value is kept");

// ---- a frame moved by the gizmo lifts the cup
await page.keyboard.press("Backspace");
await until(() => window.ventouse.frame.step === 0);
const height = () => look(() => window.ventouse.stage.bodies[1].mesh.geometry.boundingBox.max.z);
const before = await height();
await look(() => window.ventouse.send({ type: "frame", frame: 0, position: [0, 0, 0.005], rotation: [1, 0, 0, 0] }));
for (let i = 1; i <= 3; ++i) {
  await page.keyboard.press("ArrowRight");
  await until((step) => window.ventouse.frame.step === step, i);
}
check((await height()) > before + 0.003, `the cup follows the frame: from ${before} to ${await height()} m`);

// ---- what is shown can be switched
for (const key of ["2", "3", "6", "c"]) {
  const old = await pixels();
  await page.keyboard.press(key);
  let changed = false;
  for (let i = 0; i < 40 && !changed; ++i) {
    await page.waitForTimeout(250);
    changed = (await pixels()) !== old;
  }
  check(changed, `key ${key} changes the picture`);
}
await shot("layers");
await page.keyboard.press("?");
check(await page.isVisible("dialog#keys"), "? lists the keys");
await page.keyboard.press("Escape");

// ---- another scene
await page.selectOption("#scene", "stack.xml");
await until(() => window.ventouse.scene.file === "stack.xml" && window.ventouse.frame.step >= 0);
await look(() => window.ventouse.send({ type: "play" }));
await until(() => window.ventouse.frame.step > 20);
await look(() => window.ventouse.send({ type: "pause" }));
await shot("stack");

// ---- suction: the plotted numbers are those of cavities.csv, and the ambient pressure changes them
const airRun = mkdtempSync(join(tmpdir(), "ventouse-"));
execFileSync(program, ["run", join(scenes, "rigid_cube.xml"), "--out", join(airRun, "run"), "--quiet"]);
const air = readFileSync(join(airRun, "run/cavities.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
rmSync(airRun, { recursive: true });
await page.selectOption("#scene", "rigid_cube.xml");
await until(() => window.ventouse.scene.file === "rigid_cube.xml" && window.ventouse.frame.step >= 0);
const toTheEnd = async () => {
  await look(() => {
    window.ventouse.send({ type: "speed", value: 0 });
    window.ventouse.send({ type: "play" });
  });
  await page.waitForFunction(() => window.ventouse.state.ended && window.ventouse.frame.step === window.ventouse.state.step && window.ventouse.history.times.length === window.ventouse.state.step, null, { timeout: 120000 });
  return look(() => {
    const { history } = window.ventouse;
    const numbers = (title) => history.plots.find((p) => p.title === title).lines.find((l) => l.name === "cavity 0").values;
    return { times: history.times, pressure: numbers("pressure"), volume: numbers("volume"), air: numbers("air") };
  });
};
const curve = await toTheEnd();
const same = air.filter((row) => row[1] === 0).every(([time, , pressure, volume, amount]) => {
  const i = curve.times.indexOf(time);
  return i >= 0 && curve.pressure[i] === pressure && curve.volume[i] === volume && curve.air[i] === amount;
});
check(air.length > 100 && same, "plotted pressure, volume and air are those of cavities.csv, to the last bit");
await shot("suction");
await page.keyboard.press("Backspace");
await until(() => window.ventouse.frame.step === 0);
await look(() => window.ventouse.send({ type: "set", name: "ambient_pressure", value: [60000] }));
await until(() => window.ventouse.state.settings.some((s) => s.name === "ambient_pressure" && s.value[0] === 60000));
const thin = await toTheEnd();
const least = (list) => Math.min(...list.filter((x) => x !== null && !Number.isNaN(x)));
check(least(thin.pressure) < 61000 && least(curve.pressure) > 80000, `a thinner atmosphere shows in the curve: ${least(thin.pressure)} and ${least(curve.pressure)} Pa`);
await look(() => window.ventouse.send({ type: "pause" }));

// ---- dark, on a phone
await page.setViewportSize({ width: 390, height: 780 });
await page.keyboard.press("t");
await page.waitForTimeout(300);
check(await look(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing sticks out on a phone");
check(await look(() => document.getElementById("canvas").clientHeight > 200), "the scene keeps its place on a phone");
await shot("phone");

// ---- keyboard only: every button can be reached
await page.setViewportSize({ width: 1280, height: 720 });
const reached = new Set();
await page.focus("#scene");
for (let i = 0; i < 20; ++i) {
  await page.keyboard.press("Tab");
  reached.add(await look(() => document.activeElement?.id));
}
for (const id of ["play", "step", "reset", "speed", "fit", "picture", "theme", "help", "canvas"])
  check(reached.has(id), `Tab reaches ${id}`);

// ---- a second window, and the server goes away
const other = await newPage(browser, { viewport: { width: 640, height: 480 } }, new URL(server.url).origin);
await other.goto(server.url);
await other.waitForFunction(() => window.ventouse?.frame.step > 0);
check(await other.evaluate(() => !window.ventouse.steering), "the second window does not steer");
await other.click("#take");
await other.waitForFunction(() => window.ventouse.steering);
await until(() => !window.ventouse.steering);
check(page.troubles.length === 0, `no errors, no request to the outside: ${page.troubles.join("; ")}`);
check(other.troubles.length === 0, `nor in the second window: ${other.troubles.join("; ")}`);
const end = await server.stop();
check(end.code === 0, "Ctrl-C ends it with pages open");
await page.waitForFunction(() => document.getElementById("notices").textContent.includes("No connection"));
await browser.close();
report();
