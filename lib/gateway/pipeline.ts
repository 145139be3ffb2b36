// The whole life of a request, on one screen. Built from parts and of plain values, so that it runs on any server.
import type { z } from "zod";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { completionBody } from "@/lib/contracts/gateway/completions";
import { embeddingBody } from "@/lib/contracts/gateway/embeddings";
import { countBody, messageBody } from "@/lib/contracts/gateway/messages";
import { responseBody } from "@/lib/contracts/gateway/responses";
import { type Exchange, type Handler, jsonReply, type Reply } from "@/lib/exchange/exchange";
import { assertAddress, authenticate, presentedKeyHash } from "./authenticate";
import { cacheOf } from "./cache/cache-of";
import { cached } from "./cache/cached";
import { completionDialog } from "./dialects/completions";
import { answerIn, type Dialog } from "./dialects/dialect";
import { embeddingDialog } from "./dialects/embeddings";
import { chatOf, messageDialog } from "./dialects/messages";
import { responseDialog } from "./dialects/responses";
import { tokensIn } from "./dialects/tokens-in";
import { GatewayFailure, renderFailure, toGatewayFailure } from "./errors";
import { guardOf } from "./guardrails/guard";
import { guarded } from "./guardrails/guarded";
import { policyOf } from "./guardrails/policy";
import { worldOf } from "./guardrails/world";
import { complete, gatewayRequestHeader, preflightHeaders, requestIdOf, setGatewayHeader } from "./headers";
import { defaultLevels, globalStanding, limitLevels, refusalOf, standingOf } from "./limits/admit";
import { enter } from "./limits/enter";
import type { Standing } from "./limits/reading";
import { findModel, listModels } from "./models";
import type { Parts } from "./parts";
import { forward } from "./providers/forward";
import { type GivenChat, readBody, readChatBody } from "./read-body";
import { traceIdOf } from "./record/trace-id";
import { readLabels, tracingOf } from "./record/tracing";
import { type CallWatch, unwatched, watchCall } from "./record/watch-call";
import { planRoute } from "./routing/plan-route";
import type { Caller, Lookup } from "./settings";

/** What is left to do once a limit has let the request pass. */
type Work = () => Reply | Promise<Reply>;

/** Refuses by throwing whatever can be refused before anything is counted. */
type Decide = (caller: Caller) => Work;

/** Reads the request, once, and refuses by throwing as well. */
type Operation = (request: Exchange, parts: Parts, requestId: string) => Decide | Promise<Decide>;

type ReadChat = (request: Exchange) => Promise<GivenChat>;

