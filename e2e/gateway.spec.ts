import OpenAI from "openai";
import { call } from "@/lib/client/call";
import { createGatewayKey } from "@/lib/contracts/gateway/keys";
import { adminToken, expect, origin, test, unique } from "./fixtures";

const WINDOW_MS = 60_000;
const messages = [{ role: "user" as const, content: "Where is my parcel?" }];

async function newKey(limits: { rate_limit_rpm?: number; allowed_models?: string[] } = {}): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken()}` };
  const { key } = await call(createGatewayKey, { name: unique("story"), ...limits }, { origin: origin(), headers });
  return key;
}

const clientOf = (apiKey: string, maxRetries = 0): OpenAI =>
  new OpenAI({ apiKey, baseURL: `${origin()}/v1`, maxRetries });

test("the official client gets an answer", async () => {
  const client = clientOf(await newKey());
  const completion = await client.chat.completions.create({ model: "sandbox/echo", messages });
  expect(completion.choices[0]?.message.content).toBe("Sandbox echo: Where is my parcel?");
  expect(completion.usage?.total_tokens).toBeGreaterThan(0);
});

test("the official client gets a stream, word by word, with usage", async () => {
  const client = clientOf(await newKey());
  const stream_options = { include_usage: true };
  const stream = await client.chat.completions.create({
    model: "sandbox/echo",
    messages,
    stream: true,
    stream_options,
  });
  const chunks: string[] = [];
  let usage: unknown;
  for await (const chunk of stream) {
    const text = chunk.choices[0]?.delta.content;
    if (text) chunks.push(text);
    usage = chunk.usage ?? usage;
  }
  expect(chunks.join("")).toBe("Sandbox echo: Where is my parcel?");
  expect(chunks.length).toBeGreaterThan(3);
  expect(usage).toMatchObject({ completion_tokens: chunks.length });
});

test("the official client gets its own error class for a model that its key may not use", async () => {
  const client = clientOf(await newKey({ allowed_models: ["sandbox/chat"] }));
  const refused = client.chat.completions.create({ model: "sandbox/echo", messages });
  await expect(refused).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError);
  await expect(refused).rejects.toMatchObject({ status: 403, code: "permission_denied" });
});

/** Windows end with the clock's minutes. Three calls need a few seconds of one, or the next must be waited for. */
async function untilWindowHasTime(): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left));
}

test("a key limited to two requests a minute is refused the third, and the client's own retry succeeds", async () => {
  test.setTimeout(120_000);
  const key = await newKey({ rate_limit_rpm: 2 });
  await untilWindowHasTime();
  const limited = clientOf(key);
  for (const remaining of ["1", "0"]) {
    const { response } = await limited.chat.completions.create({ model: "sandbox/echo", messages }).withResponse();
    expect(response.headers.get("x-ratelimit-limit-requests")).toBe("2");
    expect(response.headers.get("x-ratelimit-remaining-requests")).toBe(remaining);
  }
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ model: "sandbox/echo", messages });
  const refused = await fetch(`${origin()}/v1/chat/completions`, { method: "POST", headers, body });
  const now = Math.floor(Date.now() / 1000);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({
    error: {
      message: expect.stringMatching(/rate limit of 2 requests per minute.*[Rr]etry after the window resets/),
      type: "rate_limit_error",
      param: null,
      code: "rate_limit_exceeded",
    },
  });
  const resetAt = Number(refused.headers.get("x-ratelimit-reset-requests"));
  expect(resetAt % 60).toBe(0);
  expect(refused.headers.get("x-ratelimit-remaining-requests")).toBe("0");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(resetAt - now);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(resetAt - now + 1);

  const completion = await clientOf(key, 1).chat.completions.create({ model: "sandbox/echo", messages });
  expect(completion.choices[0]?.message.content).toBe("Sandbox echo: Where is my parcel?");
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(resetAt);
});
