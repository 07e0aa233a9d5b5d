// The page in a real browser. node page.mjs PROGRAM SCENES_FOLDER PICTURES_FOLDER
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, newPage } from "./browser.mjs";
import { check, report, startServer } from "./socket.mjs";

const [program, scenes, pictures] = process.argv.slice(2);
const scene = join(scenes, "cup_press.xml");
mkdirSync(pictures, { recursive: true });
const browser = await launch();
// Longer than the scene's own 2 s and played at a tenth of real time: a page that is late does not meet its end.
const longer = ["--set", "scene.duration=6"];
const server = await startServer(program, scene, ["--paused", ...longer]);
const page = await newPage(browser, { viewport: { width: 960, height: 600 }, colorScheme: "light" }, new URL(server.url).origin);
await page.goto(server.url);
const look = (expression) => page.evaluate(expression);
const until = (expression, argument = null) => page.waitForFunction(expression, argument);
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
await look(() => window.ventouse.send({ type: "speed", value: 0.1 }));
await page.keyboard.press("Space");
const stands = () => look(() => JSON.stringify(document.getElementById("canvas").getBoundingClientRect()));
const atRest = await stands();
await until(() => window.ventouse.frame.step > 50 && window.ventouse.state.running);
await until(() => document.getElementById("factor").textContent !== "");
check((await stands()) === atRest, "the scene keeps its place on the page while numbers change");
await page.keyboard.press("Space");
await until(() => !window.ventouse.state.running && window.ventouse.frame.step === window.ventouse.state.step);
const stopped = await look(() => window.ventouse.frame.step);
check((await pixels()) !== first, "pixels of the cup have moved");
await page.waitForTimeout(300);
check((await look(() => window.ventouse.frame.step)) === stopped, "pause stops");
check((await page.textContent("#step-shown")) === `step ${stopped}`, "the step is shown");
check((await page.textContent("#troubles")) === "", "nothing is told of steps that all went well");
check(await look(() => window.ventouse.history.plots.find((p) => p.title === "troubles").lines.every((l) => l.values.every((v) => v === 0))), "nor plotted");
await shot("pressed");
await look(() => {
  const { plots, times } = window.ventouse.history;
  const set = (title, line, value) => (plots.find((p) => p.title === title).lines[line].values[times.length - 1] = value);
  set("troubles", 1, 3), set("troubles", 2, 55), set("pieces", 0, 4);
});
await until(() => document.getElementById("troubles").textContent === "3 redone, 55 cells inside out, 4 pieces");
const whole = await look(() => {
  const told = document.getElementById("troubles"), { left, right, top, bottom } = told.getBoundingClientRect();
  return told.scrollWidth <= told.clientWidth && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
});
check(whole, "all of it can be read");

// ---- the numbers are those of a plain run
const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
spawnSync(program, ["run", scene, "--out", join(folder, "run"), "--quiet", ...longer]);
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
  for (let i = 0; i < 500 && !changed; ++i) {
    await page.waitForTimeout(100);
    changed = (await pixels()) !== old;
  }
  check(changed, `key ${key} changes the picture`);
}
await shot("layers");
await page.keyboard.press("?");
await page.waitForSelector("dialog#keys[open]");
check((await page.textContent("dialog#keys")).includes("one step"), "? lists the keys");
await page.keyboard.press("Escape");
await until(() => !document.getElementById("keys").open);

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
  await page.waitForFunction(() => window.ventouse.state.ended && window.ventouse.frame.step === window.ventouse.state.step && window.ventouse.history.times.length === window.ventouse.state.step);
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

