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

function spansOf(conversation: Conversation, turn: Turn, index: number, startMs: number): Span[] {
  const { topic, channel, policy, latency_ms: latencyMs } = conversation;
  // Every ninth look-up fails, and with it the whole answer.
  const error = index % 9 === 4 ? "The order service did not answer within 2 seconds." : undefined;
  const [root, find, order, model] = ["root", "find", "order", "model"].map((part) =>
    hash(`${conversation.id} ${startMs} ${part}`, 16),
  ) as [string, string, string, string]; // safe: one for each part
  const foundMs = startMs + 60 + (index % 7) * 12;
  const lookedUpMs = foundMs + (error ? 2000 : 90 + (index % 5) * 40);
  const endMs = error ? lookedUpMs + 3 : lookedUpMs + latencyMs;
  const about = { "session.id": conversation.id, "user.id": `customer-${(index % 40) + 1}` };
  const steps: Span[] = [
    {
      id: root,
      name: "support-chat",
      fromMs: startMs,
      toMs: endMs,
      error,
      values: {
        ...about,
        "openinference.span.kind": "AGENT",
        "input.value": turn.question,
        ...(error ? {} : { "output.value": turn.answer }),
        "tag.tags": JSON.stringify([topic, channel]),
      },
    },
    {
      id: find,
      parent: root,
      name: "find-policy",
      fromMs: startMs + 2,
      toMs: foundMs,
      values: {
        ...about,
        "openinference.span.kind": "RETRIEVER",
        "input.value": turn.question,
        "output.value": policy,
      },
    },
    {
      id: order,
      parent: root,
      name: "look-up-order",
      fromMs: foundMs,
      toMs: lookedUpMs,
      error,
      values: {
        ...about,
        "openinference.span.kind": "TOOL",
        "gen_ai.tool.name": "look_up_order",
        "input.value": JSON.stringify({ customer: about["user.id"] }),
        ...(error ? {} : { "output.value": JSON.stringify({ orders: (index % 3) + 1, newest: "delivered" }) }),
      },
    },
  ];
  return error
    ? steps
    : [...steps, { ...modelSpan(conversation, turn, about), id: model, parent: root, fromMs: lookedUpMs, toMs: endMs }];
}

function modelSpan(conversation: Conversation, { question, answer, history }: Turn, about: Record<string, Value>) {
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
      ...about,
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

const spanOf = (traceId: string, { id, parent, name, fromMs, toMs, error, values }: Span) => ({
  traceId,
  spanId: id,
  ...(parent ? { parentSpanId: parent } : {}),
  name,
  startTimeUnixNano: nanoseconds(fromMs),
  endTimeUnixNano: nanoseconds(toMs),
  status: error ? { code: 2, message: error } : { code: 1 },
  attributes: attributesOf(values),
});
