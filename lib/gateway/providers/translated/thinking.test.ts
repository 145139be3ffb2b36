// How Claude is sent an effort or a budget of thought, at Anthropic and on Bedrock.
import { describe, expect, test } from "vitest";
import { wires } from "../../testing/wire-cases";
import { askProvider, nowhere } from "../../testing/wire-suite";

type Json = Record<string, unknown>;

const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];
const named = { type: "function", function: { name: "look" } };
const user = { role: "user", content: "Hi" };
const call = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }],
};
const result = { role: "tool", tool_call_id: "a", content: "seen" };
const answer = { role: "assistant", content: "A cat." };

async function sentTo(name: string, model: string, more: object): Promise<Json> {
  const wire = wires.find((other) => other.name === name);
  if (!wire) throw new Error(`There is no ${name}.`);
  const fake = await nowhere(() => Response.json(wire.reply));
  const response = await askProvider(fake, wire.provider(fake.baseUrl), {
    model: `${name}/${model}`,
    messages: [user],
    ...more,
  });
  expect(response.status).toBe(200);
  return fake.seen[0]?.body as Json; // safe: what is sent is an object
}

/** What Anthropic reads of it. */
async function toAnthropic(model: string, more: object) {
  const { max_tokens, thinking, output_config } = await sentTo("anthropic", model, more);
  return { max_tokens, thinking, output_config };
}

async function toBedrock(model: string, more: object) {
  const { inferenceConfig, additionalModelRequestFields } = await sentTo("bedrock", model, more);
  return { inferenceConfig, additionalModelRequestFields };
}

const adaptive = { type: "adaptive" };
const shown = { type: "adaptive", display: "summarized" };
const enabled = (budget: number) => ({ type: "enabled", budget_tokens: budget });

describe("adaptive thinking from Claude 4.6 on", () => {
  test.each([
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-6-20260205",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-sonnet-5",
    "claude-opus-5-5",
    "claude-fable-5-1",
    "claude-mythos-preview",
  ])("%s", async (model) => {
    expect(await toAnthropic(model, { reasoning_effort: "medium", max_tokens: 2000 })).toEqual({
      max_tokens: 2000,
      thinking: model.includes("4-6") ? adaptive : shown,
      output_config: { effort: "medium" },
    });
  });

  test.each(["claude-opus-4-5", "claude-opus-4-1-20250805", "claude-opus-4-20250514", "claude-3-7-sonnet-20250219"])(
    "%s gets a thinking budget instead",
    async (model) => {
      const sent = await toAnthropic(model, { reasoning_effort: "low", max_tokens: 3000 });
      expect(sent).toEqual({ max_tokens: 3000, thinking: enabled(1024), output_config: undefined });
    },
  );

  test.each<[string, object, object | undefined, object | undefined]>([
    ["minimal effort is low", { reasoning_effort: "minimal" }, adaptive, { effort: "low" }],
    [
      "a lot is high, which is the most that 4.6 has beside max",
      { reasoning_effort: "xhigh" },
      adaptive,
      { effort: "high" },
    ],
    ["none is nothing", { reasoning_effort: "none" }, undefined, undefined],
    [
      "results of tools may follow",
      { reasoning_effort: "low", messages: [user, call, result] },
      adaptive,
      { effort: "low" },
    ],
    [
      "a forced tool has effort alone",
      { reasoning_effort: "low", tools, tool_choice: named },
      undefined,
      { effort: "low" },
    ],
    ["the client's own", { thinking: adaptive, reasoning_effort: "high" }, adaptive, { effort: "high" }],
    ["the client's budget", { thinking: enabled(1500), reasoning_effort: "high" }, enabled(1500), undefined],
    ["the client's none", { thinking: { type: "disabled" }, reasoning_effort: "high" }, undefined, { effort: "high" }],
  ])("%s", async (_name, more, thinking, config) => {
    const sent = await toAnthropic("claude-opus-4-6", { max_tokens: 4000, ...more });
    expect(sent).toEqual({ max_tokens: 4000, thinking, output_config: config });
  });

  test("a client's budget becomes adaptive thinking for models without budgets", async () => {
    const sent = await toAnthropic("claude-opus-4-7", { max_tokens: 4000, thinking: enabled(1500) });
    expect(sent).toEqual({ max_tokens: 4000, thinking: shown, output_config: undefined });
  });

  test("later models show their thoughts unless the client asks to omit them", async () => {
    const display = { type: "adaptive", display: "omitted" };
    expect(await toAnthropic("claude-opus-4-7", { thinking: adaptive })).toMatchObject({ thinking: shown });
    expect(await toAnthropic("claude-opus-4-7", { thinking: display })).toMatchObject({ thinking: display });
    const { additionalModelRequestFields } = await toBedrock("anthropic.claude-opus-4-7", { thinking: adaptive });
    expect(additionalModelRequestFields).toEqual({ thinking: shown });
  });

  test("without a token limit, max_tokens leaves room for thinking", async () => {
    expect(await toAnthropic("claude-opus-4-6", { reasoning_effort: "high" })).toMatchObject({ max_tokens: 28_672 });
    expect(await toAnthropic("claude-opus-4-6", {})).toMatchObject({ max_tokens: 4096, thinking: undefined });
  });

  test("Bedrock gets adaptive thinking as well", async () => {
    const more = { reasoning_effort: "high", max_tokens: 2000 };
    expect(await toBedrock("us.anthropic.claude-opus-4-6-v1:0", more)).toEqual({
      inferenceConfig: { maxTokens: 2000 },
      additionalModelRequestFields: { thinking: adaptive, output_config: { effort: "high" } },
    });
    const forced = { ...more, tools, tool_choice: "required" };
    expect(await toBedrock("us.anthropic.claude-opus-4-6-v1:0", forced)).toEqual({
      inferenceConfig: { maxTokens: 2000 },
      additionalModelRequestFields: { output_config: { effort: "high" } },
    });
  });
});

