// The replay of report.html from file://, and `ventouse render`. node replay.mjs PROGRAM SCENES_FOLDER PICTURES_FOLDER
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath, launch, newPage } from "./browser.mjs";
import { check, report } from "./socket.mjs";

const [program, scenes, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
const run = join(folder, "a run");
execFileSync(program, ["run", join(scenes, "cup_press.xml"), "--out", run, "--quiet"]);
check(statSync(join(run, "report.html")).size < 3e6, "the report is small");

const browser = await launch();
const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }, "file:");
await page.goto(`file://${run.replace(/ /g, "%20")}/report.html`);
await page.waitForFunction(() => window.ventouseReplay);
const look = (what, argument) => page.evaluate(what, argument);
const show = (time) => look((t) => new Promise((done) => {
  window.ventouseReplay.seek(t);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const { view } = window.ventouseReplay;
    view.renderer.render(view.scene, view.camera);
    done(view.canvas.toDataURL());
  }));
}), time);
const first = await show(0);
check((await show(0.9)) !== first, "the picture changes with time");
check((await show(0)) === first, "and comes back");

// The shape is that of the run: the highest point of the cup against the hand that holds it, from bodies.csv.
const rows = readFileSync(join(run, "bodies.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
const at = (time) => Number(rows.find((r) => r[1] === "cup" && Math.abs(Number(r[0]) - time) < 1e-9)[4]);
const top = async (time) => (await show(time), look(() => window.ventouseReplay.view.bodies[1].mesh.geometry.boundingBox.max.z));
const rise = (await top(1.6)) - (await top(0));
check(Math.abs(rise - 0.01) < 1e-5, `the stem follows the hand by 10 mm: ${rise} m`);
check(at(1.6) - at(0) > 0.005, "as the cup's centre does in bodies.csv");

// Plots and replay go together.
await show(0.5);
check((await look(() => document.querySelectorAll("svg .now").length)) > 0, "plots show the replay's time");
await look(() => document.dispatchEvent(new CustomEvent("vt-seek", { detail: 1.2 })));
check(Math.abs((await look(() => window.ventouseReplay.state.time)) - 1.2) < 0.011, "a click on a plot takes the replay there");
await page.click(".timeline button");
const plays = page.waitForFunction(() => window.ventouseReplay.state.time > 1.3);
check(await plays.then(() => true, () => false), "it plays");
await page.screenshot({ path: join(pictures, "report.png") });
check(page.troubles.length === 0, `no errors, no request to the outside: ${page.troubles.join("; ")}`);
await browser.close();

// ---- render
const png = join(pictures, "render.png");
const drawn = (time, out) => spawnSync(program, ["render", run, "--time", time, "--out", out, "--width", "640", "--height", "360"], { encoding: "utf8", env: { ...process.env, VT_CHROMIUM: chromiumPath() } });
rmSync(png, { force: true });
const early = drawn("0", png);
check(early.status === 0, `render works: ${early.stderr}`);
const picture = readFileSync(png);
check(picture.toString("latin1", 1, 4) === "PNG" && picture.readUInt32BE(16) === 640 && picture.readUInt32BE(20) === 360, "a PNG of the size asked for");
drawn("1.8", join(folder, "late.png"));
check(!readFileSync(join(folder, "late.png")).equals(picture), "another time, another picture");
const without = spawnSync(program, ["render", run, "--out", join(folder, "none.png")], { encoding: "utf8", env: { PATH: "/nonexistent" } });
check(without.status === 2 && /no Chromium/.test(without.stderr), `without Chromium it says so: ${without.stderr}`);
writeFileSync(join(folder, "report.html"), "<html></html>");
const empty = spawnSync(program, ["render", folder], { encoding: "utf8" });
check(empty.status === 2 && /no replay/.test(empty.stderr), `without a replay it says so: ${empty.stderr}`);
const absent = spawnSync(program, ["render", join(folder, "absent")], { encoding: "utf8" });
check(absent.status === 2 && /expected the folder of a run/.test(absent.stderr), "an absent run is told");
const bad = spawnSync(program, ["render", run, "--time", "soon"], { encoding: "utf8" });
check(bad.status === 2 && /expected a number/.test(bad.stderr), "a bad time is told");
rmSync(folder, { recursive: true });
report();
