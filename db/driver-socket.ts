// The socket that the driver gets. The driver goes on with a connection after it was lost, and with a plain socket in a wrong
// state: what it sent between the socket's "error" and its "close" was never answered, or was answered with the rows of the
// next statement; what it had not yet written kept it silent on the next socket. So here an end is always an error, its "error"
// and "close" come in one tick, and the first message of each socket begins with nothing old.
import { EventEmitter } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as secure, type ConnectionOptions as TlsOptions } from "node:tls";

export interface Destination {
  host: string;
  port: number;
  /** Of a Unix socket; instead of host and port. */
  path?: string | undefined;
  tls: false | { options: TlsOptions; isOptional: boolean; isDirect: boolean };
}

/**
 * A parameter of the driver's first message, taken out before it is sent. The driver writes 1,024 bytes or more at once, and
 * waits with less: forever, where a lost connection has left something unsent.
 */
const PADDING = "assay_padding";
export const padding = { [PADDING]: "-".repeat(1024) };

const PROTOCOL = Buffer.from([0, 3, 0, 0]);
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = "S".charCodeAt(0);

/** As much of `net.Socket` as the driver uses. */
export class DriverSocket extends EventEmitter {
  readonly host: string;
  readonly port: number;
  private inner: Socket;
  private isReady = false;
  private hasWritten = false;
  private waiting: [data: Buffer, written?: (() => void) | undefined][] = [];
  private failure: Error | undefined;

  constructor(private readonly to: Destination) {
    super();
    this.host = to.host;
    this.port = to.port;
    this.inner = to.path ? connect(to.path) : connect(to.port, to.host);
    this.watch(this.inner);
    this.inner.once("connect", () => this.greet());
  }

  get readyState() {
    return this.inner.readyState;
  }

  /** Always true: at false the driver forgets which connection a transaction has. */
  write(data: Buffer, written?: () => void): true {
    const text = this.hasWritten ? data : withoutRest(data);
    this.hasWritten = true;
    if (this.isReady) this.inner.write(text, written);
    else this.waiting.push([text, written]);
    return true;
  }

  end(data: Buffer): void {
    this.inner.end(data);
  }

  destroy(error?: Error): void {
    this.inner.destroy(error);
  }

  pause(): void {
    this.inner.pause();
  }

  resume(): void {
    this.inner.resume();
  }

  setKeepAlive(isOn: boolean, delay: number): void {
    this.inner.setKeepAlive(isOn, delay);
  }

  private watch(socket: Socket): void {
    this.inner = socket;
    socket.on("error", (error) => {
      this.failure ??= error;
    });
    socket.once("close", () => socket === this.inner && this.reportEnd());
  }

  private reportEnd(): void {
    const lost = () =>
      Object.assign(new Error("The connection was lost (CONNECTION_CLOSED)."), { code: "CONNECTION_CLOSED" });
    if (this.listenerCount("error")) this.emit("error", this.failure ?? lost());
    this.emit("close", this.failure !== undefined);
  }

  private ready(): void {
    this.isReady = true;
    this.inner.on("data", (data) => this.emit("data", data));
    for (const [data, written] of this.waiting.splice(0)) this.inner.write(data, written);
  }

  private greet(): void {
    const { tls } = this.to;
    if (!tls) this.ready();
    else if (tls.isDirect) this.encrypt({ ...tls.options, ALPNProtocols: ["postgresql"] });
    else {
      this.inner.write(TLS_REQUEST);
      this.inner.once("data", (answer) => {
        // One byte. More could only come from an attacker in between.
        if (answer.length === 1 && answer[0] === YES) this.encrypt(tls.options);
        else if (answer.length === 1 && tls.isOptional) this.ready();
        else this.inner.destroy(new Error("The database server does not offer TLS, which its address requires."));
      });
    }
  }

  private encrypt(options: TlsOptions): void {
    const servername = isIP(this.host) ? {} : { servername: this.host };
    const encrypted = secure({ socket: this.inner, ...servername, ...options });
    encrypted.once("secureConnect", () => this.ready());
    this.watch(encrypted);
  }
}

/** The first message without what a lost connection has left before it, and without the padding. */
function withoutRest(data: Buffer): Buffer {
  const padded = data.lastIndexOf(PADDING);
  if (padded < 0) return data; // a cancellation has no parameters
  const start = data.lastIndexOf(PROTOCOL, padded);
  const rest = data.subarray(padded + PADDING.length + 1);
  const body = Buffer.concat([data.subarray(start, padded), rest.subarray(rest.indexOf(0) + 1)]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