test.each(["constructor", "a lot"])("an unknown reasoning effort such as %s is left out", async (word) => {
  const sent = await toAnthropic("claude-opus-4-6", { reasoning_effort: word });
  expect(sent).toEqual({ max_tokens: 4096, thinking: undefined, output_config: undefined });
});

test("other models on Bedrock get no thinking", async () => {
  expect(await toBedrock("eu.amazon.nova-pro-v1:0", { reasoning_effort: "high", max_tokens: 2000 })).toEqual({
    inferenceConfig: { maxTokens: 2000 },
    additionalModelRequestFields: undefined,
  });
});

describe("a token limit includes the thinking, as in the hold", () => {
  const own = (budget: number) => ({ thinking: enabled(budget) });
  test.each<[string, number, object, number | null]>([
    ["low effort", 3000, { reasoning_effort: "low" }, 1024],
    ["half of the limit at most", 5000, { reasoning_effort: "high" }, 2500],
    ["no thought in less than 1,024 tokens", 2047, { reasoning_effort: "high" }, null],
    ["as little as it takes", 2048, { reasoning_effort: "high" }, 1024],
    ["all that high effort takes", 60_000, { reasoning_effort: "high" }, 24_576],
    ["the client's budget", 3000, own(2000), 2000],
    ["the client's budget, below the limit", 3000, own(9000), 2999],
    ["the client's budget without room", 1024, own(9000), null],
  ])("%s, of %i", async (_name, limit, more, budget) => {
    const thinking = budget === null ? undefined : enabled(budget);
    for (const name of ["max_tokens", "max_completion_tokens"]) {
      const sent = await toAnthropic("claude-sonnet-4-5", { [name]: limit, ...more });
      expect(sent).toEqual({ max_tokens: limit, thinking, output_config: undefined });
    }
    const onBedrock = await toBedrock("eu.anthropic.claude-sonnet-4-5-20250929-v1:0", { max_tokens: limit, ...more });
    expect(onBedrock).toEqual({
      inferenceConfig: { maxTokens: limit },
      additionalModelRequestFields: thinking && { thinking },
    });
    const profile = "arn:aws:bedrock:eu-west-1:1:application-inference-profile/p";
    expect((await toBedrock(profile, { max_tokens: limit, ...more })).inferenceConfig).toEqual({ maxTokens: limit });
  });

  test("without a limit, the budget is added to max_tokens", async () => {
    const sent = await toAnthropic("claude-sonnet-4-5", { reasoning_effort: "medium" });
    expect(sent).toEqual({ max_tokens: 4096 + 8192, thinking: enabled(8192), output_config: undefined });
  });
});

describe("whether a thinking budget is sent", () => {
  const effort = { reasoning_effort: "low", tools };

  test.each<[string, object, boolean]>([
    ["a question", { messages: [user] }, true],
    ["a question after an answer that needed tools", { messages: [user, call, result, answer, user] }, true],
    ["a free choice of tools", { tool_choice: "auto" }, true],
    ["results of tools", { messages: [user, call, result] }, false],
    ["results of tools, and what the user adds to them", { messages: [user, call, result, user] }, false],
    ["results of tools, and the beginning of an answer", { messages: [user, call, result, answer] }, false],
    ["any forced tool", { tool_choice: "required" }, false],
    ["one forced tool", { tool_choice: named }, false],
  ])("with %s: %s", async (_name, more, thinks) => {
    const { thinking } = await toAnthropic("claude-sonnet-4-5", { ...effort, ...more });
    expect(thinking).toEqual(thinks ? enabled(1024) : undefined);
    const onBedrock = await toBedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0", { ...effort, ...more });
    expect(onBedrock.additionalModelRequestFields).toEqual(thinks ? { thinking: enabled(1024) } : undefined);
  });
});
