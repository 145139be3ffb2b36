// Requests as no client library would send them: bytes on a connection, and what comes back until it is closed.
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
  /** Whether the server has closed the connection by itself. */
  closed: boolean;
  milliseconds: number;
}

interface Options {
  /** Sent once the request's head is out. */
  upload?: (socket: Socket) => void;
  patienceMs?: number;
}

export function sendRaw(
  url: string,
  request: string,
  { upload, patienceMs = 1_000 }: Options = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const begin = performance.now();
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(request);
      upload?.(socket);
    });
    const end = (closed: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: rest.join("\r\n\r\n"), closed, milliseconds: performance.now() - begin });
    };
    const patience = setTimeout(() => end(false), patienceMs);
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => end(true));
    socket.on("end", () => end(true));
  });
}

/** The head of a request for one answer only, unless these headers say otherwise. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "assay.test", Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${line} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
}
