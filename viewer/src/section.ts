// Where a plane cuts a closed surface: the outline, and the faces that close the cut.
//
// Triangles are crossed one by one and joined over their edges, which needs no tolerance: a vertex counts as on one
// side or the other, never as on the plane. Loops inside an odd number of others are holes.
import { BufferAttribute, BufferGeometry, CanvasTexture, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, RepeatWrapping, ShapeUtils, SRGBColorSpace, Vector2, Vector3 } from "three";
import type { Plane } from "three";

export interface Section {
  points: Float32Array; // of all loops, one after the other
  uv: Float32Array; // the same in the plane, m
  triangles: number[];
  outline: number[]; // pairs of points
}

// Two directions in the plane.
function axesOf(normal: Vector3): [Vector3, Vector3] {
  const other = Math.abs(normal.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  const u = other.cross(normal).normalize();
  return [u, normal.clone().cross(u)];
}

// The crossed edges of each loop, in order; what does not close (an open surface) is left out of the loops.
function findLoops(triangles: Uint32Array, height: Float32Array, segments: [number, number][]): number[][] {
  const after = new Map<number, number[]>(); // from the edge by which a triangle is entered to the one by which it is left
  for (let t = 0; t < triangles.length; t += 3) {
    let enter = -1, leave = -1;
    for (let c = 0; c < 3; ++c) {
      const a = triangles[t + c], b = triangles[t + ((c + 1) % 3)];
      if (height[a] >= 0 === height[b] >= 0) continue;
      const key = Math.min(a, b) * 67108864 + Math.max(a, b);
      if (height[b] >= 0) enter = key;
      else leave = key;
    }
    if (enter < 0) continue;
    segments.push([enter, leave]);
    const list = after.get(enter);
    if (list) list.push(leave);
    else after.set(enter, [leave]);
  }
  const loops: number[][] = [];
  for (const start of after.keys()) {
    const loop: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined) {
      const next: number | undefined = after.get(at)?.pop();
      if (next === undefined) break;
      loop.push(at);
      at = next;
      if (at === start) break;
    }
    if (at === start && loop.length > 2) loops.push(loop);
  }
  return loops;
}

function inside(p: Vector2, loop: Vector2[]): boolean {
  let odd = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++)
    if (loop[i].y > p.y !== loop[j].y > p.y && p.x < ((loop[j].x - loop[i].x) * (p.y - loop[i].y)) / (loop[j].y - loop[i].y) + loop[i].x)
      odd = !odd;
  return odd;
}

function fill(loops: Vector2[][], starts: number[]): number[] {
  const within = loops.map((loop, i) => loops.map((other, k) => i !== k && inside(loop[0], other)));
  const depth = within.map((list) => list.filter(Boolean).length);
  const triangles: number[] = [];
  loops.forEach((loop, i) => {
    if (depth[i] % 2 !== 0) return;
    const holes = loops.map((_, k) => k).filter((k) => within[k][i] && depth[k] === depth[i] + 1);
    const places = [i, ...holes].flatMap((k) => loops[k].map((_, n) => starts[k] + n));
    for (const face of ShapeUtils.triangulateShape(loop, holes.map((k) => loops[k])))
      triangles.push(places[face[0]], places[face[1]], places[face[2]]);
  });
  return triangles;
}

