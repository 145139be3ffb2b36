import { expect, test } from "vitest";
import { withoutSecrets } from "./without-secrets";

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["plain values stay", { name: "a", count: 1, on: false, none: null }, { name: "a", count: 1, on: false, none: null }],
  [
    "secrets are hidden",
    { password: "p", new_password: "p", token: "t" },
    { password: "[hidden]", new_password: "[hidden]", token: "[hidden]" },
  ],
  [
    "also within",
    { providers: { openai: { api_key: "k", base_url: "u" } } },
    { providers: { openai: { api_key: "[hidden]", base_url: "u" } } },
  ],
  [
    "in any spelling",
    { apiKey: "k", "X-Api-Key": "k", headers: { Authorization: "b" } },
    { apiKey: "[hidden]", "X-Api-Key": "[hidden]", headers: { Authorization: "[hidden]" } },
  ],
  ["limits are no secrets", { max_tokens: 5, key_id: "a" }, { max_tokens: 5, key_id: "a" }],
  ["absent fields are left out", { a: undefined }, {}],
  ["long texts are cut", { a: "x".repeat(600) }, { a: `${"x".repeat(500)}…` }],
  ["a cut leaves no half of a sign", { a: `${"x".repeat(499)}😀y` }, { a: `${"x".repeat(499)}\ufffd…` }],
  ["dates are text", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
])("%s", (_, record, expected) => {
  expect(withoutSecrets(record)).toEqual(expected);
});

test("a record that is too large keeps only its field names", () => {
  const large = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, "x".repeat(490)]));
  expect(withoutSecrets(large)).toEqual({ cut: true, fields: Object.keys(large) });
});
