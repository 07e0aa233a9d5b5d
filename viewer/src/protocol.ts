// The messages of docs/viewer.md: binary frames in, JSON both ways.

export const enum Section {
  Pose = 1,
  Visual = 2,
  Collision = 3,
  Nodes = 4,
  Contacts = 5,
  Cavities = 6,
  Frames = 7,
  Samples = 8,
  Geometry = 9,
  Pull = 10,
  Hold = 11,
}

export interface Column {
  plot: string;
  name: string;
  unit: string;
}

export interface SceneMessage {
  type: "scene";
  protocol: number;
  version: string;
  name: string;
  file: string;
  duration: number;
  cavity_numbers: number;
  bodies: { name: string; kind: "deformable" | "rigid" | "driven" | "fixed" | "quasi_rigid"; nodes: number; mass: number }[];
  // parent: an earlier frame, or -1; coupled: the body that a person holds by this frame, or -1
  frames: { name: string; parent: number; coupled: number }[];
  columns: Column[];
  gallery: string[];
  warnings: string[];
  abilities: { pull: boolean };
}

export interface Setting {
  name: string;
  label: string;
  unit: string;
  value: number[];
  original: number[];
  least: number;
  greatest: number;
}

export interface StateMessage {
  type: "state";
  running: boolean;
  ended: boolean;
  recording: string; // the folder that a recording will be in, "" if there is none
  failure: string;
  speed: number;
  step: number;
  time: number;
  hash: string;
  moved: number[];
  settings: Setting[];
}

export type ServerMessage =
  | SceneMessage
  | StateMessage
  | { type: "role"; steering: boolean; clients: number }
  | { type: "notice"; level: "info" | "error"; message: string }
  | { type: "refused"; message: string };

export interface BodyShape {
  vertices: Float32Array; // of a body with a pose: in its coordinates
  triangles: Uint32Array;
  collisionVertices: Float32Array; // empty where the collision surface is the visual one
  collisionTriangles: Uint32Array;
  nodeCount: number;
  edges: Uint32Array;
}

export interface Contact {
  point: Float32Array;
  normal: Float32Array;
  force: Float32Array; // on A
  a: number; // bodies; -1 where the force is already the one to show
  b: number;
}

export interface Cavity {
  id: number;
  state: number; // sealed, blowing, regulated, open
  pressure: number; // Pa, absolute
  maxPressure: number; // Pa, absolute: what the seal bears; Infinity where no air escapes
  volume: number; // m^3
  air: number; // mol
  area: number; // m^2
  vertices: Float32Array;
  triangles: Uint32Array;
  bodies: Int32Array; // of each triangle; -1 on the border
}

export interface Pull {
  point: [number, number, number];
  target: [number, number, number];
  force: number; // N
}

// A coupling in a person's hand: the hand follows where this page points, as far as what it feels lets it.
export interface Hold {
  frame: number;
  goal: Float64Array; // x y z, w x y z
  hand: Float64Array;
  force: [number, number, number]; // N, on the hand
  torque: [number, number, number]; // N m
}

export interface Sample {
  values: Float64Array; // in the order of the scene's columns
  cavities: Float64Array[]; // id, pressure, volume, air, area
}

// What changed since the last frame; what is absent stays as it was.
export interface Frame {
  generation: number;
  epoch: number;
  number: number;
  step: number;
  time: number;
  poses: Map<number, Float64Array>; // x y z, w x y z
  visual: Map<number, Float32Array>;
  collision: Map<number, Float32Array>;
  nodes: Map<number, Float32Array>;
  contacts?: Contact[];
  cavities?: Cavity[];
  frames?: Float64Array[];
  pull?: Pull | null;
  hold?: Hold | null;
  samples: Sample[];
}

interface Part {
  kind: number;
  index: number;
  count: number;
  at: number;
  size: number;
}

function readHeader(data: ArrayBuffer, magic: string): { view: DataView; parts: Part[] } {
  const view = new DataView(data);
  const found = String.fromCharCode(...new Uint8Array(data, 0, 4));
  if (found !== magic) throw new Error(`found message ${found}, expected ${magic}`);
  const count = view.getUint32(12, true);
  const parts: Part[] = [];
  let at = 40;
  for (let i = 0; i < count; ++i) {
    const size = view.getUint32(at + 12, true);
    parts.push({
      kind: view.getUint32(at, true),
      index: view.getUint32(at + 4, true),
      count: view.getUint32(at + 8, true),
      at: at + 16,
      size,
    });
    at += 16 + 8 * Math.ceil(size / 8);
  }
  return { view, parts };
}

