import { expect, test } from "vitest";
import type { FiredGuardrail } from "@/lib/contracts/gateway/request-record";
import { guardrailMark } from "./guardrail-mark";

const fired = (name: string, effect: FiredGuardrail["effect"]): FiredGuardrail => ({
  name,
  effect,
  stage: "pre",
  score: 1,
  reason: null,
});

test.each([
  ["none", [], null],
  ["one that logs", [fired("pii", "log")], { word: "logged", title: "Guardrail pii logged the request" }],
  ["one that alters", [fired("pii", "alter")], { word: "altered", title: "Guardrail pii altered the request" }],
  ["one that warns", [fired("tone", "warn")], { word: "warned", title: "Guardrail tone warned about the request" }],
  ["one that blocks", [fired("cards", "block")], { word: "blocked", title: "Guardrail cards blocked the request" }],
  [
    "several: the most serious one gives the word",
    [fired("pii", "log"), fired("cards", "alter"), fired("tone", "warn")],
    {
      word: "altered",
      title:
        "Guardrail pii logged the request, guardrail cards altered the request, guardrail tone warned about the request",
    },
  ],
  [
    "one of the answer",
    [{ ...fired("pii", "log"), stage: "post" as const }],
    { word: "logged", title: "Guardrail pii logged the answer" },
  ],
])("a request with %s", (_, guardrails, expected) => {
  expect(guardrailMark(guardrails)).toEqual(expected);
});
