import { expect, test } from "vitest";
import { globalLevel, organizationLevel, projectedOrganization } from "./levels";

const given = {
  providers: { openai: { api_key: "sk-one", timeout: "1m30s" }, bare: { base_url: "http://x.test" } },
  model_map: { fast: "openai/small" },
  rate_limiting: { global_rpm: "30", tpm: 5 },
  budgets: { org_budget: { period: "daily", limit: 1, action: "block" } },
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
      },
      { kind: "openai", name: "bare", baseUrl: "http://x.test", apiKey: null, models: [], timeoutMs: null },
    ],
    modelMap: { fast: "openai/small" },
    rateLimiting: { enabled: true, rpm: 30 },
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
