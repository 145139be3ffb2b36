// A call by phone as its page shows it: what was said when, and what the times say.
import type { CallRecord } from "@/lib/contracts/simulation/calls";
import { LEAST_OVERLAP_MS } from "@/lib/simulation/voice/rules/speech";
import { millisecondsText } from "./words";

export interface SpokenTurn {
  turn: CallRecord["transcript"][number];
  startMs: number;
  endMs: number;
  /** How long it overlaps what the other side was saying; null where it has not cut in. */
  cutInMs: number | null;
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
      cutInMs: index > 0 && overlap >= LEAST_OVERLAP_MS ? Math.min(overlap, one.endMs - one.startMs) : null,
    };
  });
}

/** The turn that is heard at a time, by its place: the last that has begun; -1 before the first. */
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

/** What the times say, a sentence each; what was not measured is left out. */
export function speechFacts(call: Figures): { term: string; value: string }[] {
  const answered = call.avg_agent_latency_ms;
  const stop = call.avg_stop_time_after_interruption_ms;
  const goesOn = stop === null ? "" : `, and the agent spoke on for ${millisecondsText(stop)}`;
  return [
    ...(answered === null ? [] : [{ term: "Agent answers", value: `after ${millisecondsText(answered)} on average` }]),
    ...(call.user_interruption_count === null
      ? []
      : [{ term: "Customer cut in", value: `${times(call.user_interruption_count)}${goesOn}` }]),
    ...(call.ai_interruption_count === null
      ? []
      : [{ term: "Agent cut in", value: times(call.ai_interruption_count) }]),
    ...(call.user_wpm === null || call.bot_wpm === null
      ? []
      : [
          {
            term: "Words a minute",
            value: `${Math.round(call.bot_wpm)} of the agent, ${Math.round(call.user_wpm)} of the customer`,
          },
        ]),
    ...(call.agent_talk_percentage === null
      ? []
      : [{ term: "Agent speaks", value: `${call.agent_talk_percentage.toFixed(0)} % of what is spoken` }]),
  ];
}
