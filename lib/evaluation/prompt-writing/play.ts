// Streams a model's answer to a prompt that is being tried.
import type { Context, PublicContext } from "@/lib/context";
import type { Input } from "@/lib/contracts/contract";
import type { playPrompt } from "@/lib/contracts/prompts/writing";
import { Failure, invalid, invalidField } from "@/lib/errors";
import type { Reply } from "@/lib/exchange/exchange";
import type { Signal } from "@/lib/exchange/signal";
import { createChatCompletion } from "@/lib/gateway/operations";
import { parseJson } from "@/lib/gateway/parse-json";
import { bodyOf, fillMessages } from "@/lib/gateway/prompts/fill";
import { recordIn, textIn } from "@/lib/records";
import { INTERNAL_PROJECT } from "@/lib/traces/projects";
import { gatewayExchange } from "../judge/gateway-exchange";
import { judgeKeyOf } from "../judge/organization-key";

const PATH = "/v1/chat/completions";

export async function play(context: PublicContext, input: unknown, signal: Signal): Promise<Reply> {
  // Safe because the contract's access is not public, and readInput returns its input.
  const { db, caller } = context as Context;
  const { content, variables, turns } = input as Input<typeof playPrompt>;
  if (content.model === null) throw invalidField("content.model", "Choose a model.");
  const filled = fillMessages(content, variables);
  if ("problems" in filled) {
    const fields = filled.problems.map(({ name, message }) => [`variables.${name}`, [message]]);
    const message = filled.problems.map((problem) => `variables.${problem.name}: ${problem.message}`).join(" ");
    throw invalid(message, { fields: Object.fromEntries(fields) });
  }
  const exchange = gatewayExchange({
    path: PATH,
    body: {
      ...bodyOf(content),
      messages: [...filled.messages, ...turns],
      stream: true,
      stream_options: { include_usage: true },
    },
    headers: {
      authorization: `Bearer ${await judgeKeyOf(db, caller.organizationId)}`,
      "cache-control": "no-store",
      "x-gateway-include-metadata": "true",
      "x-gateway-project": INTERNAL_PROJECT,
      "x-gateway-session-id": "playground",
    },
    signal,
  });
  return streamOf(await createChatCompletion(exchange));
}

/** The stream alone: the gateway's headers speak of a key that is not the caller's. */
function streamOf({ status, headers, body }: Reply): Reply {
  if (status === 200) return { status, headers: { "content-type": "text/event-stream" }, body };
  const { message, param } = recordIn(recordIn(parseJson(typeof body === "string" ? body : "{}")).error);
  const text = textIn(message) || `The gateway answered ${status}.`;
  if (status === 429)
    throw new Failure("rateLimited", text, { retryAfterSeconds: Number(headers["retry-after"] ?? 1) });
  if (status < 500) throw textIn(param) === "model" ? invalidField("content.model", text) : invalid(text);
  throw new Failure("unavailable", text, { retryAfterSeconds: 1 });
}
