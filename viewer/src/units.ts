// Numbers with units as a person reads them.
const prefixes: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
const scalable = new Set(["Pa", "N", "m", "J", "N m", "mol", "m/s"]);

// The factor and unit in which numbers of this size read well: 101325 Pa as 101.3 kPa.
export function readableUnit(largest: number, unit: string): { factor: number; unit: string } {
  if (unit === "m³") return { factor: 1e6, unit: "ml" };
  if (unit === "m²") return { factor: 1e6, unit: "mm²" };
  if (!scalable.has(unit) || !(largest > 0)) return { factor: 1, unit };
  const [size, prefix] = prefixes.find(([s]) => largest >= s) ?? prefixes[prefixes.length - 1];
  return { factor: 1 / size, unit: prefix + unit };
}

export function readable(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return String(Number(value.toPrecision(4)));
}
