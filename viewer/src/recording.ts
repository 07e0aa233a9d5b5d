// A recorded run as report.html holds it; src/record/replay.c writes it and describes the layout.
import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import type { BodyShape, Cavity, Contact, Frame, SceneMessage } from "./protocol";

export interface RecordingHeader {
  name: string;
  ambient: number; // Pa
  moment: number; // s: the one that tells most of the run
  frames: number;
  bodies: { name: string; kind: "deformable" | "rigid" | "driven" | "fixed" | "quasi_rigid" }[];
}

// Each vertex as a sum of nodes; without weights it is a node itself.
interface NodeSurface {
  triangles: Uint32Array;
  count: number;
  start: Uint32Array;
  nodes: Uint32Array;
  weights: Float32Array;
}

interface StoredBody {
  shape: BodyShape;
  points: Uint16Array[]; // of the nodes of a soft body, per frame
  collision: NodeSurface | null;
  visual: NodeSurface | null; // null: the collision surface
  poses: Float32Array; // 7 per frame, of others
}

interface StoredFrame {
  time: number;
  contacts: Contact[];
  cavities: Cavity[];
}

// Reads numbers one after the other; they need not be aligned.
class Reader {
  private at = 0;
  private readonly view: DataView;
  constructor(private readonly data: ArrayBuffer) {
    this.view = new DataView(data);
  }
  bytes(count: number): Uint8Array {
    this.at += count;
    return new Uint8Array(this.data, this.at - count, count);
  }
  private copy(count: number): ArrayBuffer {
    this.at += count;
    return this.data.slice(this.at - count, this.at);
  }
  u32(): number {
    return this.view.getUint32((this.at += 4) - 4, true);
  }
  f64(): number {
    return this.view.getFloat64((this.at += 8) - 8, true);
  }
  floats(count: number): Float32Array {
    return new Float32Array(this.copy(4 * count));
  }
  integers(count: number): Uint32Array {
    return new Uint32Array(this.copy(4 * count));
  }
  shorts(count: number): Uint16Array {
    return new Uint16Array(this.copy(2 * count));
  }
}

export class Recording {
  readonly times: number[] = [];
  readonly scene: SceneMessage;
  readonly shapes: BodyShape[];
  private readonly low: Float32Array; // the box that all quantised points lie in
  private readonly scale: Float32Array;
  private readonly bodies: StoredBody[] = [];
  private readonly frames: StoredFrame[] = [];
  private readonly driven: Float32Array; // 7 per driven frame and frame
  private readonly drivenCount: number;

  constructor(header: RecordingHeader, data: ArrayBuffer) {
    const reader = new Reader(data);
    this.low = reader.floats(3);
    this.scale = reader.floats(3).map((size) => size / 65535);
    for (const about of header.bodies) {
      const byPoints = about.kind === "deformable" || about.kind === "quasi_rigid";
      this.bodies.push(this.readBody(reader, byPoints, header.frames));
    }
    this.drivenCount = reader.u32();
    this.driven = reader.floats(7 * this.drivenCount * header.frames);
    for (let k = 0; k < header.frames; ++k) this.frames.push(this.readFrame(reader, this.frames[k - 1]));
    this.times = this.frames.map((f) => f.time);
    this.shapes = this.bodies.map((b) => b.shape);
    this.scene = {
      type: "scene", protocol: 1, version: "", name: header.name, file: "", duration: this.times[this.times.length - 1],
      cavity_numbers: 5, bodies: header.bodies.map((b) => ({ ...b, nodes: 0, mass: 0 })), frames: [], columns: [],
      gallery: [], warnings: [], abilities: { pull: false },
    };
  }

  private readBody(reader: Reader, soft: boolean, frames: number): StoredBody {
    return soft ? this.readSoft(reader, frames) : this.readHard(reader, frames);
  }

