// Agents with an address of their own.
import { createHmac } from "node:crypto";
import { MAX_MESSAGES, MAX_TURN_CHARACTERS, type TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import { isRecord, recordsIn, textIn } from "@/lib/records";
import type { Agent, AgentClient, ConversationRef } from "./agent";
import { type Answer, contentOf, noCosts, toolCallsOf, unanswered, usageIn } from "./answer";
import { readCompletion } from "./ask-model";
import { post } from "./post";
import { agentMessages, type Turn } from "./rules/turn";
import { threadOf, traceContextOf } from "./trace-context";

type Endpoint = Extract<AgentTarget, { type: "chat_completions" }> & { url: string };

export async function askEndpoint(
  agent: Agent,
  { url, model, timeout_seconds }: Endpoint,
  conversation: ConversationRef,
  turns: readonly Turn[],
  client: AgentClient,
): Promise<Answer> {
  const authorization: Record<string, string> = agent.secrets.api_key
    ? { authorization: `Bearer ${agent.secrets.api_key}` }
    : {};
  const { traceId, traceparent } = traceContextOf(conversation, turns.length);
  const reply = await post(
    completionsAt(url),
    JSON.stringify({ model, messages: agentMessages(turns) }),
    { "x-assay-call-id": conversation.callId, traceparent, ...authorization },
    timeout_seconds,
    client,
  );
  if ("ok" in reply) return reply;
  const { body, latencyMs } = reply;
  return readCompletion(body, {
    latencyMs,
    ...noCosts,
    model: isRecord(body) ? textIn(body.model) || model : model,
    traceId,
  });
}

/** The address of chat completions below a base address, whose query is kept. */
function completionsAt(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`;
  return url.href;
}

type Webhook = Extract<AgentTarget, { type: "webhook" }>;

/**
 * Signed as in Standard Webhooks: `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over
 * `<id>.<timestamp>.<body>`. A retried turn has the same id. A call that
 * is played again is another thread, with other ids: servers drop what they have already handled.
 */
export async function askWebhook(
  { secrets }: Agent,
  { url, timeout_seconds }: Webhook,
  conversation: ConversationRef,
  turns: readonly Turn[],
  client: AgentClient,
): Promise<Answer> {
  const messages = agentMessages(turns);
  const thread = threadOf(conversation);
  const body = JSON.stringify({
    execution_id: conversation.executionId,
    call_id: conversation.callId,
    thread_id: thread,
    turn: turns.length,
    messages,
    new_message: messages.at(-1) ?? null,
  });
  const { traceId, traceparent } = traceContextOf(conversation, turns.length);
  const id = `${thread}:${turns.length}`;
  const timestamp = String(Math.floor(client.now().getTime() / 1000));
  const key = Buffer.from((secrets.webhook_secret ?? "").replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    traceparent,
  };
  const reply = await post(url, body, headers, timeout_seconds, client);
  if ("ok" in reply) return reply;
  return readWebhook(reply.body, reply.latencyMs, traceId);
}

/** The agent's own messages for this turn. A server that returns the whole history ends it with them. */
function repliesIn(body: Record<string, unknown>): Record<string, unknown>[] {
  const all = Array.isArray(body.messages) ? recordsIn(body.messages) : [isRecord(body.message) ? body.message : body];
  return all
    .slice(all.findLastIndex(({ role }) => role === "user") + 1)
    .filter(({ role }) => role === undefined || role === null || role === "assistant" || role === "tool")
    .slice(0, MAX_MESSAGES);
}

const isTextual = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" || Array.isArray(value);

/** Whether what is there has the types that an answer has. */
const isWellTyped = (body: Record<string, unknown>): boolean =>
  (body.message === undefined || body.message === null || isRecord(body.message)) &&
  (body.messages === undefined || body.messages === null || Array.isArray(body.messages)) &&
  isTextual(body.content) &&
  repliesIn(body).every(({ content }) => isTextual(content));

/** An agent that names a trace of its own is believed. */
function readWebhook(body: unknown, latencyMs: number, traceId: string): Answer {
  if (!isRecord(body))
    return unanswered("agent", "wrong_schema", "The agent's answer is not a JSON object.", JSON.stringify(body) ?? "");
  const known = { latencyMs, ...noCosts, model: null, traceId: textIn(body.trace_id) || traceId };
  if (Array.isArray(body.choices)) return readCompletion(body, known);
  const messages = repliesIn(body).flatMap((message): TurnMessage[] => {
    const role = message.role === "tool" ? "tool" : "assistant";
    const content = contentOf(message.content);
    const tool_calls = role === "assistant" ? toolCallsOf(message.tool_calls) : [];
    if ((content ?? "").trim() === "" && tool_calls.length === 0) return [];
    return [
      {
        role,
        content,
        ...(tool_calls.length > 0 ? { tool_calls } : {}),
        ...(role === "tool"
          ? {
              tool_call_id: textIn(message.tool_call_id),
              ...(textIn(message.name) ? { name: textIn(message.name) } : {}),
            }
          : {}),
      },
    ];
  });
  const isKnown = ["content", "message", "messages", "tool_calls"].some((name) => name in body);
  if (!isKnown)
    return unanswered(
      "agent",
      "wrong_schema",
      "The agent's answer has neither content nor messages.",
      JSON.stringify(body),
    );
  if (!messages.some(({ role }) => role === "assistant"))
    return isWellTyped(body)
      ? unanswered("agent", "empty_answer", "The agent's answer is empty.", JSON.stringify(body))
      : unanswered(
          "agent",
          "wrong_schema",
          "The agent's answer has a content, message or messages of a wrong type.",
          JSON.stringify(body),
        );
  if (messages.some(({ content }) => (content?.length ?? 0) > MAX_TURN_CHARACTERS))
    return unanswered(
      "agent",
      "answer_too_large",
      `The agent's answer has more than ${MAX_TURN_CHARACTERS} characters.`,
    );
  const state = isRecord(body.state) ? body.state : null;
  return { ok: true, messages, state, ends: body.end === true, ...usageIn(body), ...known };
}
