// The operations that the gateway answers itself, without a model.
import { anyCountBody, countBody } from "@/lib/contracts/gateway/messages";
import { type Exchange, jsonReply, type Reply } from "@/lib/exchange/exchange";
import type { Operation, Stage } from "./call";
import { sketchOf } from "./dialects/message-sketch";
import { chatOf } from "./dialects/messages";
import { GatewayFailure } from "./errors";
import { complete, gatewayRequestHeader, preflightHeaders } from "./headers";
import { globalLimitStatus } from "./limits/admit";
import { presentKeyStatus } from "./limits/present-key-status";
import { findModel, listModels } from "./models";
import { statusClaim, userOf } from "./money/claim";
import { tokensIn } from "./money/usage";
import type { Parts } from "./parts";
import { methodsOf, withOneVersion } from "./paths";
import { readEither } from "./read-body";
import { readLabels } from "./record/tracing";
import { planRoute } from "./routing/plan-route";
import { deleteResponse, findResponse } from "./stored-responses/stored-response";

/** The last stage of these operations. */
export const answer: Stage = async (call) => {
  if (!call.plan?.answer) throw new Error("This operation has no answer of its own.");
  return call.plan.answer(call);
};

/** Counts from the text; no model is called. */
export const messageTokens: Operation = async ({ request }) => {
  const { raw, parsed } = await readEither(request, countBody, anyCountBody);
  const chatBody = parsed ? chatOf(parsed) : sketchOf(raw);
  return (caller) => {
    planRoute(caller, chatBody.model, gatewayRequestHeader(request, "provider-lock"));
    return { answer: () => jsonReply({ input_tokens: tokensIn(chatBody) }) };
  };
};

export const models: Operation = () => (caller) => {
  const data = listModels(caller);
  const [first_id, last_id] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { answer: () => jsonReply({ object: "list", data, first_id, last_id, has_more: false }) };
};

export const model: Operation =
  ({ request }) =>
  (caller) => {
    const found = findModel(caller, nameIn(request.path));
    return { answer: () => jsonReply(found) };
  };

export const storedResponse: Operation = ({ request, parts }) => {
  const { path, query } = request;
  if (new URLSearchParams(query).get("stream") === "true") throw unstreamable();
  return (caller) => ({ answer: async () => jsonReply(await findResponse(parts.responses, caller, nameIn(path))) });
};

const unstreamable = (): GatewayFailure =>
  new GatewayFailure("invalid_request_error", "stream: Is not supported for a stored response.", { param: "stream" });

export const deletedResponse: Operation =
  ({ request: { path }, parts: { responses } }) =>
  (caller) => ({ answer: async () => jsonReply(await deleteResponse(responses, caller, nameIn(path))) });

/** Reads what counts the key's calls and takes nothing, so that it also works when nothing is left. */
export const currentKey: Operation = ({ request, parts }) => {
  const labels = readLabels(request, {});
  return (caller) => {
    const claim = statusClaim({ caller, user: userOf(caller, labels), at: parts.now() });
    return { answer: ({ hold, readings }) => jsonReply(presentKeyStatus(caller, readings, hold)), claim, isFree: true };
  };
};

/** What of the OpenAI API published clients have methods for. The last two are no ids of responses. */
const NOT_BUILT =
  /^\/v1\/(images|audio|files|batches|moderations|rerank|realtime|conversations|vector_stores|fine_tuning|uploads|videos|assistants|threads|responses\/compact|responses\/input_tokens)(\/|$)/;

/** The operation, unless the path is one of those. */
export const ifBuilt =
  (operation: Operation): Operation =>
  (input, settings) => {
    const [, kind] = NOT_BUILT.exec(withOneVersion(input.request.path)) ?? [];
    if (kind) throw new GatewayFailure("not_supported", `The gateway has no ${kind} endpoint.`, { shouldRetry: false });
    return operation(input, settings);
  };

export const unknownPath: Operation = ({ request: { method, path } }) => {
  throw new GatewayFailure("not_found", `There is no ${method} ${path} on this gateway.`);
};

export const wrongMethod: Operation = ({ request: { method, path } }) => {
  const headers = { allow: methodsOf(path) };
  throw new GatewayFailure("method_not_allowed", `${path} does not take ${method}.`, { headers });
};

/** Whether this is a browser's preflight. Without an answer a page could not even read that the path does not exist. */
export const isPreflight = ({ method, header }: Exchange): boolean =>
  method === "OPTIONS" && header("access-control-request-method") !== null;

export async function answerPreflight(request: Exchange, parts: Parts): Promise<Reply> {
  const reply: Reply = { status: 204, headers: preflightHeaders(request), body: null };
  return complete(reply, request.facts.id, await globalLimitStatus(parts), 0);
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
