// A stand-in for Vapi and Retell on a local port. What it answers is written after their public documentation
// (docs.vapi.ai and docs.retellai.com, "Create Call", "Get Call", "List Calls", "Live Call Control", "Stop Call") and
// the types of their public SDKs; it was not recorded from a live account.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ProviderPool, providerPool } from "@/lib/gateway/providers/pool";
import type { TelephonyAccount } from "./telephony-account";

export interface ReceivedRequest {
  method: string;
  path: string;
  key: string;
  body: Record<string, unknown>;
}
/** Replaces the usual answer; null for the usual one. */
export type Answer = (heard: ReceivedRequest, response: ServerResponse) => object | null | "handled";

export const BEGAN = Date.parse("2026-03-02T09:00:00.000Z");

/**
 * The conversation, in milliseconds: "How can I help", a question, an answer that the customer interrupts, a farewell.
 */
const LINES = [
  { by: "agent", text: "Parcel desk, how can I help you?", from: 1_000, to: 3_000 },
  { by: "customer", text: "Where is my parcel 4711?", from: 3_500, to: 5_500 },
  {
    by: "agent",
    text: "Your parcel 4711 is at the depot, and it will be brought to you tomorrow.",
    from: 6_500,
    to: 10_500,
  },
  { by: "customer", text: "Thank you, that is all.", from: 9_900, to: 11_500 },
] as const;

/** An ended call, as in `GET /call/{id}`. On our side Vapi's assistant is the customer, and its user the agent. */
export const vapiEnded = (id: string, name: string, change: object = {}) => ({
  id,
  orgId: "8a1f1a44-0000-4000-8000-000000000001",
  type: "outboundPhoneCall",
  name,
  status: "ended",
  endedReason: "assistant-ended-call",
  createdAt: new Date(BEGAN - 4_000).toISOString(),
  updatedAt: new Date(BEGAN + 20_000).toISOString(),
  startedAt: new Date(BEGAN).toISOString(),
  endedAt: new Date(BEGAN + 12_000).toISOString(),
  cost: 0.0423,
  costBreakdown: {
    transport: 0.004,
    stt: 0.0023,
    llm: 0.006,
    tts: 0.01,
    vapi: 0.02,
    total: 0.0423,
    llmPromptTokens: 900,
  },
  monitor: { listenUrl: "wss://example.vapi.ai/listen" },
  analysis: { summary: "The customer asked for a parcel and was told that it is at the depot." },
  artifact: {
    recordingUrl: `https://storage.vapi.ai/${id}-mono.wav`,
    stereoRecordingUrl: `https://storage.vapi.ai/${id}-stereo.wav`,
    recording: {
      stereoUrl: `https://storage.vapi.ai/${id}-stereo.wav`,
      mono: {
        combinedUrl: `https://storage.vapi.ai/${id}-mono.wav`,
        assistantUrl: `https://storage.vapi.ai/${id}-assistant.wav`,
        customerUrl: `https://storage.vapi.ai/${id}-customer.wav`,
      },
    },
    messages: [
      { role: "system", message: "You are a customer.", time: BEGAN, secondsFromStart: 0 },
      ...LINES.map(({ by, text, from, to }) => ({
        role: by === "agent" ? "user" : "bot",
        message: text,
        time: BEGAN + from,
        endTime: BEGAN + to,
        secondsFromStart: from / 1000,
        duration: to - from,
        ...(by === "agent" ? { confidence: 0.97 } : { source: "" }),
      })),
      {
        role: "tool_calls",
        message: "",
        time: BEGAN + 11_600,
        secondsFromStart: 11.6,
        toolCalls: [{ id: "call_1", type: "function", function: { name: "endCall", arguments: "{}" } }],
      },
    ],
    performanceMetrics: { turnLatencyAverage: 812, modelLatencyAverage: 401, numUserInterrupted: 1 },
  },
  ...change,
});

/** The same call as in `GET /v2/get-call/{id}`; its amounts are cents. */
const retellEnded = (call_id: string, mark: string, change: object = {}) => ({
  call_id,
  call_type: "phone_call",
  agent_id: "agent_customer",
  agent_version: 1,
  call_status: "ended",
  direction: "outbound",
  from_number: "+14155550100",
  to_number: "+4930123456",
  metadata: { mark },
  start_timestamp: BEGAN,
  end_timestamp: BEGAN + 12_000,
  duration_ms: 12_000,
  disconnection_reason: "agent_hangup",
  transcript: "…",
  transcript_object: LINES.map(({ by, text, from, to }) => ({
    role: by === "agent" ? "user" : "agent",
    content: text,
    words: [
      { word: text.split(" ")[0], start: from / 1000, end: from / 1000 + 0.2 },
      { word: text.split(" ").at(-1), start: to / 1000 - 0.3, end: to / 1000 },
    ],
  })),
  recording_url: `https://dxc03zgurdly9.cloudfront.net/${call_id}/recording.wav`,
  recording_multi_channel_url: `https://dxc03zgurdly9.cloudfront.net/${call_id}/recording_multichannel.wav`,
  call_cost: {
    combined_cost: 4.23,
    total_duration_seconds: 12,
    total_duration_unit_price: 0.3525,
    product_costs: [
      { product: "elevenlabs_tts", cost: 1.4, unit_price: 0.116 },
      { product: "gpt_4o", cost: 0.83, unit_price: 0.069 },
      { product: "retell_voice_engine", cost: 2, unit_price: 0.166 },
    ],
  },
  latency: { e2e: { p50: 812, p90: 1_020, min: 500, max: 1_100, num: 2 }, llm: { p50: 401 } },
  call_analysis: { call_summary: "The customer asked for a parcel.", user_sentiment: "Neutral", call_successful: true },
  ...change,
});

