// The sources of a call from which a mapping can take inputs.
import { wholeCost } from "@/lib/evaluation/judge/spend";
import { oneSide, transcriptText } from "../../conversation/rules/turn";
import { type Sources, textValue } from "../../outcome/mapping";
import type { VoiceCallRow } from "../../voice/loaders";
import type { CallRow, ExecutionRow, TurnRow } from "../loaders";

const seconds = (from: Date | null, to: Date | null): number | null =>
  from && to ? Math.round((to.getTime() - from.getTime()) / 1000) : null;

/** `voice` is what is kept of a call by phone; null of one in writing. */
export function sourcesOf(
  execution: ExecutionRow,
  call: CallRow,
  turns: readonly TurnRow[],
  runName: string,
  voice: VoiceCallRow | null = null,
): Sources {
  const { agent, scenarios } = execution.pinned;
  const scenario = scenarios[call.scenarioId];
  const simulator = scenario?.simulator ?? {};
  const { snapshot } = agent;
  const { metrics } = call;
  const cost = wholeCost(call);
  const spoken = transcriptText(turns);
  const context = [
    `Agent: ${agent.name}${textValue(snapshot.description) ? ` – ${textValue(snapshot.description)}` : ""}`,
    `Language: ${textValue(snapshot.language) || "en"}`,
    `First message: ${turns[0]?.content ?? ""}`,
  ].join("\n");
  const columns = new Map(Object.values(call.row).map(({ column_id, value }) => [column_id, value ?? ""]));
  const values: Record<string, unknown> = {
    transcript: `=== CALL CONTEXT ===\n${context}\n=== TRANSCRIPT ===\n${spoken}`,
    user_chat_transcript: oneSide(turns, "user"),
    assistant_chat_transcript: oneSide(turns, "assistant"),
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
    call_response_time: metrics.avg_latency_ms == null ? null : metrics.avg_latency_ms / 1000,
    call_response_time_ms: metrics.avg_latency_ms,
    call_avg_agent_latency: metrics.avg_latency_ms == null ? null : metrics.avg_latency_ms / 1000,
    call_avg_agent_latency_ms: metrics.avg_latency_ms,
    call_avg_latency_ms: metrics.avg_latency_ms,
    call_avg_stop_time_after_interruption:
      metrics.avg_stop_time_after_interruption_ms == null ? null : metrics.avg_stop_time_after_interruption_ms / 1000,
    call_avg_stop_time_after_interruption_ms: metrics.avg_stop_time_after_interruption_ms,
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
    call_cost_cents: cost === null ? null : cost / 10_000,
    call_customer_cost_cents: cost === null ? null : cost / 10_000,
    call_provider: snapshot.provider,
  };
  return {
    words: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textValue(value)])),
    columns,
    scenario: scenario?.name ?? "the scenario",
    roots: {
      call: {
        ...metrics,
        status: call.status,
        started_at: call.startedAt?.toISOString() ?? null,
        ended_at: call.endedAt?.toISOString() ?? null,
        cause: call.cause,
        ended_reason: call.endedReason,
        state: call.state,
        checks: call.checks,
        turns,
      },
      agent: { ...snapshot, name: agent.name, type: agent.type },
      agent_version: { id: agent.version_id, number: agent.version, ...snapshot },
      persona: { ...simulator, ...personaMembers(call) },
      prompt: {},
      scenario: { ...scenario, info: scenario, simulator: undefined },
      scenario_columns: Object.fromEntries(Object.entries(call.row).map(([name, { value }]) => [name, value])),
      scenario_graph: scenario?.graph ?? {},
      simulation: { name: runName, type: agent.type },
    },
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
