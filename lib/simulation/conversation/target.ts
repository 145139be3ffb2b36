// The agent under test, where its version says that it is reached: asked for one turn, and never believed more than it shows.

import { createHmac } from "node:crypto";
import { parseStorable } from "@/lib/bounds/storable";
import { MAX_MESSAGES, MAX_TURN_CHARACTERS, type TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { networkReason } from "@/lib/exchange/network-reason";
import { bounded, joined } from "@/lib/exchange/read-body";
import { GatewayFailure } from "@/lib/gateway/errors";
import type { Send } from "@/lib/gateway/providers/provider";
import { isRecord, recordsIn, textIn } from "@/lib/records";
import { isGuarded, mayAsk } from "../outbound";
import {
  type Answer,
  choiceIn,
  contentOf,
  costsOf,
  type Measures,
  noCosts,
  refusalOf,
  toolCallsOf,
  type Unanswered,
  unanswered,
  usageIn,
} from "./answer";
import { agentMessages, type ChatMessage, type Turn } from "./rules/turn";

/** Bytes of an answer. */
const MAX_ANSWER = 1024 * 1024;

export interface Agent {
  name: string;
  description: string;
  target: Exclude<AgentTarget, { type: "client" }>;
  secrets: { api_key?: string | undefined; webhook_secret?: string | undefined };
}

export interface ConversationRef {
  /** Null where the agent is tried outside of any. */
  executionId: string | null;
  callId: string;
}

export interface AgentClient {
  ask: () => Promise<AskModel>;
  send: Send;
  now: () => Date;
}

export function askAgent(
  agent: Agent,
  place: ConversationRef,
  turns: readonly Turn[],
  means: AgentClient,
): Promise<Answer> {
  const { target } = agent;
  const messages = agentMessages(turns);
  if (target.type === "webhook") return askWebhook(agent, target, place, turns, means);
  if (target.type === "chat_completions" && target.url !== null)
    return askEndpoint(agent, { ...target, url: target.url }, messages, means);
  const system = target.type === "description" ? playedPrompt(agent) : agent.description;
  return askModel(target.model, system, messages, means);
}

const playedPrompt = ({ name, description }: Agent): string =>
  `You are ${name}, an agent that serves customers.\n${description || "Help with what you are asked."}\nAnswer as this agent, and as nobody else.`;

async function askModel(
  model: string,
  system: string,
  messages: readonly ChatMessage[],
  { ask }: AgentClient,
): Promise<Answer> {
  const startedAt = performance.now();
  const systemMessages: ChatMessage[] = system.trim() === "" ? [] : [{ role: "system", content: system }];
  const opening: ChatMessage[] =
    messages.length > 0 ? [] : [{ role: "user", content: "(The conversation begins. Say your first message.)" }];
  const answer = await (await ask())({ model, messages: [...systemMessages, ...messages, ...opening] });
  if (answer.status !== 200) return refusalOf(answer);
  return readCompletion(answer.body, {
    latencyMs: performance.now() - startedAt,
    ...costsOf(answer),
    model: answer.model ?? model,
    traceId: answer.traceId,
  });
}

type TurnTiming = Omit<Measures, "inputTokens" | "outputTokens">;

function readCompletion(body: unknown, known: TurnTiming): Answer {
  const choice = choiceIn(body);
  if (!choice || !isRecord(body))
    return unanswered(
      "agent",
      "wrong_schema",
      "The agent's answer is not a chat completion.",
      JSON.stringify(body) ?? "",
    );
  if (choice.refusal || choice.finish === "content_filter")
    return unanswered(
      "provider",
      "refusal",
      "The agent's provider refused to answer.",
      choice.refusal || choice.content,
    );
  const { content, toolCalls } = choice;
  if (content.trim() === "" && toolCalls.length === 0)
    return unanswered("agent", "empty_answer", "The agent's answer is empty.", JSON.stringify(body));
  if (content.length > MAX_TURN_CHARACTERS)
    return unanswered(
      "agent",
      "answer_too_large",
      `The agent's answer has more than ${MAX_TURN_CHARACTERS} characters.`,
      content,
    );
  const message: TurnMessage = {
    role: "assistant",
    content,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    ok: true,
    messages: [message],
    state: isRecord(body.state) ? body.state : null,
    ends: false,
    ...usageIn(body),
    ...known,
  };
}

type Endpoint = Extract<AgentTarget, { type: "chat_completions" }> & { url: string };

async function askEndpoint(
  agent: Agent,
  { url, model, timeout_seconds }: Endpoint,
  messages: readonly ChatMessage[],
  means: AgentClient,
): Promise<Answer> {
  const authorization: Record<string, string> = agent.secrets.api_key
    ? { authorization: `Bearer ${agent.secrets.api_key}` }
    : {};
  const address = `${url.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`;
  const reply = await post(address, JSON.stringify({ model, messages }), authorization, timeout_seconds, means);
  if ("ok" in reply) return reply;
  const { body, latencyMs } = reply;
  return readCompletion(body, {
    latencyMs,
    ...noCosts,
    model: isRecord(body) ? textIn(body.model) || model : model,
    traceId: null,
  });
}

type Webhook = Extract<AgentTarget, { type: "webhook" }>;

/**
 * Signed as Standard Webhooks says: `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`. The id
 * is the same when a turn is asked for again.
 */
async function askWebhook(
  { secrets }: Agent,
  { url, timeout_seconds }: Webhook,
  place: ConversationRef,
  turns: readonly Turn[],
  means: AgentClient,
): Promise<Answer> {
  const messages = agentMessages(turns);
  const body = JSON.stringify({
    execution_id: place.executionId,
    call_id: place.callId,
    thread_id: place.callId,
    turn: turns.length,
    messages,
    new_message: messages.at(-1) ?? null,
  });
  const id = `${place.callId}:${turns.length}`;
  const timestamp = String(Math.floor(means.now().getTime() / 1000));
  const key = Buffer.from((secrets.webhook_secret ?? "").replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  const reply = await post(url, body, headers, timeout_seconds, means);
  if ("ok" in reply) return reply;
  return readWebhook(reply.body, reply.latencyMs);
}

function readWebhook(body: unknown, latencyMs: number): Answer {
  if (!isRecord(body))
    return unanswered("agent", "wrong_schema", "The agent's answer is not a JSON object.", JSON.stringify(body) ?? "");
  const known = { latencyMs, ...noCosts, model: null, traceId: textIn(body.trace_id) || null };
  if (Array.isArray(body.choices)) return readCompletion(body, known);
  const given = Array.isArray(body.messages)
    ? recordsIn(body.messages)
    : [isRecord(body.message) ? body.message : body];
  const messages = given.slice(0, MAX_MESSAGES).flatMap((message): TurnMessage[] => {
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
    return unanswered("agent", "empty_answer", "The agent's answer is empty.", JSON.stringify(body));
  if (messages.some(({ content }) => (content?.length ?? 0) > MAX_TURN_CHARACTERS))
    return unanswered(
      "agent",
      "answer_too_large",
      `The agent's answer has more than ${MAX_TURN_CHARACTERS} characters.`,
    );
  const state = isRecord(body.state) ? body.state : null;
  return { ok: true, messages, state, ends: body.end === true, ...usageIn(body), ...known };
}

interface Replied {
  body: unknown;
  latencyMs: number;
}

class TooLarge extends Error {}

async function post(
  address: string,
  body: string,
  own: Record<string, string>,
  seconds: number,
  { send }: AgentClient,
): Promise<Replied | Unanswered> {
  const url = new URL(address);
  if (!mayAsk(url))
    return unanswered(
      "provider",
      "not_configured",
      "The agent's address is private, and the operator has not allowed it.",
      url.host,
    );
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const headers = { "content-type": "application/json", accept: "application/json", ...own };
    const reply = await send({ url, headers, body, signal, isGuarded: isGuarded(url) });
    const text = await textOf(reply.body, signal);
    const latencyMs = performance.now() - startedAt;
    if (reply.status < 200 || reply.status >= 300) return statusFault(reply.status, reply.headers["retry-after"], text);
    const read = jsonOf(text);
    if (read) return { body: read.value, latencyMs };
    const kind = /^\s*</.test(text) ? "HTML" : "text that is not JSON";
    return text.trim() === ""
      ? unanswered("agent", "empty_answer", "The agent's answer is empty.")
      : unanswered("agent", "not_json", `The agent answered with ${kind}.`, text);
  } catch (error) {
    if (error instanceof TooLarge)
      return unanswered("agent", "answer_too_large", `The agent's answer is larger than ${MAX_ANSWER} bytes.`);
    if (signal.aborted)
      return unanswered("agent", "no_answer", `The agent did not answer within ${seconds} s.`, url.host);
    if (error instanceof GatewayFailure) return unanswered("provider", "not_configured", error.message, url.host);
    const message = `The agent could not be reached, or it closed the connection. ${networkReason(error)}`;
    return unanswered("agent", "connection_closed", message, url.host);
  }
}

/** The signal also aborts an answer that begins and never ends. */
async function textOf(body: Awaited<ReturnType<Send>>["body"], signal: AbortSignal): Promise<string> {
  if (typeof body === "string") return body;
  const read = joined(bounded(body, { most: MAX_ANSWER, tooLarge: () => new TooLarge("The answer is too large.") }));
  const late = new Promise<never>((_, fail) =>
    signal.addEventListener("abort", () => fail(signal.reason), { once: true }),
  );
  return new TextDecoder().decode(await Promise.race([read, late]));
}

function jsonOf(text: string): { value: unknown } | null {
  try {
    return { value: parseStorable(text) };
  } catch {
    return null;
  }
}

/** A rate limit, or an error of a proxy in front of the agent, is not the agent's fault. */
function statusFault(status: number, retryAfter: string | undefined, text: string): Unanswered {
  const seconds = Number(retryAfter);
  const retryAfterSeconds = retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
  const shown = `${status} ${text}`;
  if (status === 429)
    return unanswered("provider", "rate_limited", "The agent's endpoint is rate limiting requests.", shown, {
      mayRetry: true,
      retryAfterSeconds,
    });
  if (status === 502 || status === 503 || status === 504 || status === 529)
    return unanswered(
      "provider",
      "unavailable",
      `A service that the agent depends on is unavailable (status ${status}).`,
      shown,
      {
        mayRetry: true,
        retryAfterSeconds,
      },
    );
  return unanswered("agent", "http_error", `The agent answered with status ${status}.`, shown);
}
