import { expect, test } from "vitest";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { clockText, speechFacts, spokenTurns, turnAt } from "./spoken";

const turnOf = (turn: number, start_time_ms: number, end_time_ms: number) =>
  ({ turn, start_time_ms, end_time_ms }) as CallRecord["transcript"][number]; // safe: no other field is read
const turns = spokenTurns({ transcript: [turnOf(0, 1_000, 3_000), turnOf(1, 3_500, 5_500), turnOf(2, 4_900, 8_000)] });

test("a turn that begins while the other side speaks is an interruption as long as the overlap", () =>
  expect(turns.map(({ interruptionMs }) => interruptionMs)).toEqual([null, null, 600]));

test.each([
  [0, -1],
  [1_000, 0],
  [3_200, 0],
  [5_000, 2],
  [60_000, 2],
])("at %d ms the turn with index %d is playing", (ms, index) => expect(turnAt(turns, ms)).toBe(index));

test.each([
  [0, "0:00"],
  [65_400, "1:05"],
  [3_605_000, "60:05"],
])("%d ms is %s", (ms, text) => expect(clockText(ms)).toBe(text));

test("speech facts leave out what was not measured", () => {
  const nothing = {
    avg_agent_latency_ms: null,
    user_interruption_count: null,
    ai_interruption_count: null,
    avg_stop_time_after_interruption_ms: null,
    user_wpm: null,
    bot_wpm: null,
    agent_talk_percentage: null,
  };
  expect(speechFacts(nothing)).toEqual([]);
  const facts = speechFacts({
    ...nothing,
    user_interruption_count: 1,
    avg_stop_time_after_interruption_ms: 600,
    avg_agent_latency_ms: 1_000,
  });
  expect(facts.map(({ term, value }) => `${term} ${value}`)).toEqual([
    "Agent latency 1.00 s on average",
    "Customer interrupted once; the agent kept talking for 600 ms",
  ]);
});
