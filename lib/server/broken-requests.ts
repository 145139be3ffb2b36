// The answers to bytes that Node does not recognize as a request.
import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { Failure, invalid } from "@/lib/errors";
import { renderError } from "@/lib/http/render-error";

interface Complaint {
  status: number;
  failure: Failure;
}

const complaints: Record<string, Complaint> = {
  HPE_HEADER_OVERFLOW: { status: 431, failure: invalid("The URL and headers of the request are larger than 16 KB.") },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, failure: new Failure("tooLarge", "The head of a chunk is too large.") },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    failure: invalid("The request took too long to arrive."),
  },
};
const unreadable: Complaint = { status: 400, failure: invalid("This is not a valid HTTP request.") };
const tunnel: Complaint = { status: 405, failure: new Failure("methodNotAllowed", "CONNECT is not allowed here.") };

/** How long a client may take to read a complaint before its connection is cut. */
const LINGER_MS = 1_000;

/** Answers in words where Node by itself would send a bare status or nothing. */
export function answerBrokenRequests(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const ended = new WeakSet<Duplex>();

  const complain = (socket: Duplex, { status, failure }: Complaint): void => {
    ended.add(socket);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
    const { body } = renderError(failure);
    const headers = [
      "connection: close",
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, "", body].join("\r\n"));
  };

  server.on("request", (message, response) => latest.set(message.socket, response));
  server.on("connect", (_, socket) => complain(socket, tunnel));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Each further chunk of an unreadable request is another error.
    if (ended.has(socket)) return;
    const response = latest.get(socket);
    const isAnswering = response !== undefined && !response.writableFinished;
    if (isAnswering && response.req.complete) {
      // The fault lies behind a good request, which gets its own answer and no second one.
      ended.add(socket);
      response.once("finish", () => socket.end());
    } else if (!socket.writable || (isAnswering && response.headersSent)) {
      socket.destroy();
    } else {
      complain(socket, complaints[error.code ?? ""] ?? unreadable);
    }
  });
}
