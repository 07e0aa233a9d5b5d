// The replay of report.html from file://, and `ventouse render`. node replay.mjs PROGRAM SCENES_FOLDER PICTURES_FOLDER
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath, contrasts, launch, newPage, unseenFocus } from "./browser.mjs";
import { check, report } from "./socket.mjs";

const [program, scenes, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
const run = join(folder, "a run");
execFileSync(program, ["run", join(scenes, "cup_press.xml"), "--out", run, "--quiet"]);
check(statSync(join(run, "report.html")).size < 3e6, "the report is small");

const browser = await launch();
const page = await newPage(browser, { viewport: { width: 960, height: 640 }, colorScheme: "dark" }, "file:");
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
// It opens when suction is strongest, and plays from the beginning.
const openedAt = await look(() => window.ventouseReplay.state.time), summary = JSON.parse(readFileSync(join(run, "summary.json"), "utf8"));
check(summary.moment > 0.5 && Math.abs(openedAt - summary.moment) < 0.011, `it opens at ${openedAt} s, suction is strongest at ${summary.moment} s`);
const begun = await look(() => (window.ventouseReplay.play(true), window.ventouseReplay.play(false), window.ventouseReplay.time));
check(begun === 0, `and plays from the beginning: ${begun} s`);

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

// The faces that close a cut: their areas over all places of the plane sum up to the volume of the body. Along z the
// sections of a cup are rings, along x they have its hollow open to below. The rule of 200 midpoints errs by at most
// half a step times each jump of the area, and jumps are no larger than the largest area.
await show(0);
for (const axis of ["x", "z"]) {
  const { summed, volume, largest, length } = await look((cut) => {
    const { view } = window.ventouseReplay, body = view.bodies[1], { array } = body.mesh.geometry.getAttribute("position");
    const index = body.mesh.geometry.index.array, box = body.mesh.geometry.boundingBox;
    const at = (c, k) => array[3 * index[c] + k];
    let volume = 0;
    for (let c = 0; c < index.length; c += 3)
      for (const [i, j, k] of [[0, 1, 2], [1, 2, 0], [2, 0, 1]]) volume += (at(c, i) * (at(c + 1, j) * at(c + 2, k) - at(c + 1, k) * at(c + 2, j))) / 6;
    const length = box.max[cut] - box.min[cut];
    let summed = 0, largest = 0;
    for (let i = 0; i < 200; ++i) {
      Object.assign(view.view, { cut, cutAt: (i + 0.5) / 200 });
      view.setView(view.view);
      summed += (body.cap.area * length) / 200;
      largest = Math.max(largest, body.cap.area);
    }
    Object.assign(view.view, { cut: "none", cutAt: 0.5 });
    view.setView(view.view);
    return { summed, volume, largest, length };
  }, axis);
  check(volume > 1e-6 && Math.abs(summed - volume) < (largest * length) / 400, `sections across ${axis} sum up to the volume: ${summed} and ${volume} m^3`);
}

// Layers of the live page that need more than the visible surface.
await show(0.9);
const plain = await show(0.9);
for (const key of ["2", "3", "c"]) {
  await page.focus(".replay canvas");
  await page.keyboard.press(key);
  const other = await show(0.9);
  check(other !== plain, `key ${key} changes the picture of the replay`);
  if (key === "3") {
    const off = await look(() => {
      const { fem, mesh } = window.ventouseReplay.view.bodies[1];
      fem.geometry.computeBoundingBox();
      const a = fem.geometry.boundingBox, b = mesh.geometry.boundingBox;
      return Math.max(a.min.distanceTo(b.min), a.max.distanceTo(b.max)) + (fem.visible && fem.geometry.index.count > 2000 ? 0 : 1);
    });
    check(off < 1e-9, `the finite elements fill the body: ${off}`);
  }
  if (key === "c") {
    check(await look(() => window.ventouseReplay.view.bodies[1].cap.section.triangles.length > 0), "the cut is closed");
    await page.screenshot({ path: join(pictures, "report_cut.png") });
    for (let i = 0; i < 3; ++i) await page.keyboard.press("c");
  } else await page.keyboard.press(key);
}
await look(() => {
  window.ventouseReplay.view.view.frames = true;
  window.ventouseReplay.view.setView(window.ventouseReplay.view.view);
});
check((await look(() => window.ventouseReplay.view.axes.group.children.length)) === 1, "the driven frame has its axes");
check((await show(0.9)) !== plain, "which can be shown");
await look(() => {
  window.ventouseReplay.view.view.frames = false;
  window.ventouseReplay.view.setView(window.ventouseReplay.view.view);
});
check((await show(0.9)) === plain, "and everything can be switched off again");

// Plots and replay go together.
await show(0.5);
check((await look(() => document.querySelectorAll("svg .now").length)) > 0, "plots show the replay's time");
await look(() => document.dispatchEvent(new CustomEvent("vt-seek", { detail: 1.2 })));
check(Math.abs((await look(() => window.ventouseReplay.state.time)) - 1.2) < 0.011, "a click on a plot takes the replay there");
await page.click(".timeline button");
const plays = page.waitForFunction(() => window.ventouseReplay.state.time > 1.3);
check(await plays.then(() => true, () => false), "it plays");
await page.screenshot({ path: join(pictures, "report.png") });
await page.setViewportSize({ width: 390, height: 780 });
const deep = join(folder, "a_folder_whose_name_is_wider_than_a_phone_and_has_no_gap_where_it_could_be_broken", "scenes");
cpSync(scenes, deep, { recursive: true });
cpSync(join(scenes, "..", "meshes"), join(deep, "..", "meshes"), { recursive: true });
spawnSync(program, ["run", join(deep, "ground.xml"), "--time", "0.5", "--out", join(folder, "air"), "--quiet"]);
await page.goto(`file://${folder}/air/report.html`);
await page.waitForFunction(() => window.ventouseReplay);
check(await look(() => document.querySelectorAll("table").length >= 5), "the report has its tables, of cavities too");
await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
await page.setViewportSize({ width: 320, height: 640 });
await page.waitForFunction(() => innerWidth === 320 && document.documentElement.scrollWidth <= 320);
check(true, "nothing of the report sticks out on a phone");
// By keyboard, and in both colours.
await look(() => document.querySelector(".replay .lil-title").click());
for (const colorScheme of ["dark", "light"]) {
  await page.emulateMedia({ colorScheme });
  const faint = await look(contrasts), hidden = await look(unseenFocus);
  check(faint.length === 0, `the report's text is readable in ${colorScheme}: ${faint.join("; ")}`);
  check(hidden.length === 0, `its focus can be seen in ${colorScheme}: ${hidden.join("; ")}`);
}
await page.focus(".replay canvas");
const where = () => look(() => ({ frame: window.ventouseReplay.state.frame, eye: window.ventouseReplay.view.camera.position.toArray().join(), cut: window.ventouseReplay.view.view.cut }));
await show(0.2); // it opens at its end, where an arrow has nowhere to go
const begin = await where();
await page.keyboard.press("Shift+ArrowRight");
const turned = await where();
check(turned.eye !== begin.eye && turned.frame === begin.frame, "Shift and arrows turn the replay");
await page.keyboard.press("+");
check((await where()).eye !== turned.eye, "plus zooms");
await page.keyboard.press("C");
check((await where()).cut === "x", "capitals do as small letters");
await page.keyboard.press("ArrowRight");
check((await where()).frame === begin.frame + 1, "an arrow steps");
check(await look(() => ["f", "ArrowRight", "c"].every((key) => document.querySelector(".replay canvas").dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, cancelable: true })))), "keys with Ctrl stay the browser's");
check((await where()).frame === begin.frame + 1, "and do nothing here");
check(page.troubles.length === 0, `no errors, no request to the outside: ${page.troubles.join("; ")}`);

