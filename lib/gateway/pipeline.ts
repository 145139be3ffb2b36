// The whole life of a request, on one screen. Built from parts and of plain values, so that it runs on any server.

import type { z } from "zod";
import { holdLarge } from "@/lib/bounds/large";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { completionBody } from "@/lib/contracts/gateway/completions";
import { embeddingBody } from "@/lib/contracts/gateway/embeddings";
import { anyMessageBody, countBody, messageBody } from "@/lib/contracts/gateway/messages";
import type { GatewayOperation } from "@/lib/contracts/gateway/request-record";
import { anyResponseBody, responseBody } from "@/lib/contracts/gateway/responses";
import { type Exchange, type Handler, jsonReply, type Reply } from "@/lib/exchange/exchange";
import { recordIn } from "@/lib/records";
import { assertAddress, authenticate, presentedKeyHash } from "./authenticate";
import { cacheOf } from "./cache/cache-of";
import { cached, type Replayed } from "./cache/cached";
import { completionDialog } from "./dialects/completions";
import { answerIn, type Dialog, type Speaking } from "./dialects/dialect";
import { embeddingDialog } from "./dialects/embeddings";
import { chatOf, messageDialog } from "./dialects/messages";
import { responseDialog } from "./dialects/responses";
import { GatewayFailure, renderFailure, toGatewayFailure } from "./errors";
import type { Gateway } from "./gateway";
import { guardOf } from "./guardrails/guard";
import { guarded } from "./guardrails/guarded";
import { followJudges, judgesOf } from "./guardrails/judges";
import { policyOf } from "./guardrails/policy";
import { worldOf } from "./guardrails/world";
import { complete, gatewayRequestHeader, preflightHeaders, requestIdOf, setGatewayHeader } from "./headers";
import { defaultLevels, globalLimitStatus, limitLevels, limitStatusOf, refusalOf } from "./limits/admit";
import { enter } from "./limits/enter";
import { presentKeyStatus } from "./limits/present-standing";
import type { LimitStatus, Reading } from "./limits/reading";
import { findModel, listModels } from "./models";
import { chargeFor, costOfStream, setCost } from "./money/charge";
import {
  balanceClaim,
  type Claim,
  claimOf,
  comparablePrice,
  maySpendUnpriced,
  statusClaim,
  userOf,
} from "./money/claim";
import { type Hold, moneyRefusal, refusedTargets, reportWarnings, setMoney } from "./money/hold-status";
import { tokensIn } from "./money/usage";
import type { Parts } from "./parts";
import { methodsOf, withOneVersion } from "./paths";
import { type Target, targetId } from "./providers/choose-targets";
import { forward } from "./providers/forward";
import { ownToolIn, refersToKept, serves } from "./providers/native/native";
import { type GivenChat, type GivenNative, readBody, readChatBody, readEither } from "./read-body";
import { RequestLog } from "./record/request-log";
import { readLabels } from "./record/tracing";
import { type CallEnd, type CallWatch, watchCall } from "./record/watch-call";
import { planRoute, type Route, routeWithout, targetsOf } from "./routing/plan-route";
import type { Caller, Lookup } from "./settings";
import { deleteResponse, findResponse } from "./stored-responses/stored-response";
import { storingIn } from "./stored-responses/storing";
import { wantsMetadata, withMetadata } from "./stream-metadata";

/** The work after limits and money have admitted the request, with its reservation and the status of its limits. */
type Work = (hold: Hold | null, readings: Reading[]) => Reply | Promise<Reply>;

/**
 * Throws every refusal that is possible before anything is counted. A claim is the request's need of money and tokens; a request
 * that `isFree` does not count against the request rate limits.
 */
type Decide = (caller: Caller) => { work: Work; claim?: Claim | null; isFree?: boolean };

/** Reads the request, once, and refuses by throwing as well. */
type Operation = (request: Exchange, parts: Parts, log: RequestLog, caller: Caller) => Decide | Promise<Decide>;

type ReadChat = (request: Exchange, caller: Caller) => Promise<GivenChat>;

