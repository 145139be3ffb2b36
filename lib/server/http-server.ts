// The stand-alone mount: answers every API path from the table of operations and hands the rest, the screens, to Next.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "@/lib/errors";
import { recordCallsBy, restoreProjectionBy } from "@/lib/gateway/live";
import { serveGateway } from "@/lib/gateway/operations";
import { createCallRecorder } from "@/lib/gateway-admin/call-recorder";
import { unknownAdminPath, wrongAdminMethod } from "@/lib/gateway-admin/operations";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { renderError } from "@/lib/http/render-error";
import { operations } from "@/lib/operations";
import { createRouter, type Router } from "./router";
import { sendResponse, setClientAddress, toRequest } from "./web";

interface ServerOptions {
  /** In development Next serves the API as well, so that it reloads. */
  dev: boolean;
  port: number;
  host: string;
  /** False leaves out the screens: for tests of the API. */
  screens?: boolean;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

const CLOSE_PATIENCE_MS = 8_000;

export async function createServer({ dev, port, host, screens = true }: ServerOptions): Promise<RunningServer> {
  const router = createRouter(operations);
  restoreProjectionBy(rebuildProjection);
  const calls = createCallRecorder();
  recordCallsBy(calls.recorder);
  const next = screens ? await startNext(dev, host, port) : null;
  const server = createHttpServer({ keepAliveTimeout: 65_000, requestTimeout: 300_000 }, (message, response) => {
    setClientAddress(message);
    const handle = dev ? null : handlerFor(router, message);
    if (handle) void send(handle, message, response);
    else if (next) void next.handle(message, response);
    else void send(() => renderError(new Failure("notFound", "There is no such path.")), message, response);
  });
  if (next) server.on("upgrade", next.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo; // safe because it listens on a port, not on a pipe
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return {
    url: `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${boundPort}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await closed;
      clearTimeout(impatient);
      await calls.drain();
      await next?.close();
    },
  };
}

const pathOf = (message: IncomingMessage): string => (message.url ?? "/").split("?", 1)[0] ?? "/";

async function startNext(dev: boolean, hostname: string, port: number) {
  const { default: createNext } = await import("next");
  const app = createNext({ dev, hostname, port, quiet: true });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
}

type Handler = (request: Request) => Response | Promise<Response>;

/** The handler of an API path; null for a path of the screens. */
function handlerFor(router: Router, message: IncomingMessage): Handler | null {
  const path = pathOf(message);
  if (path.startsWith("/v1/")) return serveGateway;
  const isAdmin = path.startsWith("/-/");
  const match = router(path);
  if (!match) return isAdmin ? unknownAdminPath : null;
  const method = message.method ?? "GET";
  const operation = match.operations.get(method === "HEAD" ? "GET" : method);
  return (
    operation ?? (isAdmin ? wrongAdminMethod : () => refuseMethod(method, [...match.operations.keys()].join(", ")))
  );
}

function refuseMethod(method: string, allowed: string): Response {
  const answer =
    method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : renderError(new Failure("methodNotAllowed", `${method} is not allowed here. Allowed: ${allowed}.`));
  answer.headers.set("allow", allowed);
  return answer;
}

async function send(handle: Handler, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await sendResponse(await handle(toRequest(message, response)), response, message.method !== "HEAD");
  } catch {
    // The client left, or a stream broke after its start: the connection's end is the only message left.
    response.destroy();
  }
}
