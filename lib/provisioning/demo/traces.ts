// What the shop's chatbot has exported: a trace for each message of a customer, some of which failed.
import { createHash } from "node:crypto";
import { type Conversation, conversations } from "@/db/demo/conversations";
import type { Verb } from "@/lib/context";
import type { exportTraces } from "@/lib/contracts/traces/otlp";

type Export = Parameters<Verb<typeof exportTraces>>[1];
type Value = string | number;

const PROJECT = "larkfield-chatbot";
const MODELS = { "sandbox/support-small": "gpt-4o-mini", "sandbox/support-large": "gpt-4o" };
const SYSTEM = "You answer customers of Larkfield Home. Keep to the policy that you are shown.";
const STEP_MS = 4 * 3_600_000;
/** About as many characters as a token has. */
const PER_TOKEN = 4;

interface Scope {
  organizationId: string;
  now: Date;
}

interface Span {
  id: string;
  parent?: string;
  name: string;
  fromMs: number;
  toMs: number;
  error?: string | undefined;
  /** Whose session it belongs to. */
  about: Record<string, Value>;
  values: Record<string, Value>;
}

/** The newest conversations end an hour before `now`. Ids depend on the organization, so a repeated export adds nothing. */
export function tracesOf({ organizationId, now }: Scope): Export {
  const spans = conversations.flatMap((conversation, index) => {
    const startMs = now.getTime() - 3_600_000 - (conversations.length - index) * STEP_MS;
    return messagesOf(conversation).flatMap((turn, at) => {
      const traceId = hash(`${organizationId} ${conversation.id} ${at}`, 32);
      return spansOf(conversation, turn, index, startMs + at * 90_000).map((span) => spanOf(traceId, span));
    });
  });
  const resource = { attributes: attributesOf({ "project.name": PROJECT, "deployment.environment": "production" }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
}

interface Turn {
  question: string;
  answer: string;
  history: Conversation["conversation"];
}

const messagesOf = ({ conversation }: Conversation): Turn[] =>
  conversation.flatMap(({ role, content }, index) => {
    const answer = conversation[index + 1];
    return role === "user" && answer?.role === "assistant"
      ? [{ question: content, answer: answer.content, history: conversation.slice(0, index) }]
      : [];
  });

/** When the parts of one answer end, and why it failed. */
interface Course {
  startMs: number;
  foundMs: number;
  lookedUpMs: number;
  endMs: number;
  error: string | undefined;
}

function courseOf({ latency_ms: latencyMs }: Conversation, index: number, startMs: number): Course {
  // Every ninth look-up fails, and with it the whole answer.
  const error = index % 9 === 4 ? "The order service did not answer within 2 seconds." : undefined;
  const foundMs = startMs + 60 + (index % 7) * 12;
  const lookedUpMs = foundMs + (error ? 2000 : 90 + (index % 5) * 40);
  return { startMs, foundMs, lookedUpMs, endMs: error ? lookedUpMs + 3 : lookedUpMs + latencyMs, error };
}

function spansOf(conversation: Conversation, turn: Turn, index: number, from: number): Span[] {
  const { startMs, foundMs, lookedUpMs, endMs, error } = courseOf(conversation, index, from);
  const idOf = (part: string) => hash(`${conversation.id} ${startMs} ${part}`, 16);
  const about = { "session.id": conversation.id, "user.id": `customer-${(index % 40) + 1}` };
  const parent = idOf("root");
  const found = { id: idOf("find"), parent, fromMs: startMs + 2, toMs: foundMs };
  const lookedUp = { id: idOf("order"), parent, fromMs: foundMs, toMs: lookedUpMs, error };
  return [
    { id: parent, fromMs: startMs, toMs: endMs, error, ...agentSpan(conversation, turn, error), about },
    { ...found, ...retrieverSpan(conversation, turn), about },
    { ...lookedUp, ...toolSpan(index, about["user.id"], error), about },
    ...(error
      ? []
      : [{ id: idOf("model"), parent, fromMs: lookedUpMs, toMs: endMs, ...modelSpan(conversation, turn), about }]),
  ];
}

const agentSpan = ({ topic, channel }: Conversation, { question, answer }: Turn, error: string | undefined) => ({
  name: "support-chat",
  values: {
    "openinference.span.kind": "AGENT",
    "input.value": question,
    ...(error ? {} : { "output.value": answer }),
    "tag.tags": JSON.stringify([topic, channel]),
  },
});

const retrieverSpan = ({ policy }: Conversation, { question }: Turn) => ({
  name: "find-policy",
  values: { "openinference.span.kind": "RETRIEVER", "input.value": question, "output.value": policy },
});

const toolSpan = (index: number, customer: string, error: string | undefined) => ({
  name: "look-up-order",
  values: {
    "openinference.span.kind": "TOOL",
    "gen_ai.tool.name": "look_up_order",
    "input.value": JSON.stringify({ customer }),
    ...(error ? {} : { "output.value": JSON.stringify({ orders: (index % 3) + 1, newest: "delivered" }) }),
  },
});

function modelSpan(conversation: Conversation, { question, answer, history }: Turn) {
  const messages = [
    { role: "system", content: `${SYSTEM}\n\n${conversation.policy}` },
    ...history,
    { role: "user", content: question },
  ];
  const tokens = (text: string) => Math.ceil(text.length / PER_TOKEN);
  const name = MODELS[conversation.model];
  return {
    name: `chat ${name}`,
    values: {
      "openinference.span.kind": "LLM",
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": name,
      "gen_ai.response.model": name,
      "gen_ai.usage.input_tokens": tokens(messages.map(({ content }) => content).join(" ")),
      "gen_ai.usage.output_tokens": tokens(answer),
      "gen_ai.input.messages": JSON.stringify(messages),
      "gen_ai.output.messages": JSON.stringify([{ role: "assistant", content: answer }]),
    },
  };
}

const hash = (text: string, digits: number): string => createHash("sha256").update(text).digest("hex").slice(0, digits);

const attributesOf = (values: Record<string, Value>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
  }));

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n);

const spanOf = (traceId: string, { id, parent, name, fromMs, toMs, error, about, values }: Span) => ({
  traceId,
  spanId: id,
  ...(parent ? { parentSpanId: parent } : {}),
  name,
  startTimeUnixNano: nanoseconds(fromMs),
  endTimeUnixNano: nanoseconds(toMs),
  status: error ? { code: 2, message: error } : { code: 1 },
  attributes: attributesOf({ ...about, ...values }),
});
