import { expect, test } from "vitest";
import { simulatorSettingsOf } from "@/lib/contracts/simulation/simulator";
import type { Utterance } from "../adapter";
import { endedBy } from "./call-end";
import { maxSecondsOf, retellManner, sensitivityOf, settingsFor, spokenPrompt, vapiManner, vapiModel } from "./manner";
import { speechMetrics, turnsIn } from "./speech";

/** "customer 0 2000 some words". */
const utterance = (line: string): Utterance => {
  const [speaker = "", from, to, ...words] = line.split(" ");
  const isAgent = speaker === "agent";
  return {
    speaker: isAgent ? "agent" : "customer",
    message: { role: isAgent ? "assistant" : "user", content: words.join(" ") },
    startMs: Number(from),
    endMs: Number(to),
    confidence: null,
  };
};
const measured = (durationMs: number | null, ...lines: string[]) =>
  speechMetrics(turnsIn(lines.map(utterance)), durationMs);

test("consecutive utterances of one side are one turn, in the order in which they began", () => {
  const turns = turnsIn(["agent 900 1500 b", "customer 2000 3000 c", "agent 0 800 a"].map(utterance));
  expect(turns.map(({ role, messages, startMs, endMs }) => [role, messages.length, startMs, endMs])).toEqual([
    ["assistant", 2, 0, 1500],
    ["user", 1, 2000, 3000],
  ]);
});

test.each([
  ["nothing", 0, [], { avg_agent_latency_ms: null, user_interruption_count: null, talk_ratio: null, bot_wpm: null }],
  [
    "an answer half a second after the question",
    60_000,
    ["customer 0 2000 where is my parcel now", "agent 2500 5500 it is at the depot"],
    {
      avg_agent_latency_ms: 500,
      user_interruption_count: 0,
      ai_interruption_count: 0,
      user_wpm: 150,
      bot_wpm: 100,
      talk_ratio: 1.5,
      agent_talk_percentage: 60,
    },
  ],
  [
    "silence within a turn is nobody's speech",
    60_000,
    ["agent 0 1000 one two three", "agent 20000 21000 four five", "customer 22000 23000 six"],
    { bot_wpm: 150, user_wpm: 60, talk_ratio: 2, agent_talk_percentage: (2 / 3) * 100 },
  ],
  [
    "words without spaces between them",
    60_000,
    ["agent 0 2000 荷物はどこですか", "customer 3000 4000 我的包裹在哪里"],
    { bot_wpm: 150, user_wpm: 240 },
  ],
  [
    "speech that is reported twice is once in the figures",
    60_000,
    ["agent 0 2000 a b", "agent 1000 3000 c", "customer 4000 5000 d"],
    { bot_wpm: 60, talk_ratio: 3 },
  ],
  [
    "latency is a mean, and an agent's first words have none",
    60_000,
    ["agent 0 1000 hello", "customer 1200 2000 a", "agent 2600 3000 b", "customer 3100 4000 c", "agent 5000 6000 d"],
    { avg_agent_latency_ms: 800 },
  ],
  [
    "a customer who cuts in, and an agent who goes on for 600 ms",
    30_000,
    ["agent 0 4000 a", "customer 3400 5000 b"],
    { user_interruption_count: 1, user_interruption_rate: 2, avg_stop_time_after_interruption_ms: 600 },
  ],
  [
    "an agent who cuts in keeps nobody waiting",
    60_000,
    ["customer 0 3000 a", "agent 2000 4000 b"],
    { ai_interruption_count: 1, ai_interruption_rate: 1, avg_agent_latency_ms: null, user_interruption_count: 0 },
  ],
  [
    "an overlap that times are too rough for",
    60_000,
    ["agent 0 3000 a", "customer 2850 4000 b"],
    { user_interruption_count: 0 },
  ],
  [
    "without times of speech there is no pace",
    null,
    ["customer 0 0 a b", "agent 0 0 c"],
    { user_wpm: null, talk_ratio: null, user_interruption_rate: null },
  ],
] as const)("%s", (_, durationMs, lines, figures) => expect(measured(durationMs, ...lines)).toMatchObject(figures));