// Typed arrays look straight into the message: it is little-endian, as every browser's machine is, and aligned.
export function readGeometry(data: ArrayBuffer): BodyShape[] {
  const { view, parts } = readHeader(data, "VTG1");
  return parts.map((part) => {
    const counts = [0, 1, 2, 3, 4, 5].map((i) => view.getUint32(part.at + 4 * i, true));
    let at = part.at + 24;
    const floats = (count: number) => ((at += 12 * count), new Float32Array(data, at - 12 * count, 3 * count));
    const integers = (count: number) => ((at += 4 * count), new Uint32Array(data, at - 4 * count, count));
    return {
      vertices: floats(counts[0]),
      triangles: integers(3 * counts[1]),
      collisionVertices: floats(counts[2]),
      collisionTriangles: integers(3 * counts[3]),
      nodeCount: counts[4],
      edges: integers(2 * counts[5]),
    };
  });
}

function readContacts(data: ArrayBuffer, part: Part): Contact[] {
  const contacts: Contact[] = [];
  for (let i = 0; i < part.count; ++i) {
    const numbers = new Float32Array(data, part.at + 48 * i, 9);
    const [a, b] = new Uint32Array(data, part.at + 48 * i + 40, 2);
    contacts.push({ point: numbers.subarray(0, 3), normal: numbers.subarray(3, 6), force: numbers.subarray(6, 9), a, b });
  }
  return contacts;
}

function readCavities(data: ArrayBuffer, view: DataView, part: Part): Cavity[] {
  const cavities: Cavity[] = [];
  let at = part.at;
  for (let i = 0; i < part.count; ++i) {
    const [pressure, maxPressure, volume, air, area] = new Float64Array(data, at, 5);
    const [id, state, vertexCount, triangleCount] = [40, 44, 48, 52].map((k) => view.getUint32(at + k, true));
    at += 56;
    const vertices = new Float32Array(data, at, 3 * vertexCount);
    at += 12 * vertexCount;
    const triangles = new Uint32Array(data, at, 3 * triangleCount);
    at += 12 * triangleCount;
    const bodies = new Int32Array(data, at, triangleCount);
    at += 4 * triangleCount;
    at = part.at + 8 * Math.ceil((at - part.at) / 8);
    cavities.push({ id, state, pressure, maxPressure, volume, air, area, vertices, triangles, bodies });
  }
  return cavities;
}

function readSamples(data: ArrayBuffer, part: Part, columns: number, cavityNumbers: number): Sample[] {
  const all = new Float64Array(data, part.at, part.size / 8);
  const samples: Sample[] = [];
  let at = 0;
  for (let i = 0; i < part.count; ++i) {
    const values = all.slice(at, at + columns);
    const count = all[at + columns];
    at += columns + 1;
    const cavities: Float64Array[] = [];
    for (let k = 0; k < count; ++k, at += cavityNumbers) cavities.push(all.slice(at, at + cavityNumbers));
    samples.push({ values, cavities });
  }
  return samples;
}

export function readFrame(data: ArrayBuffer, scene: SceneMessage): Frame {
  const { view, parts } = readHeader(data, "VTF1");
  const frame: Frame = {
    generation: view.getUint32(4, true),
    epoch: view.getUint32(8, true),
    number: Number(view.getBigUint64(16, true)),
    step: Number(view.getBigInt64(24, true)),
    time: view.getFloat64(32, true),
    poses: new Map(),
    visual: new Map(),
    collision: new Map(),
    nodes: new Map(),
    samples: [],
  };
  for (const part of parts) {
    const points = () => new Float32Array(data, part.at, 3 * part.count);
    switch (part.kind) {
      case Section.Pose:
        frame.poses.set(part.index, new Float64Array(data, part.at, 7));
        break;
      case Section.Visual:
        frame.visual.set(part.index, points());
        break;
      case Section.Collision:
        frame.collision.set(part.index, points());
        break;
      case Section.Nodes:
        frame.nodes.set(part.index, points());
        break;
      case Section.Contacts:
        frame.contacts = readContacts(data, part);
        break;
      case Section.Cavities:
        frame.cavities = readCavities(data, view, part);
        break;
      case Section.Frames:
        frame.frames = Array.from({ length: part.count }, (_, i) => new Float64Array(data, part.at + 56 * i, 7));
        break;
      case Section.Samples:
        frame.samples = readSamples(data, part, scene.columns.length, scene.cavity_numbers);
        break;
      case Section.Pull: {
        if (part.count === 0) {
          frame.pull = null;
          break;
        }
        const n = new Float64Array(data, part.at, 7);
        frame.pull = { point: [n[0], n[1], n[2]], target: [n[3], n[4], n[5]], force: n[6] };
        break;
      }
      case Section.Hold: {
        if (part.count === 0) {
          frame.hold = null;
          break;
        }
        const n = new Float64Array(data, part.at, 21);
        frame.hold = {
          frame: n[0], goal: n.slice(1, 8), hand: n.slice(8, 15), force: [n[15], n[16], n[17]], torque: [n[18], n[19], n[20]],
        };
        break;
      }
      default: // a newer server may say more
        break;
    }
  }
  return frame;
}
