// What the instrumentations that applications use send, and what is read from it. Each calls a model in a process of its
// own and exports its spans to a real server. docs/instrumentations.md shows the same table.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMessages } from "@/lib/chat-messages";
import type { Span } from "@/lib/contracts/traces/traces";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, sharedMount } from "@/lib/http/testing/mounts";
import { cacheTokensOf } from "../rules/span-tokens";

const SENDER = join(import.meta.dirname, "send.mjs");
const PAGE = join(import.meta.dirname, "../../../docs/instrumentations.md");

const openai = { model: "gpt-4o-mini-2024-07-18", provider: "openai" };
const claude = { model: "claude-haiku-4-5-20251001", provider: "anthropic" };
const full = { hasRules: true, hasMessages: true, hasCachedTokens: true, session: "visit-1" };

interface Expected {
  model: string;
  provider: string | null;
  hasRules: boolean;
  hasMessages: boolean;
  hasCachedTokens: boolean;
  session: string | null;
  /** Spans by name, where there are more than the model's. */
  spans?: Record<string, string>;
}

const cases: [packageName: string, sender: string, Expected][] = [
  ["@arizeai/openinference-instrumentation-openai", "openinference-openai", { ...openai, ...full }],
  [
    "@arizeai/openinference-instrumentation-anthropic",
    "openinference-anthropic",
    {
      ...claude,
      ...full,
      // Anthropic's client records its calls too, below the instrumentation's span: tokens count once.
      spans: { "Anthropic Messages": "llm", "anthropic.messages.create": "llm" },
    },
  ],
  [
    "@traceloop/instrumentation-openai",
    "traceloop-openai",
    { ...openai, ...full, hasCachedTokens: false, session: null },
  ],
  [
    "@opentelemetry/instrumentation-openai",
    "opentelemetry-openai",
    { ...openai, hasRules: false, hasMessages: false, hasCachedTokens: false, session: null },
  ],
  [
    "ai",
    "ai-sdk",
    {
      ...openai,
      ...full,
      spans: { "ai.generateText": "chain", "ai.generateText.doGenerate": "llm", "ai.toolCall": "tool" },
    },
  ],
  // It names no provider.
  ["@langfuse/openai", "langfuse-openai", { ...openai, ...full, provider: null }],
];

let server: Mounted;
let credentials: Credentials;
beforeAll(async () => {
  server = await sharedMount("stand-alone");
  credentials = await createCredentials(server.db);
}, 120_000);
afterAll(() => server?.stop());

const get = async (path: string) => (await send(server.url, "GET", path, { headers: bearer(credentials) })).body;

/** The trace that a sender made, in the project of its name. */
async function sent(sender: string): Promise<{ session_id: string | null; total_tokens: number; spans: Span[] }> {
  const headers = `authorization=Bearer%20${credentials.key}`;
  await promisify(execFile)(process.execPath, [SENDER, sender, `${server.url}/tracer/otlp/v1/traces`], {
    env: { ...process.env, NODE_OPTIONS: "", OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers },
    timeout: 60_000,
  });
  const [project] = (await get(`/tracer/projects/?search=${sender}`)).results;
  const [trace] = (await get(`/tracer/traces/?project_id=${project.id}`)).results;
  return (await get(`/tracer/traces/${trace.id}/`)).result;
}

const yes = (isTrue: boolean): string => (isTrue ? "yes" : "–");
const rowOf = (name: string, { provider, hasMessages, hasRules, hasCachedTokens, session }: Expected): string[] => [
  `\`${name}\``,
  yes(provider !== null),
  yes(hasMessages),
  yes(hasRules),
  yes(hasCachedTokens),
  yes(session !== null),
];

describe.each(cases)("%s", (name, sender, expected) => {
  test("sends spans that the platform reads correctly", async () => {
    const trace = await sent(sender);
    expect(trace.session_id).toBe(expected.session);
    if (expected.spans)
      expect(Object.fromEntries(trace.spans.map((span) => [span.name, span.observation_type]))).toEqual(expected.spans);
    else expect(trace.spans).toHaveLength(1);
    const call = trace.spans.find((span) => span.observation_type === "llm");
    const { model, provider } = expected;
    expect(call).toMatchObject({ model, provider, prompt_tokens: 1200, completion_tokens: 30, total_tokens: 1230 });
    const messages = readMessages(call?.input);
    expect(messages?.map(({ role, text }) => [role, text]) ?? null).toEqual(
      expected.hasMessages
        ? [...(expected.hasRules ? [["system", "Be brief."]] : []), ["user", "Where is parcel 7?"]]
        : null,
    );
    const [answer] = readMessages(call?.output) ?? [];
    if (expected.hasMessages) {
      expect(answer).toMatchObject({ role: "assistant", text: "One moment.", calls: [{ name: "lookup" }] });
      const [first] = answer?.calls ?? [];
      expect(typeof first?.input === "string" ? JSON.parse(first.input) : first?.input).toEqual({ id: 7 });
    } else expect(answer).toBeUndefined();
    expect(trace.total_tokens).toBe(1230);
    expect(cacheTokensOf(call?.attributes ?? {}).cachedTokens).toBe(expected.hasCachedTokens ? 1000 : null);
  });

  test("has the right row in the documentation", () => {
    const rows = readFileSync(PAGE, "utf8").split("\n");
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? "";
    expect(
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ).toEqual(rowOf(name, expected));
  });
});