/** A call of a model, in whatever form it is read. */
const chat = async (
  request: Exchange,
  parts: Parts,
  log: RequestLog,
  asker: Caller,
  read: ReadChat = readChatBody,
  operation: GatewayOperation = "chat",
): Promise<Decide> => {
  log.modelRequest = { operation, body: null, labels: null };
  const { body, characters, api, native } = await read(request, asker);
  log.modelRequest.body = body;
  const labels = readLabels(request, body);
  log.modelRequest.labels = labels;
  return (caller) => {
    if (caller.key.organizationId !== asker.key.organizationId) throw moved();
    const route = { ...planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock")), api };
    const { planned, own } = native ? nativeRoute(caller, route, native) : { planned: route, own: null };
    const targets = targetsOf(planned);
    const guard = guardOf(caller, policyOf(request, caller.key));
    if (guard && api === "embeddings" && body.input !== undefined) throw unreadable();
    const user = userOf(caller, labels);
    const at = parts.now();
    // Nothing is written where texts are only embedded.
    const measured = api === "embeddings" ? { ...body, max_tokens: 0 } : body;
    const readsMore = own?.flaw != null;
    const claim = claimOf({
      caller,
      body: measured,
      readsMore,
      targets,
      expectations: parts.expectations,
      user,
      judges: guard ? judgesOf(caller, guard) : [],
      at,
    });
    const cache = api || own ? null : cacheOf(caller, request, planned, parts);
    const work: Work = async (hold) => {
      const charge = chargeFor(
        { id: log.id, kind: "call", caller, hold, requestId: log.requestId, body: measured, readsMore, user, at },
        parts,
      );
      const left = hold ? routeWithout(planned, refusedTargets(hold)) : planned;
      let isAsked = false;
      let release: () => void = () => undefined;
      let traceId: string | null = null;
      const watched = async (body: ChatBody, wrap: Wrap): Promise<CallWatch> => {
        const startedAt = parts.now();
        const call = await log.call(caller, body);
        traceId = call.traceId;
        const end = (how: CallEnd) => {
          release();
          charge.end(isAsked ? how : null);
          if (isAsked) parts.metrics.called(how, startedAt, charge.entry);
          call.end(how, charge.cost ?? null);
        };
        const [target] = left.choices[0].targets;
        return wrap(watchCall({ target, characters, now: parts.now, signal: request.signal, end }));
      };
      const forwarded = async (body: ChatBody, wrap: Wrap): Promise<Reply> => {
        isAsked = true;
        const native = own ? { ...own, body: recordIn(body.native) } : undefined;
        const chatBody = native ? native.toChat(native.body) : body;
        const watch = await watched(chatBody, wrap);
        return forward(left, chatBody, request, parts, watch, comparablePrice(caller, at), native);
      };
      const replayed: Replayed = async (body, wrap, completion, length) => {
        const watch = await watched(body, wrap);
        watch.answered(completion, length);
        watch.ended(null);
      };
      const answer = (body: ChatBody, wrap: Wrap = asItIs) =>
        cache ? cached(cache, body, wrap, forwarded, replayed, log) : forwarded(body, wrap);
      try {
        release = holdLarge(characters) ?? overloaded();
        const world = worldOf(
          request,
          parts,
          caller,
          log.fired,
          followJudges({ signal: request.signal, caller, user, hold, log }, parts),
        );
        // Guardrails check what goes to the provider. The chat for other providers is made from it.
        const guardedBody = own ? { model: body.model, messages: [], stream: body.stream, native: own.body } : body;
        const reply = await (guard ? guarded(guard, guardedBody, world, answer) : answer(guardedBody));
        if (traceId) setGatewayHeader(reply.headers, "trace-id", traceId);
        // An answer from the cache costs nothing.
        if (!isAsked) {
          release();
          charge.end(null);
        }
        setCost(reply.headers, charge);
        if (operation !== "chat" || !body.stream || !wantsMetadata(request)) return reply;
        return withMetadata(reply, () => ({
          ...costOfStream(charge, hold),
          latency_ms: Math.round(parts.now() - at),
          provider: reply.headers["x-gateway-provider"] ?? null,
          model: reply.headers["x-gateway-model-used"] ?? null,
        }));
      } catch (error) {
        release();
        charge.end(null);
        throw error;
      }
    };
    return { work, claim };
  };
};

/**
 * The targets that may answer a request in its own protocol. If the request contains more than a chat can, only targets with that
 * protocol may. `own` is null if no target has it; then the request is sent as a chat. Throws for what a chat cannot contain.
 */
function nativeRoute(caller: Caller, route: Route, native: GivenNative): { planned: Route; own: GivenNative | null } {
  const { key } = caller;
  // Prices cover tokens, not the provider's own tools.
  if (native.flaw && key.isManaged) throw native.flaw;
  // An organization's stored data is private: a provider that several organizations share is never asked for it.
  const mayRefer = (target: Target) => target.organizationId !== null || key.organizationId === null;
  const refers = refersToKept(native.body);
  const isOther = (target: Target) => !serves(target.provider, native.operation) || (refers && !mayRefer(target));
  const others = targetsOf(route).filter(isOther);
  if (others.length === targetsOf(route).length) {
    if (native.flaw) throw native.flaw;
    return { planned: route, own: null };
  }
  const tool = ownToolIn(native.body);
  if (tool >= 0 && !maySpendUnpriced(caller)) throw unpricedTool(tool);
  return { planned: native.flaw ? routeWithout(route, new Set(others.map(targetId))) : route, own: native };
}

const unpricedTool = (index: number): GatewayFailure => {
  const param = `tools[${index}]`;
  const message = `${param}: A provider's own tools have no price, and this key may only use what has a price.`;
  return new GatewayFailure("permission_denied", message, { param });
};

/** The stored data that the request refers to was read for another organization. */
const moved = (): GatewayFailure =>
  new GatewayFailure("service_unavailable", "This key was just moved to another organization. Retry the request.", {
    retryAfterSeconds: 1,
  });

const unreadable = (): GatewayFailure =>
  new GatewayFailure("invalid_request_error", "input: Must be text: guardrails cannot read tokens.", {
    param: "input",
  });

function overloaded(): never {
  const message = "The gateway is busy with too many large requests. Retry in 1 s.";
  throw new GatewayFailure("service_unavailable", message, { retryAfterSeconds: 1 });
}

type Wrap = (watch: CallWatch) => CallWatch;
const asItIs: Wrap = (watch) => watch;

/** Counts from the text; no model is called. */
const messageTokens: Operation = async (request) => {
  const { body } = await readBody(request, countBody);
  const chatBody = chatOf(body);
  return (caller) => {
    planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock"));
    return { work: () => jsonReply({ input_tokens: tokensIn(chatBody) }) };
  };
};

const models: Operation = () => (caller) => {
  const data = listModels(caller);
  return { work: () => jsonReply({ object: "list", data }) };
};

const model: Operation = (request) => (caller) => {
  const found = findModel(caller, nameIn(request.path));
  return { work: () => jsonReply(found) };
};

const storedResponse: Operation = ({ path, query }, { responses }) => {
  if (new URLSearchParams(query).get("stream") === "true") throw unstreamable();
  return (caller) => ({ work: async () => jsonReply(await findResponse(responses, caller, nameIn(path))) });
};

const unstreamable = (): GatewayFailure =>
  new GatewayFailure("invalid_request_error", "stream: Is not supported for a stored response.", { param: "stream" });

const deletedResponse: Operation =
  ({ path }, { responses }) =>
  (caller) => ({ work: async () => jsonReply(await deleteResponse(responses, caller, nameIn(path))) });

/** Reads what counts the key's calls and takes nothing, so that it also works when nothing is left. */
const currentKey: Operation = (request, parts) => {
  const labels = readLabels(request, {});
  return (caller) => {
    const claim = statusClaim({ caller, user: userOf(caller, labels), at: parts.now() });
    return { work: (hold, readings) => jsonReply(presentKeyStatus(caller, readings, hold)), claim, isFree: true };
  };
};

/** A request in a protocol that some providers speak themselves. */
async function readNative<S extends z.ZodType>(
  request: Exchange,
  schema: S,
  all: z.ZodType<Record<string, unknown>>,
  dialog: Dialog<z.output<S>>,
  { operation, headers: names, sketch, expand }: Speaking,
  caller: Caller,
): Promise<GivenChat> {
  const expanding = expand && ((body: Record<string, unknown>) => expand(body, caller));
  const { raw, parsed, flaw, characters } = await readEither(request, schema, all, expanding);
  const headers = Object.fromEntries(
    names.flatMap((name) => {
      const value = request.header(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const toChat = flaw ? sketch : (body: Record<string, unknown>) => dialog.toChat(schema.parse(body));
  const body = parsed === null ? sketch(raw) : dialog.toChat(parsed);
  return { body, characters, native: { operation, body: raw, headers, flaw, toChat } };
}

const unknownPath: Operation = ({ method, path }) => {
  throw new GatewayFailure("not_found", `There is no ${method} ${path} on this gateway.`);
};

const wrongMethod: Operation = ({ method, path }) => {
  const headers = { allow: methodsOf(path) };
  throw new GatewayFailure("method_not_allowed", `${path} does not take ${method}.`, { headers });
};

export function createGateway(parts: Parts): Gateway {
  const serve =
    (operation: Operation): Handler =>
    async (request) => {
      const startedAt = parts.now();
      const requestId = requestIdOf(request);
      const { recorder, now } = parts;
      const userAgent = request.header("user-agent");
      const log = new RequestLog({ requestId, startedAt, userAgent, recorder, now });
      const planFor = planner(operation, request, parts, log, startedAt);
      let limitStatus: LimitStatus | undefined;
      let reserved: Hold | null = null;
      let reply: Reply;
      let failure: GatewayFailure | null = null;
      try {
        const { plan, readings, hold } = await enter(parts, await presentedKeyHash(request), planFor);
        reserved = hold;
        if (hold) log.id = hold.id;
        limitStatus = limitStatusOf(readings, parts.now());
        const work = plan.decide();
        const refusal = refusalOf(readings, parts.now()) ?? moneyRefusal(hold, parts.now(), plan.outage);
        if (refusal) throw refusal;
        if (hold) reportWarnings(hold, parts.report);
        reply = await work(hold, readings);
      } catch (error) {
        failure = toGatewayFailure(error);
        reply = refuse(failure, request, parts);
        log.over(reply, failure);
      }
      if (reserved) setMoney(reply.headers, reserved, parts.now());
      limitStatus ??= limitStatusOf(await parts.limiter.peek(defaultLevels), parts.now());
      const latency = parts.now() - startedAt;
      const completed = complete(reply, requestId, limitStatus, latency);
      parts.metrics.answered(request, completed, failure, latency);
      return completed;
    };

  const serveIn =
    <Body>(dialog: Dialog<Body>, operation: Operation): Handler =>
    async (request) =>
      answerIn(dialog, await serve(operation)(request));

  /** The chat in another protocol. */
  const converse =
    <S extends z.ZodType>(
      operation: GatewayOperation,
      schema: S,
      dialogOf: () => Dialog<z.output<S>>,
      all?: z.ZodType<Record<string, unknown>>,
    ): Handler =>
    (request) => {
      const dialog = dialogOf();
      const read: ReadChat = async (rawBody, caller) => {
        if (dialog.native && all) return readNative(rawBody, schema, all, dialog, dialog.native, caller);
        const { body, characters } = await readBody(rawBody, schema);
        return { body: dialog.toChat(body), characters, api: dialog.api };
      };
      return serveIn(dialog, (...call) => chat(...call, read, operation))(request);
    };

  const preflight: Handler = async (request) => {
    const reply: Reply = { status: 204, headers: preflightHeaders(request), body: null };
    return complete(reply, requestIdOf(request), await globalLimitStatus(parts), 0);
  };

  const refuseUnknown = serve(unknownPath);
  return {
    createChatCompletion: serve(chat),
    createCompletion: converse("completions", completionBody, completionDialog),
    createEmbedding: converse("embeddings", embeddingBody, embeddingDialog),
    createMessage: converse("messages", messageBody, messageDialog, anyMessageBody),
    countMessageTokens: (request) => serveIn({ ...messageDialog(), whole: (count) => count }, messageTokens)(request),
    createResponse: converse(
      "responses",
      responseBody,
      () => responseDialog(parts.now, storingIn(parts.responses)),
      anyResponseBody,
    ),
    getResponse: serve(storedResponse),
    deleteResponse: serve(deletedResponse),
    getCurrentKey: serve(currentKey),
    listModels: serve(models),
    getModel: serve(model),
    unknownPath: (request) => (isPreflight(request) ? preflight(request) : refuseUnknown(request)),
    wrongMethod: serve(wrongMethod),
    preflight,
  };
}

/** Decides about a request from what is known of its caller. A refusal is kept, and thrown by `decide`. */
function planner(operation: Operation, request: Exchange, parts: Parts, log: RequestLog, now: number) {
  let reading: Promise<Decide> | undefined;
  return async (found: Lookup) => {
    let levels = limitLevels({ ...found, key: null });
    let balance: Claim | null = null;
    log.caller = null;
    const outage = found.settings.storeOutage ?? "closed";
    try {
      const caller = authenticate(found, now);
      log.caller = caller;
      levels = limitLevels(caller);
      assertAddress(caller, () => parts.addressOf(request));
      balance = balanceClaim(caller, now);
      reading ??= (async () => operation(request, parts, log, caller))();
      const { work, claim, isFree } = (await reading)(caller);
      return { levels, claim: claim ?? balance, takes: !isFree, outage, decide: () => work };
    } catch (error) {
      const decide = (): Work => {
        throw error;
      };
      return { levels, claim: balance, takes: false, outage, decide };
    }
  };
}

/** Whether this is a browser's preflight. Without an answer a page could not even read that the path does not exist. */
const isPreflight = ({ method, header }: Exchange): boolean =>
  method === "OPTIONS" && header("access-control-request-method") !== null;

function refuse(failure: GatewayFailure, request: Exchange, parts: Parts): Reply {
  // The client has disconnected: nobody reads this answer, and nothing went wrong.
  if (request.signal.aborted) return { status: 499, headers: {}, body: null };
  if (failure.code === "internal_error" || failure.code === "service_unavailable")
    parts.report(failure.cause ?? failure);
  return renderFailure(failure);
}

/** The model's or the response's name: the rest of the path, which may hold slashes, encoded or not. */
function nameIn(path: string): string {
  const rest = withOneVersion(path)
    .replace(/^\/v1\/(models|responses)\//, "")
    .replace(/\/$/, "");
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
