// The WebSocket to the simulation: opens again by itself, acknowledges every frame it hands on.
import { readFrame, readGeometry } from "./protocol";
import type { BodyShape, Frame, SceneMessage, ServerMessage } from "./protocol";

export interface Listener {
  message(message: ServerMessage): void;
  scene(scene: SceneMessage, shapes: BodyShape[]): void;
  frame(frame: Frame, bytes: number): void;
  connected(open: boolean): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private pending: SceneMessage | null = null;
  private current: SceneMessage | null = null;
  private wait = 250; // ms before the next attempt

  constructor(
    private readonly listener: Listener,
    private layers: string[],
  ) {
    this.open();
  }

  private open(): void {
    const url = new URL("/ws", location.href);
    url.protocol = "ws:";
    url.search = location.search;
    const socket = new WebSocket(url, "ventouse");
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.wait = 250;
      this.current = this.pending = null;
      this.listener.connected(true);
      this.send({ type: "hello", protocol: 1, layers: this.layers });
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => {
      this.listener.connected(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 4000);
    };
    this.socket = socket;
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") {
      const message = JSON.parse(data) as ServerMessage;
      if (message.type === "scene") this.pending = message;
      else this.listener.message(message);
      return;
    }
    if (this.pending) {
      this.current = this.pending;
      this.pending = null;
      this.listener.scene(this.current, readGeometry(data));
      return;
    }
    if (!this.current) return;
    const frame = readFrame(data, this.current);
    this.listener.frame(frame, data.byteLength);
    // Acknowledged when it has been drawn, so a slow page gets fewer frames, not late ones.
    requestAnimationFrame(() => this.send({ type: "ack", frame: frame.number }));
  }

  setLayers(layers: string[]): void {
    this.layers = layers;
    this.send({ type: "layers", layers });
  }

  send(message: object): void {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