  private readSoft(reader: Reader, frames: number): StoredBody {
    const nodeCount = reader.u32(), cellSize = reader.u32(), cellCount = reader.u32();
    const edges = cellEdges(reader.integers(cellSize * cellCount), cellSize);
    const collision = readSurface(reader)!, visual = readSurface(reader);
    const points: Uint16Array[] = [];
    for (let k = 0; k < frames; ++k) {
      const low = reader.bytes(3 * nodeCount), high = reader.bytes(3 * nodeCount);
      const now = new Uint16Array(3 * nodeCount);
      for (let i = 0; i < now.length; ++i) now[i] = (k > 0 ? points[k - 1][i] : 0) + low[i] + 256 * high[i];
      points.push(now);
    }
    const first = this.place(points[0]);
    const shape = {
      vertices: follow(visual ?? collision, first), triangles: (visual ?? collision).triangles,
      collisionVertices: visual ? follow(collision, first) : new Float32Array(0),
      collisionTriangles: visual ? collision.triangles : new Uint32Array(0), nodeCount, edges,
    };
    return { shape, points, collision, visual, poses: new Float32Array(0) };
  }

  private readHard(reader: Reader, frames: number): StoredBody {
    const read = () => {
      const vertexCount = reader.u32(), triangles = reader.integers(3 * reader.u32());
      return { triangles, vertices: reader.floats(3 * vertexCount) };
    };
    const collision = read(), visual = read(), own = visual.vertices.length > 0;
    const shape = {
      ...(own ? visual : collision),
      collisionVertices: own ? collision.vertices : new Float32Array(0),
      collisionTriangles: own ? collision.triangles : new Uint32Array(0), nodeCount: 0, edges: new Uint32Array(0),
    };
    return { shape, points: [], collision: null, visual: null, poses: reader.floats(7 * frames) };
  }

  private place(points: Uint16Array): Float32Array {
    const out = new Float32Array(points.length);
    for (let i = 0; i < points.length; ++i) out[i] = this.low[i % 3] + this.scale[i % 3] * points[i];
    return out;
  }

  private readFrame(reader: Reader, before: StoredFrame | undefined): StoredFrame {
    const time = reader.f64();
    const contacts: Contact[] = [];
    const contactCount = reader.u32();
    for (let i = 0; i < contactCount; ++i) {
      const point = this.place(reader.shorts(3));
      contacts.push({ point, normal: new Float32Array(3), force: reader.floats(3), a: -1, b: -1 });
    }
    const cavities: Cavity[] = [];
    const cavityCount = reader.u32();
    for (let i = 0; i < cavityCount; ++i) {
      const id = reader.u32(), state = reader.u32(), vertexCount = reader.u32(), triangleCount = reader.u32(), same = reader.u32();
      const [pressure, maxPressure, volume, air, area] = [reader.f64(), reader.f64(), reader.f64(), reader.f64(), reader.f64()];
      const vertices = this.place(reader.shorts(3 * vertexCount));
      const old = same ? before!.cavities[same - 1] : null;
      const triangles = old ? old.triangles : reader.integers(3 * triangleCount);
      const bodies = old ? old.bodies : Int32Array.from(reader.integers(triangleCount));
      cavities.push({ id, state, pressure, maxPressure, volume, air, area, vertices, triangles, bodies });
    }
    return { time, contacts, cavities };
  }

  // Pa: of all cavities at all times.
  get pressures(): number[] {
    return this.frames.flatMap((f) => f.cavities.map((c) => c.pressure));
  }

  // N: as large as the largest force of nine frames in ten that have any.
  get usualForce(): number {
    const largest = this.frames.map((f) => f.contacts.reduce((m, c) => Math.max(m, Math.hypot(...c.force)), 0)).filter((m) => m > 0);
    return largest.sort((a, b) => a - b)[Math.floor(0.9 * largest.length)] ?? 0;
  }