// ---- what `ventouse render` asks the page for: views by name, a camera, cuts by place, what it fits to, the legend
const still = await newPage(browser, { viewport: { width: 480, height: 300 } }, "file:");
const seenNow = () => still.evaluate(() => {
  const { view } = window.ventouseReplay, { camera, controls } = view;
  camera.updateMatrixWorld(true);
  // How far the bodies that can move reach from the middle of the picture, 1 being its edge.
  const box = view.movingBox(), at = camera.position.clone();
  let reach = 0;
  for (let k = 0; k < 8; ++k) {
    at.set((k & 1 ? box.max : box.min).x, (k & 2 ? box.max : box.min).y, (k & 4 ? box.max : box.min).z).project(camera);
    reach = Math.max(reach, Math.abs(at.x), Math.abs(at.y));
  }
  const plane = view.cutter.planes[0];
  return {
    reach, eye: camera.position.toArray(), target: controls.target.toArray(),
    from: camera.position.clone().sub(controls.target).normalize().toArray(),
    cut: plane ? { normal: plane.normal.toArray(), at: Math.abs(plane.constant) } : null,
    legend: document.querySelector(".legend3d").textContent,
  };
});
const asked = async (report, wanted) => {
  await still.goto("about:blank");
  await still.goto(`file://${report}/report.html#${wanted}`);
  await still.waitForFunction(() => window.ventouseReplay && document.documentElement.classList.contains("picture"));
  return seenNow();
};
const air = join(folder, "air");
for (const [name, from] of Object.entries({ iso: [0.4727, -0.7878, 0.3939], front: [0, -1, 0], back: [0, 1, 0], left: [-1, 0, 0], right: [1, 0, 0], side: [1, 0, 0], top: [0, 0, 1], bottom: [0, 0, -1] })) {
  const seen = await asked(air, `picture=end&view=${name}`);
  check(Math.hypot(...from.map((x, k) => x - seen.from[k])) < 1e-3, `${name} looks from ${seen.from}`);
  check(seen.reach > 0.75 && seen.reach < 0.95, `${name} fills the picture with what moves: ${seen.reach}`);
}
const whole = await asked(air, "picture=end");
check(/shines through the walls/.test(whole.legend), `the legend says that air shines through: ${whole.legend}`);
check(/cup \(deformable\)/.test(whole.legend), "and which body has which colour");
// A window gets its size after it is opened: what moves is in the picture of a narrow one too.
await still.setViewportSize({ width: 200, height: 400 });
await still.waitForFunction(() => Math.abs(window.ventouseReplay.view.camera.aspect - 0.5) < 0.01);
const narrow = await seenNow();
check(narrow.reach > 0.75 && narrow.reach < 0.95, `fitted again when the window gets its size: ${narrow.reach}`);
await still.setViewportSize({ width: 480, height: 300 });
const opened = await asked(air, "picture=end&cut=y,0.004");
check(opened.cut && Math.abs(opened.cut.at - 0.004) < 1e-9 && Math.abs(opened.cut.normal[1]) === 1, `a cut at 4 mm: ${JSON.stringify(opened.cut)}`);
check(!/shines through/.test(opened.legend), "through a cut nothing shines");
const middle = await asked(air, "picture=end&cut=x");
check(middle.cut && middle.cut.at < 1e-4, `a cut through the middle of the cup: ${JSON.stringify(middle.cut)}`);
const placed = await asked(air, "picture=end&camera=0.1,-0.2,0.15&target=0,0.01,0.02");
check(Math.hypot(placed.eye[0] - 0.1, placed.eye[1] + 0.2, placed.eye[2] - 0.15) < 1e-9, `a camera at its place: ${placed.eye}`);
check(Math.hypot(placed.target[0], placed.target[1] - 0.01, placed.target[2] - 0.02) < 1e-9, `looks at its target: ${placed.target}`);
const aside = await asked(air, "picture=end&view=front&target=0.02,0,0");
check(aside.target[0] === 0.02 && aside.reach < 0.95 && aside.reach > 0.75, `a target beside, and all is in the picture: ${aside.reach}`);
// A table that is driven, and rests, is no more to be fitted to than the ground.
writeFileSync(join(folder, "table.xml"), `<scene name="t" dt="0.01" duration="0.1"><contact/><frame name="rests"/>
  <driven name="table" frame="rests" position="0 0 -0.05"><box size="2 2 0.1"/></driven>
  <rigid name="die" mass="0.01" position="0 0 0.03"><box size="0.02 0.02 0.02"/></rigid></scene>`);
