// The panel of switches, made with lil-gui: what is shown, and what may be changed while it runs.
import GUI from "lil-gui";
import type { Controller } from "lil-gui";
import { recall, remember } from "./memory";
import type { SceneMessage, StateMessage } from "./protocol";
import type { View } from "./view";

export interface PanelActions {
  viewChanged(): void;
  set(name: string, value: number[]): void;
  chooseFrame(frame: number): void;
  turnFrame(turn: boolean): void;
  releaseFrame(frame: number): void;
}

export class Panel {
  private readonly gui: GUI;
  private settings: GUI;
  private frames: GUI;
  private fields = new Map<string, { values: Record<string, number>; controllers: Controller[]; original: number[] }>();
  private shape = "";

  constructor(
    holder: HTMLElement,
    view: View,
    private readonly actions: PanelActions,
    live: boolean,
    hand: { stiffness: number } | null = null,
  ) {
    this.gui = new GUI({ container: holder, title: "View", width: 260 });
    const add = (key: keyof View, name: string) =>
      this.gui.add(view, key as "bodies").name(name).onChange(() => actions.viewChanged());
    add("bodies", "Bodies");
    add("transparent", "See-through");
    add("collision", "Collision surfaces");
    add("fem", "FEM wireframe");
    add("contacts", "Contact forces");
    this.gui.add(view, "arrows", 0.1, 10).name("Arrow length").onChange(() => actions.viewChanged());
    add("cavities", "Cavities");
    add("seal", "Seal border");
    add("pressure", "Pressure forces");
    add("frames", "Driven frames");
    add("grid", "Ground grid");
    add("shadows", "Shadows");
    const kept = recall("quality");
    if (kept === "full" || kept === "plain") view.quality = kept;
    this.gui.add(view, "quality", { "as frames allow": "auto", full: "full", plain: "plain" }).name("Quality").onChange((quality: string) => {
      remember("quality", quality);
      actions.viewChanged();
    });
    this.gui.add(view, "cut", { none: "none", "across x": "x", "across y": "y", "across z": "z" }).name("Cut plane")
      .onChange(() => actions.viewChanged());
    this.gui.add(view, "cutAt", 0, 1, 0.01).name("Cut at").onChange(() => actions.viewChanged());
    this.gui.add(view, "cutFlip").name("Other half").onChange(() => actions.viewChanged());
    if (hand) this.gui.add(hand, "stiffness", 5, 2000, 5).name("Pull stiffness (N/m)");
    this.frames = this.gui.addFolder("Move a frame");
    this.settings = this.gui.addFolder("Settings");
    this.frames.close();
    this.settings.close();
    // Begins folded, so that the scene is what one sees first.
    if (recall("panel") !== "open") this.gui.close();
    this.gui.onOpenClose((changed) => {
      if (changed === this.gui) remember("panel", this.gui._closed ? "folded" : "open");
      this.opened(changed);
    });
    if (!live) {
      this.frames.hide();
      this.settings.hide();
    }
  }

  refresh(): void {
    for (const controller of this.gui.controllers) controller.updateDisplay();
  }

  // For windows in which it would cover everything; the choice for others stays.
  fold(): void {
    const kept = recall("panel");
    this.gui.close();
    if (kept) remember("panel", kept);
  }

  // Calls back with the width that it covers, now and whenever it opens or closes.
  onWidth(tell: (pixels: number) => void): void {
    const now = () => tell(this.gui._closed ? 0 : this.gui.domElement.offsetWidth + 16);
    this.opened = (changed) => changed === this.gui && now();
    now();
  }
  private opened: (changed: GUI) => void = () => {};

  setScene(scene: SceneMessage): void {
    this.shape = "";
    for (const controller of [...this.frames.controllers]) controller.destroy();
    this.frames.show(scene.frames.length > 0);
    const chosen = { frame: -1, turn: false };
    this.actions.turnFrame(false);
    const choices: Record<string, number> = { none: -1 };
    scene.frames.forEach((frame, i) => (choices[frame.name || `frame ${i}`] = i));
    this.frames.add(chosen, "frame", choices).name("Gizmo on").onChange((i: number) => this.actions.chooseFrame(i));
    this.frames.add(chosen, "turn").name("Turn, not move").onChange((turn: boolean) => this.actions.turnFrame(turn));
    const give = { back: () => chosen.frame >= 0 && this.actions.releaseFrame(chosen.frame) };
    this.frames.add(give, "back").name("Back to its keyframes");
  }

  // A field that is being changed keeps what is in it, unless that was not accepted.
  setState(state: StateMessage, refused = false): void {
    const shape = state.settings.map((s) => s.name).join(" ");
    if (shape !== this.shape) this.buildSettings(state);
    this.shape = shape;
    for (const setting of state.settings) {
      const field = this.fields.get(setting.name)!;
      setting.value.forEach((value, i) => {
        const controller = field.controllers[i];
        if (!refused && controller.domElement.contains(document.activeElement)) return;
        field.values[`v${i}`] = value;
        controller.updateDisplay();
      });
    }
  }

  private buildSettings(state: StateMessage): void {
    for (const controller of [...this.settings.controllers]) controller.destroy();
    this.fields.clear();
    const axes = ["x", "y", "z"];
    for (const setting of state.settings) {
      const values: Record<string, number> = {};
      const read = () => setting.value.map((_, i) => values[`v${i}`]);
      const controllers = setting.value.map((value, i) => {
        values[`v${i}`] = value;
        const label = `${setting.label}${setting.value.length > 1 ? ` ${axes[i]}` : ""}${setting.unit ? ` (${setting.unit})` : ""}`;
        return this.settings.add(values, `v${i}`, setting.least, setting.greatest).name(label)
          .onChange(() => this.actions.set(setting.name, read()));
      });
      this.fields.set(setting.name, { values, controllers, original: setting.original });
    }
    const old = {
      back: () => {
        for (const [name, field] of this.fields) {
          field.original.forEach((value, i) => {
            field.values[`v${i}`] = value;
            field.controllers[i].updateDisplay();
          });
          this.actions.set(name, field.original);
        }
      },
    };
    this.settings.add(old, "back").name("As the scene has them");
  }
}