  // The box that each body is in, frame by frame.
  boxes(): Box3[][] {
    return this.bodies.map((body) => {
      if (body.collision) return body.points.map((points) => boxOf(follow(body.visual ?? body.collision!, this.place(points))));
      const own = boxOf(body.shape.vertices), one = new Vector3(1, 1, 1);
      return this.frames.map((_, k) => {
        const [x, y, z, w, i, j, l] = body.poses.subarray(7 * k, 7 * k + 7);
        return own.clone().applyMatrix4(new Matrix4().compose(new Vector3(x, y, z), new Quaternion(i, j, l, w), one));
      });
    });
  }

  // The frame nearest to a time.
  at(time: number): number {
    let low = 0, high = this.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    return time - this.times[low] < this.times[high] - time ? low : high;
  }

  frame(k: number): Frame {
    const stored = this.frames[k];
    const frame: Frame = {
      generation: 1, epoch: 1, number: k, step: k, time: stored.time, poses: new Map(), visual: new Map(),
      collision: new Map(), nodes: new Map(), contacts: stored.contacts, cavities: stored.cavities, samples: [],
    };
    const poses = (all: Float32Array, i: number) => Float64Array.from(all.subarray(7 * i, 7 * i + 7));
    frame.frames = Array.from({ length: this.drivenCount }, (_, i) => poses(this.driven, this.drivenCount * k + i));
    this.bodies.forEach((body, i) => {
      if (!body.collision) {
        frame.poses.set(i, poses(body.poses, k));
        return;
      }
      const nodes = this.place(body.points[k]);
      frame.nodes.set(i, nodes);
      frame.visual.set(i, follow(body.visual ?? body.collision, nodes));
      if (body.visual) frame.collision.set(i, follow(body.collision, nodes));
    });
    return frame;
  }
}

function boxOf(points: Float32Array): Box3 {
  const box = new Box3(), point = new Vector3();
  for (let i = 0; i < points.length; i += 3) box.expandByPoint(point.set(points[i], points[i + 1], points[i + 2]));
  return box;
}

function readSurface(reader: Reader): NodeSurface | null {
  const count = reader.u32(), triangleCount = reader.u32(), weightCount = reader.u32();
  const triangles = reader.integers(3 * triangleCount);
  const start = weightCount > 0 ? reader.integers(count + 1) : new Uint32Array(0);
  const nodes = reader.integers(weightCount > 0 ? weightCount : count);
  const surface = { triangles, count, start, nodes, weights: reader.floats(weightCount) };
  return count > 0 ? surface : null;
}

function follow(surface: NodeSurface, nodes: Float32Array): Float32Array {
  const out = new Float32Array(3 * surface.count);
  const { start, weights, nodes: from } = surface;
  for (let i = 0; i < surface.count; ++i) {
    if (weights.length === 0) {
      out.set(nodes.subarray(3 * from[i], 3 * from[i] + 3), 3 * i);
      continue;
    }
    for (let k = start[i]; k < start[i + 1]; ++k)
      for (let axis = 0; axis < 3; ++axis) out[3 * i + axis] += weights[k] * nodes[3 * from[k] + axis];
  }
  return out;
}

// The edges of tetrahedra of 4 and of 10 nodes and of hexahedra, by places in the cell.
const edgesOf: Record<number, number[][]> = {
  4: [[0, 1], [1, 2], [2, 0], [3, 0], [3, 1], [3, 2]],
  8: [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]],
  10: [[0, 4], [4, 1], [1, 5], [5, 2], [2, 6], [6, 0], [3, 7], [7, 0], [2, 8], [8, 3], [1, 9], [9, 3]],
};

// Each edge once.
function cellEdges(cells: Uint32Array, size: number): Uint32Array {
  const seen = new Set<number>(), edges: number[] = [];
  for (let c = 0; c < cells.length; c += size)
    for (const [i, k] of edgesOf[size] ?? []) {
      const a = Math.min(cells[c + i], cells[c + k]), b = Math.max(cells[c + i], cells[c + k]);
      if (seen.has(a * 67108864 + b)) continue;
      seen.add(a * 67108864 + b);
      edges.push(a, b);
    }
  return Uint32Array.from(edges);
}
