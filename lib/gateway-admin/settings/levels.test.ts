import { RE2JS } from "re2js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { defaultRouting } from "@/lib/gateway/routing/settings";
import { globalLevel, organizationLevel, projectedGlobal, projectedOrganization } from "./levels";

const input = {
  providers: { openai: { api_key: "sk-one", timeout: "1m30s" }, bare: { base_url: "http://x.test" } },
  model_map: { fast: "openai/small" },
  rate_limiting: { global_rpm: "30", tpm: 5 },
  budgets: { org_budget: { period: "daily", limit: 1, action: "block" } },
  routing: {
    strategy: "weighted",
    targets: {
      fast: [
        { provider: "openai", weight: 3 },
        { provider: "local", model: "llama" },
      ],
    },
    model_timeouts: { fast: "1m30s" },
    failover: { max_attempts: 2, per_attempt_timeout: 5 },
    circuit_breaker: { cooldown: "10s" },
  },
  tracing: "off",
};

test("a level accepts its own output unchanged", () => {
  const once = organizationLevel.pick(organizationLevel.shape.parse(input));
  expect(once).toMatchObject({ rate_limiting: { enabled: true, rpm: 30, tpm: 5 } });
  expect(organizationLevel.shape.parse(once)).toEqual(once);
});

test.each<[string, object, object]>([
  ["a soft limit", { org_limit: 500 }, { period: "monthly", limit: 500, action: "warn" }],
  ["a hard one", { org_limit: "500", hard_limit: true }, { period: "monthly", limit: 500, action: "block" }],
  [
    "a budget beside it",
    { org_limit: 500, hard_limit: true, org_budget: { period: "daily", limit: 1 } },
    { period: "daily", limit: 1, action: "block" },
  ],
])("budgets accept other products' fields: %s", (_name, budgets, org_budget) => {
  const once = organizationLevel.shape.parse({ budgets });
  expect(once.budgets).toEqual({ enabled: true, org_budget });
  expect(organizationLevel.shape.parse(once)).toEqual(once);
});

test("an organization's settings are projected section by section", () => {
  expect(projectedOrganization(input)).toEqual({
    providers: [
      {
        kind: "openai",
        name: "openai",
        baseUrl: "https://api.openai.com/v1",
        apiKey: "sk-one",
        models: [],
        native: ["responses"],
        timeoutMs: 90_000,
        maxConcurrent: null,
      },
      {
        kind: "openai",
        name: "bare",
        baseUrl: "http://x.test",
        apiKey: null,
        models: [],
        timeoutMs: null,
        maxConcurrent: null,
      },
    ],
    modelMap: { fast: "openai/small" },
    rateLimiting: { enabled: true, rpm: 30, tpm: 5 },
    budgets: {
      enabled: true,
      organization: { period: "daily", limit: 1_000_000, action: "block" },
      key: null,
      user: null,
      users: {},
      models: {},
    },
    pricing: null,
    routing: {
      strategy: "weighted",
      targets: {
        fast: [
          { provider: "openai", model: null, weight: 3 },
          { provider: "local", model: "llama", weight: 1 },
        ],
      },
      modelTimeouts: { fast: 90_000 },
      failover: { attempts: 2, statuses: defaultRouting.failover.statuses, attemptTimeoutMs: 5000 },
      breaker: { failures: 5, openMs: 10_000, successes: 2 },
    },
    tracing: "off",
    guardrails: null,
    cache: null,
  });
  expect(projectedOrganization({}).rateLimiting).toEqual({ enabled: false, rpm: null, tpm: null });
});

test("mapping the secrets changes each secret by its path, and nothing else", async () => {
  const changed = await organizationLevel.mapSecrets(input, async (secret, path) => `${path.join(".")}=${secret}`);
  expect(changed).toEqual({
    ...input,
    providers: { ...input.providers, openai: { timeout: "1m30s", api_key: "providers.openai.api_key=sk-one" } },
  });
});

test.each<[string, object, object]>([
  ["groq", {}, { kind: "openai", baseUrl: "https://api.groq.com/openai/v1" }],
  ["mistral", {}, { kind: "openai", takesStreamOptions: false }],
  ["anthropic", {}, { kind: "anthropic", baseUrl: "https://api.anthropic.com/v1" }],
  ["claude", { api_format: "anthropic" }, { kind: "anthropic", baseUrl: "https://api.anthropic.com/v1" }],
  ["anthropic", { api_format: "openai", base_url: "http://x.test" }, { kind: "openai", baseUrl: "http://x.test" }],
  [
    "azure",
    { base_url: "https://a.test", auth: "bearer" },
    { kind: "azure", apiVersion: "2024-10-21", isBearer: true },
  ],
  ...["", "/", "/openai", "/openai/", "/openai/v1", "/openai/v1/"].map((path): [string, object, object] => [
    "azure",
    { base_url: `https://a.test${path}` },
    { baseUrl: "https://a.test" },
  ]),
  ["azure", { base_url: "https://a.test/team/openai/v1" }, { baseUrl: "https://a.test/team" }],
  [
    "bedrock",
    { aws_region: "eu-west-1", api_key: "k" },
    { baseUrl: "https://bedrock-runtime.eu-west-1.amazonaws.com" },
  ],
  ["openai", {}, { native: ["responses"] }],
  ["openai", { native: [] }, { native: [] }],
  ["anthropic", {}, { native: ["messages"] }],
  ["azure", { base_url: "https://a.test" }, { native: ["responses"] }],
  ["vllm", { native: ["responses", "messages"] }, { native: ["responses", "messages"] }],
  ["ollama", {}, { kind: "openai", baseUrl: "http://localhost:11434/v1" }],
])("the provider %s with %j becomes %j", (name, more, expected) => {
  expect(projectedGlobal({ providers: { [name]: more } }).providers[0]).toMatchObject(expected);
});

