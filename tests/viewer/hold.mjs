// The page as a force-feedback device, in a real browser: a body on a coupling is taken by the gizmo and by the mouse,
// the hand stays behind by what it feels, and what it feels is drawn.
// node hold.mjs PROGRAM PICTURES_FOLDER
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./browser.mjs";
import { check, report, startServer } from "./socket.mjs";

const [program, pictures] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const browser = await launch();
const server = await startServer(program, join(dirname(fileURLToPath(import.meta.url)), "held_box.xml"), ["--paused"]);
const page = await newPage(browser, { viewport: { width: 1280, height: 720 }, colorScheme: "light" }, new URL(server.url).origin);
await page.goto(server.url);
await page.waitForFunction(() => window.ventouse?.frame.step === 0 && window.ventouse.state !== null && window.ventouse.steering);
const look = (expression, argument) => page.evaluate(expression, argument);
const until = (expression, argument = null) => page.waitForFunction(expression, argument);
// Simulated time, however long that takes: the hand comes to rest in some 0.1 s.
const rest = async () => until((time) => window.ventouse.frame.time > time + 1, await look(() => window.ventouse.frame.time));
const nudge = (x, y, z) => look(([a, b, c]) => window.ventouse.gizmo.nudge(window.ventouse.stage.controls.target.clone().set(a, b, c)), [x, y, z]);
const hold = () => look(() => {
  const { goal, hand, force, frame } = window.ventouse.hold;
  return { frame, goal: [...goal], hand: [...hand], force, behind: Math.hypot(...[0, 1, 2].map((i) => goal[i] - hand[i])) };
});

check(await look(() => window.ventouse.scene.frames[0].coupled === 1), "the page knows which body the frame holds");
await page.keyboard.press("Space");
await until(() => window.ventouse.frame.step > 20);
check(await look(() => window.ventouse.hold === null && !window.ventouse.stage.hold.group.visible), "nobody holds it");

// ---- the gizmo, in the air: the hand arrives and feels nothing
await look(() => window.ventouse.gizmo.choose(0));
await nudge(0.01, 0, 0.005);
await until(() => window.ventouse.hold !== null);
await until(() => {
  const { goal, hand, force } = window.ventouse.hold;
  return Math.hypot(...[0, 1, 2].map((i) => goal[i] - hand[i])) < 1e-4 && Math.hypot(...force) < 0.05;
});
check(true, "in the air the hand is where the page points");

// ---- into the ground: two springs in a row, 500 N/m of the hand and 1000 N/m of the coupling. The goal goes 25 mm down,
// from 30.1 mm; the box stands 20.1 mm high, the contact distance included.
await nudge(0, 0, -0.025);
await until(() => window.ventouse.hold.goal[2] < 0.006);
const wanted = (0.0201 - 0.0051) / (1 / 500 + 1 / 1000);
// A busy machine lets the loop wait for steps, and what is felt then fades for a moment: so until it is so.
await until((force) => {
  const { goal, hand, force: felt } = window.ventouse.hold, behind = Math.hypot(...[0, 1, 2].map((i) => goal[i] - hand[i]));
  return Math.abs(felt[2] - force) < 0.03 * force && Math.abs(500 * behind - force) < 0.03 * force;
}, wanted);
check(true, "the hand feels the ground as two springs do, and stays behind by that");
await until((force) => {
  const lines = window.ventouse.history.plots.find((p) => p.title.includes("ground")).lines;
  return Math.abs(lines[2].values.at(-1) - force) < 0.05 * force;
}, wanted);
check(true, "and the ground carries it");
check(await look(() => {
  const { stage, gizmo, hold } = window.ventouse, arrow = stage.hold.arrow.group.children[0];
  return stage.hold.group.visible && arrow.count === 1 && Math.abs(gizmo.proxy.position.z - hold.goal[2]) < 1e-9;
}), "the force is drawn, and the gizmo stays where it points");
await until(() => document.getElementById("legend").textContent.includes("the hand feels"));
await page.screenshot({ path: join(pictures, "hold.png") });

// ---- by the mouse: sideways along the ground, the hand is drawn along
const at = await look(() => {
  const { stage } = window.ventouse;
  stage.camera.updateMatrixWorld();
  const box = stage.canvas.getBoundingClientRect();
  const p = stage.controls.target.clone().copy(stage.bodies[1].mesh.getWorldPosition(stage.controls.target.clone())).project(stage.camera);
  return { x: box.left + (box.width * (p.x + 1)) / 2, y: box.top + (box.height * (1 - p.y)) / 2 };
});
const before = await hold();
await page.keyboard.down("Shift");
await page.mouse.move(at.x, at.y);
await page.mouse.down();
await page.mouse.move(at.x + 60, at.y, { steps: 8 });
await until((x) => Math.hypot(window.ventouse.hold.goal[0] - x[0], window.ventouse.hold.goal[1] - x[1]) > 0.003, before.goal);
await page.mouse.up();
await page.keyboard.up("Shift");
await rest();
const now = await hold();
check(Math.hypot(now.hand[0] - before.hand[0], now.hand[1] - before.hand[1]) > 0.001, "the mouse takes the hand along");
check(await look(() => window.ventouse.pullForce === null), "and does not pull at the body beside it");

// ---- paused the hand waits; let go, it is gone and the frame stays; released, it goes back
await page.keyboard.press("Space");
await until(() => !window.ventouse.state.running);
check(await look(() => window.ventouse.hold !== null), "paused, it is still held");
await page.keyboard.press("Space");
await rest();
await look(() => window.ventouse.send({ type: "let_go" }));
await until(() => window.ventouse.hold === null);
await rest();
const left = await look(() => [...window.ventouse.gizmo.poses[0]]);
check(Math.abs(left[0] - now.hand[0]) < 1e-3 && Math.abs(left[2] - now.hand[2]) < 1e-3, "let go, the frame stays where the hand was");
await nudge(0, 0, 0.001);
await until(() => window.ventouse.hold !== null);
await look(() => window.ventouse.send({ type: "release", frame: 0 }));
await until(() => window.ventouse.hold === null && window.ventouse.state.moved.length === 0);
await until(() => Math.abs(window.ventouse.gizmo.poses[0][2] - 0.0251) < 1e-12);
check(true, "released, the frame is where its script has it");
await nudge(0, 0, 0.002);
await until(() => window.ventouse.hold !== null);
await page.keyboard.press("Backspace");
await until(() => window.ventouse.frame.step === 0 && window.ventouse.hold === null);
check(true, "reset lets go");

check(page.troubles.length === 0, `no errors, no request to the outside: ${page.troubles.join("; ")}`);
await page.close();
check((await server.stop()).code === 0, "the server ends well");
await browser.close();
report();
