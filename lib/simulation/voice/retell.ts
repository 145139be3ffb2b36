// Retell, by its public API: POST /v2/create-phone-call, GET /v2/get-call/{id}, POST /v3/list-calls,
// POST /v2/stop-call/{id}.
import { z } from "zod";
import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_TURN_CHARACTERS } from "@/lib/contracts/simulation/call-parts";
import { type CallStatus, type Dial, MAX_UTTERANCES, type Result, type Utterance, type VoiceProvider } from "./adapter";
import { assistantOf, costsOf, webAddress } from "./read";
import { retellManner } from "./rules/manner";
import type { TelephonyAccount } from "./telephony-account";
import { askProvider, unreadable } from "./telephony-client";

const number = z.number().finite().nullish().catch(null);
const text = z.string().nullish().catch(null);
const epoch = z.number().int().min(0).max(8.64e15).nullish().catch(null);

const call = z.object({
  call_id: z.string().min(1).max(255),
  call_status: z.string(),
  metadata: z.object({ mark: text }).nullish().catch(null),
  disconnection_reason: text,
  start_timestamp: epoch,
  end_timestamp: epoch,
  transcript_object: z.array(z.unknown()).nullish().catch(null),
  recording_url: text,
  recording_multi_channel_url: text,
  call_cost: z
    .object({
      combined_cost: number,
      product_costs: z
        .array(z.object({ product: z.string().max(255), cost: z.number() }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  latency: z
    .record(z.string(), z.object({ p50: number }).nullish().catch(null))
    .nullish()
    .catch(null),
  call_analysis: z.object({ call_summary: text }).nullish().catch(null),
});

const utterance = z.object({
  role: z.enum(["agent", "user"]),
  content: z.string(),
  words: z.array(z.object({ start: number, end: number })).max(20_000),
});

/** An utterance lasts from its first word to its last. */
function utterancesIn(rawTurns: readonly unknown[]): Utterance[] {
  return rawTurns.slice(0, MAX_UTTERANCES).flatMap((one): Utterance[] => {
    const read = utterance.safeParse(one);
    if (!read.success || read.data.content.trim() === "") return [];
    const { role, content, words } = read.data;
    // Retell's agent is the customer on our side.
    const speaker = role === "user" ? "agent" : "customer";
    const starts = words.flatMap(({ start }) => start ?? []);
    const ends = words.flatMap(({ end }) => end ?? []);
    const startMs = Math.round(Math.max(0, starts[0] ?? 0) * 1000);
    return [
      {
        speaker,
        message: { role: speaker === "agent" ? "assistant" : "user", content: excerpt(content, MAX_TURN_CHARACTERS) },
        startMs,
        endMs: Math.max(startMs, Math.round((ends.at(-1) ?? 0) * 1000)),
        confidence: null,
      },
    ];
  });
}

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/tts|voice_(?!engine)/, "tts"],
  [/stt|asr|transcri/, "stt"],
  [/gpt|claude|gemini|llm/, "llm"],
  [/twilio|telephony|sip|telnyx/, "transport"],
  [/voice_engine|retell/, "platform"],
];
const partOf = (product: string): string =>
  PARTS.find(([pattern]) => pattern.test(product))?.[1] ?? product.slice(0, 60);

/** Converts cents to micro-dollars. */
const CENT = 10_000;

function seenIn(body: unknown): CallStatus | null {
  const read = call.safeParse(body);
  if (!read.success) return null;
  const { data } = read;
  const { call_status: status, call_cost, start_timestamp: startedAt } = data;
  const state = status === "registered" ? "dialing" : status === "ongoing" ? "talking" : "over";
  const costs = costsOf(
    (call_cost?.product_costs ?? []).map(({ product, cost }) => [partOf(product), cost] as const),
    CENT,
  );
  const total = call_cost?.combined_cost;
  const hasTalked = status === "ended" && startedAt != null;
  const utterances = utterancesIn(data.transcript_object ?? []);
  return {
    id: data.call_id,
    mark: data.metadata?.mark ?? null,
    state,
    startedAt: startedAt ? new Date(startedAt) : null,
    endedAt: data.end_timestamp ? new Date(data.end_timestamp) : null,
    reason: data.disconnection_reason ?? (status === "error" ? "error_unknown" : ""),
    utterances,
    recordings: { combined: webAddress(data.recording_url), stereo: webAddress(data.recording_multi_channel_url) },
    costs,
    costMicros: typeof total === "number" ? Math.max(0, Math.round(total * CENT)) : null,
    latencies: Object.fromEntries(
      Object.entries(data.latency ?? {}).flatMap(([name, value]) =>
        value?.p50 == null ? [] : [[`${name}_p50`, value.p50]],
      ),
    ),
    summary: data.call_analysis?.call_summary ?? null,
    isWhole:
      state === "over" && (!hasTalked || (call_cost != null && data.recording_url != null && utterances.length > 0)),
    control: null,
  };
}

const read = (answer: Result<unknown>): Result<CallStatus> => {
  if (!answer.ok) return answer;
  const seen = seenIn(answer.value);
  return seen ? { ok: true, value: seen } : unreadable(answer.value);
};

/** The account's agent must speak from these variables, and have Retell's tool that ends a call. */
const bodyOf = (
  line: TelephonyAccount,
  { mark, to, prompt, firstMessage, settings, language, maxSeconds }: Dial,
): object => ({
  from_number: line.number,
  to_number: to,
  override_agent_id: line.agent,
  metadata: { mark },
  retell_llm_dynamic_variables: { customer_prompt: prompt, first_message: firstMessage ?? "" },
  agent_override: {
    agent: retellManner(settings, language, maxSeconds),
    retell_llm: {
      start_speaker: firstMessage === null ? "user" : "agent",
      ...(firstMessage ? { begin_message: firstMessage } : {}),
    },
  },
});

const page = z.object({
  items: z.array(z.unknown()).default([]),
  has_more: z.boolean().nullish(),
  pagination_key: z.string().nullish(),
});
const MAX_PAGES = 5;
const BEFORE_MS = 60_000;

const found = z.object({
  agent_id: z.string(),
  agent_name: text,
  version: z.int().nullish().catch(null),
  response_engine: z.object({ type: text, llm_id: text, conversation_flow_id: text }).nullish().catch(null),
});
const prompts = z.object({ general_prompt: text, global_prompt: text });

/** The path of an agent's prompt; null if Retell does not store it. */
function promptPath(engine: z.output<typeof found>["response_engine"]): string | null {
  const { type, llm_id: llm, conversation_flow_id: flow } = engine ?? {};
  if (type === "retell-llm" && llm) return `/get-retell-llm/${encodeURIComponent(llm)}`;
  return type === "conversation-flow" && flow ? `/get-conversation-flow/${encodeURIComponent(flow)}` : null;
}

export const retell: VoiceProvider = {
  async assistant(account, id, context) {
    const get = (path: string) => askProvider(account, { method: "GET", url: account.base + path }, context);
    const answer = await get(`/get-agent/${encodeURIComponent(id)}`);
    if (!answer.ok) return answer;
    const read = found.safeParse(answer.value);
    if (!read.success) return unreadable(answer.value);
    const { agent_name: name, version, response_engine } = read.data;
    const path = promptPath(response_engine);
    if (!path) return { ok: true, value: assistantOf(name, "", version) };
    const engine = await get(path);
    // The agent exists, so its id is not the problem.
    if (!engine.ok) return { ...engine, status: null };
    const texts = prompts.safeParse(engine.value);
    if (!texts.success) return unreadable(engine.value);
    return { ok: true, value: assistantOf(name, texts.data.general_prompt ?? texts.data.global_prompt, version) };
  },
  dial: async (line, dial, context) =>
    read(
      await askProvider(
        line,
        { method: "POST", url: `${line.base}/v2/create-phone-call`, body: bodyOf(line, dial) },
        context,
      ),
    ),
  fetch: async (line, id, context) =>
    read(
      await askProvider(line, { method: "GET", url: `${line.base}/v2/get-call/${encodeURIComponent(id)}` }, context),
    ),
  async find(line, mark, dialedAt, context) {
    let key: string | null = null;
    for (let number = 0; number < MAX_PAGES; number += 1) {
      const body: object = { limit: 100, sort_order: "descending", ...(key ? { pagination_key: key } : {}) };
      const answer = await askProvider(line, { method: "POST", url: `${line.base}/v3/list-calls`, body }, context);
      if (!answer.ok) return answer;
      const listed = page.safeParse(answer.value);
      if (!listed.success) return unreadable(answer.value);
      const calls = listed.data.items.flatMap((item) => seenIn(item) ?? []);
      const found = calls.find((seen) => seen.mark === mark);
      if (found) return { ok: true, value: found };
      const isPast = calls.some(({ startedAt }) => startedAt && startedAt.getTime() < dialedAt.getTime() - BEFORE_MS);
      key = listed.data.pagination_key ?? null;
      if (isPast || !listed.data.has_more || !key) break;
    }
    return { ok: true, value: null };
  },
  async hangUp(line, id, context) {
    const url = `${line.base}/v2/stop-call/${encodeURIComponent(id)}`;
    const answer = await askProvider(line, { method: "POST", url }, context);
    return answer.ok ? { ok: true, value: null } : answer;
  },
};
