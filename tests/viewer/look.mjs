// The first look: what moves is in the picture at all times, nothing covers the middle, things throw shadows.
// node look.mjs PROGRAM
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, newPage } from "./browser.mjs";
import { check, report, startServer } from "./socket.mjs";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "ventouse-"));
const write = (name, text) => (writeFileSync(join(folder, `${name}.xml`), text), join(folder, `${name}.xml`));
const key = (time, z) => `<key time="${time}" position="0 0 ${z}"/>`;
// A hand that rises by three times its height, and a die that waits below.
const lift = write("lift", `<scene name="lift" dt="0.01" duration="0.6"><contact/>
  <fixed name="ground"><box size="0.3 0.3 0.02" center="0 0 -0.01"/></fixed>
  <frame name="up">${key(0, 0.05)}${key(0.5, 0.17)}</frame><driven name="hand" frame="up"><box size="0.04 0.04 0.04"/></driven>
  <rigid name="die" mass="0.01" position="0.06 0 0.0101"><box size="0.02 0.02 0.02"/></rigid>
  ${[...Array(20).keys()].map((k) => `<expect name="waits ${k}" body="die" z_above="0"/>`).join("")}</scene>`);
// Two boxes, one of which falls for ever.
const fall = write("fall", `<scene name="fall" dt="0.01" duration="1"><contact/>
  <rigid name="a" mass="0.01" position="0 0 0.1"><box size="0.02 0.02 0.02"/></rigid></scene>`);
for (const [scene, name] of [[lift, "lift"], [fall, "fall"]]) execFileSync(program, ["run", scene, "--out", join(folder, name), "--quiet"]);

const browser = await launch();
const page = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light" }, "file:");
const look = (what, argument) => page.evaluate(what, argument);
const open = async (name, wanted = "") => {
  await page.goto("about:blank");
  await page.goto(`file://${folder}/${name}/report.html${wanted}`);
  await page.waitForFunction(() => window.ventouseReplay);
};
// In the page: how far each moving body's box reaches from the middle of the picture in any frame, 1 being its edge; and
// how large the largest body is at least.
const reachOfRun = () => look(() => {
  const { view, recording } = window.ventouseReplay, at = view.camera.position.clone();
  let reach = 0, least = Infinity;
  for (const time of recording.times) {
    window.ventouseReplay.seek(time);
    view.camera.updateMatrixWorld(true);
    let extent = 0;
    for (const box of view.boxes()) {
      let low = Infinity, high = -Infinity;
      for (let k = 0; k < 8 && !box.isEmpty(); ++k) {
        at.set((k & 1 ? box.max : box.min).x, (k & 2 ? box.max : box.min).y, (k & 4 ? box.max : box.min).z).project(view.camera);
        reach = Math.max(reach, Math.abs(at.x), Math.abs(at.y));
        [low, high] = [Math.min(low, at.y), Math.max(high, at.y)];
      }
      extent = Math.max(extent, high - low);
    }
    least = Math.min(least, extent);
  }
  return { reach, least };
});
const eye = () => look(() => window.ventouseReplay.view.camera.position.toArray());
const apart = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));

// ---- the replay is in the first window, however much the scene expects
await open("lift");
const first = await look(() => document.querySelector(".replay canvas").getBoundingClientRect().toJSON());
check(first.top > 0 && first.bottom < 720, `the picture is in the first window: from ${first.top} to ${first.bottom}`);

// ---- replay: what moves is in the picture at all times, also what falls for ever, and is large enough to be seen
await open("lift");
const rises = await reachOfRun();
check(rises.reach > 0.7 && rises.reach < 1, `a hand that rises stays in the picture: ${rises.reach} of it`);
const before = await eye();
await look(() => window.ventouseReplay.seek(0.2));
check(apart(await eye(), before) === 0, "from one place");
await open("fall");
const falls = await reachOfRun();
check(falls.reach < 1 && falls.least > 0.1, `a box that falls by 5 m stays in the picture: ${falls.reach} of it, no smaller than ${falls.least}`);

