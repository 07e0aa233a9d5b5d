// The plane that cuts bodies open: of the two halves the one behind it is kept, as seen when its axis is chosen. It
// goes through where bodies are when it is placed, and stays there.
import { Box3, Plane, Vector3 } from "three";
import type { View } from "./view";

export class CutPlane {
  readonly planes: Plane[] = []; // one or none, for materials
  private readonly plane = new Plane(new Vector3(-1, 0, 0), 0);
  private axis: View["cut"] = "none";
  private place = 0.5;
  private box = new Box3(); // from one end to the other of the slider
  private away = -1; // the side that is kept

  get cuts(): boolean {
    return this.planes.length > 0;
  }

  // The next choice of an axis is a new one: another scene is there.
  forget(): void {
    this.axis = "none";
  }

  set({ cut, cutAt, cutFlip }: View, bodies: () => Box3, eye: Vector3): void {
    this.planes.length = 0;
    if (cut !== "none") {
      const axis = { x: 0, y: 1, z: 2 }[cut];
      if (cut !== this.axis || cutAt !== this.place) this.box = bodies();
      const low = this.box.min.getComponent(axis), high = this.box.max.getComponent(axis);
      const at = low + cutAt * (high - low);
      if (cut !== this.axis) this.away = eye.getComponent(axis) > at ? -1 : 1;
      const side = cutFlip ? -this.away : this.away;
      this.plane.normal.set(0, 0, 0).setComponent(axis, side);
      this.plane.constant = -side * at;
      this.planes.push(this.plane);
    }
    this.axis = cut;
    this.place = cutAt;
  }
}
