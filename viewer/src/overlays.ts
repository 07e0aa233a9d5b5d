// What is drawn over the bodies: contact forces, cavities, the pull, driven frames.
import {
  AxesHelper, BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh,
  Line, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, Object3D, Quaternion, SphereGeometry,
  Vector3,
} from "three";
import type { Plane } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { axisColours, borderColour, pressureColour, pullColour, scaleColour } from "./colours";
import type { Cavity, Contact, Hold, Pull } from "./protocol";
import { Cap } from "./section";

// An arrow of length 1 along z, as thick as fits its length.
function arrowGeometry(): BufferGeometry {
  const shaft = new CylinderGeometry(0.025, 0.025, 0.75, 8).translate(0, 0.375, 0);
  const head = new ConeGeometry(0.075, 0.25, 12).translate(0, 0.875, 0);
  return mergeGeometries([shaft, head]).rotateX(Math.PI / 2);
}

// Forces as arrows: their length goes with the force, so that one may add them up by eye.
export class Arrows {
  readonly group = new Group();
  private mesh: InstancedMesh | null = null;
  private readonly geometry = arrowGeometry();
  // Seen through bodies, and of the colour that the legend has, whatever the light.
  private readonly material = new MeshLambertMaterial({
    emissiveIntensity: 0.6, toneMapped: false, depthTest: false, transparent: true, opacity: 0.92,
  });
  metresPerNewton = 0.01;
  longest = 0.02; // m: for the largest force of late
  factor = 1; // chosen by the person
  private largest = 0; // N

  get any(): boolean {
    return this.largest > 0;
  }

  forget(): void {
    this.largest = 0;
    this.fixed = false;
  }

  // The scale stays with this force, N: for a run that is known to its end.
  fix(largest: number): void {
    this.largest = largest;
    this.fixed = true;
  }
  private fixed = false;

  // With each frame a blow is forgotten a little, so that it does not keep all arrows tiny for ever.
  fade(): void {
    if (!this.fixed) this.largest *= 0.99;
  }

  // A round number of metres per newton, such that the largest force of late is no longer than `longest`.
  private choose(forces: Contact[]): void {
    if (!this.fixed) for (const { force } of forces) this.largest = Math.max(this.largest, Math.hypot(...force));
    const wanted = this.longest / Math.max(this.largest, 1e-4);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const first = wanted / power;
    this.metresPerNewton = this.factor * power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
  }

  constructor(colour: string, private readonly planes: Plane[]) {
    this.material.color.set(colour).multiplyScalar(0.6);
    this.material.emissive.set(colour);
  }