// ---- a recording: a run folder of the steps between start and stop, with the numbers of a plain run
const recordings = mkdtempSync(join(tmpdir(), "ventouse-"));
const recorder = await startServer(program, scene, ["--paused", "--out", recordings]);
const taping = await newPage(browser, { viewport: { width: 900, height: 600 }, acceptDownloads: true }, new URL(recorder.url).origin);
await taping.goto(recorder.url);
await taping.waitForFunction(() => window.ventouse?.frame.step === 0 && window.ventouse.state && window.ventouse.steering);
const stepTo = async (step) => {
  for (let k = await taping.evaluate(() => window.ventouse.frame.step); k < step; ++k) await taping.keyboard.press("ArrowRight");
  await taping.waitForFunction((n) => window.ventouse.frame.step === n, step);
};
await stepTo(4);
await taping.keyboard.press("r");
await taping.waitForFunction(() => window.ventouse.state.recording !== "");
check((await taping.textContent("#record")) === "Stop rec", "the button tells that it records");
await stepTo(14);
await taping.click("#record");
await taping.waitForFunction(() => window.heard.some((text) => text.includes("report.html")) && window.ventouse.state.recording === "");
const tape = join(recordings, "cup_press_live");
check(JSON.parse(readFileSync(join(tape, "summary.json"))).steps === 10, "it has the steps between start and stop");
const taped = readFileSync(join(tape, "forces.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(",")).filter((r) => r[1] === "hand");
check(taped.length === 11 && taped.every((row, i) => row.join() === hand[i + 3].join()), "with the numbers of a plain run");
check(/id="replay-data"/.test(readFileSync(join(tape, "report.html"), "utf8")), "and a replay");
// Reset ends a recording as well, and a second one gets a folder of its own.
await taping.click("#record");
await taping.waitForFunction(() => window.ventouse.state.recording.endsWith("cup_press_live_2"));
await stepTo(16);
await taping.keyboard.press("Backspace");
await taping.waitForFunction(() => window.ventouse.frame.step === 0 && window.ventouse.state.recording === "");
check(existsSync(join(recordings, "cup_press_live_2/report.html")), "reset keeps what was recorded");

// ---- a video of what is drawn, as the browser makes it: a whole WebM, larger than an empty one
await taping.keyboard.press("v");
check((await taping.textContent("#video")) === "Stop", "the button tells that a video is made");
await stepTo(5);
// However slow the browser is with it: until there is something in it. What is drawn again is a new picture.
for (let i = 6; (await taping.evaluate(() => window.ventouse.video.bytes)) < 8000; ++i) {
  await stepTo(i);
  await taping.waitForTimeout(200);
}
const [download] = await Promise.all([taping.waitForEvent("download"), taping.keyboard.press("v")]);
const film = readFileSync(await download.path());
check(download.suggestedFilename() === "cup_press.webm", `the video has the scene's name: ${download.suggestedFilename()}`);
check(film.readUInt32BE(0) === 0x1a45dfa3 && film.includes("webm") && film.length > 5000, `it is a WebM with something in it: ${film.length} bytes`);
const seen = await taping.evaluate(async (bytes) => {
  const film = document.createElement("video");
  film.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], { type: "video/webm" }));
  film.muted = true;
  await new Promise((done, fail) => ((film.onloadeddata = done), (film.onerror = () => fail(new Error("cannot be decoded")))));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
  const ink = canvas.getContext("2d"), colours = new Set();
  for (const time of [0, 0.3, 0.6, 0.9, 1.2, 1.5]) { // s; however late the browser was with its first picture
    film.currentTime = time;
    await new Promise((done) => (film.onseeked = done));
    ink.drawImage(film, 0, 0);
    const { data } = ink.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) colours.add((data[i] >> 4) * 256 + (data[i + 1] >> 4) * 16 + (data[i + 2] >> 4));
  }
  return { width: film.videoWidth, wanted: window.ventouse.stage.canvas.width, colours: colours.size };
}, film.toString("base64"));
check(seen.width === seen.wanted && seen.colours > 10, `it plays, and shows the scene: ${JSON.stringify(seen)}`);
check(taping.troubles.length === 0, `without errors: ${taping.troubles.join("; ")}`);
await taping.close();
check((await recorder.stop()).code === 0, "its server ends well");
rmSync(recordings, { recursive: true });

// ---- dark, on a phone
await page.setViewportSize({ width: 390, height: 780 });
await page.keyboard.press("t");
await until(() => document.documentElement.dataset.theme === "dark" && window.ventouse.stage.renderer.domElement.clientWidth <= 390);
await until(() => document.documentElement.scrollWidth <= window.innerWidth && document.getElementById("canvas").clientHeight > 200);
check(true, "nothing sticks out on a phone, and the scene keeps its place");
await shot("phone");

// ---- keyboard only: every button can be reached
await page.setViewportSize({ width: 960, height: 600 });
const reached = new Set();
await page.focus("#scene");
for (let i = 0; i < 20; ++i) {
  await page.keyboard.press("Tab");
  reached.add(await look(() => document.activeElement?.id));
}
for (const id of ["play", "step", "reset", "record", "speed", "fit", "picture", "theme", "help", "canvas"])
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
await page.waitForFunction(() => window.heard.some((text) => text.includes("No connection")));
await browser.close();
report();
