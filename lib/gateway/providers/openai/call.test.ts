import { describe, expect, test } from "vitest";
import type { ProviderSettings } from "../../settings";
import { chat, chunk, streamOf } from "../../testing/memory-parts";
import { askProvider, chunksOf, nowhere } from "../../testing/wire-suite";
import { completionsUrl } from "./call";

test.each([
  ["https://api.openai.com", "https://api.openai.com/v1/chat/completions"],
  ["https://api.openai.com/v1/", "https://api.openai.com/v1/chat/completions"],
  ["https://x.test/openai/v1", "https://x.test/openai/v1/chat/completions"],
  ["https://x.test/openai", "https://x.test/openai/v1/chat/completions"],
  ["https://x.test/v1beta/openai/", "https://x.test/v1beta/openai/chat/completions"],
  ["http://localhost:11434", "http://localhost:11434/v1/chat/completions"],
  ["https://x.test/inference/chat/completions", "https://x.test/inference/chat/completions"],
])("%s is called at %s", (baseUrl, url) => {
  expect(completionsUrl(baseUrl)).toBe(url);
});

const answer = Response.json({ choices: [] });
const azure: ProviderSettings = {
  kind: "azure",
  name: "azure",
  baseUrl: "https://acme.openai.azure.test/",
  apiKey: "sk-azure",
  models: [],
  timeoutMs: null,
  apiVersion: "2024-10-21",
  isBearer: false,
};
const mistral: ProviderSettings = { ...openai("https://api.mistral.test/v1"), takesStreamOptions: false };

function openai(baseUrl: string): Extract<ProviderSettings, { kind: "openai" }> {
  return { kind: "openai", name: "openai", baseUrl, apiKey: "sk-openai", models: [], timeoutMs: null };
}

async function sentTo(provider: ProviderSettings, more: object) {
  const fake = await nowhere(() => answer.clone());
  await askProvider(fake, provider, chat(`${provider.name}/m 1`, more));
  return fake.seen[0];
}

const usage = { include_usage: true };
const tokens = `data: ${JSON.stringify({ id: "c1", choices: [], usage: { prompt_tokens: 3 } })}\n\n`;
test.each<[string, ProviderSettings, object, object]>([
  ["OpenAI: the newer name", openai("https://api.openai.com/v1"), { max_tokens: 5 }, { max_completion_tokens: 5 }],
  [
    "OpenAI: the newer name counts",
    openai("https://api.openai.com/v1"),
    { max_tokens: 5, max_completion_tokens: 7 },
    { max_completion_tokens: 7 },
  ],
  ["OpenAI in a region", openai("https://eu.api.openai.com/v1"), { max_tokens: 5 }, { max_completion_tokens: 5 }],
  [
    "Azure's newer address",
    openai("https://acme.openai.azure.com/openai/v1/"),
    { max_tokens: 5 },
    { max_completion_tokens: 5 },
  ],
  [
    "Azure's version without a date",
    { ...azure, apiVersion: "preview" },
    { max_tokens: 5 },
    { max_completion_tokens: 5 },
  ],
  ["a host that ends like OpenAI's", openai("https://notapi.openai.com/v1"), { max_tokens: 5 }, { max_tokens: 5 }],
  ["others: as it is", openai("https://llm.test"), { max_tokens: 5 }, { max_tokens: 5 }],
  ["Azure: the newer name", azure, { max_tokens: 5 }, { max_completion_tokens: 5 }],
  ["Azure of old: as it is", { ...azure, apiVersion: "2024-06-01" }, { max_tokens: 5 }, { max_tokens: 5 }],
  ["a stream's tokens", openai("https://llm.test"), { stream: true }, { stream: true, stream_options: usage }],
  [
    "options of a stream stay",
    azure,
    { stream: true, stream_options: { x: 1 } },
    { stream: true, stream_options: { x: 1, ...usage } },
  ],
  ["who takes no options gets none", mistral, { stream: true }, { stream: true }],
  [
    "who takes no options gets none of the client's",
    mistral,
    { stream: true, stream_options: usage },
    { stream: true },
  ],
])("%s", async (_title, provider, more, expected) => {
  expect((await sentTo(provider, more))?.body).toEqual({ ...chat("m 1"), ...expected });
});

test.each<[string, ProviderSettings]>([
  ["OpenAI", openai("https://llm.test")],
  ["Azure", azure],
])("%s gets ids of calls without the signature of another provider", async (_title, provider) => {
  const call = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
  const messages = (id: string) => [
    { role: "assistant", content: null, tool_calls: [call(id)] },
    { role: "tool", tool_call_id: id, content: "seen" },
  ];
  const sent = await sentTo(provider, { messages: messages("a~thought~c2ln") });
  expect(sent?.body).toMatchObject({ messages: messages("a") });
});

test("a client gets a stream's tokens from a provider without stream options", async () => {
  const fake = await nowhere(() => streamOf([chunk("a"), chunk("", "stop"), tokens, "data: [DONE]\n\n"]));
  const body = { ...chat("openai/m"), stream: true, stream_options: usage };
  const { usage: reported } = await chunksOf(await askProvider(fake, mistral, body));
  expect([fake.seen[0]?.body, reported]).toEqual([{ ...chat("m"), stream: true }, { prompt_tokens: 3 }]);
});

test.each([
  ["its key", false, { "api-key": "sk-azure" }],
  ["a token", true, { authorization: "Bearer sk-azure" }],
])("Azure is called at the deployment, with %s", async (_title, isBearer, header) => {
  const sent = await sentTo({ ...azure, isBearer }, {});
  expect(sent?.path).toBe("/openai/deployments/m%201/chat/completions?api-version=2024-10-21");
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject(header);
});

describe.each([false, true])("an answer that ends in a reason of a provider's own, streamed: %s", (stream) => {
  async function answered(reason: string) {
    const whole = { choices: [{ index: 0, message: { content: "Half" }, finish_reason: reason }] };
    const events = [chunk("Half"), chunk("", reason), tokens, "data: [DONE]\n\n"];
    const fake = await nowhere(() => (stream ? streamOf(events) : Response.json(whole)));
    return askProvider(fake, openai("https://llm.test"), { ...chat("openai/m"), stream });
  }

  test.each(["error", "insufficient_system_resource"])("%s is a failure", async (reason) => {
    const text = await (await answered(reason)).text();
    expect(text).toContain('"code":"provider_error"');
    expect(text).not.toContain("[DONE]");
  });

  test("model_length is length", async () => {
    const text = await (await answered("model_length")).text();
    expect(text).toContain('"finish_reason":"length"');
    expect(text).not.toContain("model_length");
    expect(text).toContain("Half");
  });
});
