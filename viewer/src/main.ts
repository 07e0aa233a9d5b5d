// The page of `ventouse view`: everything joined together.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Vector3 } from "three";
import { Connection } from "./connection";
import { History } from "./history";
import { bindKeys, fillHelp } from "./keys";
import type { Key } from "./keys";
import { drawLegend } from "./legend";
import { recall, remember } from "./memory";
import { Panel } from "./panel";
import { Plots } from "./plots";
import type { Cavity, Frame, Hold, SceneMessage, ServerMessage, StateMessage } from "./protocol";
import { fileName, saveFile, Video } from "./save";
import { Stage } from "./stage";
import { nextCut } from "./view";
import { Gizmo, Hand } from "./touch";
import { readable } from "./units";

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const stage = new Stage(element<HTMLCanvasElement>("canvas"));
const history = new History();
const video = new Video();
let scene: SceneMessage | null = null;
let state: StateMessage | null = null;
const scheme = matchMedia("(prefers-color-scheme: dark)");
let dark = recall("theme") ? recall("theme") === "dark" : scheme.matches;
let steering = false;
let epoch = -1;
let cavities: Cavity[] = [];
let pullForce: number | null = null;
let hold: Hold | null = null;
const counts = { frames: 0, bytes: 0, since: performance.now(), rate: 0, bandwidth: 0 };
let last: { step: number; time: number } = { step: -1, time: 0 };

const plots = new Plots(element("plots"), history, dark);

// ---------------------------------------------------------------- what arrives

// Small, beside the scene: two lines of each, more of one that is clicked.
function notify(level: "info" | "error", text: string): void {
  const holder = element("notices");
  const line = document.createElement("div"), words = document.createElement("span"), away = document.createElement("button");
  line.className = level;
  words.textContent = words.title = text;
  words.addEventListener("click", () => line.classList.toggle("whole"));
  away.type = "button";
  away.textContent = "×";
  away.setAttribute("aria-label", "Dismiss");
  away.addEventListener("click", () => line.remove());
  line.append(words, away);
  if (holder.lastElementChild?.firstElementChild?.textContent === text) holder.lastElementChild.remove();
  holder.append(line);
  while (holder.children.length > 3) holder.firstElementChild!.remove();
  setTimeout(() => line.remove(), level === "error" ? 12000 : 6000);
}

function layers(): string[] {
  const { view } = stage;
  const wanted = ["visual"];
  if (view.collision || hand.able) wanted.push("collision");
  if (view.fem) wanted.push("nodes");
  if (view.contacts) wanted.push("contacts");
  if (view.cavities || view.seal || view.pressure) wanted.push("cavities");
  return wanted;
}

function showScene(next: SceneMessage): void {
  const again = scene !== null && scene.file === next.file;
  scene = next;
  document.title = `${next.name} - Ventouse`;
  const select = element<HTMLSelectElement>("scene");
  select.replaceChildren(...next.gallery.map((file) => new Option(file.replace(/\.xml$/, ""), file, false, file === next.file)));
  history.begin(next.columns);
  plots.begin();
  panel.setScene(next);
  gizmo.choose(-1);
  hand.drop();
  gizmo.parents = next.frames.map((frame) => frame.parent);
  gizmo.hold = hold = null;
  hand.frameOf = (body) => next.frames.findIndex((frame) => frame.coupled === body);
  hand.able = next.abilities.pull;
  element<HTMLButtonElement>("hand").hidden = !hand.able;
  epoch = -1;
  cavities = [];
  for (const warning of again ? [] : next.warnings) notify("info", warning);
  const wanted = layers();
  if (wanted.join() !== sentLayers.join()) connection.setLayers((sentLayers = wanted));
}

function showState(next: StateMessage): void {
  if (next.failure && next.failure !== state?.failure) notify("error", next.failure);
  state = next;
  stepping = false;
  if (wantedSpeed === next.speed) wantedSpeed = null;
  element("play").textContent = next.running ? "Pause" : "Play";
  element("play").setAttribute("aria-label", next.running ? "Pause" : "Play");
  const slider = element<HTMLInputElement>("speed");
  if (document.activeElement !== slider) slider.value = String(speedPlace(next.speed));
  element("speed-shown").textContent = speedText(next.speed);
  element("record").setAttribute("aria-pressed", String(next.recording !== ""));
  element("record").textContent = next.recording ? "Stop rec" : "Record";
  panel.setState(next);
  const ambient = next.settings.find((s) => s.name === "ambient_pressure");
  if (ambient) stage.cavities.ambient = ambient.value[0];
}

