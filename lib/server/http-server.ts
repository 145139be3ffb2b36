// The stand-alone mount: answers every API path from the table of operations and hands the rest, the screens, to Next.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "@/lib/errors";
import { recordCallsBy, restoreProjectionBy } from "@/lib/gateway/live";
import { serveGateway } from "@/lib/gateway/operations";
import { createCallRecorder } from "@/lib/gateway-admin/call-recorder";
import { unknownAdminPath, wrongAdminMethod } from "@/lib/gateway-admin/operations";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { segments } from "@/lib/http/paths";
import { renderError } from "@/lib/http/render-error";
import { apiParts, operations } from "@/lib/operations";
import { unknownPath } from "@/lib/platform/operations";
import { answerBrokenRequests } from "./broken-requests";
import { createRouter, type Router } from "./router";
import { staticFiles } from "./static-files";
import { targetOf } from "./target";
import { type Offer, upgradeWebSockets } from "./upgrade";
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
  // Node's own refusal of a request without Host has no words; ours has.
  const options = { keepAliveTimeout: 65_000, requestTimeout: 300_000, requireHostHeader: false };
  const server = createHttpServer(options, (message, response) => {
    setClientAddress(message);
    const target = targetOf(message);
    if (target instanceof Response) return send(async () => target, message, response);
    const handle = dev ? null : handlerFor(router, message.method ?? "GET", target.pathname);
    if (!handle && next) {
      if (!next.serveFile?.(target.pathname, message, response)) return next.handle(message, response);
      return;
    }
    return send(async () => (handle ?? unknownPath)(toRequest(message, target, response)), message, response);
  });
  answerBrokenRequests(server);
  // In production nothing listens: Node then takes the offer of another protocol as the plain request that it also is.
  if (next && dev) server.on("upgrade", upgradeWebSockets(server, next.upgrade));
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

async function startNext(dev: boolean, hostname: string, port: number) {
  const { default: createNext } = await import("next");
  // Next listens for offers to upgrade on the server it is given, by itself and for every one: this one hears those alone
  // that are handed on to it.
  const listener = createHttpServer();
  const app = createNext({ dev, hostname, port, quiet: true, httpServer: listener });
  await app.prepare();
  const serveFile = dev ? null : await staticFiles(process.cwd());
  return {
    serveFile,
    handle: app.getRequestHandler(),
    upgrade: (...offer: Offer) => void listener.emit("upgrade", ...offer),
    close: () => app.close(),
  };
}

type Handler = (request: Request) => Response | Promise<Response>;

/** The handler of an API path; null for a path of the screens. */
function handlerFor(router: Router, method: string, path: string): Handler | null {
  const [part = ""] = segments(path);
  if (part === "v1") return serveGateway;
  const isAdmin = part === "-";
  const match = router(path);
  if (!match) return isAdmin ? unknownAdminPath : apiParts.has(part) ? unknownPath : null;
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

async function send(
  answer: () => Promise<Response>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await sendResponse(await answer(), message, response);
  } catch {
    // The client left, or a stream broke after its start: the connection's end is the only message left.
    response.destroy();
  }
}
