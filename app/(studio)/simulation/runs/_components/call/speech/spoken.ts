// A phone call for its page: the timed turns, and figures from their times.
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { LEAST_OVERLAP_MS } from "@/lib/simulation/voice/rules/speech";
import { millisecondsText } from "../../words";

export interface SpokenTurn {
  turn: CallRecord["transcript"][number];
  startMs: number;
  endMs: number;
  /** How long the turn overlaps the other side's speech. Null if it does not interrupt. */
  interruptionMs: number | null;
}

export function spokenTurns({ transcript }: Pick<CallRecord, "transcript">): SpokenTurn[] {
  const timed = transcript.flatMap((turn) =>
    turn.start_time_ms === undefined || turn.end_time_ms === undefined
      ? []
      : [{ turn, startMs: turn.start_time_ms, endMs: turn.end_time_ms }],
  );
  return timed.map((one, index) => {
    const overlap = (timed[index - 1]?.endMs ?? 0) - one.startMs;
    return {
      ...one,
      interruptionMs: index > 0 && overlap >= LEAST_OVERLAP_MS ? Math.min(overlap, one.endMs - one.startMs) : null,
    };
  });
}

/** Index of the turn that is playing: the last one that has begun, or -1 before the first. */
export const turnAt = (turns: readonly SpokenTurn[], ms: number): number =>
  turns.findLastIndex(({ startMs }) => startMs <= ms);

/** 65400 is 1:05. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const times = (count: number): string => (count === 0 ? "never" : count === 1 ? "once" : `${count} times`);

type Figures = Pick<
  CallRecord,
  | "avg_agent_latency_ms"
  | "user_interruption_count"
  | "ai_interruption_count"
  | "avg_stop_time_after_interruption_ms"
  | "user_wpm"
  | "bot_wpm"
  | "agent_talk_percentage"
>;

/** One fact per measured figure. */
export function speechFacts(call: Figures): { term: string; value: string }[] {
  const latency = call.avg_agent_latency_ms;
  const stop = call.avg_stop_time_after_interruption_ms;
  const stopText = stop === null ? "" : `; the agent kept talking for ${millisecondsText(stop)}`;
  return [
    ...(latency === null ? [] : [{ term: "Agent latency", value: `${millisecondsText(latency)} on average` }]),
    ...(call.user_interruption_count === null
      ? []
      : [{ term: "Customer interrupted", value: `${times(call.user_interruption_count)}${stopText}` }]),
    ...(call.ai_interruption_count === null
      ? []
      : [{ term: "Agent interrupted", value: times(call.ai_interruption_count) }]),
    ...(call.user_wpm === null || call.bot_wpm === null
      ? []
      : [
          {
            term: "Words per minute",
            value: `agent ${Math.round(call.bot_wpm)}, customer ${Math.round(call.user_wpm)}`,
          },
        ]),
    ...(call.agent_talk_percentage === null
      ? []
      : [{ term: "Agent talk share", value: `${call.agent_talk_percentage.toFixed(0)} %` }]),
  ];
}