  // Those that begin in the half that is cut away are not drawn; those on the plane are.
  set(all: Contact[]): void {
    this.choose(all);
    const place = new Vector3();
    const contacts = all.filter((c) => this.planes.every((p) => p.distanceToPoint(place.fromArray(c.point)) > -0.02 * this.longest));
    if (!this.mesh || this.mesh.instanceMatrix.count < contacts.length) {
      this.mesh?.removeFromParent();
      this.mesh?.dispose();
      this.mesh = new InstancedMesh(this.geometry, this.material, Math.max(64, 2 * contacts.length));
      this.mesh.frustumCulled = false;
      this.mesh.renderOrder = 2;
      this.group.add(this.mesh);
    }
    const up = new Vector3(0, 0, 1), force = new Vector3(), turn = new Quaternion(), matrix = new Matrix4();
    const size = new Vector3(), point = new Vector3();
    // Many are thinner, so that all together cover about as much of what lies behind them as a few do.
    const thin = Math.min(1, Math.sqrt(16 / Math.max(contacts.length, 1)));
    contacts.forEach((contact, i) => {
      force.fromArray(contact.force);
      const length = Math.max(force.length() * this.metresPerNewton, 1e-7);
      const thickness = thin * Math.min(length, this.longest);
      turn.setFromUnitVectors(up, force.normalize());
      matrix.compose(point.fromArray(contact.point), turn, size.set(thickness, thickness, length));
      this.mesh!.setMatrixAt(i, matrix);
    });
    this.mesh.count = contacts.length;
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

// The air: each cavity's surface in the colour of its pressure, the border of its seal as a line, and the
// force of its pressure on each body as an arrow where it acts.
export class Cavities {
  readonly group = new Group();
  readonly border: LineSegments2;
  readonly arrows: Arrows;
  low = 101325; // Pa, of the scale of colours
  high = 101325;
  private furthest = 100; // Pa: the furthest from ambient that was seen
  private above = false;
  private outside = 101325;

  set ambient(pressure: number) {
    if (pressure !== this.outside) this.forget();
    this.outside = pressure;
  }

  // A new scene has a new scale.
  forget(): void {
    this.furthest = 100;
    this.above = false;
  }

  // From a round number below ambient to ambient, and as far above it if pressures go there.
  widen(pressures: number[]): void {
    for (const pressure of pressures) {
      this.furthest = Math.max(this.furthest, Math.abs(pressure - this.outside));
      if (pressure > this.outside + 100) this.above = true;
    }
    const power = 10 ** Math.floor(Math.log10(this.furthest));
    const span = power * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((x) => x * power >= this.furthest) ?? 10);
    this.low = Math.max(this.outside - span, 0);
    this.high = this.above ? this.outside + span : this.outside;
  }

  constructor(private readonly planes: Plane[]) {
    this.arrows = new Arrows(pressureColour, planes);
    this.border = new LineSegments2(
      new LineSegmentsGeometry(),
      new LineMaterial({ color: borderColour, linewidth: 2, toneMapped: false, depthTest: false, transparent: true, clippingPlanes: planes, clipping: true }),
    );
    this.border.frustumCulled = false;
    this.border.renderOrder = 2;
  }

  set(cavities: Cavity[]): void {
    while (this.group.children.length > cavities.length) {
      const mesh = this.group.children[this.group.children.length - 1] as Mesh;
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      this.group.remove(mesh);
      this.caps.pop()!.dispose();
    }
    this.widen(cavities.map((cavity) => cavity.pressure));
    cavities.forEach((cavity, i) => this.draw(cavity, i));
    this.drawBorder(cavities);
    this.arrows.set(cavities.flatMap((cavity) => pressureForces(cavity, this.outside)));
  }

  private draw(cavity: Cavity, i: number): void {
    let mesh = this.group.children[i] as Mesh | undefined;
    if (!mesh) {
      mesh = new Mesh(
        new BufferGeometry(),
        new MeshBasicMaterial({
          transparent: true, opacity: 0.7, toneMapped: false, side: DoubleSide, depthWrite: false, depthTest: false,
          clippingPlanes: this.planes,
        }),
      );
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
      this.group.add(mesh);
      this.caps[i] = new Cap("#ffffff", false);
      mesh.add(this.caps[i].group);
    }
    setMesh(mesh.geometry, cavity.vertices, cavity.triangles);
    const place = (cavity.pressure - this.low) / Math.max(this.high - this.low, 1);
    const material = mesh.material as MeshBasicMaterial;
    scaleColour(place, material.color as Color);
    // Seen through whole bodies; in cut ones it is where one looks.
    material.depthTest = this.planes.length > 0;
    this.caps[i].setColour(material.color);
    this.caps[i].update(cavity.vertices, cavity.triangles, this.planes[0] ?? null, 1);
  }

  private readonly caps: Cap[] = [];

  // Edges where a triangle of a body meets one of the border or of another body: where the air ends.
  private drawBorder(cavities: Cavity[]): void {
    const points: number[] = [];
    for (const { vertices, triangles, bodies } of cavities) {
      const owner = new Map<number, number>();
      for (let c = 0; c < triangles.length; ++c) {
        const a = triangles[c], b = triangles[c - (c % 3) + ((c + 1) % 3)], body = bodies[Math.floor(c / 3)];
        const key = Math.min(a, b) * 4294967296 + Math.max(a, b);
        const other = owner.get(key);
        if (other === undefined) owner.set(key, body);
        else if (other !== body) points.push(...vertices.subarray(3 * a, 3 * a + 3), ...vertices.subarray(3 * b, 3 * b + 3));
      }
    }
    this.border.geometry.dispose();
    this.border.geometry = new LineSegmentsGeometry().setPositions(Float32Array.from(points));
  }
}

function setMesh(geometry: BufferGeometry, vertices: Float32Array, triangles: Uint32Array): void {
  geometry.dispose();
  geometry.setAttribute("position", new BufferAttribute(vertices, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
}

// The mesh faces out of the air, so pressure above the ambient pushes along its normals.
function pressureForces(cavity: Cavity, ambient: number): Contact[] {
  const { vertices, triangles, bodies } = cavity;
  const sums = new Map<number, { force: Vector3; point: Vector3; area: number }>();
  const a = new Vector3(), b = new Vector3(), c = new Vector3(), middle = new Vector3();
  for (let t = 0; t < bodies.length; ++t) {
    if (bodies[t] < 0) continue;
    let sum = sums.get(bodies[t]);
    if (!sum) sums.set(bodies[t], (sum = { force: new Vector3(), point: new Vector3(), area: 0 }));
    a.fromArray(vertices, 3 * triangles[3 * t]);
    b.fromArray(vertices, 3 * triangles[3 * t + 1]);
    c.fromArray(vertices, 3 * triangles[3 * t + 2]);
    middle.copy(a).add(b).add(c).divideScalar(3);
    const normal = b.sub(a).cross(c.sub(a)).multiplyScalar(0.5);
    sum.force.addScaledVector(normal, cavity.pressure - ambient);
    sum.point.addScaledVector(middle, normal.length());
    sum.area += normal.length();
  }
  return [...sums.values()].filter((s) => s.area > 0).map((s) => ({
    point: Float32Array.from(s.point.divideScalar(s.area).toArray()),
    normal: new Float32Array(3),
    force: Float32Array.from(s.force.toArray()),
    a: -1,
    b: -1,
  }));
}

// The spring by which a person pulls.
export class PullLine {
  readonly group = new Group();
  private readonly line: Line;
  private readonly ends: Mesh[];

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
    this.line = new Line(geometry, new LineBasicMaterial({ color: pullColour, toneMapped: false, depthTest: false }));
    this.line.frustumCulled = false;
    this.line.renderOrder = 2;
    this.ends = [0, 1].map(() => {
      const ball = new Mesh(new SphereGeometry(1, 12, 8), new MeshBasicMaterial({ color: pullColour, toneMapped: false, depthTest: false }));
      ball.renderOrder = 2;
      return ball;
    });
    this.group.add(this.line, ...this.ends);
    this.group.visible = false;
  }

  set(pull: Pull | null, size: number): void {
    this.group.visible = pull !== null;
    if (!pull) return;
    const position = this.line.geometry.getAttribute("position") as BufferAttribute;
    position.setXYZ(0, ...pull.point);
    position.setXYZ(1, ...pull.target);
    position.needsUpdate = true;
    this.ends[0].position.set(...pull.point);
    this.ends[1].position.set(...pull.target);
    for (const ball of this.ends) ball.scale.setScalar(0.012 * size);
  }
}

// A coupling in a person's hand: the hand, a band to where the page points, and what the hand feels as an arrow.
export class HoldLine {
  readonly group = new Group();
  readonly arrow: Arrows;
  private readonly band = new PullLine();
  private readonly axes = makeAxes();

  constructor(planes: Plane[]) {
    this.arrow = new Arrows(pullColour, planes);
    this.group.add(this.band.group, this.axes, this.arrow.group);
    this.group.visible = false;
  }

  set(hold: Hold | null, size: number): void {
    this.group.visible = hold !== null;
    if (!hold) {
      this.arrow.forget();
      return;
    }
    const [x, y, z] = hold.hand, force = Math.hypot(...hold.force);
    this.band.set({ point: [x, y, z], target: [hold.goal[0], hold.goal[1], hold.goal[2]], force }, size);
    placeAt(this.axes, hold.hand).scale.setScalar(0.1 * size);
    this.arrow.longest = 0.3 * size;
    const point = Float32Array.from([x, y, z]), felt = Float32Array.from(hold.force);
    this.arrow.fade();
    this.arrow.set(force > 0 ? [{ point, normal: new Float32Array(3), force: felt, a: -1, b: -1 }] : []);
  }
}

// Seen through bodies: frames are mostly inside what they drive.
function makeAxes(): AxesHelper {
  const axes = new AxesHelper(1).setColors(...axisColours);
  (axes.material as LineBasicMaterial).depthTest = (axes.material as LineBasicMaterial).toneMapped = false;
  axes.renderOrder = 2;
  return axes;
}

// The axes of driven frames.
export class FrameAxes {
  readonly group = new Group();

  set(poses: Float64Array[], size: number): void {
    while (this.group.children.length < poses.length) this.group.add(makeAxes());
    poses.forEach((pose, i) => placeAt(this.group.children[i], pose).scale.setScalar(0.15 * size));
  }

  clear(): void {
    for (const child of [...this.group.children]) {
      (child as LineSegments).geometry.dispose();
      child.removeFromParent();
    }
  }
}

export function placeAt(thing: Object3D, pose: Float64Array): Object3D {
  thing.position.set(pose[0], pose[1], pose[2]);
  thing.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
  return thing;
}