/** An assistant in each provider's form: one document at Vapi; at Retell an agent and its LLM or flow. */
const assistants: Record<string, object> = {
  "/assistant/assistant_desk": {
    id: "assistant_desk",
    orgId: "8a1f1a44-0000-4000-8000-000000000001",
    createdAt: new Date(BEGAN).toISOString(),
    updatedAt: new Date(BEGAN).toISOString(),
    name: "Parcel desk",
    firstMessage: "Parcel desk, how can I help you?",
    model: {
      provider: "openai",
      model: "gpt-4o",
      messages: [{ role: "system", content: "You answer where parcels are." }],
    },
  },
  "/get-agent/assistant_desk": {
    agent_id: "assistant_desk",
    version: 3,
    is_published: true,
    agent_name: "Parcel desk",
    response_engine: { type: "retell-llm", llm_id: "llm_desk", version: 3 },
    voice_id: "11labs-Adrian",
  },
  "/get-retell-llm/llm_desk": { llm_id: "llm_desk", version: 3, general_prompt: "You answer where parcels are." },
};

interface FakeCall {
  id: string;
  mark: string;
  isHungUp: boolean;
}

export interface StandIn {
  line: TelephonyAccount;
  pool: ProviderPool;
  heard: ReceivedRequest[];
  calls: FakeCall[];
  /** The answer to `GET` of a call; ended by default. */
  state: (call: FakeCall) => object;
  answer: Answer;
  reset(): void;
  close(): Promise<void>;
}

export async function standIn(provider: TelephonyAccount["provider"]): Promise<StandIn> {
  const ended = provider === "vapi" ? vapiEnded : retellEnded;
  const begun = ({ id, mark }: FakeCall): object =>
    provider === "vapi"
      ? {
          id,
          name: mark,
          orgId: "o",
          status: "queued",
          createdAt: new Date().toISOString(),
          monitor: { controlUrl: `${line.base}/${id}/control` },
        }
      : { call_id: id, call_status: "registered", metadata: { mark } };
  const usual = ({ method, path, body }: ReceivedRequest): object | null => {
    const { calls } = stand;
    if (method === "GET" && assistants[path]) return assistants[path];
    if (method === "POST" && (path === "/call" || path === "/v2/create-phone-call")) {
      const mark = String(provider === "vapi" ? body.name : (body.metadata as { mark: string }).mark); // safe: what the adapter sends
      const call = { id: randomUUID(), mark, isHungUp: false };
      calls.push(call);
      return begun(call);
    }
    if (method === "GET" && path.startsWith("/call?")) return calls.map(stand.state);
    if (path === "/v3/list-calls") return { items: calls.map(stand.state), has_more: false };
    const named = calls.find(({ id }) => path.includes(id));
    if (!named) return null;
    if (method === "GET") return stand.state(named);
    named.isHungUp = true;
    return {};
  };
  const server = createServer(async (message, response) => {
    const heard = await heardIn(message);
    stand.heard.push(heard);
    const own = stand.answer(heard, response);
    if (own === "handled") return;
    const answered = own ?? usual(heard);
    response.statusCode = answered ? (heard.method === "POST" ? 201 : 200) : 404;
    response.end(JSON.stringify(answered ?? { message: "Not Found" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  const line: TelephonyAccount = {
    provider,
    key: "key-of-the-line",
    number: provider === "vapi" ? "phone-1" : "+14155550100",
    agent: provider === "vapi" ? "" : "agent_customer",
    base: `http://127.0.0.1:${port}`,
  };
  const pool = providerPool();
  const stand: StandIn = {
    line,
    pool,
    heard: [],
    calls: [],
    state: ({ id, mark }) => ended(id, mark),
    answer: () => null,
    reset() {
      stand.heard = [];
      stand.calls = [];
      stand.state = ({ id, mark }) => ended(id, mark);
      stand.answer = () => null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.close();
    },
  };
  return stand;
}

async function heardIn(message: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: message.method ?? "",
    path: message.url ?? "",
    key: message.headers.authorization ?? "",
    body: text ? JSON.parse(text) : {},
  };
}

/** The environment of an operator with that telephony account. */
export const environmentOf = ({ provider, key, number, agent, base }: TelephonyAccount) => ({
  ASSAY_VOICE_PROVIDER: provider,
  ASSAY_VOICE_API_KEY: key,
  ASSAY_VOICE_NUMBER: number,
  ASSAY_VOICE_AGENT: agent,
  ASSAY_VOICE_BASE_URL: base,
});