// ---- a view that a person has turned stays theirs, until they ask
await open("lift");
const stands = await look(() => document.querySelector(".replay canvas").getBoundingClientRect().toJSON());
await page.mouse.move(stands.x + 500, stands.y + 200);
await page.mouse.down();
await page.mouse.move(stands.x + 580, stands.y + 230, { steps: 3 });
await page.mouse.up();
const turned = await eye();
check(apart(turned, before) > 0.01, "a drag turns the view");
for (const time of [0, 0.3, 0.6]) await look((t) => window.ventouseReplay.seek(t), time);
await page.setViewportSize({ width: 1280, height: 600 });
await page.waitForFunction((old) => window.ventouseReplay.view.camera.aspect > old + 0.1, stands.width / stands.height);
check(apart(await eye(), turned) < 1e-12, "and it stays so while time and window change");
await page.focus(".replay canvas");
await page.keyboard.press("w");
check(await look(() => window.ventouseReplay.view.framing.following && document.querySelector('.timeline button[aria-pressed="true"]').textContent === "Follow"), "W follows, and the button tells");
// Along with the middle of what moves, by as much.
const followed = await look(() => {
  const { view } = window.ventouseReplay, places = [0.1, 0.5].map((time) => {
    view.framing.goal = null;
    window.ventouseReplay.seek(time);
    const box = view.movingBox();
    return { eye: view.camera.position.z, middle: (box.min.z + box.max.z) / 2 };
  });
  return [places[1].eye - places[0].eye, places[1].middle - places[0].middle];
});
check(followed[1] > 0.02 && Math.abs(followed[0] - followed[1]) < 1e-6, `the view rises with what moves: ${followed.join(" and ")} m`);
await page.keyboard.press("w");
// A glide has no jerk: in a sixtieth of a second it goes a few hundredths of its way, and it arrives.
const glide = await look(() => {
  const { view } = window.ventouseReplay, { framing, camera } = view;
  view.orbit(1, 0, 3);
  view.fit(true);
  const goal = framing.goal.eye.clone(), whole = camera.position.distanceTo(goal), steps = [];
  for (let i = 0; i < 200 && framing.goal; ++i) {
    const from = camera.position.clone();
    framing.tick(1 / 60);
    steps.push(camera.position.distanceTo(from) / whole);
  }
  return { most: Math.max(...steps), count: steps.length, off: camera.position.distanceTo(goal) / whole };
});
check(glide.most < 0.08 && glide.off < 1e-6, `F glides there: ${JSON.stringify(glide)}`);
const again = await reachOfRun();
check(again.reach > 0.7 && again.reach < 1, `and frames all of the run again: ${again.reach}`);

// ---- shadows: the ground under the hand that has risen is darker than beside, in light and dark
for (const theme of ["light", "dark"]) {
  await page.close();
  // In full, whatever the browser remembers.
  const still = await newPage(browser, { viewport: { width: 480, height: 360 } }, "file:");
  await still.goto(`file://${folder}/lift/report.html#picture=end&theme=${theme}&view=front`);
  await still.waitForFunction(() => window.ventouseReplay);
  const [under, beside, without] = await still.evaluate(() => {
    const { view } = window.ventouseReplay, gl = view.renderer.getContext(), spot = view.camera.position.clone();
    view.look(spot.clone().set(0, -0.6, 0.25), spot.clone().set(0, 0, 0.05));
    Object.assign(view.view, { grid: false, contacts: false });
    const bright = (x, y) => {
      spot.set(x, y, 0).project(view.camera);
      const data = new Uint8Array(4 * 25);
      gl.readPixels(Math.round(((spot.x + 1) / 2) * gl.drawingBufferWidth) - 2, Math.round(((spot.y + 1) / 2) * gl.drawingBufferHeight) - 2, 5, 5, gl.RGBA, gl.UNSIGNED_BYTE, data);
      return data.reduce((sum, v, i) => sum + (i % 4 < 3 ? v : 0), 0) / 75;
    };
    const draw = (shadows) => {
      view.view.shadows = shadows;
      view.setView(view.view);
      view.renderer.render(view.scene, view.camera);
    };
    draw(true);
    const drawn = [bright(0, 0), bright(-0.1, -0.1)];
    draw(false);
    return [...drawn, bright(0, 0)];
  });
  check(under < 0.93 * beside && under < 0.93 * without, `in ${theme}, the ground under the hand is at ${under}, beside it ${beside}, without shadows ${without}`);
  await still.close();
}

