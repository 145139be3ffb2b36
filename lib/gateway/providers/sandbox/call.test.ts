import { describe, expect, test } from "vitest";
import { ask, chat, memoryParts, settings, type World, webGateway } from "../../testing/memory-parts";
import { chunksOf } from "../../testing/wire-suite";

const send = (sandbox: object, more: object = {}, headers: Record<string, string> = {}, world: World = {}) =>
  webGateway(memoryParts(world)).createChatCompletion(
    ask({ body: chat("sandbox/chat", { sandbox, ...more }), headers }),
  );
const usage = { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 60 };
const fullUsage = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
  prompt_tokens_details: { cached_tokens: 60 },
};
const calls = [{ name: "look", arguments: { at: "it" } }];

describe("the sandbox follows the request body", () => {
  test("for a whole answer", async () => {
    const answer = await (await send({ reply: "Just this.", usage, finish_reason: "content_filter" })).json();
    expect(answer).toMatchObject({ model: "sandbox/chat", usage: fullUsage });
    expect(answer.choices[0]).toMatchObject({ message: { content: "Just this." }, finish_reason: "content_filter" });
  });

  test("for a stream with tool calls", async () => {
    const options = { stream: true, stream_options: { include_usage: true } };
    const answer = await chunksOf(
      await send({ reply: "One two", tool_calls: calls, usage, token_delay_ms: 1 }, options),
    );
    expect([answer.text, answer.isDone, answer.usage]).toEqual(["One two", true, fullUsage]);
    const called = answer.deltas.flatMap((choice) => choice.delta.tool_calls ?? []);
    expect(called).toMatchObject([{ index: 0, function: { name: "look", arguments: '{"at":"it"}' } }]);
    expect(answer.deltas.at(-1).finish_reason).toBe("tool_calls");
  });

  test("for several choices, whole and streamed", async () => {
    const whole = await (await send({ reply: "Hi" }, { n: 2 })).json();
    expect(whole.choices).toMatchObject([0, 1].map((index) => ({ index, message: { content: "Hi" } })));
    const { deltas } = await chunksOf(await send({ reply: "Hi" }, { n: 2, stream: true }));
    const texts = [0, 1].map((at) =>
      deltas
        .filter(({ index }) => index === at)
        .map(({ delta }) => delta.content ?? "")
        .join(""),
    );
    expect(texts).toEqual(["Hi", "Hi"]);
    expect(deltas.filter(({ finish_reason }) => finish_reason === "stop").map(({ index }) => index)).toEqual([0, 1]);
  });

  test("for a refusal, with the time to retry", async () => {
    const response = await send({ status: 429, retry_after: 9 });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "9"]);
  });

  test.each([
    ["cut_after", "upstream_error"],
    ["hang_after", "timeout"],
  ])("for a failure: %s ends a stream with %s", async (fault, code) => {
    const short = { settings: { ...settings, routing: { modelTimeouts: { "sandbox/chat": 20 } } } };
    const response = await send({ reply: "a b c", [fault]: 2 }, { stream: true }, {}, short);
    const { text, isDone, error } = await chunksOf(response);
    expect([text, isDone, error.code]).toEqual(["a b", false, code]);
  });

  test.each([
    [{ delay_ms: 60_000 }, 504],
    [{ hang_after: 0 }, 504],
    [{ cut_after: 1 }, 502],
  ])("for a failure of a whole answer: %j is %i", async (sandbox, status) => {
    expect((await send(sandbox, {}, { "x-gateway-timeout": "5ms" })).status).toBe(status);
  });

  test.each([
    [{ status: 200 }, "sandbox.status"],
    [{ delay_ms: -1 }, "sandbox.delay_ms"],
    [{ answer: "x" }, "sandbox.answer"],
    ["cut", "sandbox"],
  ])("but refuses %j", async (sandbox, param) => {
    const response = await send(sandbox as object);
    expect([response.status, (await response.json()).error.param]).toEqual([400, param]);
  });
});
