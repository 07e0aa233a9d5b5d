// A recorded run as report.html holds it; src/record/replay.c writes it and describes the layout.
import type { BodyShape, Cavity, Contact, Frame, SceneMessage } from "./protocol";

export interface RecordingHeader {
  name: string;
  ambient: number; // Pa
  frames: number;
  bodies: { name: string; kind: "deformable" | "rigid" | "driven" | "fixed" }[];
}

interface StoredBody {
  shape: BodyShape;
  soft: boolean;
  points: Uint16Array[]; // per frame, of soft bodies
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

  constructor(header: RecordingHeader, data: ArrayBuffer) {
    const reader = new Reader(data);
    this.low = reader.floats(3);
    this.scale = reader.floats(3).map((size) => size / 65535);
    for (const about of header.bodies) this.bodies.push(this.readBody(reader, about.kind === "deformable", header.frames));
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
    const vertexCount = reader.u32(), triangleCount = reader.u32();
    const triangles = reader.integers(3 * triangleCount);
    const points: Uint16Array[] = [];
    let vertices: Float32Array, poses: Float32Array = new Float32Array(0);
    if (soft) {
      // The low bytes of a frame, then its high bytes; each frame as the difference to the one before.
      for (let k = 0; k < frames; ++k) {
        const low = reader.bytes(3 * vertexCount), high = reader.bytes(3 * vertexCount);
        const now = new Uint16Array(3 * vertexCount);
        for (let i = 0; i < now.length; ++i) now[i] = (k > 0 ? points[k - 1][i] : 0) + low[i] + 256 * high[i];
        points.push(now);
      }
      vertices = this.place(points[0]);
    } else {
      vertices = reader.floats(3 * vertexCount);
      poses = reader.floats(7 * frames);
    }
    const none = { collisionVertices: new Float32Array(0), collisionTriangles: new Uint32Array(0), nodeCount: 0, edges: new Uint32Array(0) };
    return { shape: { vertices, triangles, ...none }, soft, points, poses };
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
    this.bodies.forEach((body, i) => {
      if (body.soft) frame.visual.set(i, this.place(body.points[k]));
      else frame.poses.set(i, Float64Array.from(body.poses.subarray(7 * k, 7 * k + 7)));
    });
    return frame;
  }
}
