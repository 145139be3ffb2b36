import { expect, test } from "vitest";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { bodyOf, changedMetadata, emptyKey, formOfKey, newMetadata } from "./key-form";

const key: GatewayKey = {
  id: "00000000-0000-4000-8000-000000000001",
  key_prefix: "sk-assay-12…",
  name: "support",
  owner: "ann",
  status: "active",
  key_type: "byok",
  credit_balance: null,
  rate_limit_rpm: 60,
  rate_limit_tpm: null,
  budget: { period: "daily", limit: 2.5, action: "warn" },
  allowed_models: ["sandbox/echo", "openai/*"],
  allowed_providers: [],
  allowed_ips: ["10.0.0.0/8"],
  organization_id: null,
  tracing: "metadata",
  metadata: {},
  expires_at: "2030-01-02T03:04:00.000Z",
  grace_ends_at: null,
  revoked_at: null,
  paused_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  last_used_at: null,
  updated_at: "2026-01-01T00:00:00.000Z",
};

test("a key that is opened and saved without a change stays the same", () => {
  const { name, owner, rate_limit_rpm, rate_limit_tpm, budget, tracing, expires_at, ...lists } = key;
  const { allowed_models, allowed_providers, allowed_ips } = lists;
  expect(bodyOf(formOfKey(key))).toEqual({
    name,
    owner,
    rate_limit_rpm,
    rate_limit_tpm,
    budget,
    tracing,
    expires_at,
    allowed_models,
    allowed_providers,
    allowed_ips,
  });
});

test("empty fields set no limits", () => {
  expect(bodyOf({ ...emptyKey, name: "x", allowed_models: " \n a \n\n" })).toEqual({
    name: "x",
    owner: null,
    rate_limit_rpm: null,
    rate_limit_tpm: null,
    budget: null,
    tracing: null,
    expires_at: null,
    allowed_models: ["a"],
    allowed_providers: [],
    allowed_ips: [],
  });
});

test.each([
  [{}, false],
  [{ team: "a", refuse_unpriced: "true" }, true],
  [{ refuse_unpriced: "false" }, false],
])("the metadata %j are shown and saved as they are", (metadata, refuses) => {
  const form = formOfKey({ ...key, metadata });
  expect(form.refuses_unpriced).toBe(refuses);
  expect(changedMetadata(form)).toEqual({ refuse_unpriced: refuses ? "true" : null });
});

test("a new key refuses models without a price only if somebody chose it", () => {
  expect(newMetadata(emptyKey)).toEqual({});
  expect(newMetadata({ ...emptyKey, refuses_unpriced: true })).toEqual({ refuse_unpriced: "true" });
});
