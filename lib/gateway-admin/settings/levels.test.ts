import { expect, test } from "vitest";
import { globalLevel, organizationLevel, projectedOrganization } from "./levels";

const given = {
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

test("what a level gives out it takes again", () => {
  const once = organizationLevel.pick(organizationLevel.shape.parse(given));
  expect(once).toMatchObject({ rate_limiting: { enabled: true, rpm: 30, tpm: 5 } });
  expect(organizationLevel.shape.parse(once)).toEqual(once);
});

test("an organization's settings are projected section by section", () => {
  expect(projectedOrganization(given)).toEqual({
    providers: [
      {
        kind: "openai",
        name: "openai",
        baseUrl: "https://api.openai.com/v1",
        apiKey: "sk-one",
        models: [],
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
    rateLimiting: { enabled: true, rpm: 30 },
    routing: {
      strategy: "weighted",
      targets: {
        fast: [
          { provider: "openai", model: null, weight: 3 },
          { provider: "local", model: "llama", weight: 1 },
        ],
      },
      modelTimeouts: { fast: 90_000 },
      failover: { attempts: 2, statuses: [429, 500, 502, 503, 504, 529], attemptTimeoutMs: 5000 },
      breaker: { failures: 5, openMs: 10_000, successes: 2 },
    },
    tracing: "off",
  });
  expect(projectedOrganization({}).rateLimiting).toEqual({ enabled: false, rpm: null });
});

test("every secret is changed by its path, and nothing else", async () => {
  const changed = await organizationLevel.mapSecrets(given, async (secret, path) => `${path.join(".")}=${secret}`);
  expect(changed).toEqual({
    ...given,
    providers: { ...given.providers, openai: { timeout: "1m30s", api_key: "providers.openai.api_key=sk-one" } },
  });
});

test("a level keeps to its own sections", () => {
  expect(globalLevel.pick({ tracing: "off", auth: { keys: [] } })).toEqual({ tracing: "off" });
});
