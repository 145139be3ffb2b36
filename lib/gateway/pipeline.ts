// The whole life of a request, on one screen. Built from parts, so that it runs wherever Request and Response exist.

import { authenticate, presentedKeyHash } from "./authenticate";
import { GatewayFailure, renderFailure, toGatewayFailure } from "./errors";
import { complete, preflightHeaders, requestIdOf, setGatewayHeader } from "./headers";
import { defaultLevels, globalStanding, limitLevels, refusalOf, type Standing, standingOf } from "./limits/admit";
import { enter } from "./limits/enter";
import { findModel, listModels } from "./models";
import type { Caller, Lookup, Parts } from "./parts";
import { chooseTargets } from "./providers/choose-targets";
import { forward } from "./providers/forward";
import { readChatBody } from "./read-body";
import { traceIdOf } from "./record/trace-id";
import { readLabels, tracingOf } from "./record/tracing";
import { unwatched, watchCall } from "./record/watch-call";

export type Handler = (request: Request) => Promise<Response>;

/** What is left to do once a limit has let the request pass. */
type Work = () => Response | Promise<Response>;

/** Refuses by throwing whatever can be refused before anything is counted. */
type Decide = (caller: Caller) => Work;

/** Reads the request, once, and refuses by throwing as well. */
type Operation = (request: Request, parts: Parts, requestId: string) => Decide | Promise<Decide>;

const chat: Operation = async (request, parts, requestId) => {
  const { body, characters } = await readChatBody(request);
  const labels = readLabels(request.headers, body);
  return (caller) => {
    const [target] = chooseTargets(caller, body.model);
    const { id: keyId, organizationId } = caller.key;
    const tracing = tracingOf(caller);
    if (organizationId === null || tracing === "off") return () => forward(target, body, request, parts, unwatched);
    return async () => {
      const traceId = await traceIdOf(organizationId, requestId);
      const startedAt = parts.now();
      const start = { requestId, traceId, organizationId, keyId, tracing, labels, target, body, characters, startedAt };
      const { recorder, now } = parts;
      const watch = watchCall({ start, recorder, now, signal: request.signal });
      const reply = await forward(target, body, request, parts, watch);
      setGatewayHeader(reply.headers, "trace-id", traceId);
      return reply;
    };
  };
};

const models: Operation = () => (caller) => {
  const data = listModels(caller);
  return () => Response.json({ object: "list", data });
};

const model: Operation = (request) => (caller) => {
  const found = findModel(caller, idIn(request));
  return () => Response.json(found);
};

const unknownPath: Operation = (request) => {
  const { pathname } = new URL(request.url);
  throw new GatewayFailure("not_found", `There is no ${request.method} ${pathname} on this gateway.`);
};

const wrongMethod: Operation = (request) => {
  throw new GatewayFailure("method_not_allowed", `${new URL(request.url).pathname} does not take ${request.method}.`);
};

export interface Gateway {
  createChatCompletion: Handler;
  listModels: Handler;
  getModel: Handler;
  unknownPath: Handler;
  wrongMethod: Handler;
  preflight: Handler;
}

export function createGateway(parts: Parts): Gateway {
  const serve =
    (operation: Operation): Handler =>
    async (request) => {
      const startedAt = parts.now();
      const requestId = requestIdOf(request.headers);
      const planFor = planner(operation, request, parts, requestId, startedAt);
      let standing: Standing | undefined;
      let reply: Response;
      try {
        const { plan, readings } = await enter(parts, await presentedKeyHash(request), planFor);
        standing = standingOf(readings, parts.now());
        const work = plan.decide();
        const refusal = refusalOf(readings, parts.now());
        if (refusal) throw refusal;
        reply = await work();
      } catch (error) {
        reply = refuse(error, request, parts);
      }
      standing ??= standingOf(await parts.limiter.peek(defaultLevels), parts.now());
      return complete(reply, requestId, standing, parts.now() - startedAt);
    };

  const preflight: Handler = async (request) => {
    const reply = new Response(null, { status: 204, headers: preflightHeaders(request) });
    return complete(reply, requestIdOf(request.headers), await globalStanding(parts), 0);
  };

  const refuseUnknown = serve(unknownPath);
  return {
    createChatCompletion: serve(chat),
    listModels: serve(models),
    getModel: serve(model),
    unknownPath: (request) => (isPreflight(request) ? preflight(request) : refuseUnknown(request)),
    wrongMethod: serve(wrongMethod),
    preflight,
  };
}

/** Decides of a request by what is known of its caller. What refuses it is kept, and thrown by `decide`. */
function planner(operation: Operation, request: Request, parts: Parts, requestId: string, now: number) {
  let reading: Promise<Decide> | undefined;
  return async (found: Lookup) => {
    let levels = limitLevels({ ...found, key: null });
    try {
      const caller = authenticate(found, now);
      levels = limitLevels(caller);
      reading ??= (async () => operation(request, parts, requestId))();
      const work = (await reading)(caller);
      return { levels, takes: true, decide: () => work };
    } catch (error) {
      const decide = (): Work => {
        throw error;
      };
      return { levels, takes: false, decide };
    }
  };
}

/** Whether a browser asks leave to send a request. Without it a page could not read even that there is no such path. */
const isPreflight = ({ method, headers }: Request): boolean =>
  method === "OPTIONS" && headers.has("access-control-request-method");

function refuse(error: unknown, request: Request, parts: Parts): Response {
  // The client has left: nobody reads this answer, and nothing went wrong.
  if (request.signal.aborted) return new Response(null, { status: 499 });
  const failure = toGatewayFailure(error);
  if (failure.code === "internal_error" || failure.code === "service_unavailable")
    parts.report(failure.cause ?? failure);
  return renderFailure(failure);
}

/** The model's id: the rest of the path, which may hold slashes, encoded or not. */
function idIn(request: Request): string {
  const rest = new URL(request.url).pathname.replace(/^\/v1\/models\//, "").replace(/\/$/, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
