// The additional data of a phone call; text calls have none.
import { knownCost } from "@/lib/gateway/money/amount";
import type { VoiceCallRow } from "../../voice/loaders";
import { type SpeechMetric, speechMetricNames } from "../../voice/rules/speech";
import type { CallRow } from "../loaders";

const seconds = (milliseconds: number | null): number | null => (milliseconds === null ? null : milliseconds / 1000);
const dollars = (micros: number): number => micros / 1e6;

export function voiceMembers({ metrics, ...call }: CallRow, voice: VoiceCallRow | undefined) {
  // Safe: it has all of these names.
  const speech = Object.fromEntries(speechMetricNames.map((name) => [name, metrics[name] ?? null])) as Record<
    SpeechMetric,
    number | null
  >;
  const latency = speech.avg_agent_latency_ms ?? metrics.avg_latency_ms ?? null;
  const cost = knownCost(call);
  // The cost of a part is known only if the provider names the part.
  const part = (name: string) => {
    const micros = voice?.costs[name];
    return micros === undefined ? null : dollars(micros);
  };
  return {
    ...speech,
    avg_agent_latency_ms: latency,
    avg_agent_latency: seconds(latency),
    avg_stop_time_after_interruption: seconds(speech.avg_stop_time_after_interruption_ms),
    service_provider_call_id: voice?.providerCallId ?? null,
    customer_call_id: null,
    phone_number: voice?.phoneNumber ?? null,
    // Our own path, which fetches the provider's recording: pages play nothing from other hosts.
    audio_url: voice?.recordings.combined ? `/simulate/call-executions/${call.id}/recording/` : null,
    recordings: voice?.recordings ?? {},
    call_summary: voice?.summary ?? null,
    stt_cost: part("stt"),
    llm_cost: part("llm"),
    tts_cost: part("tts"),
    storage_cost: null,
    total_cost: cost === null ? null : dollars(cost),
    customer_cost_breakdown: voice
      ? Object.fromEntries(Object.entries(voice.costs).map(([name, micros]) => [name, dollars(micros)]))
      : null,
    customer_latency_metrics: voice?.latencies ?? null,
  };
}
