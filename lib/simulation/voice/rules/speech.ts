// Computes speech metrics from a conversation's times: turns, how long the agent kept the customer waiting, and
// interruptions.

import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import { meanOf } from "@/lib/mean";
import { wordCount } from "../../conversation/rules/texts";
import type { Utterance } from "../adapter";

export interface SpokenTurn {
  role: "user" | "assistant";
  messages: TurnMessage[];
  startMs: number;
  endMs: number;
  /** How long it was spoken, without the silence between its utterances. */
  speechMs: number;
  /**
   * For an agent's turn: from the end of the customer's speech to its start; null if the agent interrupted or spoke
   * first.
   */
  latencyMs: number | null;
  /** Whether it began while the other side spoke. */
  interrupts: boolean;
  confidence: number | null;
}

export const speechMetricNames = [
  "avg_agent_latency_ms",
  "user_interruption_count",
  "user_interruption_rate",
  "ai_interruption_count",
  "ai_interruption_rate",
  "avg_stop_time_after_interruption_ms",
  "user_wpm",
  "bot_wpm",
  "talk_ratio",
  "agent_talk_percentage",
] as const;
export type SpeechMetric = (typeof speechMetricNames)[number];

/** Milliseconds. Shorter overlaps do not count as interruptions, because providers' times are approximate. */
export const LEAST_OVERLAP_MS = 200;

/** The utterances in order of their start. Consecutive ones of one side form one turn. */
export function turnsIn(utterances: readonly Utterance[]): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  for (const one of utterances.toSorted((first, second) => first.startMs - second.startMs)) {
    const role = one.speaker === "customer" ? "user" : "assistant";
    const last = turns.at(-1);
    if (last?.role === role) {
      last.messages.push(one.message);
      last.speechMs += Math.max(0, one.endMs - Math.max(one.startMs, last.endMs));
      last.endMs = Math.max(last.endMs, one.endMs);
      last.confidence = least(last.confidence, one.confidence);
      continue;
    }
    const interrupts = last !== undefined && one.startMs + LEAST_OVERLAP_MS <= last.endMs;
    turns.push({
      role,
      messages: [one.message],
      startMs: one.startMs,
      endMs: Math.max(one.startMs, one.endMs),
      speechMs: Math.max(0, one.endMs - one.startMs),
      latencyMs: role === "assistant" && last && !interrupts ? Math.max(0, one.startMs - last.endMs) : null,
      interrupts,
      confidence: one.confidence,
    });
  }
  return turns;
}

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

const wordsOf = ({ messages }: SpokenTurn): number =>
  messages.reduce((sum, { role, content }) => sum + (role === "tool" ? 0 : wordCount(content ?? "")), 0);

/**
 * Metrics of turns from `turnsIn`. Latency is the mean over the agent's turns that follow the customer's. An
 * interruption is a turn that begins while the other side speaks; the stop time is how long the agent then continues.
 * Rates are per minute of the call. Words per minute are per side's own speech, without silence. The talk ratio is the agent's speech
 * divided by the customer's. Null if nothing was measured.
 */
export function speechMetrics(
  turns: readonly SpokenTurn[],
  durationMs: number | null,
): Record<SpeechMetric, number | null> {
  const of = (role: SpokenTurn["role"]) => turns.filter((turn) => turn.role === role);
  const [customer, agent] = [of("user"), of("assistant")];
  const speech = (own: readonly SpokenTurn[]) => own.reduce((sum, { speechMs }) => sum + speechMs, 0);
  const pace = (own: readonly SpokenTurn[]) =>
    speech(own) > 0 ? own.reduce((sum, turn) => sum + wordsOf(turn), 0) / (speech(own) / 60_000) : null;
  const rate = (count: number) => (durationMs && durationMs > 0 ? count / (durationMs / 60_000) : null);
  const cuts = (own: readonly SpokenTurn[]) => own.filter(({ interrupts }) => interrupts).length;
  const stops = turns.flatMap((turn, index) => {
    const before = turns[index - 1];
    return turn.role === "user" && turn.interrupts && before ? [before.endMs - turn.startMs] : [];
  });
  const spoken = speech(agent) + speech(customer);
  return {
    avg_agent_latency_ms: meanOf(agent.flatMap(({ latencyMs }) => latencyMs ?? [])),
    user_interruption_count: turns.length > 0 ? cuts(customer) : null,
    user_interruption_rate: turns.length > 0 ? rate(cuts(customer)) : null,
    ai_interruption_count: turns.length > 0 ? cuts(agent) : null,
    ai_interruption_rate: turns.length > 0 ? rate(cuts(agent)) : null,
    avg_stop_time_after_interruption_ms: meanOf(stops),
    user_wpm: pace(customer),
    bot_wpm: pace(agent),
    talk_ratio: speech(customer) > 0 ? speech(agent) / speech(customer) : null,
    agent_talk_percentage: spoken > 0 ? (speech(agent) / spoken) * 100 : null,
  };
}
