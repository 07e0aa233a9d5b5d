// Colours that people with colour-vision deficiency can tell apart: Okabe and Ito's set for things, and
// a scale from dark blue over grey to yellow for pressure (as cividis: lightness alone tells the order).
import { Color } from "three";

export const bodyColours = ["#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#f0e442"];
export const fixedColour = "#8b929c";
export const lineColours = {
  light: ["#0060a8", "#c24e00", "#00805c", "#a8437f", "#8a6a00", "#2b8fc7", "#444b54", "#7d5bc4"],
  dark: ["#5fb0f0", "#ff8f4d", "#35c796", "#ea8fc4", "#e3bd3c", "#a5dcff", "#c3cad3", "#b9a0f5"],
};
export const arrowColour = "#d55e00";
export const pullColour = "#0072b2";
export const borderColour = "#cc79a7";
export const pressureColour = "#009e73";

const scale = ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838"];
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
