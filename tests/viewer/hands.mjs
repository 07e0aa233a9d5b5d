// Taking hold of a scene in a real browser: dragging a body, sliders, a frame that hangs on others.
// node hands.mjs PROGRAM SCENES_FOLDER PICTURES_FOLDER
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./browser.mjs";
import { check, report, startServer } from "./socket.mjs";

const [program, scenes, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const browser = await launch();
const troubles = [];
const here = (file) => join(dirname(fileURLToPath(import.meta.url)), file);

async function open(scene, ready) {
  const server = await startServer(program, scene, ["--paused"]);
  const page = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light" }, new URL(server.url).origin);
  await page.goto(server.url);
  await page.waitForFunction(() => window.ventouse?.frame.step === 0 && window.ventouse.state !== null && window.ventouse.steering);
  const look = (expression, argument) => page.evaluate(expression, argument);
  const until = (expression, argument = null) => page.waitForFunction(expression, argument);
  await ready({ page, look, until });
  troubles.push(...page.troubles);
  await page.close();
  check((await server.stop()).code === 0, "the server ends well");
}

// ---- dragging lifts the cup, and letting go drops it
await open(here("loose_cup.xml"), async ({ page, look, until }) => {
  const lowest = () => look(() => window.ventouse.stage.bodies[1].mesh.geometry.boundingBox.min.z);
  for (let i = 0; i < 7; ++i) await page.keyboard.press("-"); // room above the cup
  const at = await look(() => {
    const { stage } = window.ventouse;
    stage.camera.updateMatrixWorld();
    const box = stage.canvas.getBoundingClientRect(), middle = stage.bodies[1].mesh.geometry.boundingBox;
    const p = stage.controls.target.clone().set(0, 0, 0.8 * middle.max.z).project(stage.camera);
    return { x: box.left + (box.width * (p.x + 1)) / 2, y: box.top + (box.height * (1 - p.y)) / 2 };
  });
  check(await page.isVisible("#hand"), "the page offers to pull");
  await page.keyboard.press("Space");
  await until(() => window.ventouse.frame.step > 20);
  check((await lowest()) < 0.001, `the cup lies on the ground: ${await lowest()} m`);
  const camera = () => look(() => window.ventouse.stage.camera.position.toArray().join());
  const eye = await camera();
  await page.keyboard.down("Shift");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 250, { steps: 10 });
  await until(() => window.ventouse.stage.pull.group.visible);
  await until(() => window.ventouse.stage.bodies[1].mesh.geometry.boundingBox.min.z > 0.005);
  check((await camera()) === eye, "the view does not turn along");
  // Hanging from the spring, it carries the weight, 0.02 kg x 9.81 m/s^2, wherever the pointer is. The spring is
  // critically damped, sqrt(m/k) = 14 ms: half a second is enough, of simulated time, however long that takes.
  await until((time) => window.ventouse.frame.time > time + 1, await look(() => window.ventouse.frame.time));
  const force = await look(() => window.ventouse.pullForce);
  check(Math.abs(force - 0.1962) < 0.01, `the pull shown is the weight: ${force} N`);
  await page.screenshot({ path: join(pictures, "drag.png") });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await until(() => !window.ventouse.stage.pull.group.visible);
  await until(() => window.ventouse.stage.bodies[1].mesh.geometry.boundingBox.min.z < 0.001);
  check(true, "let go, it falls");
  const moved = await camera();
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y, { steps: 4 });
  await page.mouse.up();
  await until((old) => window.ventouse.stage.camera.position.toArray().join() !== old, moved);
  check(true, "without Shift dragging turns the view again");
});

// ---- a slider changes the pressure curve; the old value comes back
await open(here("pumped_cup.xml"), async ({ page, look, until }) => {
  const least = async () => {
    await look(() => {
      window.ventouse.send({ type: "speed", value: 0 });
      window.ventouse.send({ type: "play" });
    });
    await page.waitForFunction(() => window.ventouse.frame.time > 0.3);
    await look(() => window.ventouse.send({ type: "pause" }));
    await until(() => !window.ventouse.state.running);
    const found = await look(() => {
      const values = window.ventouse.history.plots.find((p) => p.title === "pressure").lines.flatMap((l) => l.values);
      return Math.min(...values.filter((x) => x !== null && !Number.isNaN(x)));
    });
    await page.keyboard.press("Backspace");
    await until(() => window.ventouse.frame.step === 0 && window.ventouse.history.times.length === 0);
    return found;
  };
  const setting = (name) => look((n) => window.ventouse.state.settings.find((s) => s.name === n), name);
  check((await setting("pressure 0")).value[0] === -3000, "the pump begins as the scene has it");
  check((await setting("friction 0")).value[0] === 0.5, "and so does friction");
  check((await setting("leak_conductance 0")).value[0] === 0, "and the leak");
  const before = await least();
  await page.locator("#panel .lil-title", { hasText: "View" }).click();
  await page.locator("#panel .lil-title", { hasText: "Settings" }).click();
  const slider = page.locator(".controller, .lil-controller").filter({ hasText: "pump (Pa)" }).locator("input");
  await slider.fill("-6000");
  await slider.press("Enter");
  await until(() => window.ventouse.state.settings.find((s) => s.name === "pressure 0").value[0] === -6000);
  check((await setting("pressure 0")).original[0] === -3000, "the old value is kept");
  await slider.blur();
  await page.screenshot({ path: join(pictures, "sliders.png") });
  const after = await least();
  check(Math.abs(before - 98325) < 1e-6 && Math.abs(after - 95325) < 1e-6, `the slider shows in the pressure curve: ${before} and ${after} Pa`);
  check((await setting("pressure 0")).value[0] === -6000, "reset keeps the slider");
  await look(() => window.ventouse.send({ type: "set", name: "friction 0", value: [-1] }));
  await until(() => window.heard.some((text) => text.includes("friction is -1")));
  await look(() => window.ventouse.send({ type: "set", name: "friction 7", value: [1] }));
  await until(() => window.heard.some((text) => text.includes("friction 7")));
  await page.getByText("As the scene has them").click();
  await until(() => window.ventouse.state.settings.every((s) => s.value.every((v, i) => v === s.original[i])));
  check(true, "the old values come back");
});

// ---- a frame at the end of a chain is moved in the world, whatever its parents do
await open(join(scenes, "arm.xml"), async ({ page, look, until }) => {
  const wrist = () => look(() => [...window.ventouse.gizmo.poses[3]]);
  const before = await wrist();
  check(await look(() => window.ventouse.scene.frames.map((f) => f.parent).join() === "-1,0,1,2"), "the page knows the parents");
  await look(() => {
    window.ventouse.gizmo.choose(3);
    window.ventouse.gizmo.nudge(window.ventouse.stage.controls.target.clone().set(0.002, 0.001, 0.003));
  });
  await page.keyboard.press("ArrowRight");
  await until(() => window.ventouse.frame.step === 1);
  const after = await wrist();
  // In 10 ms of their 1.5 s the smooth hinges above it turn by less than 3 (10/1500)^2 80 degrees: 4e-5 m at its arm.
  const off = Math.hypot(after[0] - before[0] - 0.002, after[1] - before[1] - 0.001, after[2] - before[2] - 0.003);
  check(off < 1e-4, `the wrist goes where the gizmo is: off by ${off} m`);
});

check(troubles.length === 0, `no errors, no request to the outside: ${troubles.join("; ")}`);
await browser.close();
report();
