// What a call may cost at most, whatever its provider reports, and what is refused before anything is reserved.
import { describe, expect, test, vi } from "vitest";
import { ask, chat, memoryParts, type World, webGateway } from "../testing/memory-parts";
import { moneyGateway } from "../testing/money-gateway";
import { completion } from "../testing/recorded-calls";
import type { Budget } from "./budget";
import { usageBound } from "./usage-bound";

const DOLLAR = 1_000_000;
const budget: Budget = { period: "total", limit: DOLLAR / 100, action: "block" };
/** Micro-dollars of a token under `thousandths: 0.001`. */
const TOKEN = 1;
const absurd = { prompt_tokens: 5_000_000, completion_tokens: 9_999_999 };

/** A provider that answers all of its first `parallel` calls only once the others were admitted or refused. */
function stubborn(parallel: number, usage: object) {
  let [requests, refused] = [0, 0];
  let answer: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const settled = () => requests + refused === parallel && answer();
  const fetch: World["fetch"] = async () => {
    requests += 1;
    settled();
    await gate;
    return Response.json({ ...completion({ content: "hi" }), usage });
  };
  const refuse = () => {
    refused += 1;
    settled();
  };
  return { fetch, refuse, requests: () => requests };
}

describe("20 parallel calls whose provider reports absurd usage", () => {
  test.each<[string, object, boolean]>([
    ["state no limit", {}, false],
    ["state a limit", { max_tokens: 100 }, false],
    ["state a limit for several choices", { max_completion_tokens: 100, n: 2 }, false],
    ["are paid by credits", { max_tokens: 100 }, true],
  ])("that %s overdraw by at most one call's bound", async (_title, more, isManaged) => {
    const { fetch, refuse, requests } = stubborn(20, absurd);
    const world: World = { key: isManaged ? { isManaged } : { budget }, fetch };
    const { call, entries } = moneyGateway(world, { credits: budget.limit, thousandths: 0.001 });
    const body = chat("small", more);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await call(body);
        if (status !== 200) refuse();
        return status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(requests());
    await vi.waitFor(() => expect(entries).toHaveLength(requests()));
    const bound = usageBound(body, { window: null, output: null });
    const spent = entries.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    const { budgets, credits } = await call.left();
    expect(isManaged ? 0.01 - (credits?.balance ?? 0) : budgets[0]?.spent).toBeCloseTo(spent / DOLLAR, 6);
    expect(spent).toBeLessThanOrEqual(budget.limit + (bound.inputTokens + bound.outputTokens) * TOKEN);
    expect(requests()).toBeGreaterThan(0);
    for (const entry of entries) expect(entry).toMatchObject({ isEstimated: true });
  });
});

test("impossible usage from a provider is logged once", async () => {
  const fetch: World["fetch"] = async () => Response.json({ ...completion({ content: "hi" }), usage: absurd });
  const { call, reported } = moneyGateway({ fetch });
  for (let calls = 0; calls < 3; calls += 1) await call(chat("org/large", { max_tokens: 5 }));
  expect(reported.map(String)).toEqual([
    "UsageExcess: acme/org/large reported 5000000 + 9999999 tokens for a call that can have used at most 1027 + 5.",
  ]);
});

