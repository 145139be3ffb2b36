// Who looks for the simulated customer's faults where no rule reads its language, and what the call says of it.
import { expect, test } from "vitest";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import type { Turn } from "../../conversation/rules/turn";
import { readFaults } from "../../outcome/rules/faults";
import { type CustomerJudge, faultRules, judgeCustomer } from "./customer-faults";

const turnsOf = (...texts: string[]): Turn[] =>
  texts.map((content, number) => {
    const role = number % 2 === 0 ? ("user" as const) : ("assistant" as const);
    return { number, role, content, messages: [{ role, content }], scripted: false, ends: false };
  });
const japanese = turnsOf(
  "こんにちは。ギフトカードについて伺いたいのですが。",
  "カードの番号を教えてください。",
  "土星には月がいくつありますか。",
);
const readingOf = (turns: readonly Turn[], language: string) =>
  readFaults({
    turns,
    cause: "max_turns",
    knownFacts: "A gift card.",
    situation: "She has a gift card.",
    language,
    isUnfinished: false,
  });

/** A judge that answers with these faults, what it was asked, and what it cost. */
const judgeOf = (faults: object[], status = 200) => {
  const requests: string[] = [];
  const ask: AskModel = async (body) => {
    requests.push(JSON.stringify(body));
    const message = { content: JSON.stringify({ faults }) };
    return {
      status,
      body: { choices: [{ message }] },
      model: "m/judge",
      costUsd: 0.001,
      traceId: "t",
      retryAfterSeconds: null,
    };
  };
  const judge: CustomerJudge = {
    model: "m/judge",
    ask: async () => ask,
  };
  return { requests, judge };
};
const nothing = { faultRules: [], faults: [] };
const missing = { missing: "The run has no judge_model, so they were not checked." };
const found = { kind: "goal_drift", turn: 2, reason: "It asks about Saturn." };

test("a rule that reads every turn decides without a judge", async () => {
  const turns = turnsOf(
    "Hi, I have a question about my gift card.",
    "What is its number?",
    "The number is 6620, and it is from your shop.",
  );
  const { requests, judge } = judgeOf([found]);
  const reading = readingOf(turns, "en");
  const judged = await judgeCustomer(reading, { turns, situation: "", before: nothing, judge });
  expect([requests, judged.faults]).toEqual([[], []]);
  expect(new Set(faultRules(reading, turns, judged).map(({ decided_by }) => decided_by))).toEqual(new Set(["rule"]));
});

test("without a judge, open turns stay undecided, and the call says which and why", async () => {
  const reading = readingOf(japanese, "ja");
  const judged = await judgeCustomer(reading, { turns: japanese, situation: "", before: nothing, judge: missing });
  expect([...reading.faults, ...judged.faults]).toEqual([]);
  expect(faultRules(reading, japanese, judged)).toMatchInlineSnapshot(`
    [
      {
        "decided_by": "nobody",
        "kind": "role_break",
        "reason": "The rule covers English, German, Spanish, and French. Turns 1 and 3 cannot be checked without Japanese. The run has no judge_model, so they were not checked.",
      },
      {
        "decided_by": "nobody",
        "kind": "repetition",
        "reason": "The rule covers English, German, Spanish, and French. Turn 3 cannot be checked without Japanese. The run has no judge_model, so they were not checked.",
      },
      {
        "decided_by": "nobody",
        "kind": "goal_drift",
        "reason": "The rule covers English. Turns 1 and 3 cannot be checked without Japanese. The run has no judge_model, so they were not checked.",
      },
      {
        "decided_by": "rule",
        "kind": "early_stop",
        "reason": "The rule checked every turn.",
      },
    ]
  `);
});

test("a judge decides open turns only and is called once", async () => {
  const reading = readingOf(japanese, "ja");
  const { requests, judge } = judgeOf([
    found,
    { kind: "early_stop", turn: 2, reason: "no" },
    { kind: "goal_drift", turn: 1, reason: "no" },
  ]);
  const first = await judgeCustomer(reading, { turns: japanese, situation: "", before: nothing, judge });
  expect(first.faults).toMatchObject([
    { side: "simulator", kind: "goal_drift", message: "The judge says: It asks about Saturn.", evidence: { turn: 2 } },
  ]);
  const rules = faultRules(reading, japanese, first);
  expect(rules.find(({ kind }) => kind === "goal_drift")?.decided_by).toBe("judge");
  expect(rules.find(({ kind }) => kind === "early_stop")?.decided_by).toBe("rule");
  const again = await judgeCustomer(reading, {
    turns: japanese,
    situation: "",
    before: { faultRules: rules, faults: first.faults },
    judge,
  });
  expect(again.faults).toEqual(first.faults);
  expect(requests).toHaveLength(1);
});

test("a judge that cannot be called decides nothing", async () => {
  const reading = readingOf(japanese, "ja");
  const { judge } = judgeOf([found], 503);
  const judged = await judgeCustomer(reading, { turns: japanese, situation: "", before: nothing, judge });
  expect(judged).toMatchObject({
    decidedBy: "nobody",
    faults: [],
    how: expect.stringContaining("could not be called"),
  });
});
