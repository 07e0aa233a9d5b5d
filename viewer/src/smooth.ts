// Smooth shading with sharp edges kept: at a vertex, triangles that meet at a small angle share a normal.
import { BufferAttribute, BufferGeometry, Vector3 } from "three";

const sharpest = Math.cos((40 * Math.PI) / 180);

// A geometry whose corners are split along sharp edges, and for each of its vertices the one it came from.
export interface Split {
  geometry: BufferGeometry;
  source: Uint32Array;
}

function faceNormals(vertices: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(triangles.length);
  const a = new Vector3(), b = new Vector3(), c = new Vector3();
  for (let t = 0; t < triangles.length; t += 3) {
    a.fromArray(vertices, 3 * triangles[t]);
    b.fromArray(vertices, 3 * triangles[t + 1]).sub(a);
    c.fromArray(vertices, 3 * triangles[t + 2]).sub(a);
    b.cross(c).normalize().toArray(normals, t);
  }
  return normals;
}

// Corners are joined across each edge whose triangles turn by less than the sharpest angle.
function joinCorners(triangles: Uint32Array, normals: Float32Array): Uint32Array {
  const parent = Uint32Array.from({ length: triangles.length }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const edges = new Map<number, number>(); // of the directed edge a -> b: its corner at a
  const key = (a: number, b: number) => a * 4294967296 + b;
  for (let c = 0; c < triangles.length; ++c) edges.set(key(triangles[c], triangles[c - (c % 3) + ((c + 1) % 3)]), c);
  for (let c = 0; c < triangles.length; ++c) {
    const next = c - (c % 3) + ((c + 1) % 3);
    const other = edges.get(key(triangles[next], triangles[c]));
    if (other === undefined) continue;
    const t = c - (c % 3), u = other - (other % 3);
    const turn = normals[t] * normals[u] + normals[t + 1] * normals[u + 1] + normals[t + 2] * normals[u + 2];
    if (turn < sharpest) continue;
    parent[find(c)] = find(u + ((other + 1) % 3));
    parent[find(next)] = find(other);
  }
  for (let c = 0; c < parent.length; ++c) parent[c] = find(c);
  return parent;
}

export function splitSharp(vertices: Float32Array, triangles: Uint32Array): Split {
  const corner = joinCorners(triangles, faceNormals(vertices, triangles));
  const numbers = new Map<number, number>();
  const source: number[] = [];
  const index = new Uint32Array(triangles.length);
  for (let c = 0; c < triangles.length; ++c) {
    let number = numbers.get(corner[c]);
    if (number === undefined) {
      number = source.length;
      numbers.set(corner[c], number);
      source.push(triangles[c]);
    }
    index[c] = number;
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * source.length), 3));
  const split = { geometry, source: Uint32Array.from(source) };
  movePoints(split, vertices);
  return split;
}

export function movePoints(split: Split, vertices: Float32Array): void {
  const position = split.geometry.getAttribute("position") as BufferAttribute;
  const array = position.array as Float32Array;
  const { source } = split;
  for (let i = 0; i < source.length; ++i) {
    const from = 3 * source[i];
    array[3 * i] = vertices[from];
    array[3 * i + 1] = vertices[from + 1];
    array[3 * i + 2] = vertices[from + 2];
  }
  position.needsUpdate = true;
  split.geometry.computeVertexNormals();
  split.geometry.computeBoundingSphere();
  split.geometry.computeBoundingBox();
}