/** A call of a model, in whatever form it is read. */
const chat = async (
  request: Exchange,
  parts: Parts,
  requestId: string,
  read: ReadChat = readChatBody,
): Promise<Decide> => {
  const { body, characters, api } = await read(request);
  const labels = readLabels(request, body);
  return (caller) => {
    const route = { ...planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock")), api };
    const [target] = route.choices[0].targets;
    const guard = guardOf(caller, policyOf(request, caller.key));
    const { id: keyId, organizationId } = caller.key;
    const tracing = tracingOf(caller);
    if (guard && api === "embeddings" && body.input !== undefined) throw unreadable();
    const cache = api ? null : cacheOf(caller, request, route, parts);
    const forwarded = async (body: ChatBody, wrap: Wrap): Promise<Reply> => {
      if (organizationId === null || tracing === "off") return forward(route, body, request, parts, wrap(unwatched));
      const traceId = await traceIdOf(organizationId, requestId);
      const startedAt = parts.now();
      const start = { requestId, traceId, organizationId, keyId, tracing, labels, target, body, characters, startedAt };
      const { recorder, now } = parts;
      const watch = watchCall({ start, recorder, now, signal: request.signal });
      const reply = await forward(route, body, request, parts, wrap(watch));
      setGatewayHeader(reply.headers, "trace-id", traceId);
      return reply;
    };
    const answer = (body: ChatBody, wrap: Wrap = asItIs) =>
      cache ? cached(cache, body, wrap, forwarded) : forwarded(body, wrap);
    return guard ? () => guarded(guard, body, worldOf(request, parts, caller), answer) : () => answer(body);
  };
};

const unreadable = (): GatewayFailure =>
  new GatewayFailure("invalid_request_error", "input: Must be text: guardrails cannot read tokens.", {
    param: "input",
  });

type Wrap = (watch: CallWatch) => CallWatch;
const asItIs: Wrap = (watch) => watch;

/** Counts by what stands in it; no model is asked. */
const messageTokens: Operation = async (request) => {
  const { body } = await readBody(request, countBody);
  const counted = chatOf(body);
  return (caller) => {
    planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock"));
    return () => jsonReply({ input_tokens: tokensIn(counted) });
  };
};

const models: Operation = () => (caller) => {
  const data = listModels(caller);
  return () => jsonReply({ object: "list", data });
};

const model: Operation = (request) => (caller) => {
  const found = findModel(caller, idIn(request));
  return () => jsonReply(found);
};

const unknownPath: Operation = ({ method, path }) => {
  throw new GatewayFailure("not_found", `There is no ${method} ${path} on this gateway.`);
};

const wrongMethod: Operation = ({ method, path }) => {
  throw new GatewayFailure("method_not_allowed", `${path} does not take ${method}.`);
};

export interface Gateway {
  createChatCompletion: Handler;
  createCompletion: Handler;
  createEmbedding: Handler;
  createMessage: Handler;
  countMessageTokens: Handler;
  createResponse: Handler;
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
      const requestId = requestIdOf(request);
      const planFor = planner(operation, request, parts, requestId, startedAt);
      let standing: Standing | undefined;
      let reply: Reply;
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

  const serveIn =
    <Body>(dialog: Dialog<Body>, operation: Operation): Handler =>
    async (request) =>
      answerIn(dialog, await serve(operation)(request));

  /** The chat in another protocol. */
  const converse =
    <S extends z.ZodType>(schema: S, dialogOf: () => Dialog<z.output<S>>): Handler =>
    (request) => {
      const dialog = dialogOf();
      const read: ReadChat = async (given) => {
        const { body, characters } = await readBody(given, schema);
        return { body: dialog.toChat(body), characters, api: dialog.api };
      };
      return serveIn(dialog, (...call) => chat(...call, read))(request);
    };

  const preflight: Handler = async (request) => {
    const reply: Reply = { status: 204, headers: preflightHeaders(request), body: null };
    return complete(reply, requestIdOf(request), await globalStanding(parts), 0);
  };

  const refuseUnknown = serve(unknownPath);
  return {
    createChatCompletion: serve(chat),
    createCompletion: converse(completionBody, completionDialog),
    createEmbedding: converse(embeddingBody, embeddingDialog),
    createMessage: converse(messageBody, messageDialog),
    countMessageTokens: (request) => serveIn({ ...messageDialog(), whole: (count) => count }, messageTokens)(request),
    createResponse: converse(responseBody, () => responseDialog(parts.now)),
    listModels: serve(models),
    getModel: serve(model),
    unknownPath: (request) => (isPreflight(request) ? preflight(request) : refuseUnknown(request)),
    wrongMethod: serve(wrongMethod),
    preflight,
  };
}

/** Decides of a request by what is known of its caller. What refuses it is kept, and thrown by `decide`. */
function planner(operation: Operation, request: Exchange, parts: Parts, requestId: string, now: number) {
  let reading: Promise<Decide> | undefined;
  return async (found: Lookup) => {
    let levels = limitLevels({ ...found, key: null });
    try {
      const caller = authenticate(found, now);
      levels = limitLevels(caller);
      assertAddress(caller, () => parts.addressOf(request));
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
const isPreflight = ({ method, header }: Exchange): boolean =>
  method === "OPTIONS" && header("access-control-request-method") !== null;

function refuse(error: unknown, request: Exchange, parts: Parts): Reply {
  // The client has left: nobody reads this answer, and nothing went wrong.
  if (request.signal.aborted) return { status: 499, headers: {}, body: null };
  const failure = toGatewayFailure(error);
  if (failure.code === "internal_error" || failure.code === "service_unavailable")
    parts.report(failure.cause ?? failure);
  return renderFailure(failure);
}

/** The model's id: the rest of the path, which may hold slashes, encoded or not. */
function idIn({ path }: Exchange): string {
  const rest = path.replace(/^\/v1\/models\//, "").replace(/\/$/, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
