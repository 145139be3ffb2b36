// Options that providers take in forms of their own.
import { describe, expect, test } from "vitest";
import { callOptionsOf } from "./options";

const body = (more: object) => ({ model: "m", messages: [{ role: "user", content: "Hi" }], ...more });

test.each<[string, Parameters<typeof callOptionsOf>[1], string, object, object]>([
  ["Claude on Bedrock", "bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0", { temperature: 0.5 }, {}],
  ["a profile", "bedrock", "arn:aws:bedrock:eu-west-1:1:application-inference-profile/p", { temperature: 0 }, {}],
  ["Claude on Bedrock without temperature", "bedrock", "anthropic.claude-sonnet-4-5", {}, { topP: 0.9 }],
  ["Nova", "bedrock", "eu.amazon.nova-pro-v1:0", { temperature: 0.5 }, { topP: 0.9 }],
  ["Gemini", "gemini", "gemini-2.5-pro", { temperature: 0.5 }, { topP: 0.9 }],
])("%s gets top_p beside temperature only if it takes both", (_title, kind, model, more, expected) => {
  const { temperature, topP } = callOptionsOf(body({ top_p: 0.9, ...more }), kind, model);
  expect({ temperature, topP }).toEqual({ topP: undefined, temperature: undefined, ...more, ...expected });
});

describe("an effort", () => {
  const thinking = (level: object) => ({ google: { thinkingConfig: { includeThoughts: true, ...level } } });
  test.each<[string, string, object | undefined]>([
    ["none", "gemini-2.5-flash", { google: { thinkingConfig: { thinkingBudget: 0 } } }],
    ["none", "gemini-2.5-flash-lite", { google: { thinkingConfig: { thinkingBudget: 0 } } }],
    ["none", "gemini-2.5-pro", undefined],
    ["none", "gemini-3-pro-preview", undefined],
    ["high", "gemini-2.5-pro", thinking({ thinkingBudget: 24_576 })],
    ["xhigh", "gemini-2.5-pro", thinking({ thinkingBudget: 24_576 })],
    ["xhigh", "gemini-3-pro-preview", thinking({ thinkingLevel: "high" })],
    ["low", "gemini-3-pro-preview", thinking({ thinkingLevel: "low" })],
    ["a lot", "gemini-2.5-flash", undefined],
  ])("of %s at %s", (effort, model, expected) => {
    expect(callOptionsOf(body({ reasoning_effort: effort }), "gemini", model).providerOptions).toEqual(expected);
  });

  test("of xhigh at Cohere is that of high", () => {
    const { providerOptions } = callOptionsOf(body({ reasoning_effort: "xhigh" }), "cohere", "command-a");
    expect(providerOptions).toEqual({ cohere: { thinking: { type: "enabled", tokenBudget: 24_576 } } });
  });
});

describe("JSON mode", () => {
  const json = { response_format: { type: "json_object" } };
  const ofSystem = (kind: "anthropic" | "bedrock" | "gemini" | "cohere", more: object) =>
    callOptionsOf(body(more), kind, "m").prompt.find(({ role }) => role === "system")?.content;

  test.each(["anthropic", "bedrock"] as const)("is an instruction at %s", (kind) => {
    expect(ofSystem(kind, json)).toMatch(/JSON object/);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ];
    expect(ofSystem(kind, { ...json, messages })).toMatch(/^Be brief\.\n\n.*JSON object/);
    expect(ofSystem(kind, {})).toBeUndefined();
  });

  test.each(["gemini", "cohere"] as const)("is an option at %s", (kind) => {
    expect(ofSystem(kind, json)).toBeUndefined();
    expect(callOptionsOf(body(json), kind, "m").responseFormat).toEqual({ type: "json" });
  });
});
