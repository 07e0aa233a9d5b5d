// The room in which a scene is shown: camera, lights, ground, cut plane, and what moves in it.
import {
  AmbientLight, Box3, Color, DirectionalLight, GridHelper, HemisphereLight, LineBasicMaterial, Mesh, PCFShadowMap, PerspectiveCamera, Plane,
  PlaneGeometry, Scene, ShadowMaterial, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { makeBodies } from "./bodies";
import { arrowColour } from "./colours";
import type { Body } from "./bodies";
import { Arrows, Cavities, FrameAxes, PullLine } from "./overlays";
import type { BodyShape, Cavity, Contact, Frame, SceneMessage } from "./protocol";

export interface View {
  bodies: boolean;
  collision: boolean;
  fem: boolean;
  contacts: boolean;
  cavities: boolean;
  seal: boolean; // the border of cavities
  pressure: boolean; // the forces of their pressure
  frames: boolean;
  grid: boolean;
  shadows: boolean;
  transparent: boolean;
  cut: "none" | "x" | "y" | "z";
  cutAt: number; // from 0 to 1 through the scene
  cutFlip: boolean;
  arrows: number; // length of arrows, relative
}

export const defaultView = (): View => ({
  bodies: true, collision: false, fem: false, contacts: true, cavities: true, seal: true, pressure: false, frames: false, grid: true, shadows: true,
  transparent: false, cut: "none", cutAt: 0.5, cutFlip: false, arrows: 1,
});

// From where to look, by name: the front is where y is least, as in the first view of a scene.
export const directions: Record<string, [number, number, number]> = {
  iso: [0.9, -1.5, 0.75], front: [0, -1, 0], back: [0, 1, 0], left: [-1, 0, 0], right: [1, 0, 0], side: [1, 0, 0],
  // Nearly along z, so that y points up in the picture.
  top: [0, -1e-4, 1], bottom: [0, -1e-4, -1],
};
const FILLED = 0.86; // of the view, by what it is fitted to

export function nextCut(cut: View["cut"]): View["cut"] {
  const order = ["none", "x", "y", "z"] as const;
  return order[(order.indexOf(cut) + 1) % 4];
}

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

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.001, 100);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly arrows: Arrows;
  readonly cavities: Cavities;
  readonly pull = new PullLine();
  readonly axes = new FrameAxes();
  bodies: Body[] = [];
  size = 0.1; // m, of what moves
  private readonly planes: Plane[] = [];
  private readonly plane = new Plane(new Vector3(-1, 0, 0), 0);
  private readonly sun = new DirectionalLight("#ffffff", 2.2);
  private readonly floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.25 }));
  private grid: GridHelper | null = null;
  private box = new Box3();
  private dirty = true;
  private dark = false;
  view: View = defaultView();

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = makeRenderer(canvas);
    canvas.addEventListener("webglcontextrestored", () => this.redraw());
    this.renderer.localClippingEnabled = true;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.arrows = new Arrows(arrowColour, this.planes);
    this.cavities = new Cavities(this.planes);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.redraw());
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.floor.receiveShadow = true;
    this.scene.add(new AmbientLight("#ffffff", 0.35), new HemisphereLight("#ffffff", "#8d8f99", 1.1));
    this.scene.add(this.sun, this.sun.target, this.floor);
    this.scene.add(this.arrows.group, this.cavities.group, this.cavities.border, this.cavities.arrows.group, this.pull.group, this.axes.group);
  }

  start(): void {
    const draw = () => {
      if (this.dirty) {
        this.dirty = false;
        this.renderer.render(this.scene, this.camera);
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
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.setOffset(width, height);
    this.redraw();
  }

  private inset = 0;

  // So many pixels on the right are covered: the middle of the view moves to the middle of the rest.
  setInset(pixels: number): void {
    this.inset = pixels;
    this.resize();
  }

  private setOffset(width: number, height: number): void {
    const inset = this.inset < 0.4 * width ? this.inset : 0;
    this.free = (width - inset) / height;
    if (inset > 0) this.camera.setViewOffset(width, height, inset / 2, 0, width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
  }
  private free = 1; // width over height of what is not covered

  setScene(scene: SceneMessage, shapes: BodyShape[], keepCamera: boolean): void {
    for (const body of this.bodies) body.dispose();
    this.axes.clear();
    this.bodies = makeBodies(scene, shapes, this.planes);
    for (const body of this.bodies) this.scene.add(body.group);
    this.cavities.forget();
    this.arrows.set((this.contacts = []));
    this.cavities.set((this.air = []));
    this.pull.set(null, 1);
    this.arrows.forget();
    this.cavities.arrows.forget();
    this.measured = false;
    this.cutAxis = "none";
    this.keepCamera = keepCamera;
    this.setView(this.view);
  }

  private measured = false;
  private keepCamera = false;
  private contacts: Contact[] = [];
  private air: Cavity[] = [];

  update(frame: Frame): void {
    for (const body of this.bodies) body.update(frame);
    if (!this.measured) {
      this.measure();
      if (!this.keepCamera) this.fit();
      this.measured = true;
    }
    if (frame.contacts) {
      this.contacts = frame.contacts.map((contact) => this.onMovable(contact));
      this.arrows.fade();
      this.arrows.set(this.contacts);
    }
    if (frame.cavities) this.cavities.set((this.air = frame.cavities));
    if (this.planes.length > 0) this.closeCut();
    if (frame.frames) this.axes.set(frame.frames, this.size);
    if (frame.pull !== undefined) this.pull.set(frame.pull, this.size);
    this.redraw();
  }

  // Of the two forces of a contact, the one on the body that can move.
  private onMovable(contact: Contact): Contact {
    const held = (i: number) => i >= 0 && /fixed|driven/.test(this.bodies[i].kind);
    return held(contact.a) && !held(contact.b) ? { ...contact, force: contact.force.map((x) => -x) } : contact;
  }

  // The box of what can move; of everything if nothing can.
  private measure(): void {
    const moving = this.bodies.filter((b) => b.kind !== "fixed");
    this.box.makeEmpty();
    this.scene.updateMatrixWorld(true);
    for (const body of moving.length > 0 ? moving : this.bodies) this.box.expandByObject(body.mesh);
    if (this.box.isEmpty()) this.box.set(new Vector3(-0.05, -0.05, 0), new Vector3(0.05, 0.05, 0.1));
    const size = this.box.getSize(new Vector3());
    this.size = Math.max(size.length(), 1e-6);
    this.arrows.longest = 0.25 * this.size;
    this.cavities.arrows.longest = 0.35 * this.size;
    this.light();
    this.setView(this.view);
  }

  private light(): void {
    const center = this.box.getCenter(new Vector3());
    const reach = 1.6 * this.size;
    this.sun.position.copy(center).add(new Vector3(0.6, -0.8, 1.6).multiplyScalar(reach));
    this.sun.target.position.copy(center);
    const shadow = this.sun.shadow.camera;
    [shadow.left, shadow.right, shadow.top, shadow.bottom] = [-reach, reach, reach, -reach];
    [shadow.near, shadow.far] = [0.01 * reach, 5 * reach];
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.006 * this.size;
    this.floor.scale.setScalar(40 * this.size);
    this.floor.position.set(center.x, center.y, Math.min(0, this.box.min.z) - 1e-5 * this.size);
    this.makeGrid(center);
  }

  private makeGrid(center: Vector3): void {
    if (this.grid) {
      this.grid.removeFromParent();
      this.grid.dispose();
    }
    const cell = 10 ** Math.round(Math.log10(this.size / 8));
    const count = 2 * Math.ceil((2.5 * this.size) / cell);
    const [main, lines] = this.dark ? ["#5a6472", "#323a44"] : ["#9aa3ad", "#ccd2d9"];
    this.grid = new GridHelper(count * cell, count, main, lines);
    this.grid.rotateX(Math.PI / 2);
    (this.grid.material as LineBasicMaterial).transparent = true;
    (this.grid.material as LineBasicMaterial).opacity = 0.8;
    this.grid.position.set(Math.round(center.x / cell) * cell, Math.round(center.y / cell) * cell, 0);
    this.grid.visible = this.view.grid;
    this.gridCell = cell;
    this.scene.add(this.grid);
  }

  gridCell = 0.01; // m

  moving: Set<number> | null = null; // what can move in a run that is known; null: all but fixed bodies

  // Where what moves is now.
  movingBox(): Box3 {
    this.scene.updateMatrixWorld(true);
    const box = new Box3();
    for (const body of this.bodies)
      if (body.kind !== "fixed" && (this.moving?.has(body.index) ?? true)) box.expandByObject(body.mesh);
    return box.isEmpty() ? this.box.clone() : box;
  }

  // As near as all corners of a box are in the view, from a direction, with a place in the middle.
  fit(box = this.movingBox(), from: Vector3 | null = null, middle = box.getCenter(new Vector3())): void {
    const direction = from ? from.clone() : this.camera.position.clone().sub(this.controls.target);
    if (direction.length() < 1e-9 || (!from && !this.measured)) direction.set(...directions.iso);
    const towards = direction.clone().normalize();
    const right = this.camera.up.clone().cross(towards).normalize(), up = towards.clone().cross(right);
    const tall = FILLED * Math.tan((this.camera.fov * Math.PI) / 360), wide = tall * this.free;
    let distance = 1e-6;
    for (let k = 0; k < 8; ++k) {
      const corner = new Vector3((k & 1 ? box.max : box.min).x, (k & 2 ? box.max : box.min).y, (k & 4 ? box.max : box.min).z).sub(middle);
      distance = Math.max(distance, corner.dot(towards) + Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall));
    }
    this.look(middle.clone().add(direction.setLength(distance)), middle);
  }

  // From one place at another.
  look(from: Vector3, at: Vector3): void {
    const distance = Math.max(from.distanceTo(at), 1e-6);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.camera.position.copy(from);
    this.controls.target.copy(at);
    this.controls.update();
    this.camera.updateMatrixWorld(); // for those who point at something before it is drawn
    this.redraw();
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
    if (this.grid) this.grid.visible = view.grid;
    this.floor.visible = view.shadows;
    this.sun.castShadow = view.shadows;
    this.cut();
    this.redraw();
  }

  // Whether cavities are drawn over the bodies that hide them: of whole ones one would see nothing else.
  get shinesThrough(): boolean {
    return this.view.cavities && this.view.bodies && !this.view.transparent && this.planes.length === 0;
  }

  private closeCut(): void {
    for (const body of this.bodies) body.close(0.03 * this.size);
  }

  private cutAxis: View["cut"] = "none";
  private cutPlace = 0.5;
  private cutBox = new Box3(); // from one end to the other of the slider
  private away = -1; // the side that is kept

  // Of the two halves the one behind the plane is kept, as seen when the axis is chosen. The plane goes through
  // where bodies are when it is placed, and stays there.
  private cut(): void {
    const { cut, cutAt, cutFlip } = this.view;
    const before = this.planes.length;
    this.planes.length = 0;
    if (cut !== "none") {
      const axis = { x: 0, y: 1, z: 2 }[cut];
      if (cut !== this.cutAxis || cutAt !== this.cutPlace) this.cutBox = this.movingBox();
      const low = this.cutBox.min.getComponent(axis), high = this.cutBox.max.getComponent(axis);
      const at = low + cutAt * (high - low);
      if (cut !== this.cutAxis) this.away = this.camera.position.getComponent(axis) > at ? -1 : 1;
      const side = cutFlip ? -this.away : this.away;
      this.plane.normal.set(0, 0, 0).setComponent(axis, side);
      this.plane.constant = -side * at;
      this.planes.push(this.plane);
    }
    if (before !== this.planes.length)
      this.scene.traverse((thing) => {
        const material = (thing as Mesh).material as import("three").Material | undefined;
        if (material && !Array.isArray(material)) material.needsUpdate = true;
      });
    this.cutAxis = cut;
    this.cutPlace = cutAt;
    if (before + this.planes.length > 0) {
      this.closeCut();
      this.cavities.set(this.air);
      this.arrows.set(this.contacts);
    }
  }

  setDark(dark: boolean): void {
    this.dark = dark;
    this.scene.background = new Color(dark ? "#14171b" : "#f3f5f7");
    if (this.grid) this.makeGrid(this.box.getCenter(new Vector3()));
    this.redraw();
  }

  picture(): Promise<Blob | null> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}
