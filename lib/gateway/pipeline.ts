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
import { GatewayFailure, renderFailure, toGatewayFailure } from "./errors";
import { guardOf } from "./guardrails/guard";
import { guarded } from "./guardrails/guarded";
import { policyOf } from "./guardrails/policy";
import { worldOf } from "./guardrails/world";
import { complete, gatewayRequestHeader, preflightHeaders, requestIdOf, setGatewayHeader } from "./headers";
import { defaultLevels, globalStanding, limitLevels, refusalOf, standingOf } from "./limits/admit";
import { enter } from "./limits/enter";
import { presentStanding } from "./limits/present-standing";
import type { Reading, Standing } from "./limits/reading";
import { findModel, listModels } from "./models";
import { chargeFor, setCost } from "./money/charge";
import { balanceClaim, type Claim, claimOf, comparablePrice, standingClaim, userOf } from "./money/claim";
import { type Hold, moneyRefusal, refusedTargets, reportWarnings, setMoney } from "./money/standing";
import { tokensIn } from "./money/usage";
import type { Parts } from "./parts";
import { forward } from "./providers/forward";
import { type GivenChat, readBody, readChatBody } from "./read-body";
import { beginTrace } from "./record/begin-trace";
import { readLabels } from "./record/tracing";
import { type CallEnd, type CallWatch, watchCall } from "./record/watch-call";
import { planRoute, routeWithout, targetsOf } from "./routing/plan-route";
import type { Caller, Lookup } from "./settings";

/** What is left to do once limits and money have let the request pass, with what was reserved for it, and where its limits stand. */
type Work = (hold: Hold | null, readings: Reading[]) => Reply | Promise<Reply>;

/**
 * Refuses by throwing whatever can be refused before anything is counted. A claim is what the request asks of money and tokens;
 * one that `isFree` is not counted among the minute's requests.
 */
type Decide = (caller: Caller) => { work: Work; claim?: Claim | null; isFree?: boolean };

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
    const planned = { ...planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock")), api };
    const targets = targetsOf(planned);
    const guard = guardOf(caller, policyOf(request, caller.key));
    if (guard && api === "embeddings" && body.input !== undefined) throw unreadable();
    const user = userOf(caller, labels);
    const at = parts.now();
    // Nothing is written where texts are only embedded.
    const claim = claimOf({
      caller,
      body: api === "embeddings" ? { ...body, max_tokens: 0 } : body,
      targets,
      user,
      at,
    });
    const cache = api ? null : cacheOf(caller, request, planned, parts);
    const work: Work = async (hold) => {
      const charge = chargeFor({ caller, hold, requestId, body, user, at }, parts);
      const route = hold ? routeWithout(planned, refusedTargets(hold)) : planned;
      let isAsked = false;
      const forwarded = async (body: ChatBody, wrap: Wrap): Promise<Reply> => {
        isAsked = true;
        const start = { requestId, labels, body, startedAt: parts.now() };
        const trace = await beginTrace(caller, start, parts.recorder);
        const end = (how: CallEnd) => {
          charge.end(how);
          trace?.end(how);
        };
        const watch = watchCall({
          target: route.choices[0].targets[0],
          characters,
          now: parts.now,
          signal: request.signal,
          end,
        });
        const reply = await forward(route, body, request, parts, wrap(watch), comparablePrice(caller, at));
        if (trace) setGatewayHeader(reply.headers, "trace-id", trace.id);
        return reply;
      };
      const answer = (body: ChatBody, wrap: Wrap = asItIs) =>
        cache ? cached(cache, body, wrap, forwarded) : forwarded(body, wrap);
      try {
        const reply = await (guard ? guarded(guard, body, worldOf(request, parts, caller), answer) : answer(body));
        // What the cache has answered costs nothing.
        if (!isAsked) charge.end(null);
        setCost(reply.headers, charge);
        return reply;
      } catch (error) {
        charge.end(null);
        throw error;
      }
    };
    return { work, claim };
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
    return { work: () => jsonReply({ input_tokens: tokensIn(counted) }) };
  };
};

const models: Operation = () => (caller) => {
  const data = listModels(caller);
  return { work: () => jsonReply({ object: "list", data }) };
};

const model: Operation = (request) => (caller) => {
  const found = findModel(caller, idIn(request));
  return { work: () => jsonReply(found) };
};

/** Reads what counts the key's calls, and takes nothing of it: so that it can be asked when nothing is left, too. */
const currentKey: Operation = (request, parts) => {
  const labels = readLabels(request, {});
  return (caller) => {
    const claim = standingClaim({ caller, user: userOf(caller, labels), at: parts.now() });
    return { work: (hold, readings) => jsonReply(presentStanding(caller, readings, hold)), claim, isFree: true };
  };
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
  getCurrentKey: Handler;
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
      let held: Hold | null = null;
      let reply: Reply;
      try {
        const { plan, readings, hold } = await enter(parts, await presentedKeyHash(request), planFor);
        held = hold;
        standing = standingOf(readings, parts.now());
        const work = plan.decide();
        const refusal = refusalOf(readings, parts.now()) ?? moneyRefusal(hold, parts.now(), plan.outage);
        if (refusal) throw refusal;
        if (hold) reportWarnings(hold, parts.report);
        reply = await work(hold, readings);
      } catch (error) {
        reply = refuse(error, request, parts);
      }
      if (held) setMoney(reply.headers, held, parts.now());
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
    getCurrentKey: serve(currentKey),
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
    let balance: Claim | null = null;
    const outage = found.settings.storeOutage ?? "closed";
    try {
      const caller = authenticate(found, now);
      levels = limitLevels(caller);
      assertAddress(caller, () => parts.addressOf(request));
      balance = balanceClaim(caller, now);
      reading ??= (async () => operation(request, parts, requestId))();
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
