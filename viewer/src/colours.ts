// Colours that people with colour-vision deficiency can tell apart: light ones for bodies, dark and strong ones for what is
// drawn over them, so that no force or seal looks like a body. They were moved until every pair differs enough for
// protanopes, deuteranopes and tritanopes too, and from the air at ambient pressure (tests/viewer/colours.mjs).
// The scale of pressure goes from dark blue over grey to yellow (as cividis: lightness alone tells the order).
import { Color } from "three";

export const bodyColours = ["#fca878", "#00a8fc", "#30f0cc", "#d8ccfc", "#c06c6c", "#9c9000"];
export const fixedColour = "#a0a5ad";
// Behind everything: the background, the ground in the middle of the scene, the lines of its grid.
export const backgrounds = {
  light: { back: "#f3f5f7", ground: "#fbfcfd", lines: "#c3cad2" },
  dark: { back: "#14171b", ground: "#23272e", lines: "#3c4550" },
};
export const lineColours = {
  light: ["#0060a8", "#d75e0b", "#00825b", "#a24074", "#775600", "#2f98cf", "#4b4e51", "#7c53f5"],
  dark: ["#5fb0f0", "#e97e37", "#13a574", "#dd89b6", "#e9c036", "#a3d9ff", "#d2d2db", "#8d76d5"],
};
// Lines of plots differ in their dashes as well.
export const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [16, 5], [16, 3, 2, 3, 2, 3], [1, 6], [5, 2, 5, 7]];
export const arrowColour = "#ab120d";
export const pullColour = "#8c2878";
export const borderColour = "#8200fa";
export const pressureColour = "#008246";
export const axisColours: [string, string, string] = ["#d55e00", "#009e73", "#0072b2"]; // x, y, z

export const scale = ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838"];
const steps = scale.map((text) => new Color(text));

// x from 0 to 1.
export function scaleColour(x: number, into = new Color()): Color {
  const t = Math.min(Math.max(x, 0), 1) * (steps.length - 1);
  const i = Math.min(Math.floor(t), steps.length - 2);
  return into.lerpColors(steps[i], steps[i + 1], t - i);
}

export function scaleGradient(): string {
  return `linear-gradient(to right, ${scale.join(", ")})`;
}