test.each([
  ["vapi", "assistant-ended-call-after-message-spoken", "customer_ended", "customer-ended-call", null],
  ["vapi", "customer-ended-call", "agent_ended", "assistant-ended-call", null],
  ["vapi", "exceeded-max-duration", "max_duration", "max-duration-reached", null],
  ["vapi", "customer-did-not-answer", "agent_fault", "no-answer", "agent no_answer"],
  ["vapi", "customer-busy", "agent_fault", "no-answer", "agent no_answer"],
  ["vapi", "manually-canceled", "cancelled", "cancelled", null],
  ["vapi", "call.start.error-subscription-concurrency-limit-reached", "provider_fault", null, "provider rate_limited"],
  ["vapi", "call.start.error-subscription-insufficient-credits", "provider_fault", null, "provider budget"],
  ["vapi", "twilio-reported-customer-misdialed", "provider_fault", null, "provider not_configured"],
  ["vapi", "call.in-progress.error-vapifault-worker-died", "provider_fault", null, "provider unavailable"],
  ["vapi", "a-word-that-is-new", "provider_fault", null, "provider unavailable"],
  ["retell", "agent_hangup", "customer_ended", "customer-ended-call", null],
  ["retell", "user_hangup", "agent_ended", "assistant-ended-call", null],
  ["retell", "max_duration_reached", "max_duration", "max-duration-reached", null],
  ["retell", "dial_no_answer", "agent_fault", "no-answer", "agent no_answer"],
  ["retell", "concurrency_limit_reached", "provider_fault", null, "provider rate_limited"],
  ["retell", "no_valid_payment", "provider_fault", null, "provider budget"],
  ["retell", "error_asr", "provider_fault", null, "provider unavailable"],
] as const)("%s's end reason %s becomes %s", (provider, word, cause, reason, fault) => {
  const ended = endedBy(provider, word, "assistant", true);
  expect(ended).toMatchObject({ cause, reason: reason ?? word });
  expect(ended.fault && `${ended.fault.side} ${ended.fault.kind}`).toBe(fault);
});

test.each([
  ["user", "agent no_answer"],
  ["assistant", "simulator empty_turn"],
  [null, "provider stalled"],
] as const)("a silence after %s's words is the fault of %s", (last, fault) => {
  const ended = endedBy("vapi", "silence-timed-out", last, true);
  expect(`${ended.fault?.side} ${ended.fault?.kind}`).toBe(fault);
  expect(endedBy("retell", "inactivity", last, true)).toEqual(ended);
});

test("an agent that hangs up silently has given an empty answer", () =>
  expect(endedBy("retell", "user_hangup", "user", false).fault).toMatchObject({ side: "agent", kind: "empty_answer" }));

test("a simulator's settings are converted to each provider's format", () => {
  const usual = simulatorSettingsOf({});
  expect(vapiManner(usual)).toEqual({
    voice: { provider: "11labs", voiceId: "marissa" },
    startSpeakingPlan: { waitSeconds: 0.4 },
    stopSpeakingPlan: { numWords: 0, voiceSeconds: 0.2 },
  });
  const own = simulatorSettingsOf({ conversation_speed: 1.5, interrupt_sensitivity: 8, initial_message_delay: 60 });
  expect(vapiManner(own)).toMatchObject({ voice: { speed: 1.2 } });
  expect(retellManner(own, "de", 600)).toMatchObject({
    language: "de-DE",
    interruption_sensitivity: 0.8,
    voice_speed: 1.5,
    begin_message_delay_ms: 5_000,
    max_call_duration_ms: 600_000,
  });
  expect(retellManner(usual, "cs", 60)).not.toHaveProperty("language");
  expect([0.5, 1, 10, 11].map(sensitivityOf)).toEqual([0.5, 1, 1, 1]);
  const levelOf = (level: string) =>
    sensitivityOf(settingsFor(simulatorSettingsOf({}), { interrupt_sensitivity: level }).interrupt_sensitivity);
  expect(["1", "2", "10"].map(levelOf)).toEqual([0.1, 0.2, 1]); // a persona's levels are from 1 to 10
  expect(
    [0, 30, 180].map((max_call_duration_in_minutes) => maxSecondsOf({ ...usual, max_call_duration_in_minutes })),
  ).toEqual([60, 1_800, 7_200]);
  expect(["gpt-4", "claude-sonnet-4-5", "openai/gpt-4.1", "sandbox/echo", "scripted"].map(vapiModel)).toEqual([
    { provider: "openai", model: "gpt-4" },
    { provider: "anthropic", model: "claude-sonnet-4-5" },
    { provider: "openai", model: "gpt-4.1" },
    { provider: "openai", model: "gpt-4o" },
    { provider: "openai", model: "gpt-4o" },
  ]);
});

test("a row's script reaches the model that speaks as the customer", () => {
  expect(spokenPrompt("P", null)).toBe("P");
  expect(spokenPrompt("P", ["Where?", null, "When?"])).toContain("1. Where?\n2. When?");
});