test("a provider elsewhere or with another format has no native protocol, and wrong ones are refused", () => {
  for (const more of [{ base_url: "https://x.test" }, { base_url: "https://x.test", api_format: "azure" }])
    expect(projectedGlobal({ providers: { openai: more } }).providers[0]).not.toHaveProperty("native");
  for (const more of [{ native: ["chat"] }, { native: ["messages"], api_format: "gemini" }, { native: "responses" }])
    expect(globalLevel.shape.safeParse({ providers: { openai: more } }).success).toBe(false);
});

test("a level keeps only its own sections", () => {
  expect(globalLevel.pick({ tracing: "off", auth: { keys: [] } })).toEqual({ tracing: "off" });
});

test.each(["nonsense", "http://", "//x"])("a provider at %j is refused by field", (base_url) => {
  const { error } = organizationLevel.shape.safeParse({ providers: { own: { base_url } } });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["providers.own.base_url", "Must be an http or https address."],
  ]);
});

describe("guardrails", () => {
  const rules = [
    { type: "webhook", config: { url: "https://hook.test", headers: { "x-secret": "one" } } },
    { name: "pii-detector", config: { entities: ["email"] } },
  ];
  const level = (more: object = {}) => organizationLevel.shape.safeParse({ guardrails: { rules, ...more } });

  test("are projected with their defaults, and a webhook's headers are secrets", async () => {
    const { guardrails } = projectedOrganization({ guardrails: { rules } });
    expect(guardrails?.rules[1]).toMatchObject({ type: "pii-detection", action: "log", mode: "sync" });
    expect(projectedOrganization({ guardrails: { enabled: false, rules } }).guardrails).toBeNull();
    const changed = await organizationLevel.mapSecrets({ guardrails }, async (_secret, path) => path.join("."));
    expect(JSON.stringify(changed)).toContain('"x-secret":"guardrails.rules.0.config.headers.x-secret"');
    expect(JSON.stringify(changed)).not.toContain("one");
  });

  test.each([
    [{ rules: [{ type: "input-validation", config: { deny_patterns: ["(?=a)"] } }] }, "guardrails.rules.0.config"],
    [{ rules: [{ type: "no-such" }] }, "guardrails.rules.0.type"],
    [{ rules: [{ type: "keyword-blocklist", config: { words: [] } }] }, "guardrails.rules.0.config.words"],
    [{ rules: [{ type: "pii-detection", config: { entities: ["soul"] } }] }, "guardrails.rules.0.config.entities.0"],
    [
      { rules: [{ type: "webhook", timeout: "2h", config: { url: "https://hook.test" } }] },
      "guardrails.rules.0.timeout",
    ],
  ])("%j is refused by field", (config, path) => {
    expect(level(config).error?.issues[0]?.path.join(".")).toBe(path);
  });

  test.each([
    [{ $ref: "#/%" }, "a $ref is not encoded as an address"],
    [{ one: { $id: "x" }, other: { $id: "x" } }, "the schema cannot be read"],
    [{ pattern: "(" }, "error parsing regexp: missing closing ): `(`"],
  ])("the schema %j is refused with a message of our own", (schema, message) => {
    const { error } = level({ rules: [{ type: "json-schema", config: { schema } }] });
    expect(error?.issues.map(({ message: words }) => words)).toEqual([message]);
  });

  test("an unexpected error is thrown, not reported as a problem of the configuration", () => {
    const compile = vi.spyOn(RE2JS, "compile").mockImplementation(() => {
      throw new TypeError("private words of the engine");
    });
    onTestFinished(() => compile.mockRestore());
    expect(() => level({ rules: [{ type: "input-validation", config: { deny_patterns: ["never seen"] } }] })).toThrow(
      TypeError,
    );
  });
});

test.each([
  [{}, { ttlMs: 300_000 }],
  [{ ttl: 60 }, { ttlMs: 60_000 }],
  [{ ttl: "10m" }, { ttlMs: 600_000 }],
  [{ enabled: false }, null],
])("the cache settings %j are projected", (cache, expected) => {
  expect(projectedOrganization({ cache }).cache).toEqual(expected);
});
