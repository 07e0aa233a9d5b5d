// Files for the person who looks: pictures, tables, videos.
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

export function fileName(title: string, ending: string): string {
  return `${title.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "") || "ventouse"}.${ending}`;
}

// A video of a canvas, where the browser can.
export class Video {
  private recorder: MediaRecorder | null = null;
  private parts: Blob[] = [];

  get running(): boolean {
    return this.recorder !== null;
  }

  get bytes(): number {
    return this.parts.reduce((sum, part) => sum + part.size, 0);
  }

  static kind(): string | undefined {
    if (typeof MediaRecorder === "undefined") return undefined;
    return ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find((kind) => MediaRecorder.isTypeSupported(kind));
  }

  start(canvas: HTMLCanvasElement, name: string): void {
    const kind = Video.kind()!;
    this.parts = [];
    this.recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: kind, videoBitsPerSecond: 8e6 });
    this.recorder.ondataavailable = (event) => this.parts.push(event.data);
    this.recorder.onstop = () =>
      saveFile(fileName(name, kind.includes("mp4") ? "mp4" : "webm"), new Blob(this.parts, { type: kind }));
    this.recorder.start(1000);
  }

  stop(): void {
    this.recorder?.stop();
    this.recorder = null;
  }
}
