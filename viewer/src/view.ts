// What of a scene is shown, as a person has chosen.
import type { Quality } from "./quality";

export interface View {
  bodies: boolean;
  collision: boolean;
  fem: boolean;
  contacts: boolean;
  cavities: boolean;
  seal: boolean; // the border of cavities
  pressure: boolean; // the forces of their pressure
  frames: boolean;
  grid: boolean;
  shadows: boolean;
  transparent: boolean;
  cut: "none" | "x" | "y" | "z";
  cutAt: number; // from 0 to 1 through the scene
  cutFlip: boolean;
  arrows: number; // length of arrows, relative
  quality: Quality;
}

export const defaultView = (): View => ({
  bodies: true, collision: false, fem: false, contacts: true, cavities: true, seal: true, pressure: false, frames: false, grid: true, shadows: true,
  transparent: false, cut: "none", cutAt: 0.5, cutFlip: false, arrows: 1, quality: "auto",
});

export function nextCut(cut: View["cut"]): View["cut"] {
  const order = ["none", "x", "y", "z"] as const;
  return order[(order.indexOf(cut) + 1) % 4];
}