// ---- live: folded panel, free middle, what moves stays in the picture, choices are kept
const server = await startServer(program, lift, ["--paused"]);
const live = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light" }, new URL(server.url).origin);
const ready = () => live.waitForFunction(() => window.ventouse?.frame.step >= 0 && window.ventouse.steering && document.querySelector("#legend .rows")?.textContent.includes("grid"));
await live.goto(server.url);
await ready();
const folded = () => live.evaluate(() => ({ panel: document.querySelector("#panel .lil-title").getAttribute("aria-expanded") !== "true", plots: document.getElementById("plots").hidden, theme: document.documentElement.dataset.theme, legend: document.querySelector("#legend .rows").hidden }));
check((await folded()).panel, "the panel begins folded");
// What is told is long, and there is as much of it as is ever shown.
await live.evaluate(() => window.ventouse.send({ type: "set", name: "a setting that is not there ".repeat(12), value: [1] }));
await live.waitForFunction(() => {
  const holder = document.getElementById("notices"), told = holder.firstElementChild;
  for (let i = 0; i < 2 && told; ++i) holder.append(told.cloneNode(true));
  return told !== null;
});
for (const [width, height] of [[1280, 720], [800, 600]]) {
  await live.setViewportSize({ width, height });
  await live.waitForFunction((w) => innerWidth === w, width);
  const covering = await live.evaluate(() => {
    const box = document.getElementById("canvas").getBoundingClientRect(), found = new Set();
    for (let i = 0; i <= 20; ++i)
      for (let j = 0; j <= 20; ++j) {
        const top = document.elementFromPoint(box.x + box.width * (0.25 + i / 40), box.y + box.height * (0.25 + j / 40));
        if (top.id !== "canvas") found.add(top.id || top.parentElement.id || top.className);
      }
    return [...found].join();
  });
  check(covering === "", `nothing covers the middle of the scene at ${width} x ${height}: ${covering}`);
}
await live.setViewportSize({ width: 1280, height: 720 });
await live.waitForFunction(() => innerWidth === 1280);
const share = await live.evaluate(() => {
  const { width, height } = document.getElementById("canvas").getBoundingClientRect();
  return (width * height) / (innerWidth * innerHeight);
});
check(share > 0.6, `the scene has most of the window: ${share}`);
const clipped = await live.evaluate(() => {
  const put = (id, text) => (document.getElementById(id).textContent = text), row = document.querySelector(".status");
  document.getElementById("scene").add(new Option("pull_off_cylinder_fine")); // beside longer names in its list
  put("time", "12.345 s"), put("step-shown", "step 12345"), put("factor", "0.0063 ×");
  return row.scrollWidth - row.clientWidth;
});
check(clipped <= 0, `time, step and speed are not cut off: ${clipped} px of them`);
await live.keyboard.press(" ");
await live.waitForFunction(() => window.ventouse.state.ended && window.ventouse.frame.step === window.ventouse.state.step);
const inside = (page) => page.waitForFunction(() => {
  const { stage } = window.ventouse;
  return stage.framing.goal === null && stage.framing.reach(stage.boxes()) < 1;
});
await inside(live);
check(true, "what has moved is in the picture");
await live.keyboard.press("Shift+ArrowRight");
const own = () => live.evaluate(() => window.ventouse.stage.camera.position.toArray());
const mine = await own();
await live.keyboard.press("Backspace");
await live.waitForFunction(() => window.ventouse.frame.step === 0);
await live.keyboard.press(" ");
await live.waitForFunction(() => window.ventouse.frame.time > 0.4);
check(apart(await own(), mine) < 1e-12, "a view that was turned by keyboard is not taken away");
for (const id of ["#panel .lil-title", "#panels", "#theme", "#legend button"]) await live.click(id);
await live.reload();
await ready();
const kept = await folded();
check(!kept.panel && kept.plots && kept.legend && kept.theme === "dark", `folds and theme are kept: ${JSON.stringify(kept)}`);

// ---- frames that take too long cost shadows, unless they are wanted
const level = (quality, ms) => live.evaluate(([q, t]) => {
  const { stage } = window.ventouse;
  stage.view.quality = q;
  stage.setView(stage.view);
  for (let i = 0; i < 12; ++i) stage.pace.note(t);
  return { level: stage.pace.level, shadows: stage.studio.sun.castShadow };
}, [quality, ms]);
const levels = [await level("full", 300), await level("auto", 20), await level("auto", 300)];
check(levels[0].shadows && levels[1].shadows && !levels[2].shadows, `shadows go where frames are slow: ${JSON.stringify(levels)}`);
check(live.troubles.length === 0, `no errors, no request to the outside: ${live.troubles.join("; ")}`);
await browser.close();
check((await server.stop()).code === 0, "the server ends well");
rmSync(folder, { recursive: true });
report();
