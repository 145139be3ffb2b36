// The stand-alone mount: answers every API path itself and passes the screens' requests on to the process that runs Next.
import { createServer as createHttpServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { serveFunctions } from "@/inngest/serve";
import { handleAuth } from "@/lib/accounts/auth-endpoint";
import type { Handler } from "@/lib/exchange/exchange";
import type { Family } from "@/lib/gateway/metrics/families";
import { serveGateway } from "@/lib/gateway/operations";
import { collectMetricsBy } from "@/lib/gateway-admin/metrics";
import { unknownAdminPath, wrongAdminMethod } from "@/lib/gateway-admin/operations";
import { isCrossOrigin } from "@/lib/http/cross-origin";
import { segments } from "@/lib/http/paths";
import { refuseMethod } from "@/lib/http/refuse-method";
import { flushLog } from "@/lib/observe/log";
import { apiParts, operations } from "@/lib/operations";
import { unknownPath } from "@/lib/platform/operations";
import { startUpkeep } from "@/lib/platform/upkeep";
import { answerRequest, forwardPage } from "./answer-request";
import { answerBrokenRequests } from "./broken-requests";
import { equipGateway } from "./equip-gateway";
import { cut, exchangeOf, messageFacts, setClientAddress } from "./exchange";

import { listen, stopListening } from "./listen";
import { measures } from "./measures/measures";
import { sharedMeasures } from "./measures/shared-measures";
import { createRouter, type Router } from "./router";
import { forwardTo } from "./screens/forward";
import { staticFiles } from "./static-files";
import { targetOf } from "./target";
import { equipTracing } from "./tracing/equip";
import { upgradeWebSockets } from "./upgrade";

export interface ServerOptions extends ApiOptions {
  port: number;
  host: string;
}

export interface ApiOptions {
  /** Asks every process of the server for its metrics; without it this process is alone. */
  collect?: (own: () => Family[]) => Promise<Family[][]>;
  /** Which of several processes this is, from 1. */
  worker?: number;
  /** Null leaves out the screens: for tests of the API. */
  screens: ScreensAddress | null;
  /** The folder of the calls that the ledger does not have yet; without one a kill takes them. */
  journal?: string;
}

export interface ScreensAddress {
  /** Where the screens' process listens. */
  socket: string;
  /** In development it serves the API as well, so that it reloads. */
  dev: boolean;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

const CLOSE_PATIENCE_MS = 8_000;
const LOOK_AGAIN_MS = 50;

/** Answers on a port. */
export async function createServer({ port, host, ...options }: ServerOptions): Promise<RunningServer> {
  const { server, close } = await createApi(options);
  return { url: await listen(server, port, host), close };
}

/** Answers on the connections that it receives; `close` gives running requests eight seconds. */
export async function createApi({ screens: address, worker, journal, collect = async (own) => [own()] }: ApiOptions) {
  const own = measures(worker);
  collectMetricsBy(async () => [...(await collect(own)), await sharedMeasures()]);
  const router = createRouter(operations);
  const finishBackground = await startBackground(journal);
  const screens = address && forwardTo(address.socket);
  const dev = address?.dev ?? false;
  const serveFile = screens && !dev ? await staticFiles(process.cwd()) : null;
  // Node's own refusal of a request without Host has no words; ours has.
  const options = { keepAliveTimeout: 65_000, requestTimeout: 300_000, requireHostHeader: false };
  const server = createHttpServer(options, (message, response) => {
    setClientAddress(message);
    const target = targetOf(message);
    const request = { message, response, facts: messageFacts(message), startedAt: performance.now() };
    if ("status" in target) return answerRequest(() => target, request);
    const handle = dev ? null : handlerFor(router, message.method ?? "GET", target.path);
    if (handle || !screens)
      return answerRequest(
        () => (handle ?? unknownPath)(exchangeOf(message, target, response, request.facts)),
        request,
      );
    if (!serveFile?.(target.path, message, response)) forwardPage(screens, request);
  });
  answerBrokenRequests(server);
  // In production nothing listens: Node then takes the offer of another protocol as the plain request that it also is.
  if (screens && dev) server.on("upgrade", upgradeWebSockets(server, screens.upgrade));
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return {
    server,
    /** Of this process. */
    measures: own,
    async close() {
      await stopListening(server);
      screens?.closeWebSockets();
      const end = performance.now() + CLOSE_PATIENCE_MS;
      while (connections.size > 0 && performance.now() < end) {
        server.closeIdleConnections();
        await wait(LOOK_AGAIN_MS);
      }
      cut(connections);
      await finishBackground();
      flushLog();
    },
  };
}

/** What goes on beside requests; the returned function ends it. */
async function startBackground(journal: string | undefined): Promise<() => Promise<void>> {
  const [finishCalls, finishTraces] = await Promise.all([equipGateway(journal), equipTracing()]);
  const finishUpkeep = startUpkeep();
  return async () => {
    await finishCalls();
    await finishUpkeep();
    await finishTraces();
  };
}

type Methods = ReadonlyMap<string, Handler>;

// Paths that libraries request from us; they are not documented operations.
const authMethods: Methods = new Map([
  ["GET", handleAuth],
  ["POST", handleAuth],
]);
const functionMethods: Methods = new Map([
  ["GET", serveFunctions],
  ["POST", serveFunctions],
  ["PUT", serveFunctions],
]);

/** The methods of an API path; undefined if the path does not exist. */
function methodsAt(router: Router, path: string): Methods | undefined {
  const [part, name, ...rest] = segments(path);
  if (part !== "api") return router(path)?.operations;
  if (name === "auth" && rest.length > 0) return authMethods;
  return name === "inngest" && rest.length === 0 ? functionMethods : undefined;
}

/** The documented paths of operations that answer at another one too, by that. */
const otherPaths = new Map(operations.flatMap(({ contract: { path, alsoAt } }) => (alsoAt ? [[alsoAt, path]] : [])));

/** The handler of an API path; null for a path of the screens. */
function handlerFor(router: Router, method: string, requested: string): Handler | null {
  const path = otherPaths.get(requested.replace(/\/$/, "")) ?? requested;
  const [part = ""] = segments(path);
  if (part === "v1") return serveGateway;
  const isAdmin = part === "-";
  const methods = methodsAt(router, path);
  if (!methods && isAdmin) return unknownAdminPath;
  if (!methods && (part === "api" || apiParts.has(part))) return unknownPath;
  // Next cannot read a request with this method.
  if (!methods) return method === "TRACE" ? (exchange) => refuseMethod(exchange, ["GET"]) : null;
  return (
    methods.get(method === "HEAD" ? "GET" : method) ??
    (isAdmin
      ? wrongAdminMethod
      : (exchange) => refuseMethod(exchange, methods.keys(), [...methods.values()].some(isCrossOrigin)))
  );
}