describe("a provider's report of 150,000 tokens", () => {
  const text = { type: "text", text: "Sum it up" };
  const file = { type: "file", file: { file_id: "file-1" } };
  const dressed = (url: string) => ({ type: "image_url", image_url: { url } });
  const picture = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
  const spoken = { role: "assistant", content: null, audio: { id: "audio-1" } };
  const refused = { role: "assistant", content: [{ type: "refusal", refusal: "No." }] };
  const user = (...content: object[]) => ({ role: "user", content });

  test.each<[string, object[], number]>([
    ["a file", [user(text, file)], 150_000],
    ["a document that claims to be a picture", [user(text, dressed("data:application/pdf;base64,JVBERi0="))], 150_000],
    ["a recording that claims to be a picture", [user(text, dressed("Data:audio/mpeg;base64,SUQz"))], 150_000],
    ["a file that claims to be text", [user({ ...file, text: "" })], 150_000],
    ["a recording", [user(text, { type: "input_audio", input_audio: { data: "", format: "mp3" } })], 150_000],
    ["a video", [user({ type: "video_url", video_url: { url: "https://x.test/a.mp4" } })], 150_000],
    ["a document", [user({ type: "document_url", document_url: "https://x.test/a.pdf" })], 150_000],
    ["an earlier answer's recording", [spoken, user(text)], 150_000],
    ["a picture", [user(picture)], 51_016],
    ["a picture that claims to be text", [user({ ...picture, text: "" })], 51_016],
    ["an earlier answer's refusal", [refused, user(text)], 1_000 + 2 * 16 + 9 + 34],
  ])("of a chat with %s is believed as far as it can be true", async (_name, messages, booked) => {
    const usage = { prompt_tokens: 150_000, completion_tokens: 1 };
    const fetch: World["fetch"] = async () => Response.json({ ...completion({ content: "hi" }), usage });
    const { call, entries } = moneyGateway({ key: { budget }, fetch }, { thousandths: 0.001 });
    const body = chat("small", { messages, max_tokens: 1 });
    await call(body);
    expect(entries).toMatchObject([{ inputTokens: booked, isEstimated: booked < 150_000 }]);
    expect(usageBound(body, { window: null, output: null }).inputTokens).toBe(booked < 150_000 ? booked : 1_000_000);
    expect(usageBound(body, { window: 128_000, output: null }).inputTokens).toBe(Math.min(booked, 128_000));
  });
});

test("written output is charged, even if it exceeds the request's limit", async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 120 };
  const fetch: World["fetch"] = async () => Response.json({ ...completion({ content: "x".repeat(400) }), usage });
  const { call, entries } = moneyGateway({ key: { budget }, fetch }, { thousandths: 0.001 });
  await call(chat("small", { max_tokens: 10 }));
  expect(entries).toMatchObject([{ inputTokens: 5, outputTokens: 120, cost: 125, isEstimated: false }]);
});

const paths: [path: string, body: object, params: string[]][] = [
  ["/v1/chat/completions", chat("small"), ["max_tokens", "max_completion_tokens", "n"]],
  ["/v1/completions", { model: "small", prompt: "Hello" }, ["max_tokens", "n"]],
  ["/v1/embeddings", { model: "small", input: "Hello" }, ["max_tokens", "n"]],
  ["/v1/messages", { ...chat("small"), max_tokens: 5 }, ["max_tokens", "n"]],
  ["/v1/responses", { model: "small", input: "Hello" }, ["max_output_tokens", "n"]],
];
const cases = paths.flatMap(([path, body, params]) =>
  params.flatMap((param) =>
    [-1, 0, 1.5, 1e308, 1e9, "7", true].map((value) => ({ path, param, value, body: { ...body, [param]: value } })),
  ),
);

test.each(cases)("$path refuses $param: $value by name, and reserves nothing", async ({ path, param, body }) => {
  const reserve = vi.fn();
  const money = { hold: reserve, settle: reserve };
  const gateway = webGateway(memoryParts({ key: { budget }, money }));
  const operations: Record<string, keyof typeof gateway> = {
    "/v1/chat/completions": "createChatCompletion",
    "/v1/completions": "createCompletion",
    "/v1/embeddings": "createEmbedding",
    "/v1/messages": "createMessage",
    "/v1/responses": "createResponse",
  };
  const response = await gateway[operations[path] ?? "unknownPath"](ask({ path, body }));
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(JSON.parse(text).error.message).toMatch(new RegExp(`^${param}: Must be a whole number from 1 to `));
  expect(reserve).not.toHaveBeenCalled();
});
