// The camera: where it stands so that what moves is in the picture, and how it gets there.
//
// It frames by itself until a person turns, moves or zooms the view; from then on the view is theirs, until they ask
// for framing or following, or open another scene.
import { Vector3 } from "three";
import type { Box3, PerspectiveCamera } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

// From where to look, by name: the front is where y is least, as in the first view of a scene.
export const directions: Record<string, [number, number, number]> = {
  iso: [0.9, -1.5, 0.75], front: [0, -1, 0], back: [0, 1, 0], left: [-1, 0, 0], right: [1, 0, 0], side: [1, 0, 0],
  // Nearly along z, so that y points up in the picture.
  top: [0, -1e-4, 1], bottom: [0, -1e-4, -1],
};
const FILLED = 0.86; // of the view, by what it is fitted to
const OUT = 0.9; // of the view: what reaches further is framed again, while it is still in the picture
const GLIDE = 0.25; // s in which a glide does two thirds of its way

export interface Pose {
  eye: Vector3;
  target: Vector3;
}

export class Framing {
  free = { wide: 1, tall: 1 }; // tangents of half the angles of what is not covered
  own = false; // the view is the person's
  following = false;
  private goal: Pose | null = null; // of a glide
  private held = false; // by a pointer
  private middle: Vector3 | null = null; // of what is followed

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly redraw: () => void,
  ) {
    controls.addEventListener("start", () => (this.held = true));
    controls.addEventListener("end", () => (this.held = false));
    controls.addEventListener("change", () => {
      if (this.held) this.take();
      this.redraw();
    });
  }

  // A person has changed the view.
  take(): void {
    this.own = true;
    this.goal = null;
  }

  private direction(): Vector3 {
    return this.camera.position.clone().sub(this.controls.target);
  }

  // Right, up and towards the camera, as seen from a direction.
  private axes(direction: Vector3): [Vector3, Vector3, Vector3] {
    const towards = direction.clone().normalize();
    const right = this.camera.up.clone().cross(towards).normalize();
    return [right, towards.clone().cross(right), towards];
  }

  // As near as all boxes are in the view. Each side of the view is a plane through the eye, and the box that reaches
  // furthest across it decides: of two sides that face each other their sum tells the distance, their difference the
  // place between.
  fit(boxes: Box3[], direction = this.direction()): Pose {
    const axes = this.axes(direction), [right, up, towards] = axes;
    const wide = FILLED * this.free.wide, tall = FILLED * this.free.tall;
    const most = [-Infinity, -Infinity, -Infinity, -Infinity, -Infinity, -Infinity];
    for (const corner of corners(boxes)) {
      const x = corner.dot(right), y = corner.dot(up), z = corner.dot(towards);
      [x + wide * z, -x + wide * z, y + tall * z, -y + tall * z, z, -z].forEach((value, k) => (most[k] = Math.max(most[k], value)));
    }
    if (most[0] === -Infinity) return { eye: this.camera.position.clone(), target: this.controls.target.clone() };
    const distance = Math.max((most[0] + most[1]) / (2 * wide), (most[2] + most[3]) / (2 * tall), most[4] + 1e-6);
    const place = (depth: number) => new Vector3().addScaledVector(right, (most[0] - most[1]) / 2).addScaledVector(up, (most[2] - most[3]) / 2).addScaledVector(towards, depth);
    return { eye: place(distance), target: place(Math.min((most[4] - most[5]) / 2, distance - 1e-6)) };
  }

  // The same with a given place in the middle of the picture.
  fitAround(boxes: Box3[], direction: Vector3, middle: Vector3): Pose {
    const [right, up, towards] = this.axes(direction);
    let distance = 1e-6;
    for (const corner of corners(boxes)) {
      corner.sub(middle);
      const aside = Math.max(Math.abs(corner.dot(right)) / this.free.wide, Math.abs(corner.dot(up)) / this.free.tall);
      distance = Math.max(distance, corner.dot(towards) + aside / FILLED);
    }
    return { eye: middle.clone().addScaledVector(towards, distance), target: middle.clone() };
  }

  // How far boxes reach from the middle of the view, 1 being its edge.
  reach(boxes: Box3[]): number {
    const [right, up, towards] = this.axes(this.direction());
    let most = 0;
    for (const corner of corners(boxes)) {
      corner.sub(this.camera.position);
      const depth = -corner.dot(towards);
      if (depth <= 0) return Infinity;
      most = Math.max(most, Math.abs(corner.dot(right)) / (depth * this.free.wide), Math.abs(corner.dot(up)) / (depth * this.free.tall));
    }
    return most;
  }

  put({ eye, target }: Pose): void {
    const distance = Math.max(eye.distanceTo(target), 1e-6);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.camera.position.copy(eye);
    this.controls.target.copy(target);
    this.controls.update();
    this.camera.updateMatrixWorld(); // for those who point at something before it is drawn
    this.redraw();
  }

  // There at once, whatever glide there was.
  jump(pose: Pose): void {
    this.goal = null;
    this.put(pose);
  }

  // The camera is ours again, and goes there at once or in a glide.
  frame(boxes: Box3[], glide: boolean): void {
    this.own = false;
    if (glide) this.goal = this.fit(boxes);
    else this.jump(this.fit(boxes));
    this.redraw();
  }

  // What moves has gone further: unless the view is the person's, it is kept in the picture.
  keep(boxes: Box3[]): void {
    if (this.own || this.following || this.held || !this.controls.enabled) return;
    if (this.goal !== null || this.reach(boxes) > OUT) this.goal = this.fit(boxes);
  }

  // Moves along with the middle of a box, from however the view is.
  follow(on: boolean): void {
    this.following = on;
    this.middle = null;
    if (!on) this.own = true; // and stays where it has come to
  }

  along(box: Box3): void {
    if (!this.following) return;
    const now = box.getCenter(new Vector3());
    if (this.middle && this.controls.enabled) {
      const by = now.clone().sub(this.middle);
      this.camera.position.add(by);
      this.controls.target.add(by);
      this.goal?.eye.add(by);
      this.goal?.target.add(by);
      this.controls.update();
      this.camera.updateMatrixWorld();
    }
    this.middle = now;
  }

  // Goes on with a glide; seconds since the last time.
  tick(seconds: number): void {
    if (!this.goal) return;
    const share = 1 - Math.exp(-Math.min(seconds, 0.5) / GLIDE);
    const rest = this.goal.eye.distanceTo(this.camera.position) + this.goal.target.distanceTo(this.controls.target);
    const there = rest < 1e-3 * this.goal.eye.distanceTo(this.goal.target);
    const { eye, target } = this.goal;
    if (there) this.goal = null;
    this.put({
      eye: there ? eye : this.camera.position.clone().lerp(eye, share),
      target: there ? target : this.controls.target.clone().lerp(target, share),
    });
  }
}

function* corners(boxes: Box3[]): Generator<Vector3> {
  const corner = new Vector3();
  for (const { min, max } of boxes)
    for (let k = 0; k < 8 && min.x <= max.x; ++k) yield corner.set((k & 1 ? max : min).x, (k & 2 ? max : min).y, (k & 4 ? max : min).z);
}
