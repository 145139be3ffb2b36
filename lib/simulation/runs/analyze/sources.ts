// The sources of a call from which a mapping can take inputs.
import { wholeCost } from "@/lib/evaluation/judge/spend";
import { oneSide, transcriptText } from "../../conversation/rules/turn";
import { type Sources, textValue } from "../../outcome/mapping";
import type { VoiceCallRow } from "../../voice/loaders";
import type { CallRow, ExecutionRow, TurnRow } from "../loaders";

const seconds = (from: Date | null, to: Date | null): number | null =>
  from && to ? Math.round((to.getTime() - from.getTime()) / 1000) : null;

interface Seen {
  execution: ExecutionRow;
  call: CallRow;
  turns: readonly TurnRow[];
  runName: string;
  /** The stored data of a phone call; null for text. */
  voice: VoiceCallRow | null;
}

export function sourcesOf(seen: Seen): Sources {
  const { execution, call, turns, runName } = seen;
  const { agent, scenarios } = execution.pinned;
  const scenario = scenarios[call.scenarioId];
  const values = { ...agentWords(seen), ...scenarioWords(seen), ...callWords(seen), ...metricWords(call) };
  return {
    words: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textValue(value)])),
    columns: new Map(Object.values(call.row).map(({ column_id, value }) => [column_id, value ?? ""])),
    scenario: scenario?.name ?? "the scenario",
    roots: {
      call: {
        ...call.metrics,
        status: call.status,
        started_at: call.startedAt?.toISOString() ?? null,
        ended_at: call.endedAt?.toISOString() ?? null,
        cause: call.cause,
        ended_reason: call.endedReason,
        state: call.state,
        checks: call.checks,
        turns,
      },
      agent: { ...agent.snapshot, name: agent.name, type: agent.type },
      agent_version: { id: agent.version_id, number: agent.version, ...agent.snapshot },
      persona: { ...scenario?.simulator, ...personaMembers(call) },
      prompt: {},
      scenario: { ...scenario, info: scenario, simulator: undefined },
      scenario_columns: Object.fromEntries(Object.entries(call.row).map(([name, { value }]) => [name, value])),
      scenario_graph: scenario?.graph ?? {},
      simulation: { name: runName, type: agent.type },
    },
  };
}

type Words = Record<string, unknown>;

function agentWords({ execution, runName }: Seen): Words {
  const { agent } = execution.pinned;
  const { snapshot } = agent;
  return {
    agent_prompt: snapshot.description,
    simulation_name: runName,
    simulation_type: agent.type,
    simulation_call_type: snapshot.inbound === false ? "Outbound" : "Inbound",
    agent_name: agent.name,
    agent_type: agent.type,
    agent_provider: snapshot.provider,
    agent_contact_number: snapshot.contact_number,
    agent_model: snapshot.model,
    agent_language: snapshot.language,
    agent_description: snapshot.description,
    call_provider: snapshot.provider,
  };
}

function scenarioWords({ execution, call }: Seen): Words {
  const scenario = execution.pinned.scenarios[call.scenarioId];
  const simulator = scenario?.simulator ?? {};
  return {
    persona_name: simulator.name,
    persona_prompt: simulator.prompt,
    persona_description: call.row.persona?.value,
    persona_voice_name: simulator.voice_name,
    persona_model: simulator.model,
    persona_initial_message: simulator.initial_message,
    prompt_name: "",
    prompt_description: "",
    scenario_info_name: scenario?.name,
    scenario_info_description: scenario?.description,
    scenario_info_type: scenario?.kind,
    scenario_info_source: scenario?.source,
  };
}

function callWords({ execution, call, turns, voice }: Seen): Words {
  const { name, snapshot } = execution.pinned.agent;
  const spoken = transcriptText(turns);
  const context = [
    `Agent: ${name}${textValue(snapshot.description) ? ` – ${textValue(snapshot.description)}` : ""}`,
    `Language: ${textValue(snapshot.language) || "en"}`,
    `First message: ${turns[0]?.content ?? ""}`,
  ].join("\n");
  const cost = wholeCost(call);
  const cents = cost === null ? null : cost / 10_000;
  return {
    transcript: `=== CALL CONTEXT ===\n${context}\n=== TRANSCRIPT ===\n${spoken}`,
    user_chat_transcript: oneSide(turns, "user"),
    assistant_chat_transcript: oneSide(turns, "assistant"),
    call_summary: voice?.summary ?? spoken,
    call_ended_reason: call.endedReason,
    call_duration_seconds: seconds(call.startedAt, call.endedAt),
    call_status: call.status,
    call_phone_number: voice?.phoneNumber,
    voice_recording: voice?.recordings.combined,
    stereo_recording: voice?.recordings.stereo,
    customer_recording: voice?.recordings.customer,
    assistant_recording: voice?.recordings.assistant,
    call_recording_url: voice?.recordings.combined,
    call_stereo_recording_url: voice?.recordings.stereo,
    call_overall_score: call.overallScore,
    call_cost_cents: cents,
    call_customer_cost_cents: cents,
  };
}

function metricWords({ metrics }: CallRow): Words {
  const { avg_latency_ms: latency, avg_stop_time_after_interruption_ms: stop } = metrics;
  const latencySeconds = latency == null ? null : latency / 1000;
  return {
    call_response_time: latencySeconds,
    call_response_time_ms: latency,
    call_avg_agent_latency: latencySeconds,
    call_avg_agent_latency_ms: latency,
    call_avg_latency_ms: latency,
    call_avg_stop_time_after_interruption: stop == null ? null : stop / 1000,
    call_avg_stop_time_after_interruption_ms: stop,
    call_user_interruption_count: metrics.user_interruption_count,
    call_user_interruption_rate: metrics.user_interruption_rate,
    call_user_wpm: metrics.user_wpm,
    call_bot_wpm: metrics.bot_wpm,
    call_talk_ratio: metrics.talk_ratio,
    call_ai_interruption_count: metrics.ai_interruption_count,
    call_ai_interruption_rate: metrics.ai_interruption_rate,
    call_total_tokens: metrics.total_tokens,
    call_input_tokens: metrics.input_tokens,
    call_output_tokens: metrics.output_tokens,
    call_turn_count: metrics.turn_count,
    call_agent_talk_percentage: metrics.agent_talk_percentage,
    call_csat_score: metrics.csat_score,
  };
}

function personaMembers({ row }: CallRow): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(row.persona?.value ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