// Something was not accepted: the page shows again what the simulation has.
function showTruth(): void {
  wantedSpeed = null;
  stepping = false;
  if (scene) element<HTMLSelectElement>("scene").value = scene.file;
  if (!state) return;
  element<HTMLInputElement>("speed").value = String(speedPlace(state.speed));
  panel.setState(state, true);
}

function showRole(mine: boolean, clients: number): void {
  steering = mine;
  gizmo.setAble(mine);
  if (!mine) hand.drop();
  element("role").hidden = mine || clients < 2;
  for (const id of ["play", "step", "reset", "record", "speed", "scene"])
    element<HTMLButtonElement>(id).disabled = !mine;
}

function receive(message: ServerMessage): void {
  switch (message.type) {
    case "state":
      showState(message);
      break;
    case "role":
      showRole(message.steering, message.clients);
      break;
    case "notice":
      notify(message.level, message.message);
      if (message.level === "error") showTruth();
      break;
    case "refused":
      notify("error", message.message);
      showTruth();
      break;
    default:
      break;
  }
}

function showFrame(frame: Frame, bytes: number): void {
  if (frame.epoch !== epoch) history.clear();
  epoch = frame.epoch;
  history.add(frame.samples);
  if (frame.cavities) cavities = frame.cavities;
  if (frame.pull !== undefined) pullForce = frame.pull ? frame.pull.force : null;
  if (frame.hold !== undefined) gizmo.hold = hold = frame.hold;
  if (frame.frames || frame.hold !== undefined) gizmo.follow(frame.frames ?? gizmo.poses);
  stage.update(frame);
  last = { step: frame.step, time: frame.time };
  ++counts.frames;
  counts.bytes += bytes;
  element("time").textContent = `${frame.time.toFixed(3)} s`;
  element("step-shown").textContent = `step ${frame.step}`;
  plots.refresh();
}

// Twice a second: what is slow to draw or to read.
setInterval(() => {
  const seconds = (performance.now() - counts.since) / 1000;
  counts.rate = counts.frames / seconds;
  counts.bandwidth = counts.bytes / seconds;
  Object.assign(counts, { frames: 0, bytes: 0, since: performance.now() });
  const factor = history.plots.find((p) => p.title === "real-time factor")?.lines[0].values.at(-1);
  element("factor").textContent = state?.running && factor ? `${readable(Number(factor.toPrecision(2)))} ×` : "";
  const troubles = history.plots.find((p) => p.title === "troubles")?.lines ?? [];
  const told = troubles.map((line) => ({ name: line.name, count: line.values.at(-1) ?? 0 })).filter((t) => t.count > 0);
  const pieces = history.plots.find((p) => p.title === "pieces")?.lines[0].values.at(-1) ?? 1;
  if (pieces > 1) told.push({ name: "pieces", count: pieces });
  element("troubles").textContent = told.map((t) => `${t.count} ${t.name}`).join(", ");
  drawLegend(element("legend"), stage, cavities.length > 0, pullForce, felt());
}, 500);

const felt = () => hold && Math.hypot(...hold.force);

// ---------------------------------------------------------------- what is asked

let sentLayers: string[] = [];
const connection: Connection = new Connection(
  {
    message: receive,
    scene: (next, shapes) => {
      stage.setScene(next, shapes, scene !== null && scene.file === next.file);
      showScene(next);
    },
    frame: showFrame,
    connected: (open) => {
      if (!open) {
        notify("error", "No connection to the simulation; trying again.");
        showRole(false, 1);
      } else element("notices").replaceChildren();
    },
  },
  (sentLayers = ["visual", "contacts", "cavities"]),
);
const send = (message: object) => connection.send(message);
const gizmo = new Gizmo(stage, send);
const hand = new Hand(stage, send, (frame) => gizmo.place(frame));
const panel = new Panel(
  element("panel"),
  stage.view,
  {
    viewChanged: () => {
      stage.setView(stage.view);
      const wanted = layers();
      if (wanted.join() !== sentLayers.join()) connection.setLayers((sentLayers = wanted));
      drawLegend(element("legend"), stage, cavities.length > 0, pullForce, felt());
    },
    set: (name, value) => send({ type: "set", name, value }),
    chooseFrame: (frame) => gizmo.choose(frame),
    turnFrame: (turn) => gizmo.turning(turn),
    releaseFrame: (frame) => send({ type: "release", frame }),
  },
  true,
  hand,
);
panel.onWidth((pixels) => stage.setInset({ right: pixels }));
const narrow = matchMedia("(max-width: 760px), (max-height: 500px)");
if (narrow.matches) panel.fold();
narrow.addEventListener("change", () => narrow.matches && panel.fold());

