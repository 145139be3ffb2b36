// Calls a model through this process's own gateway, so that its limits, budgets, guardrails, recording and ledger apply
// to judges too.

import type { Database } from "@/db/client";
import { parseStorable } from "@/lib/bounds/storable";
import type { Reply } from "@/lib/exchange/exchange";
import { createChatCompletion, createEmbedding } from "@/lib/gateway/operations";
import { INTERNAL_PROJECT } from "@/lib/traces/projects";
import { gatewayExchange } from "./gateway-exchange";
import type { AskModel, ModelAnswer } from "./judge";
import { judgeKeyOf } from "./organization-key";
import { withoutRefused } from "./without-refused";

const USUAL_SECONDS = 60;

const operations = {
  "/v1/chat/completions": createChatCompletion,
  "/v1/embeddings": createEmbedding,
};

export interface AskOptions {
  /** The prefix of its request ids, which finds them in the gateway's log and ledger. */
  requestPrefix?: string;
  /** Sends a request as its author wrote it. Otherwise a temperature or schema that the provider refuses is left out. */
  isExact?: boolean;
}

export async function gatewayOf(
  db: Database,
  organizationId: string,
  session: string,
  path: keyof typeof operations = "/v1/chat/completions",
  { requestPrefix, isExact = false }: AskOptions = {},
): Promise<AskModel> {
  const key = await judgeKeyOf(db, organizationId);
  // A repeated run calls the model again and never uses the cache.
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "cache-control": "no-store",
    "x-gateway-project": INTERNAL_PROJECT,
    "x-gateway-session-id": session,
  };
  const ask: AskModel = async (body, seconds = USUAL_SECONDS) => {
    const requestId = requestPrefix === undefined ? null : `${requestPrefix}${crypto.randomUUID().slice(0, 18)}`;
    const own: Record<string, string> = { ...headers, "x-gateway-timeout": `${seconds}s` };
    const exchange = gatewayExchange({
      path,
      body,
      headers: requestId === null ? own : { ...own, "x-request-id": requestId },
    });
    return answerOf(await operations[path](exchange));
  };
  return isExact ? ask : withoutRefused(ask);
}

function answerOf({ status, headers, body }: Reply): ModelAnswer {
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  const provider = headers["x-gateway-provider"];
  const model = headers["x-gateway-model-used"];
  const retryAfter = headers["retry-after"];
  const shouldRetry = headers["x-should-retry"];
  return {
    status,
    body: parse(text),
    model: provider && model ? `${decodeURI(provider)}/${decodeURI(model)}` : null,
    costUsd: costIn(headers["x-gateway-cost"]),
    traceId: headers["x-gateway-trace-id"] ?? null,
    retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter),
    ...(shouldRetry === undefined ? {} : { shouldRetry: shouldRetry === "true" }),
  };
}

/** The gateway answers `unknown` for a model without a price. */
function costIn(header: string | undefined): number | null {
  const cost = header ? Number(header) : Number.NaN;
  return Number.isFinite(cost) ? cost : null;
}

function parse(text: string): unknown {
  try {
    return parseStorable(text);
  } catch {
    return null;
  }
}
