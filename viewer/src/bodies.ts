// The bodies: how each is drawn, moved and picked.
import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  MeshStandardMaterial,
} from "three";
import type { Object3D, Plane } from "three";
import { bodyColours, fixedColour } from "./colours";
import type { BodyShape, Frame, SceneMessage } from "./protocol";
import { Cap } from "./section";
import { movePoints, splitSharp } from "./smooth";
import type { Split } from "./smooth";
import { dress } from "./studio";

export interface Layers {
  bodies: boolean;
  collision: boolean;
  fem: boolean;
}

// Rubber is duller than hard plastic; what never moves keeps in the background.
const roughnesses: Record<string, number> = { deformable: 0.55, rigid: 0.42, driven: 0.5, fixed: 0.85, quasi_rigid: 0.45 };

export class Body {
  readonly group = new Group();
  readonly mesh: Mesh;
  readonly colour: string;
  readonly pick: Mesh; // the collision surface
  private readonly visual: Split;
  private readonly surface: LineSegments;
  private readonly fem: LineSegments | null = null;
  private readonly ownCollision: boolean;
  readonly cap: Cap;
  private points: Float32Array; // of the visual surface, as it is now
  private readonly triangles: Uint32Array;

  constructor(
    readonly index: number,
    readonly name: string,
    readonly kind: string,
    shape: BodyShape,
    colour: string,
    private readonly planes: Plane[], // that it is cut by
  ) {
    this.colour = colour;
    this.visual = splitSharp(shape.vertices, shape.triangles);
    const material = new MeshStandardMaterial({
      color: colour, roughness: roughnesses[kind] ?? 0.5, metalness: 0, side: DoubleSide, clippingPlanes: planes, clipShadows: true,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    dress(material, kind === "fixed");
    this.mesh = new Mesh(this.visual.geometry, material);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.ownCollision = shape.collisionVertices.length > 0;

    const plain = new BufferGeometry();
    const vertices = this.ownCollision ? shape.collisionVertices : shape.vertices;
    plain.setAttribute("position", new BufferAttribute(Float32Array.from(vertices), 3));
    plain.setIndex(new BufferAttribute(this.ownCollision ? shape.collisionTriangles : shape.triangles, 1));
    this.pick = new Mesh(plain, new MeshBasicMaterial({ visible: false, side: DoubleSide }));
    this.pick.userData.body = this;
    this.surface = new LineSegments(
      edgeGeometry(plain.getAttribute("position") as BufferAttribute, triangleEdges(plain.index!.array as Uint32Array)),
      new LineBasicMaterial({ color: "#1b1f24", transparent: true, opacity: 0.55, toneMapped: false, clippingPlanes: planes }),
    );
    if (shape.nodeCount > 0) {
      const nodes = new BufferAttribute(new Float32Array(3 * shape.nodeCount), 3);
      this.fem = new LineSegments(
        edgeGeometry(nodes, shape.edges),
        new LineBasicMaterial({ color: "#0072b2", transparent: true, opacity: 0.6, toneMapped: false, clippingPlanes: planes }),
      );
      this.fem.frustumCulled = false;
    }
    this.surface.frustumCulled = false;
    this.points = shape.vertices;
    this.triangles = shape.triangles;
    this.cap = new Cap(colour, true);
    this.group.add(this.mesh, this.pick, this.surface, this.cap.group);
    if (this.fem) this.group.add(this.fem);
  }

  show(layers: Layers): void {
    this.mesh.visible = layers.bodies;
    this.surface.visible = layers.collision;
    if (this.fem) this.fem.visible = layers.fem;
  }

  update(frame: Frame): void {
    const pose = frame.poses.get(this.index);
    if (pose) {
      this.group.position.set(pose[0], pose[1], pose[2]);
      this.group.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
    }
    const visual = frame.visual.get(this.index);
    if (visual) {
      movePoints(this.visual, (this.points = visual));
      if (!this.ownCollision) this.moveCollision(visual);
    }
    const collision = frame.collision.get(this.index);
    if (collision) this.moveCollision(collision);
    const nodes = frame.nodes.get(this.index);
    if (nodes && this.fem) setPoints(this.fem.geometry, nodes);
  }

  // Closes what a plane cuts open; `spacing` of the hatching in m.
  close(spacing: number): void {
    const plane = this.mesh.visible && this.planes.length > 0 ? this.planes[0].clone() : null;
    if (plane) {
      this.group.updateMatrix();
      plane.applyMatrix4(this.group.matrix.clone().invert());
    }
    this.cap.update(this.points, this.triangles, plane, spacing);
  }

  private moveCollision(points: Float32Array): void {
    setPoints(this.pick.geometry, points);
    this.pick.geometry.computeBoundingSphere();
    (this.surface.geometry.getAttribute("position") as BufferAttribute).needsUpdate = true;
  }

  dispose(): void {
    this.group.traverse((thing: Object3D) => {
      const drawn = thing as Mesh;
      if (drawn.geometry) drawn.geometry.dispose();
      if (drawn.material) (drawn.material as MeshStandardMaterial).dispose();
    });
    this.group.removeFromParent();
  }
}

function setPoints(geometry: BufferGeometry, points: Float32Array): void {
  const position = geometry.getAttribute("position") as BufferAttribute;
  (position.array as Float32Array).set(points);
  position.needsUpdate = true;
}

function edgeGeometry(points: BufferAttribute, edges: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", points);
  geometry.setIndex(new BufferAttribute(edges, 1));
  return geometry;
}

// Each edge once.
function triangleEdges(triangles: Uint32Array): Uint32Array {
  const edges: number[] = [];
  const seen = new Set<number>();
  for (let c = 0; c < triangles.length; ++c) {
    const a = triangles[c], b = triangles[c - (c % 3) + ((c + 1) % 3)];
    const key = Math.min(a, b) * 4294967296 + Math.max(a, b);
    if (seen.has(key)) continue;
    seen.add(key);
    edges.push(a, b);
  }
  return Uint32Array.from(edges);
}

export function makeBodies(scene: SceneMessage, shapes: BodyShape[], planes: Plane[]): Body[] {
  let next = 0;
  return scene.bodies.map((about, i) => {
    const colour = about.kind === "fixed" ? fixedColour : bodyColours[next++ % bodyColours.length];
    // What never moves is not cut: it is what one looks at the others on.
    return new Body(i, about.name || `body ${i}`, about.kind, shapes[i], colour, about.kind === "fixed" ? [] : planes);
  });
}
