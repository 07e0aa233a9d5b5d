// The room in which a scene is shown: what moves in it and what of it is seen.
import { Box3, Mesh, NeutralToneMapping, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { makeBodies } from "./bodies";
import { arrowColour } from "./colours";
import type { Body } from "./bodies";
import { directions, Framing } from "./framing";
import type { Pose } from "./framing";
import { Arrows, Cavities, FrameAxes, HoldLine, PullLine } from "./overlays";
import type { BodyShape, Cavity, Contact, Frame, SceneMessage } from "./protocol";
import { Pace } from "./quality";
import type { Quality } from "./quality";
import { Studio } from "./studio";
import { CutPlane } from "./cut_plane";
import { defaultView } from "./view";
import type { View } from "./view";

// Without WebGL there is nothing to show: the place of the scene says so.
function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  } catch (error) {
    const note = document.createElement("p");
    note.setAttribute("role", "alert");
    note.textContent = "This browser does not draw in three dimensions: WebGL 2 is missing or switched off.";
    note.style.padding = "3em 1em 0";
    canvas.replaceWith(note);
    throw error;
  }
}

// Whether a view of everything shows too little of what there is now: a thing that falls for ever.
const FAR = 4; // times
function isFar(everything: Pose, now: Pose): boolean {
  return everything.eye.distanceTo(everything.target) > FAR * now.eye.distanceTo(now.target);
}

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.001, 100);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly arrows: Arrows;
  readonly cavities: Cavities;
  readonly pull = new PullLine();
  readonly hold: HoldLine;
  readonly axes = new FrameAxes();
  readonly framing: Framing;
  readonly pace: Pace;
  private readonly studio: Studio;
  bodies: Body[] = [];
  size = 0.1; // m, of what moves
  gridCell = 0.01; // m
  private readonly cutter = new CutPlane();
  private dirty = true;
  view: View = defaultView();
  private quality: Quality = "auto";
  slowed: () => void = () => {}; // frames took too long: shadows are gone

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = makeRenderer(canvas);
    canvas.addEventListener("webglcontextrestored", () => (this.studio.moved(), this.redraw()));
    this.renderer.localClippingEnabled = true;
    this.renderer.toneMapping = NeutralToneMapping; // keeps the hue of what is bright
    this.arrows = new Arrows(arrowColour, this.cutter.planes);
    this.cavities = new Cavities(this.cutter.planes);
    this.hold = new HoldLine(this.cutter.planes);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.framing = new Framing(this.camera, this.controls, () => this.redraw());
    this.studio = new Studio(this.scene, this.renderer);
    this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext, (level) => {
      this.setView(this.view);
      this.resize();
      if (level === 2 && this.view.quality === "auto") this.slowed();
    });
    this.scene.add(this.arrows.group, this.cavities.group, this.cavities.border, this.cavities.arrows.group, this.pull.group, this.hold.group, this.axes.group);
  }

  start(): void {
    let last = performance.now();
    const draw = (now: number) => {
      this.framing.tick((now - last) / 1000);
      last = now;
      if (this.dirty) {
        this.dirty = false;
        this.renderer.render(this.scene, this.camera);
        this.pace.watch();
      }
      requestAnimationFrame(draw);
    };
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement!);
    this.resize();
    requestAnimationFrame(draw);
  }

  redraw(): void {
    this.dirty = true;
  }

  // The place of the picture has changed its size just now.
  measureCanvas(): void {
    this.resize();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.pace.level > 0 ? 1 : Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.setOffset(width, height);
    if (this.measured && !this.framing.own) this.fit();
    this.redraw();
  }

  private inset = { right: 0, bottom: 0 };

  // So many pixels on the right or below are covered: the middle of the view moves to the middle of the rest.
  setInset(inset: { right?: number; bottom?: number }): void {
    Object.assign(this.inset, inset);
    this.resize();
  }

  private setOffset(width: number, height: number): void {
    const right = this.inset.right < 0.4 * width ? this.inset.right : 0, bottom = this.inset.bottom < 0.2 * height ? this.inset.bottom : 0;
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    this.framing.free = { wide: (half * (width - right)) / height, tall: (half * (height - bottom)) / height };
    if (right + bottom > 0) this.camera.setViewOffset(width, height, right / 2, bottom / 2, width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
  }

  setScene(scene: SceneMessage, shapes: BodyShape[], keepCamera: boolean): void {
    for (const body of this.bodies) body.dispose();
    this.axes.clear();
    this.bodies = makeBodies(scene, shapes, this.cutter.planes);
    for (const body of this.bodies) this.scene.add(body.group);
    this.cavities.forget();
    this.arrows.set((this.contacts = []));
    this.cavities.set((this.air = []));
    this.pull.set(null, 1);
    this.hold.set(null, 1);
    this.arrows.forget();
    this.cavities.arrows.forget();
    this.measured = false;
    this.cutter.forget();
    if (!keepCamera) this.framing.own = false;
    this.known = this.moving = this.run = null;
    this.far = false;
    this.setView(this.view);
  }

  private measured = false;
  private epoch = -1;
  private contacts: Contact[] = [];
  private air: Cavity[] = [];

  update(frame: Frame): void {
    for (const body of this.bodies) body.update(frame);
    if (!this.measured || frame.epoch !== this.epoch) {
      this.epoch = frame.epoch;
      this.measure();
    }
    this.watchMoves(frame.number);
    if (frame.contacts) {
      this.contacts = frame.contacts.map((contact) => this.onMovable(contact));
      this.arrows.fade();
      this.arrows.set(this.contacts);
    }
    if (frame.cavities) this.cavities.set((this.air = frame.cavities));
    if (this.cutter.cuts) this.closeCut();
    if (frame.frames) this.axes.set(frame.frames, this.size);
    if (frame.pull !== undefined) this.pull.set(frame.pull, this.size);
    if (frame.hold !== undefined) this.hold.set(frame.hold, this.size);
    this.studio.moved();
    this.redraw();
  }

  // Of the two forces of a contact, the one on the body that can move.
  private onMovable(contact: Contact): Contact {
    const held = (i: number) => i >= 0 && /fixed|driven/.test(this.bodies[i].kind);
    return held(contact.a) && !held(contact.b) ? { ...contact, force: contact.force.map((x) => -x) } : contact;
  }

  // At the start of a scene, and after a reset: sizes, light, ground and view for what can move.
  private measure(): void {
    this.measured = false;
    this.seen = this.boxes();
    const box = this.movingBox();
    this.size = Math.max(box.getSize(new Vector3()).length(), 1e-6);
    this.gridCell = 10 ** Math.round(Math.log10(this.size / 8));
    this.arrows.longest = 0.25 * this.size;
    this.cavities.arrows.longest = 0.35 * this.size;
    this.lit.makeEmpty();
    this.lightFor(box);
    if (!this.framing.own) this.framing.jump(this.framing.fit(this.framed(), new Vector3(...directions.iso)));
    this.measured = true;
    this.setView(this.view);
  }

  moving: Set<number> | null = null; // what moves in a run that is known; null: all but fixed bodies
  private known: Box3[] | null = null; // all places of what moves, in a run that is known
  private seen: Box3[] = []; // of each body, all places so far
  private readonly lit = new Box3();

  // All of a run: which bodies move, and their boxes in each frame.
  setRun(moving: Set<number>, frames: Box3[][]): void {
    this.moving = moving.size > 0 ? moving : null;
    this.run = moving.size > 0 ? frames : null;
    this.known = this.run ? frames.flat() : null;
    const all = this.movingBox(), near = this.framing.fit(this.boxes());
    for (const box of this.known ?? []) all.union(box);
    this.far = isFar(this.framing.fit(this.framed()), near);
    this.lit.makeEmpty();
    this.lightFor(all);
    this.fit();
  }
  private run: Box3[][] | null = null;
  private far = false; // all places are too far apart to be seen at once: the view goes along, steadily as what moves

  private moves(body: Body): boolean {
    return body.kind !== "fixed" && (this.moving?.has(body.index) ?? true);
  }

  // Of each body that moves, where it is now; of all if none does.
  private boxes(): Box3[] {
    this.scene.updateMatrixWorld(true);
    const some = this.bodies.some((body) => this.moves(body));
    return this.bodies.map((body) => (some && !this.moves(body) ? new Box3() : new Box3().expandByObject(body.mesh)));
  }

  private framed(): Box3[] {
    return this.known ?? this.seen;
  }

  // Where what moves is now.
  movingBox(): Box3 {
    const box = new Box3();
    for (const one of this.boxes()) box.union(one);
    if (box.isEmpty()) box.set(new Vector3(-0.05, -0.05, 0), new Vector3(0.05, 0.05, 0.1));
    return box;
  }

  // Light and view go with what has moved on.
  private watchMoves(frame: number): void {
    const now = this.boxes(), all = new Box3();
    now.forEach((box, k) => all.union(box) && this.seen[k].union(box));
    if (this.run && this.far) {
      this.known = this.run[frame];
      if (!this.framing.own && !this.framing.following) this.fit();
    }
    if (!this.run) {
      this.lightFor(all);
      this.framing.keep(isFar(this.framing.fit(this.seen), this.framing.fit(now)) ? now : this.seen);
    } else if (this.far) this.relight(all);
    this.framing.along(all);
  }

  // Only round what is seen now, so that shadows stay fine.
  private relight(box: Box3): void {
    if (this.lit.containsBox(box) && this.lit.getSize(new Vector3()).length() < 4 * this.size) return;
    this.lit.copy(box).expandByScalar(0.5 * this.size);
    this.studio.setBox(this.lit, this.size, this.floor);
  }
  private floor = 0;

  // The ground is below everything that is not far larger than what moves.
  private lightFor(box: Box3): void {
    if (this.lit.containsBox(box)) return;
    this.lit.union(box);
    if (this.measured) this.lit.expandByScalar(0.1 * this.size);
    this.floor = Math.min(0, this.lit.min.z);
    for (const body of this.bodies) {
      const { min, max } = new Box3().expandByObject(body.mesh);
      if (body.kind === "fixed" && max.z - min.z < 4 * this.size) this.floor = Math.min(this.floor, min.z);
    }
    this.studio.setBox(this.lit, this.size, this.floor);
  }

  // As near as all that moves is in the view: over all of a run that is known, else so far; when followed, now.
  fit(glide = false): void {
    this.framing.frame(this.framing.following ? this.boxes() : this.framed(), glide);
  }

  // What moves now from a direction, with a place in the middle or where it fits best.
  fitNow(from: Vector3, middle: Vector3 | null): void {
    this.framing.take();
    this.framing.put(middle ? this.framing.fitAround(this.boxes(), from, middle) : this.framing.fit(this.boxes(), from));
  }

  // From one place at another.
  look(eye: Vector3, target: Vector3): void {
    this.framing.take();
    this.framing.put({ eye, target });
  }

  follow(on: boolean): void {
    this.framing.follow(on);
    if (!on) return;
    this.framing.frame(this.boxes(), true);
    this.framing.along(this.movingBox());
  }

  // Cuts at a place in m, or through the middle of what moves.
  cutAt(axis: "x" | "y" | "z", place: number | null): void {
    const box = this.movingBox(), low = box.min[axis], high = box.max[axis];
    this.view.cut = axis;
    this.view.cutAt = place === null || high <= low ? 0.5 : (place - low) / (high - low);
    this.setView(this.view);
  }

  // Keyboard: angles in radians, zoom as a factor.
  orbit(around: number, over: number, zoom: number): void {
    this.framing.take();
    const offset = this.camera.position.clone().sub(this.controls.target);
    const radius = offset.length() * zoom;
    const polar = Math.min(Math.max(Math.acos(offset.z / offset.length()) + over, 0.05), Math.PI - 0.05);
    const azimuth = Math.atan2(offset.y, offset.x) + around;
    offset.set(Math.sin(polar) * Math.cos(azimuth), Math.sin(polar) * Math.sin(azimuth), Math.cos(polar));
    this.camera.position.copy(this.controls.target).add(offset.multiplyScalar(radius));
    this.controls.update();
    this.redraw();
  }

  setView(view: View): void {
    this.view = view;
    if (view.quality !== this.quality) this.pace.choose((this.quality = view.quality));
    for (const body of this.bodies) {
      body.show(view);
      const material = body.mesh.material as import("three").MeshStandardMaterial;
      const clear = view.transparent && body.kind !== "fixed";
      material.transparent = clear;
      material.opacity = clear ? 0.45 : 1;
      material.depthWrite = !clear;
    }
    if (this.arrows.factor !== view.arrows) {
      this.arrows.factor = this.cavities.arrows.factor = view.arrows;
      this.arrows.set(this.contacts);
      this.cavities.set(this.air);
    }
    this.arrows.group.visible = view.contacts;
    this.cavities.group.visible = view.cavities;
    this.cavities.border.visible = view.seal;
    this.cavities.arrows.group.visible = view.pressure;
    this.axes.group.visible = view.frames;
    this.studio.setGrid(view.grid, this.gridCell);
    this.studio.setShadows(view.shadows && this.pace.level < 2);
    this.cut();
    this.redraw();
  }

  // Whether cavities are drawn over the bodies that hide them: of whole ones one would see nothing else.
  get shinesThrough(): boolean {
    return this.view.cavities && this.view.bodies && !this.view.transparent && !this.cutter.cuts;
  }

  private closeCut(): void {
    for (const body of this.bodies) body.close(0.03 * this.size);
  }

  private cut(): void {
    const before = this.cutter.cuts;
    this.cutter.set(this.view, () => this.movingBox(), this.camera.position);
    if (before !== this.cutter.cuts)
      this.scene.traverse((thing) => {
        const material = (thing as Mesh).material as import("three").Material | undefined;
        if (material && !Array.isArray(material)) material.needsUpdate = true;
      });
    if (!before && !this.cutter.cuts) return;
    this.closeCut();
    this.cavities.set(this.air);
    this.arrows.set(this.contacts);
  }

  setDark(dark: boolean): void {
    this.studio.setDark(dark);
    this.redraw();
  }

  picture(): Promise<Blob | null> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}
