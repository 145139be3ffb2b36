// A call by phone as the API tells it. What it tells of comes from a provider of calls, which no test reaches: pages are given it.
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";

export const spokenCallId = "7b0f3a52-1f6e-4f0e-9a55-0d2f6a3f4c11";

const utterance = (
  turn: number,
  role: "user" | "assistant",
  text: string,
  from: number,
  to: number,
  latency_ms: number | null,
) => ({
  id: `${spokenCallId}:${turn}`,
  turn,
  role,
  messages: [text],
  content: text,
  tool_calls: [],
  latency_ms,
  start_time_ms: from,
  end_time_ms: to,
});

// Safe because the page looks at no other member.
export const spokenCall = {
  id: spokenCallId,
  number: 0,
  row_id: null,
  scenario_graph: null,
  scenario: "Lost parcels",
  test_execution_id: spokenCallId,
  simulation_call_type: "voice",
  status: "completed",
  verdict: "passed",
  audio_url: `/simulate/call-executions/${spokenCallId}/recording/`,
  duration_seconds: 12,
  transcript: [
    utterance(0, "assistant", "Parcel desk, how can I help you?", 1_000, 3_000, null),
    utterance(1, "user", "Where is my parcel 4711?", 3_500, 5_500, null),
    utterance(
      2,
      "assistant",
      "Your parcel 4711 is at the depot, and it will be brought to you tomorrow.",
      6_500,
      10_500,
      1_000,
    ),
    utterance(3, "user", "Thank you, that is all.", 9_900, 11_500, null),
  ],
  faults: [],
  fault_rules: [],
  checks: [],
  eval_metrics: {},
  scenario_columns: {},
  agent_definition_used_name: "Parcel line",
  agent_version: "v1",
  ended_by: "customer_ended",
  ended_reason: "customer-ended-call",
  turn_count: 2,
  avg_latency_ms: 1_000,
  cost_usd: 0.0423,
  avg_agent_latency_ms: 1_000,
  user_interruption_count: 1,
  ai_interruption_count: 0,
  avg_stop_time_after_interruption_ms: 600,
  user_wpm: 150,
  bot_wpm: 190,
  agent_talk_percentage: 62.5,
} as unknown as CallRecord;

/** Twelve seconds of a quiet tone: WAV, 8 kHz, a byte a sample. */
export function recording(): Buffer {
  const samples = Buffer.from(
    Uint8Array.from({ length: 96_000 }, (_, index) => 128 + Math.round(8 * Math.sin(index / 4))),
  );
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 8_000],
    [40, samples.length],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write("data", 36);
  return Buffer.concat([header, samples]);
}
