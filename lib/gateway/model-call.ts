// A call to a model, read and planned: which targets may answer it, what it may cost, and which controls act on it.
import type { GatewayOperation } from "@/lib/contracts/gateway/request-record";
import { cacheOf } from "./cache/cache-of";
import type { Call, ModelCall, Operation, Plan } from "./call";
import type { ReadChat } from "./dialects/read-chat";
import { GatewayFailure } from "./errors";
import { guardOf } from "./guardrails/guard";
import { judgesOf } from "./guardrails/judges";
import { policyOf } from "./guardrails/policy";
import { gatewayRequestHeader } from "./headers";
import { claimOf } from "./money/call-claim";
import { userOf } from "./money/claim";
import { refuseMembers } from "./money/refused-members";
import { ownToolIn } from "./providers/own-tools";
import type { ChatRequest } from "./read-body";
import { readLabels, type TraceLabels } from "./record/tracing";
import { unwatched } from "./record/watch-call";
import { nativeRoute } from "./routing/native-route";
import { planRoute, targetsOf } from "./routing/plan-route";
import type { Caller } from "./settings";

interface ReadRequest extends ChatRequest {
  operation: GatewayOperation;
  labels: TraceLabels;
}

export const modelCall =
  (operation: GatewayOperation, read: ReadChat): Operation =>
  async (call, reader) => {
    const { request, log } = call;
    log.modelRequest = { operation, body: null, labels: null, prompt: null };
    const chat = await read(request, reader);
    log.modelRequest.body = chat.body;
    log.modelRequest.prompt = chat.prompt ?? null;
    const labels = readLabels(request, chat.body, chat);
    log.modelRequest.labels = labels;
    const { body, characters, api, native, prompt } = chat;
    const readRequest = { body, characters, api, native, prompt, operation, labels };
    return (caller) => {
      if (caller.key.organizationId !== reader.key.organizationId) throw moved();
      return plan(call, caller, readRequest);
    };
  };

function plan({ request, parts }: Call, caller: Caller, chat: ReadRequest): Plan {
  const { body, characters, api, operation, labels } = chat;
  const planned = { ...planRoute(caller, body.model, gatewayRequestHeader(request, "provider-lock")), api };
  const { route, native } = chat.native ? nativeRoute(caller, planned, chat.native) : { route: planned, native: null };
  const sent = native ? native.body : body;
  refuseMembers(caller, sent);
  const guard = guardOf(caller, policyOf(request, caller.key));
  if (guard && api === "embeddings" && body.input !== undefined) throw unreadable();
  const user = userOf(caller, labels);
  const at = parts.now();
  // Nothing is written where texts are only embedded.
  const pricedBody = api === "embeddings" ? { ...body, max_tokens: 0 } : body;
  const readsMore = native?.flaw != null || ownToolIn(sent) !== null;
  const claim = claimOf({
    caller,
    body: pricedBody,
    readsMore,
    native,
    targets: targetsOf(route),
    expectations: parts.expectations,
    user,
    judges: guard ? judgesOf(caller, guard) : [],
    at,
  });
  const model: ModelCall = {
    caller,
    prompt: chat.prompt ?? null,
    operation,
    api,
    characters,
    user,
    at,
    guard,
    cache: api || native ? null : cacheOf(caller, request, route, parts),
    pricedBody,
    readsMore,
    body,
    native,
    route,
    watch: unwatched,
    record: null,
    isForwarded: false,
    attempt: null,
  };
  return { claim, model };
}

/** The stored data that the request refers to was read for another organization. */
const moved = (): GatewayFailure =>
  new GatewayFailure("service_unavailable", "This key was just moved to another organization. Retry the request.", {
    retryAfterSeconds: 1,
  });

const unreadable = (): GatewayFailure =>
  new GatewayFailure("invalid_request_error", "input: Must be text: guardrails cannot read tokens.", {
    param: "input",
  });