// 0 to 20: from a hundredth of real time to real time, ten to a factor of ten; 21: as fast as possible.
const speedOf = (place: number) => (place >= 21 ? 0 : Number((10 ** ((place - 20) / 10)).toPrecision(2)));
const speedPlace = (speed: number) => (speed === 0 ? 21 : Math.round(20 + 10 * Math.log10(speed)));
const speedText = (speed: number) => (speed === 0 ? "fastest" : speed === 1 ? "real time" : `${readable(speed)} ×`);

const toggle = () => send({ type: state?.running ? "pause" : "play" });
let stepping = false; // a step was asked for and has not been answered
const oneStep = (again: boolean) => {
  if (again && stepping) return; // a key held down makes steps as fast as they come, and none after
  stepping = true;
  send({ type: "step" });
};
const reset = () => send({ type: "reset" });
let wantedSpeed: number | null = null; // asked for and not answered
const changeSpeed = (by: number) => {
  const place = Math.min(Math.max(speedPlace(wantedSpeed ?? state?.speed ?? 1) + by, 0), 21);
  wantedSpeed = speedOf(place);
  send({ type: "speed", value: wantedSpeed });
};
const picture = async () => {
  const blob = await stage.picture();
  if (blob) saveFile(fileName(`${scene?.name ?? "scene"}_${last.time.toFixed(3)}`, "png"), blob);
};
const record = () => send({ type: state?.recording ? "stop_recording" : "record" });
const film = () => {
  if (video.running) video.stop();
  else if (Video.kind()) video.start(stage.canvas, scene?.name ?? "scene");
  else notify("error", "This browser cannot record videos.");
  stage.redraw(); // so that it begins with a picture even while nothing moves
  element("video").textContent = video.running ? "Stop" : "Video";
  element("video").setAttribute("aria-pressed", String(video.running));
};
const setTheme = (next: boolean, chosen = false) => {
  dark = next;
  if (chosen) remember("theme", dark ? "dark" : "light");
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  stage.setDark(dark);
  plots.setDark(dark);
};
const showPlots = (on: boolean) => {
  element("plots").hidden = !on;
  element("panels").setAttribute("aria-pressed", String(on));
  plots.refresh();
};
const togglePlots = () => {
  showPlots(element("plots").hidden === true);
  remember("plots", element("plots").hidden ? "folded" : "open");
};
const follow = () => {
  stage.follow(!stage.framing.following);
  element("follow").setAttribute("aria-pressed", String(stage.framing.following));
};
const toggleHand = () => {
  if (!hand.able) return;
  hand.enabled = !hand.enabled;
  element("hand").setAttribute("aria-pressed", String(hand.enabled));
};
const showHelp = () => element<HTMLDialogElement>("keys").showModal();
const flip = (key: "bodies" | "collision" | "fem" | "contacts" | "cavities" | "grid" | "transparent") => () => {
  stage.view[key] = !stage.view[key];
  panel.refresh();
  stage.setView(stage.view);
  const wanted = layers();
  if (wanted.join() !== sentLayers.join()) connection.setLayers((sentLayers = wanted));
};
const cutNext = () => {
  stage.view.cut = nextCut(stage.view.cut);
  panel.refresh();
  stage.setView(stage.view);
};
const nudge = (x: number, y: number, z: number) => () => gizmo.nudge(new Vector3(x, y, z).multiplyScalar(0.01 * stage.size));

