// The replay in report.html: a recorded run with a timeline, from the data in the page and nothing else.
import "./replay.css";
import { Vector3 } from "three";
import { directions } from "./framing";
import { drawLegend } from "./legend";
import { recall, remember } from "./memory";
import { Panel } from "./panel";
import { Recording } from "./recording";
import type { RecordingHeader } from "./recording";
import { fileName, saveFile } from "./save";
import { Stage } from "./stage";
import { nextCut } from "./view";

async function unpack(id: string): Promise<ArrayBuffer> {
  const text = atob(document.getElementById(id)!.textContent!.trim());
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0)).subarray(8); // after its length
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, parent: HTMLElement, className = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

class Replay {
  private readonly stage: Stage;
  private readonly slider: HTMLInputElement;
  private readonly shown: HTMLOutputElement;
  private readonly button: HTMLButtonElement;
  private readonly legend: HTMLElement;
  private readonly follows: HTMLButtonElement;
  private playing = false;
  private speed = 1;
  private time = 0;
  private drawn = -1;
  private readonly box: HTMLElement;
  private untouched = true; // nobody has chosen a time yet: playing begins at the beginning

  constructor(
    holder: HTMLElement,
    private readonly recording: Recording,
    ambient: number,
    private readonly moment: number, // s, at which it opens
  ) {
    const box = (this.box = make("div", holder, "replay"));
    const canvas = make("canvas", box);
    canvas.tabIndex = 0;
    canvas.setAttribute("aria-label", "The run in three dimensions. Space plays, arrow keys step, Shift and arrow keys turn it, plus and minus zoom, F frames what moves, W follows it, T changes between light and dark, 1 to 7 and C change what is shown.");
    this.stage = new Stage(canvas);
    this.stage.cavities.ambient = ambient;
    this.legend = make("div", box, "legend3d");
    const panel = new Panel(make("div", box, "panel"), this.stage.view, {
      viewChanged: () => {
        this.stage.setView(this.stage.view);
        this.draw(true);
      },
      set: () => {}, chooseFrame: () => {}, turnFrame: () => {}, releaseFrame: () => {},
    }, false);

    const line = make("div", holder, "timeline");
    this.button = make("button", line);
    this.button.type = "button";
    this.button.textContent = "Play";
    this.button.addEventListener("click", () => this.play(!this.playing));
    this.slider = make("input", line);
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.max = String(recording.times.length - 1);
    this.slider.value = "0";
    this.slider.setAttribute("aria-label", "Time");
    this.slider.addEventListener("input", () => {
      this.play(false);
      this.seek(recording.times[Number(this.slider.value)]);
    });
    this.shown = make("output", line);
    const speeds = make("select", line);
    speeds.setAttribute("aria-label", "Speed");
    for (const value of [0.1, 0.25, 0.5, 1, 2]) speeds.add(new Option(`${value} ×`, String(value), value === 1, value === 1));
    speeds.addEventListener("change", () => (this.speed = Number(speeds.value)));
    const button = (text: string, title: string, action: () => void) => {
      const made = make("button", line);
      made.type = "button";
      made.textContent = text;
      made.title = title;
      made.addEventListener("click", action);
      return made;
    };
    button("Frame", "Frame what moves (F)", () => this.stage.fit(true));
    this.follows = button("Follow", "Follow what moves (W)", () => this.follow());
    button("Theme", "Light or dark (T)", () => this.setDark(!this.dark, true));
    button("Picture", "Save a picture", async () => {
      const blob = await this.stage.picture();
      if (blob) saveFile(fileName(`${recording.scene.name}_${this.time.toFixed(3)}`, "png"), blob);
    });
    this.follows.setAttribute("aria-pressed", "false");
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return; // the browser's
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.shiftKey && key.startsWith("Arrow") ? !this.turn(key) : !this.command(key)) return;
      panel.refresh();
      event.preventDefault();
    });
    const scheme = matchMedia("(prefers-color-scheme: dark)"), theme = recall("theme");
    this.setDark(theme ? theme === "dark" : scheme.matches, false);
    scheme.addEventListener("change", () => this.setDark(scheme.matches, false));
    // The plots of the page follow the time shown here, and lead it.
    document.addEventListener("vt-seek", (event) => {
      this.play(false);
      this.seek((event as CustomEvent<number>).detail);
    });
    this.stage.setScene(recording.scene, recording.shapes, false);
    // Scales that hold for the whole run, so that a moment looks the same whatever was looked at before.
    this.stage.arrows.fix(recording.usualForce);
    this.stage.cavities.widen(recording.pressures);
    this.stage.start();
    this.stage.setInset({ bottom: 44 }); // of the legend
    this.stage.update(recording.frame(0));
    this.findMoving();
    this.seek(moment);
    this.untouched = true;
  }

  // Keys of the live page; false for one that means nothing here.
  private turn(key: string): boolean {
    const by = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[key];
    if (by) this.stage.orbit(by[0], by[1], 1);
    return by !== undefined;
  }

  private command(key: string): boolean {
    if (key === " ") this.play(!this.playing);
    else if (key === "ArrowRight") this.jump(1);
    else if (key === "ArrowLeft") this.jump(-1);
    else if (key === "+" || key === "=") this.stage.orbit(0, 0, 0.9);
    else if (key === "-") this.stage.orbit(0, 0, 1.1);
    else if (key === "f") this.stage.fit(true);
    else if (key === "w") this.follow();
    else if (key === "t") this.setDark(!this.dark, true);
    else return this.toggle(key);
    return true;
  }

  private toggle(key: string): boolean {
    const { view } = this.stage;
    const switches = ["bodies", "collision", "fem", "contacts", "cavities", "transparent", "grid"] as const;
    const which = switches[Number(key) - 1];
    if (which) view[which] = !view[which];
    else if (key === "c") view.cut = nextCut(view.cut);
    else return false;
    this.stage.setView(view);
    this.draw(true);
    return true;
  }

  private follow(): void {
    this.stage.follow(!this.stage.framing.following);
    this.follows.setAttribute("aria-pressed", String(this.stage.framing.following));
  }

  // Of the picture; the rest of a report is as the system has it. What a person chooses is kept.
  setDark(dark: boolean, chosen: boolean): void {
    this.dark = dark;
    this.box.dataset.theme = dark ? "dark" : "light";
    this.stage.setDark(dark);
    if (chosen) remember("theme", dark ? "dark" : "light");
  }
  private dark = false;

  // All places that what moves comes to. A driven table that rests is none of it.
  private findMoving(): void {
    const boxes = this.recording.boxes(), { bodies, size } = this.stage;
    const rests = (k: number) => boxes[k].every((b) => b.min.distanceTo(boxes[k][0].min) + b.max.distanceTo(boxes[k][0].max) <= 1e-6 * size);
    const moving = bodies.filter((b) => b.kind !== "fixed" && !(b.kind === "driven" && rests(b.index))).map((b) => b.index);
    this.stage.setRun(new Set(moving), this.recording.times.map((_, frame) => moving.map((k) => boxes[k][frame])));
  }

  // What `ventouse render` asks for: a time, a camera and its target or a view by name, a cut.
  show(wanted: URLSearchParams): void {
    const place = (name: string) => (wanted.has(name) ? new Vector3(...wanted.get(name)!.split(",").map(Number)) : null);
    const camera = place("camera"), target = place("target"), time = wanted.get("picture");
    this.seek(time === "end" ? Infinity : time === "moment" ? this.moment : Number(time));
    if (wanted.has("theme")) this.setDark(wanted.get("theme") === "dark", false);
    if (camera) this.stage.look(camera, target ?? this.stage.movingBox().getCenter(new Vector3()));
    else this.stage.fitNow(new Vector3(...(directions[wanted.get("view") ?? "iso"] ?? directions.iso)), target);
    const [axis, at] = (wanted.get("cut") ?? "").split(",");
    if (axis === "x" || axis === "y" || axis === "z") this.stage.cutAt(axis, at === undefined ? null : Number(at));
    this.draw(true);
  }

  private jump(by: number): void {
    this.play(false);
    const k = Math.min(Math.max(this.recording.at(this.time) + by, 0), this.recording.times.length - 1);
    this.seek(this.recording.times[k]);
  }

  seek(time: number): void {
    this.untouched = false;
    this.time = Math.min(Math.max(time, this.recording.times[0]), this.recording.times[this.recording.times.length - 1]);
    this.draw();
  }

  private draw(always = false): void {
    const k = this.recording.at(this.time);
    if (k === this.drawn && !always) return;
    this.drawn = k;
    this.stage.update(this.recording.frame(k));
    this.slider.value = String(k);
    this.shown.textContent = `${this.recording.times[k].toFixed(3)} s`;
    const frame = this.recording.frame(k);
    drawLegend(this.legend, this.stage, (frame.cavities?.length ?? 0) > 0, null);
    document.dispatchEvent(new CustomEvent("vt-time", { detail: this.recording.times[k] }));
  }

  play(on: boolean): void {
    const end = this.recording.times[this.recording.times.length - 1];
    if (on && (this.time >= end || this.untouched)) this.time = this.recording.times[0];
    if (on) this.untouched = false;
    this.playing = on;
    this.button.textContent = on ? "Pause" : "Play";
    let last = performance.now();
    const go = (now: number) => {
      if (!this.playing) return;
      this.time += (this.speed * Math.max(now - last, 0)) / 1000;
      last = now;
      this.draw();
      if (this.time >= end) this.play(false);
      else requestAnimationFrame(go);
    };
    if (on) requestAnimationFrame(go);
  }

  get state() {
    return { time: this.recording.times[this.drawn], frame: this.drawn, playing: this.playing, frames: this.recording.times.length };
  }
  get view() {
    return this.stage;
  }
}

async function begin(): Promise<void> {
  const holder = document.getElementById("replay");
  if (!holder) return;
  const header = JSON.parse(document.getElementById("replay-about")!.textContent!) as RecordingHeader;
  const replay = new Replay(holder, new Recording(header, await unpack("replay-data")), header.ambient, header.moment);
  Object.assign(window, { ventouseReplay: replay });
  // `ventouse render`: nothing but the picture that the address asks for.
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has("picture")) {
    document.documentElement.classList.add("picture");
    replay.view.view.quality = "full";
    replay.view.setView(replay.view.view);
    const draw = () => {
      replay.view.measureCanvas();
      replay.show(wanted);
    };
    draw();
    addEventListener("resize", draw); // a window gets its size after it is opened
  }
  document.dispatchEvent(new CustomEvent("vt-ready"));
}

void begin();
