// The log and the spend count the same requests, over HTTP: whatever happened to the requests.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestProvider } from "@/lib/evaluation/runs/testing";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";

let server: Mounted;
let owner: Credentials;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let key: { id: string; key: string };
let all = 0;

const administer = async (method: string, path: string, body?: object) => {
  const answer = await send(server.url, method, path, { headers: bearer(owner), body });
  expect({ path, status: answer.status, error: answer.body.error }).toMatchObject({ path, status: 200 });
  return answer.body;
};
const chat = (by: { key: string }, model: string, more: object) =>
  send(server.url, "POST", "/v1/chat/completions", {
    headers: { authorization: `Bearer ${by.key}` },
    body: { model, ...more },
  });

beforeAll(async () => {
  server = await startMount("stand-alone");
  provider = await startTestProvider({
    answer: (text) => (text.includes("fail") ? { status: 500 } : text.includes("Tell me") ? "A secret" : "Fine"),
  });
  owner = await createCredentials(server.db);
  await administer("POST", `/-/orgs/${owner.organization.id}/config`, {
    cache: { enabled: true },
    guardrails: {
      rules: [
        { name: "no-oil", type: "keyword-blocklist", action: "block", config: { words: ["oil"] } },
        { name: "no-secret", type: "keyword-blocklist", stage: "post", action: "block", config: { words: ["secret"] } },
      ],
    },
  });
  key = await administer("POST", "/-/keys", { name: "all" });
  const scarce = await administer("POST", "/-/keys", { name: "scarce", rate_limit_rpm: 1 });
  const calls: [key: { key: string }, model: string, text: string, status: number, more?: object][] = [
    [key, "acme/judge", "Hello", 200, { user: "ann" }],
    [key, "acme/judge", "Hello", 200, { user: "ann" }], // from the cache
    [key, "sandbox/echo", "Hello", 200, { stream: true }], // costs 0
    [key, "acme/unpriced", "Hello", 200],
    [key, "acme/judge", "Tell me", 403], // the answer is blocked, and paid
    [key, "acme/judge", "fail", 502],
    [key, "acme/judge", "Sell me oil", 403], // blocked before a model is asked
    [key, "nobody/knows", "Hello", 404],
    [scarce, "acme/judge", "First", 200],
    [scarce, "acme/judge", "Second", 429],
  ];
  for (const [by, model, text, status, more] of calls) {
    const answer = await chat(by, model, { messages: [{ role: "user", content: text }], ...more });
    expect({ text, status: answer.status }).toEqual({ text, status });
  }
  all = calls.length;
}, 120_000);
afterAll(async () => {
  provider.stop();
  await server.stop();
});

const listed = async (filter: string): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  for (let after = ""; ; after = `&after=${rows.at(-1)?.id}`) {
    const page = await administer("GET", `/-/requests?limit=2${filter}${after}`);
    rows.push(...page.data);
    if (!page.has_more) return rows;
  }
};

test("the log lists every request, and `charged` finds those that count as spending", async () => {
  await vi.waitFor(async () => expect(await listed("")).toHaveLength(all), { timeout: 30_000, interval: 100 });
  for (const filter of [
    "",
    `&key_id=${key.id}`,
    "&user=ann",
    "&model=judge",
    "&model=acme/unpriced",
    "&provider=sandbox",
    `&key_id=${randomUUID()}`,
  ]) {
    const rows = await listed(`&charged=true${filter}`);
    const { total } = await administer("GET", `/-/spend?by=day${filter}`);
    const costs = rows.map(({ cost_micros }) => cost_micros).filter((cost) => typeof cost === "number");
    const isKnown = costs.length > 0 || rows.length === 0;
    expect({ filter, ...total }).toMatchObject({
      filter,
      requests: rows.length,
      unpriced_requests: rows.length - costs.length,
      cost_micros: isKnown ? costs.reduce((sum, cost) => sum + cost, 0) : null,
    });
  }
  expect(await listed("&charged=true")).toHaveLength(5);
});
