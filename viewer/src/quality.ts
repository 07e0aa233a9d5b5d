// How much is drawn: everything, or less where frames take too long.
//
// A frame's time is that between asking for it and the graphics card being done with it, which a fence tells: the
// processor's own time says nothing, as it only hands over the work.
export type Quality = "auto" | "full" | "plain";

const TOO_LONG = 80; // ms for a frame: fewer than a dozen a second
const PATIENCE = 6; // frames that take too long, one after the other

export class Pace {
  // How much is left out: 0 nothing, 1 pixels finer than the screen's CSS pixels, 2 shadows as well.
  level = 0;
  private slow = 0;
  private waiting = false;

  constructor(
    private readonly context: WebGL2RenderingContext,
    private readonly changed: (level: number) => void,
  ) {}

  choose(quality: Quality): void {
    this.set(quality === "plain" ? 2 : 0);
    this.slow = 0;
    this.automatic = quality === "auto";
  }
  private automatic = true;

  private set(level: number): void {
    if (level === this.level) return;
    this.level = level;
    this.changed(level);
  }

  // A frame took so many ms.
  note(ms: number): void {
    if (!this.automatic || this.level >= 2) return;
    this.slow = ms > TOO_LONG ? this.slow + 1 : 0;
    if (this.slow < PATIENCE) return;
    this.slow = 0;
    this.set(this.level === 0 && window.devicePixelRatio > 1 ? 1 : 2);
  }

  // A frame was just handed to the graphics card.
  watch(): void {
    if (this.waiting || !this.automatic || this.level >= 2) return;
    const gl = this.context, begun = performance.now(), fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    this.waiting = true;
    gl.flush();
    const ask = () => {
      const status = gl.clientWaitSync(fence, 0, 0);
      if (status === gl.TIMEOUT_EXPIRED) return void setTimeout(ask, 4);
      gl.deleteSync(fence);
      this.waiting = false;
      if (status !== gl.WAIT_FAILED) this.note(performance.now() - begun);
    };
    setTimeout(ask, 4);
  }
}
