// Taking hold: a spring on a point of a body, or the hand of its coupling; and a gizmo on a driven frame.
import { Object3D, Plane, Quaternion, Raycaster, Vector2, Vector3 } from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Body } from "./bodies";
import { placeAt } from "./overlays";
import type { Hold } from "./protocol";
import type { Stage } from "./stage";

type Send = (message: object) => void;

// The share of each corner in a point of a triangle.
function weightsOf(point: Vector3, a: Vector3, b: Vector3, c: Vector3): [number, number, number] {
  const n = b.clone().sub(a).cross(c.clone().sub(a));
  const area = n.lengthSq();
  const part = (p: Vector3, q: Vector3) => p.clone().sub(point).cross(q.clone().sub(point)).dot(n) / area;
  const w = [part(b, c), part(c, a), part(a, b)].map((x) => Math.min(Math.max(x, 0), 1));
  const sum = w[0] + w[1] + w[2] || 1;
  return [w[0] / sum, w[1] / sum, w[2] / sum];
}

export class Hand {
  enabled = false; // the tool is chosen; Shift does the same for one drag
  able = false; // the simulation can be pulled at
  stiffness = 100; // N/m
  frameOf: (body: number) => number = () => -1; // the frame by which a person holds a body, or -1
  private held: { body: number; triangle: number; weights: number[]; plane: Plane } | null = null;
  private coupled: { frame: number; from: Vector3; start: Float64Array; plane: Plane } | null = null;
  private readonly ray = new Raycaster();

  constructor(
    private readonly stage: Stage,
    private readonly send: Send,
    private readonly place: (frame: number) => Float64Array | undefined, // where the hand of a frame points
  ) {
    const canvas = stage.canvas;
    // Before the camera's own handlers, so that a pull does not turn it.
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    for (const end of ["pointerup", "pointercancel"] as const)
      canvas.addEventListener(end, () => this.letGo(), { capture: true });
  }

  private aim(event: PointerEvent): void {
    const box = this.stage.canvas.getBoundingClientRect();
    const at = new Vector2(
      (2 * (event.clientX - box.left)) / box.width - 1,
      1 - (2 * (event.clientY - box.top)) / box.height,
    );
    this.ray.setFromCamera(at, this.stage.camera);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !this.able || !(this.enabled || event.shiftKey)) return;
    this.aim(event);
    const movable = this.stage.bodies.filter((b) => ["deformable", "rigid", "quasi_rigid"].includes(b.kind));
    const hit = this.ray.intersectObjects(movable.map((b) => b.pick), false)[0];
    if (!hit || !hit.face) return;
    const body = hit.object.userData.body as Body;
    const position = body.pick.geometry.getAttribute("position");
    const corner = (i: number) => new Vector3().fromBufferAttribute(position, i).applyMatrix4(body.pick.matrixWorld);
    const weights = weightsOf(hit.point, corner(hit.face.a), corner(hit.face.b), corner(hit.face.c));
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      this.stage.camera.getWorldDirection(new Vector3()).negate(), hit.point,
    );
    const frame = this.frameOf(body.index), start = this.place(frame);
    if (start) this.coupled = { frame, from: hit.point, start, plane };
    else this.held = { body: body.index, triangle: hit.faceIndex!, weights, plane };
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
    this.go(hit.point);
  }

  private move(event: PointerEvent): void {
    const plane = (this.held ?? this.coupled)?.plane;
    if (!plane) return;
    this.aim(event);
    const target = this.ray.ray.intersectPlane(plane, new Vector3());
    if (target) this.go(target);
    event.stopImmediatePropagation();
  }

  private go(target: Vector3): void {
    if (this.coupled) {
      const { frame, from, start } = this.coupled;
      const position = target.clone().sub(from).add(new Vector3(start[0], start[1], start[2]));
      this.send({ type: "frame", frame, position: position.toArray(), rotation: [...start.slice(3, 7)] });
      return;
    }
    const { body, triangle, weights } = this.held!;
    this.send({ type: "pull", body, triangle, weights, target: target.toArray(), stiffness: this.stiffness });
  }

  // A hand stays where it points, as one that rests.
  private letGo(): void {
    const pulls = this.held !== null;
    this.drop();
    if (!pulls) return;
    this.send({ type: "let_go" });
  }

  // What was held is gone, or belongs to another window now.
  drop(): void {
    if (!this.held && !this.coupled) return;
    this.held = this.coupled = null;
    this.stage.controls.enabled = true;
  }
}

export class Gizmo {
  private readonly controls: TransformControls;
  private readonly proxy = new Object3D();
  private frame = -1;
  poses: Float64Array[] = [];
  hold: Hold | null = null; // what is held points somewhere else than where it is
  parents: number[] = []; // by frame; -1: the world
  private sent = 0;

  constructor(
    private readonly stage: Stage,
    private readonly send: Send,
  ) {
    this.controls = new TransformControls(stage.camera, stage.canvas);
    this.controls.size = 0.7;
    stage.scene.add(this.proxy, this.controls.getHelper());
    this.controls.addEventListener("change", () => stage.redraw());
    this.controls.addEventListener("dragging-changed", (event) => (stage.controls.enabled = !event.value));
    this.controls.addEventListener("objectChange", () => this.tell());
    this.controls.addEventListener("mouseUp", () => this.tell(true));
  }

  choose(frame: number): void {
    this.frame = frame;
    if (frame < 0) this.controls.detach();
    else {
      this.controls.attach(this.proxy);
      this.follow(this.poses);
    }
    this.stage.redraw();
  }

  turning(turn: boolean): void {
    this.controls.setMode(turn ? "rotate" : "translate");
  }

  // Where the simulation has the frame, unless it is being dragged.
  follow(poses: Float64Array[]): void {
    this.poses = poses;
    const at = this.place(this.frame);
    if (at && !this.controls.dragging) placeAt(this.proxy, at);
  }

  // Where a frame is, or where it is asked to be.
  place(frame: number): Float64Array | undefined {
    return this.hold?.frame === frame ? this.hold.goal : this.poses[frame];
  }

  // Whether this window may move it; a drag under way ends when it may not.
  setAble(able: boolean): void {
    this.controls.enabled = able;
    if (!able && this.controls.dragging) this.controls.dragging = false;
  }

  // By keyboard: metres along the world's axes.
  nudge(by: Vector3): void {
    if (this.frame < 0) return;
    if (this.controls.enabled) this.proxy.position.add(by);
    this.tell(true);
    this.stage.redraw();
  }

  private tell(always = false): void {
    const now = performance.now();
    if (!always && now - this.sent < 30) return;
    this.sent = now;
    const position = this.proxy.position.clone(), q = this.proxy.quaternion.clone();
    // The server wants it in the parent, wherever that is now.
    const parent = this.poses[this.parents[this.frame] ?? -1];
    if (parent) {
      const [x, y, z, w, i, j, k] = parent;
      const back = new Quaternion(i, j, k, w).invert();
      position.sub(new Vector3(x, y, z)).applyQuaternion(back);
      q.premultiply(back);
    }
    this.send({ type: "frame", frame: this.frame, position: position.toArray(), rotation: [q.w, q.x, q.y, q.z] });
  }
}
