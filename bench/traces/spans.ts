// Traces as an application sends them: five spans each, of which two call a model, with some two kilobytes of text.
import { randomBytes } from "node:crypto";
import type { OtlpSpan } from "@/lib/contracts/traces/otlp";

const WORDS = 20_000;
export const SPANS_OF_A_TRACE = 5;
/** One trace in so many has an error, with a word that no other has. */
export const FAILING = 1000;
const TOOL = "search orders";

const hex = (bytes: number): string => randomBytes(bytes).toString("hex");
/** Texts of ten words, few of which are frequent. Made once: the client shares the processors with the server. */
const sentences = Array.from({ length: 50_000 }, () =>
  Array.from({ length: 10 }, () => `word${Math.floor(Math.random() ** 3 * WORDS)}`).join(" "),
);
const sentence = () => sentences[Math.floor(Math.random() * sentences.length)] ?? "";
const text = (words: number): string => Array.from({ length: words / 10 }, sentence).join(" ");

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "string" ? { stringValue: value } : { intValue: value },
});

interface Part {
  name: string;
  /** Milliseconds from the trace's start. */
  from: number;
  to: number;
  values: [string, string | number][];
}

function chat(question: string, answer: string, nth: number, from: number, to: number): Part {
  const model = `model-${nth % 12}`;
  return {
    name: `chat ${model}`,
    from,
    to,
    values: [
      ["gen_ai.operation.name", "chat"],
      ["gen_ai.provider.name", "openai"],
      ["gen_ai.request.model", model],
      ["gen_ai.input.messages", JSON.stringify([{ role: "user", parts: [{ type: "text", content: question }] }])],
      ["gen_ai.output.messages", JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: answer }] }])],
      ["gen_ai.usage.input_tokens", 40 + (nth % 400)],
      ["gen_ai.usage.output_tokens", 60 + (nth % 900)],
      ["gen_ai.usage.cost", String((nth % 4000) / 1e6)],
    ],
  };
}

const nanosOf = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

interface Trace {
  nth: number;
  startMs: number;
  traceId: string;
  root: string;
  latency: number;
  isFailing: boolean;
}

/** The `nth` trace, which starts at `startMs` (milliseconds since 1970). */
export function traceSpans(nth: number, startMs: number): OtlpSpan[] {
  const latency = nth % 5000 === 0 ? 45_000 : 300 + (nth % 900);
  const trace = { nth, startMs, traceId: hex(16), root: hex(8), latency, isFailing: nth % FAILING === 0 };
  const [question, answer] = [text(40), text(60)];
  return [rootSpan(trace, question, answer), ...partsOf(trace, question, answer).map((part) => childSpan(trace, part))];
}

const partsOf = ({ nth, latency }: Trace, question: string, answer: string): Part[] => [
  {
    name: "retrieve",
    from: 5,
    to: 40,
    values: [
      ["openinference.span.kind", "RETRIEVER"],
      ["output.value", text(50)],
    ],
  },
  chat(question, text(20), nth, 45, latency / 2),
  { name: TOOL, from: latency / 2, to: latency / 2 + 20, values: [["gen_ai.operation.name", "execute_tool"]] },
  chat(question, answer, nth + 1, latency / 2 + 25, latency - 5),
];

const childSpan = ({ nth, startMs, traceId, root, isFailing }: Trace, { name, from, to, values }: Part): OtlpSpan => ({
  traceId,
  spanId: hex(8),
  parentSpanId: root,
  name,
  kind: 1,
  startTimeUnixNano: nanosOf(startMs + from),
  endTimeUnixNano: nanosOf(startMs + to),
  attributes: values.map(([key, value]) => attribute(key, value)),
  status: isFailing && name === TOOL ? { code: 2, message: `connect ECONNREFUSED error${nth}` } : { code: 0 },
});

const rootSpan = (trace: Trace, question: string, answer: string): OtlpSpan => ({
  traceId: trace.traceId,
  spanId: trace.root,
  name: `answer ${trace.nth % 20}`,
  kind: 2,
  startTimeUnixNano: nanosOf(trace.startMs),
  endTimeUnixNano: nanosOf(trace.startMs + trace.latency),
  status: { code: trace.isFailing ? 2 : 0 },
  attributes: [
    attribute("input.value", question),
    attribute("output.value", answer),
    attribute("user.id", `user-${(trace.nth * 7919) % 10_000}`),
    attribute("session.id", `session-${Math.floor(trace.nth / 5)}`),
  ],
});

export const exportOf = (spans: OtlpSpan[]) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [
          attribute("service.name", "Support assistant"),
          attribute("deployment.environment", "production"),
          attribute("telemetry.sdk.language", "nodejs"),
        ],
      },
      scopeSpans: [{ spans }],
    },
  ],
});
