// Converts Vapi's form of a call to ours.
import { z } from "zod";
import { excerpt } from "@/lib/bounds/excerpt";
import { timestamp } from "@/lib/contracts/shapes";
import { MAX_TURN_CHARACTERS, type Recordings } from "@/lib/contracts/simulation/call-parts";
import { type CallStatus, MAX_UTTERANCES, type Utterance } from "./adapter";
import { costsOf, webAddress } from "./read";

const number = z.number().finite().nullish().catch(null);
const text = z.string().nullish().catch(null);
const moment = timestamp.nullish().catch(null);

const call = z.object({
  id: z.string().min(1).max(255),
  name: text,
  status: z.string(),
  endedReason: text,
  startedAt: moment,
  endedAt: moment,
  cost: number,
  costBreakdown: z.record(z.string(), z.unknown()).nullish().catch(null),
  analysis: z.object({ summary: text }).nullish().catch(null),
  monitor: z.object({ controlUrl: text }).nullish().catch(null),
  recordingUrl: text,
  stereoRecordingUrl: text,
  artifact: z
    .object({
      messages: z.array(z.unknown()).nullish().catch(null),
      recordingUrl: text,
      stereoRecordingUrl: text,
      recording: z
        .object({
          stereoUrl: text,
          mono: z.object({ combinedUrl: text, assistantUrl: text, customerUrl: text }).nullish().catch(null),
        })
        .nullish()
        .catch(null),
      performanceMetrics: z.record(z.string(), z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

const message = z.object({
  role: z.enum(["user", "bot", "assistant"]),
  message: z.string(),
  secondsFromStart: z.number().min(0),
  time: number,
  endTime: number,
  confidence: z.number().min(0).max(1).nullish().catch(null),
});

/**
 * Times count from the start of the call. An utterance's own length may be in milliseconds or seconds, so start and end
 * decide it.
 */
function utterancesIn(messages: readonly unknown[]): Utterance[] {
  return messages.slice(0, MAX_UTTERANCES).flatMap((raw): Utterance[] => {
    const read = message.safeParse(raw);
    if (!read.success || read.data.message.trim() === "") return [];
    const { role, message: spoken, secondsFromStart, time, endTime, confidence } = read.data;
    const speaker = role === "user" ? "agent" : "customer";
    const startMs = Math.round(secondsFromStart * 1000);
    const length = typeof time === "number" && typeof endTime === "number" ? Math.max(0, endTime - time) : 0;
    const content = excerpt(spoken, MAX_TURN_CHARACTERS);
    return [
      {
        speaker,
        message: { role: speaker === "agent" ? "assistant" : "user", content },
        startMs,
        endMs: startMs + Math.round(length),
        confidence: confidence ?? null,
      },
    ];
  });
}

const PARTS: Readonly<Record<string, string>> = {
  transport: "transport",
  stt: "stt",
  llm: "llm",
  tts: "tts",
  vapi: "platform",
  chat: "chat",
};
const LATENCIES = [
  "modelLatencyAverage",
  "voiceLatencyAverage",
  "transcriberLatencyAverage",
  "endpointingLatencyAverage",
  "turnLatencyAverage",
];

function recordingsOf({ artifact, ...whole }: z.output<typeof call>): Recordings {
  const { mono, stereoUrl } = artifact?.recording ?? {};
  // The provider's assistant is the customer on our side.
  return {
    combined: webAddress(mono?.combinedUrl ?? artifact?.recordingUrl ?? whole.recordingUrl),
    stereo: webAddress(stereoUrl ?? artifact?.stereoRecordingUrl ?? whole.stereoRecordingUrl),
    customer: webAddress(mono?.assistantUrl),
    assistant: webAddress(mono?.customerUrl),
  };
}

/** Null if Vapi does not document it. */
export function vapiSeen(body: unknown): CallStatus | null {
  const read = call.safeParse(body);
  if (!read.success) return null;
  const { data } = read;
  const { status, artifact, startedAt } = data;
  const state =
    status === "ended" ? "over" : status === "in-progress" || status === "forwarding" ? "talking" : "dialing";
  const recordings = recordingsOf(data);
  const costs = costsOf(
    Object.entries(data.costBreakdown ?? {}).flatMap(([name, usd]) => {
      const part = PARTS[name];
      return part && typeof usd === "number" ? [[part, usd] as const] : [];
    }),
    1e6,
  );
  const total =
    typeof data.cost === "number"
      ? Math.round(data.cost * 1e6)
      : data.costBreakdown
        ? Object.values(costs).reduce((sum, one) => sum + one, 0)
        : null;
  const messages = artifact?.messages ?? [];
  return {
    id: data.id,
    mark: data.name ?? null,
    state,
    startedAt: startedAt ? new Date(startedAt) : null,
    endedAt: data.endedAt ? new Date(data.endedAt) : null,
    reason: data.endedReason ?? "",
    utterances: utterancesIn(messages),
    recordings,
    costs,
    costMicros: total === null ? null : Math.max(0, total),
    latencies: Object.fromEntries(
      LATENCIES.flatMap((name) => {
        const value = artifact?.performanceMetrics?.[name];
        return typeof value === "number" ? [[name, value]] : [];
      }),
    ),
    summary: data.analysis?.summary ?? null,
    isWhole:
      state === "over" &&
      (!startedAt || (messages.length > 0 && recordings.combined !== undefined && data.costBreakdown != null)),
    control: data.monitor?.controlUrl ?? null,
  };
}