export function cutSurface(vertices: Float32Array, indices: Uint32Array, plane: Plane): Section {
  const { x: nx, y: ny, z: nz } = plane.normal;
  const height = new Float32Array(vertices.length / 3);
  for (let i = 0; i < height.length; ++i)
    height[i] = nx * vertices[3 * i] + ny * vertices[3 * i + 1] + nz * vertices[3 * i + 2] + plane.constant;
  const segments: [number, number][] = [];
  const loops = findLoops(indices, height, segments);
  const place = (key: number, k: number): number => {
    const a = Math.floor(key / 67108864), b = key % 67108864, t = height[a] / (height[a] - height[b]);
    return vertices[3 * a + k] + t * (vertices[3 * b + k] - vertices[3 * a + k]);
  };
  const keys = loops.flat(), points = new Float32Array(3 * keys.length), uv = new Float32Array(2 * keys.length);
  const [u, v] = axesOf(plane.normal), p = new Vector3(), flat: Vector2[] = [];
  keys.forEach((key, i) => {
    p.set(place(key, 0), place(key, 1), place(key, 2)).toArray(points, 3 * i);
    flat.push(new Vector2(p.dot(u), p.dot(v)));
    flat[i].toArray(uv, 2 * i);
  });
  const starts: number[] = [];
  let count = 0;
  for (const loop of loops) starts.push((count += loop.length) - loop.length);
  const triangles = fill(loops.map((loop, i) => flat.slice(starts[i], starts[i] + loop.length)), starts);
  const outline = segments.flatMap(([a, b]) => [0, 1, 2].map((k) => place(a, k)).concat([0, 1, 2].map((k) => place(b, k))));
  return { points, uv, triangles, outline };
}

// m^2
function areaOf(section: Section): number {
  let area = 0;
  const { uv, triangles } = section;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[t + k]);
    area += 0.5 * Math.abs((uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[c] - uv[a]) * (uv[b + 1] - uv[a + 1]));
  }
  return area;
}

let hatching: CanvasTexture | null = null;

// Slanted lines, as in drawings of sections.
function hatch(): CanvasTexture {
  if (hatching) return hatching;
  const size = 64, canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ink = canvas.getContext("2d")!;
  ink.fillStyle = "#ffffff";
  ink.fillRect(0, 0, size, size);
  ink.strokeStyle = "#9a9a9a";
  ink.lineWidth = 9;
  for (const shift of [-size, 0, size]) {
    ink.beginPath();
    ink.moveTo(shift - 8, size + 8);
    ink.lineTo(shift + size + 8, -8);
    ink.stroke();
  }
  hatching = new CanvasTexture(canvas);
  hatching.wrapS = hatching.wrapT = RepeatWrapping;
  hatching.colorSpace = SRGBColorSpace;
  hatching.anisotropy = 4;
  return hatching;
}

// The closed cut of one surface, drawn: faces in a darker shade of its colour, hatched, with their outline.
export class Cap {
  readonly group = new Group();
  section: Section | null = null;
  private readonly faces: Mesh;
  private readonly lines: LineSegments;

  constructor(colour: string, hatched: boolean) {
    this.faces = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ toneMapped: false, side: DoubleSide, map: hatched ? hatch() : null }),
    );
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: "#14171b", toneMapped: false }));
    this.faces.frustumCulled = this.lines.frustumCulled = false;
    this.group.add(this.faces, this.lines);
    this.group.visible = false;
    this.setColour(new Color(colour).multiplyScalar(0.62));
  }

  // m^2 of the faces.
  get area(): number {
    return this.section ? areaOf(this.section) : 0;
  }

  setColour(colour: Color): void {
    (this.faces.material as MeshBasicMaterial).color.copy(colour);
  }

  // Without a plane there is nothing to see. `spacing` of the hatching in m.
  update(vertices: Float32Array, triangles: Uint32Array, plane: Plane | null, spacing: number): void {
    this.section = plane ? cutSurface(vertices, triangles, plane) : null;
    this.group.visible = this.section !== null;
    if (!this.section) return;
    const { points, uv, outline } = this.section;
    this.replace(this.faces, points);
    this.faces.geometry.setAttribute("uv", new BufferAttribute(uv.map((x) => x / spacing), 2));
    this.faces.geometry.setIndex(this.section.triangles);
    this.replace(this.lines, Float32Array.from(outline));
  }

  private replace(drawn: Mesh | LineSegments, points: Float32Array): void {
    drawn.geometry.dispose();
    drawn.geometry = new BufferGeometry();
    drawn.geometry.setAttribute("position", new BufferAttribute(points, 3));
  }

  dispose(): void {
    for (const drawn of [this.faces, this.lines]) {
      drawn.geometry.dispose();
      (drawn.material as MeshBasicMaterial).dispose();
    }
    this.group.removeFromParent();
  }
}