spawnSync(program, ["run", join(folder, "table.xml"), "--out", join(folder, "table"), "--quiet"]);
const die = await asked(join(folder, "table"), "picture=end");
check(Math.hypot(...die.eye.map((x, k) => x - die.target[k])) < 0.2, `a resting table is not fitted to: ${die.eye}`);
check(still.troubles.length === 0, `no errors: ${still.troubles.join("; ")}`);
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
const across = spawnSync(program, ["render", run, "--cut", "w"], { encoding: "utf8" });
check(across.status === 2 && /found "w", expected x, y or z/.test(across.stderr), "a bad axis is told");
for (const [options, why] of [[["--view", "up"], /found "up", expected iso, front/], [["--camera", "1,2"], /expected three numbers in m/], [["--camera", "1,2,x"], /three numbers/],
  [["--target", "0 0"], /--target.*three numbers/], [["--view", "top", "--camera", "0,0,1"], /--view and --camera, expected one of them/], [["--theme", "pink"], /found "pink", expected light or dark/], [["--cut", "y="], /such as y=0.01/], [["--cut", "y0.1"], /expected x, y or z/]]) {
  const refused = spawnSync(program, ["render", run, ...options], { encoding: "utf8" });
  check(refused.status === 2 && why.test(refused.stderr) && refused.stderr.trim().split("\n").length === 1, `${options.join(" ")} is refused: ${refused.stderr}`);
}
const pipe = join(folder, "pipe");
execFileSync("mkfifo", [pipe]);
for (const [out, why] of [[pipe, /found a device, expected a file/], [folder, /found a folder, expected a file/], [join(folder, "absent/x.png"), /cannot write: No such file/]]) {
  const refused = drawn("0", out);
  check(refused.status === 2 && why.test(refused.stderr) && refused.stderr.trim().split("\n").length === 1, `a place for no picture is told: ${refused.stderr}`);
}
check(statSync(pipe).isFIFO(), "and is left as it is");
const cutOpen = spawnSync(program, ["render", run, "--time", "0", "--cut", "y", "--out", join(folder, "cut.png"), "--width", "640", "--height", "360"], { encoding: "utf8", env: { ...process.env, VT_CHROMIUM: chromiumPath() } });
check(cutOpen.status === 0 && !readFileSync(join(folder, "cut.png")).equals(picture), `a cut can be drawn: ${cutOpen.stderr}`);
const above = spawnSync(program, ["render", run, "--time=0", "--view=top", "--out", join(folder, "top.png"), "--width", "640", "--height", "360"], { encoding: "utf8", env: { ...process.env, VT_CHROMIUM: chromiumPath() } });
check(above.status === 0 && !readFileSync(join(folder, "top.png")).equals(picture), `a view from the top can be drawn: ${above.stderr}`);
const placedByHand = spawnSync(program, ["render", run, "--time=0", "--camera", "0.05 -0.1 0.05", "--target=0,0,0.01", "--cut=y=0.002", "--out", join(folder, "hand.png"), "--width", "640", "--height", "360"], { encoding: "utf8", env: { ...process.env, VT_CHROMIUM: chromiumPath() } });
check(placedByHand.status === 0 && !readFileSync(join(folder, "hand.png")).equals(picture), `and one from a place: ${placedByHand.stderr}`);
const beyond = drawn("2.5", join(folder, "beyond.png"));
check(beyond.status === 2 && beyond.stderr.trim().split("\n").length === 1 && /2\.5 s, expected at most 2 s, the length of the run/.test(beyond.stderr), `a time beyond the end is told: ${beyond.stderr}`);
check(!existsSync(join(folder, "beyond.png")), "and nothing is drawn");

// ---- Ctrl-C while it draws: the browser is gone, and nothing is left behind
const temporary = join(folder, "tmp");
mkdirSync(temporary);
const cut = spawn(program, ["render", run, "--out", join(folder, "cut_short.png")], { env: { ...process.env, TMPDIR: temporary, VT_CHROMIUM: chromiumPath() }, stdio: ["ignore", "ignore", "pipe"] });
let said = "";
cut.stderr.on("data", (text) => (said += text));
while (!readdirSync(temporary).some((made) => existsSync(join(temporary, made, "profile")))) await new Promise((done) => setTimeout(done, 20));
cut.kill("SIGINT");
const code = await new Promise((done) => cut.on("close", done));
check(code === 130 && /interrupted/.test(said) && said.trim().split("\n").length === 1, `Ctrl-C ends a picture: ${code} ${said}`);
check(readdirSync(temporary).length === 0 && !existsSync(join(folder, "cut_short.png")), `and leaves nothing: ${readdirSync(temporary).join()}`);
rmSync(folder, { recursive: true });
report();
