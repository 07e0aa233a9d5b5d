// How fast the page shows a scene: node rate.mjs PROGRAM SCENE SECONDS. Not a test; docs/viewer.md has its figures.
// Played as fast as possible, with and without drawing; the times are those of the page's own thread.
import { launch, newPage } from "./browser.mjs";
import { startServer } from "./socket.mjs";

const [program, scene, seconds] = process.argv.slice(2);
const browser = await launch();
const server = await startServer(program, scene, ["--paused", "--set", "scene.duration=1000"]);
const page = await newPage(browser, { viewport: { width: 1280, height: 720 } }, new URL(server.url).origin);
await page.goto(server.url);
await page.waitForFunction(() => window.ventouse?.frame.step === 0 && window.ventouse.steering);
const about = await page.evaluate(() => ({
  bodies: window.ventouse.stage.bodies.length,
  vertices: window.ventouse.stage.bodies.reduce((sum, b) => sum + b.points.length / 3, 0),
}));
console.log(JSON.stringify(about));
await page.evaluate(() => {
  const { stage } = window.ventouse, times = { apply: 0, draw: 0, frames: 0, draws: 0, bytes: 0, first: 0 };
  window.times = times;
  const update = stage.update.bind(stage), render = stage.renderer.render.bind(stage.renderer);
  stage.update = (frame) => {
    const t = performance.now();
    update(frame);
    times.apply += performance.now() - t;
    ++times.frames;
  };
  stage.renderer.render = (...what) => {
    const t = performance.now();
    if (!window.blind) {
      render(...what);
      stage.renderer.getContext().finish();
    }
    times.draw += performance.now() - t;
    ++times.draws;
  };
});
for (const blind of [false, true]) {
  const steps = () => page.evaluate(() => window.ventouse.frame.step);
  await page.evaluate(() => window.ventouse.send({ type: "reset" }));
  await page.waitForFunction(() => window.ventouse.frame.step === 0);
  await page.evaluate((b) => {
    window.blind = b;
    window.ventouse.send({ type: "speed", value: 0 });
    window.ventouse.send({ type: "play" });
  }, blind);
  await page.waitForFunction(() => window.ventouse.frame.step > 5);
  await page.evaluate(() => Object.assign(window.times, { apply: 0, draw: 0, frames: 0, draws: 0 }));
  const began = performance.now(), first = await steps();
  await page.waitForTimeout(1000 * Number(seconds));
  const t = await page.evaluate(() => ({ ...window.times, bandwidth: window.ventouse.counts.bandwidth }));
  const passed = (performance.now() - began) / 1000, last = await steps();
  console.log(
    `${blind ? "without drawing" : "drawing"}: ${(t.frames / passed).toFixed(1)} frames/s of ${((last - first) / passed).toFixed(1)} steps/s, ` +
      `${(t.bandwidth / 1e6).toFixed(2)} MB/s, applying ${(t.apply / t.frames).toFixed(2)} ms, drawing ${(t.draw / t.draws).toFixed(1)} ms a frame`,
  );
}
await browser.close();
await server.stop();
process.exit(0);