const keys: Key[] = [
  { keys: [" "], shown: "Space", does: "play or pause", action: toggle },
  { keys: ["ArrowRight"], shown: "→", does: "one step", repeats: true, action: oneStep },
  { keys: ["Backspace"], shown: "Backspace", does: "back to the start", action: reset },
  { keys: ["["], shown: "[", does: "slower", repeats: true, action: () => changeSpeed(-1) },
  { keys: ["]"], shown: "]", does: "faster", repeats: true, action: () => changeSpeed(1) },
  { keys: ["f", "F"], shown: "F", does: "frame what moves", action: () => stage.fit(true) },
  { keys: ["w", "W"], shown: "W", does: "follow what moves", action: follow },
  { keys: ["Shift+ArrowLeft"], shown: "Shift ←", does: "turn the view left", repeats: true, action: () => stage.orbit(-0.1, 0, 1) },
  { keys: ["Shift+ArrowRight"], shown: "Shift →", does: "turn the view right", repeats: true, action: () => stage.orbit(0.1, 0, 1) },
  { keys: ["Shift+ArrowUp"], shown: "Shift ↑", does: "view from higher", repeats: true, action: () => stage.orbit(0, -0.1, 1) },
  { keys: ["Shift+ArrowDown"], shown: "Shift ↓", does: "view from lower", repeats: true, action: () => stage.orbit(0, 0.1, 1) },
  { keys: ["+", "="], shown: "+", does: "nearer", repeats: true, action: () => stage.orbit(0, 0, 0.9) },
  { keys: ["-"], shown: "-", does: "further", repeats: true, action: () => stage.orbit(0, 0, 1.1) },
  { keys: ["1"], shown: "1", does: "bodies", action: flip("bodies") },
  { keys: ["2"], shown: "2", does: "collision surfaces", action: flip("collision") },
  { keys: ["3"], shown: "3", does: "FEM wireframe", action: flip("fem") },
  { keys: ["4"], shown: "4", does: "contact forces", action: flip("contacts") },
  { keys: ["5"], shown: "5", does: "cavities", action: flip("cavities") },
  { keys: ["6"], shown: "6", does: "see-through bodies", action: flip("transparent") },
  { keys: ["7"], shown: "7", does: "ground grid", action: flip("grid") },
  { keys: ["c", "C"], shown: "C", does: "cut plane: none, x, y, z", action: cutNext },
  { keys: ["g", "G"], shown: "G", does: "pull at bodies", action: toggleHand },
  { keys: ["j", "J"], shown: "J", does: "chosen frame to the left (-x)", repeats: true, action: nudge(-1, 0, 0) },
  { keys: ["k", "K"], shown: "K", does: "chosen frame to the right (+x)", repeats: true, action: nudge(1, 0, 0) },
  { keys: ["i", "I"], shown: "I", does: "chosen frame back (+y)", repeats: true, action: nudge(0, 1, 0) },
  { keys: ["m", "M"], shown: "M", does: "chosen frame to the front (-y)", repeats: true, action: nudge(0, -1, 0) },
  { keys: ["u", "U"], shown: "U", does: "chosen frame up (+z)", repeats: true, action: nudge(0, 0, 1) },
  { keys: ["n", "N"], shown: "N", does: "chosen frame down (-z)", repeats: true, action: nudge(0, 0, -1) },
  { keys: ["r", "R"], shown: "R", does: "record the run into a folder, start or stop", action: record },
  { keys: ["p", "P"], shown: "P", does: "save a picture", action: picture },
  { keys: ["v", "V"], shown: "V", does: "make a video, start or stop", action: film },
  { keys: ["l", "L"], shown: "L", does: "show or hide plots", action: togglePlots },
  { keys: ["t", "T"], shown: "T", does: "light or dark", action: () => setTheme(!dark, true) },
  { keys: ["?"], shown: "?", does: "this list", action: showHelp },
];

bindKeys(keys);
fillHelp(element("key-list"), keys);
element("play").addEventListener("click", toggle);
element("step").addEventListener("click", () => oneStep(false));
element("reset").addEventListener("click", reset);
element("fit").addEventListener("click", () => stage.fit(true));
element("follow").addEventListener("click", follow);
element("picture").addEventListener("click", picture);
element("video").addEventListener("click", film);
element("record").addEventListener("click", record);
element("csv").addEventListener("click", () => plots.saveAll(scene?.name ?? "scene"));
element("panels").addEventListener("click", togglePlots);
element("theme").addEventListener("click", () => setTheme(!dark, true));
element("help").addEventListener("click", showHelp);
element("hand").addEventListener("click", toggleHand);
element("take").addEventListener("click", () => send({ type: "take" }));
element<HTMLSelectElement>("scene").addEventListener("change", (event) =>
  send({ type: "load", scene: (event.target as HTMLSelectElement).value }));
element<HTMLInputElement>("speed").addEventListener("input", (event) =>
  send({ type: "speed", value: speedOf(Number((event.target as HTMLInputElement).value)) }));
element<HTMLSelectElement>("window").addEventListener("change", (event) => {
  plots.seconds = Number((event.target as HTMLSelectElement).value);
  plots.refresh();
});
scheme.addEventListener("change", () => setTheme(scheme.matches));
setTheme(dark);
showPlots(recall("plots") ? recall("plots") === "open" : !matchMedia("(max-width: 900px), (max-height: 500px)").matches);
stage.setInset({ bottom: 44 }); // of the legend
stage.slowed = () => notify("info", "Frames take long, so shadows are left out. Quality, under View, brings them back.");
stage.start();

// For tests and for the console: look, do not touch.
Object.assign(window, {
  ventouse: {
    get state() { return state; },
    get scene() { return scene; },
    get frame() { return last; },
    get steering() { return steering; },
    get counts() { return counts; },
    get pullForce() { return pullForce; },
    get hold() { return hold; },
    history,
    stage,
    gizmo,
    video,
    send,
  },
});
