import { expect, test } from "vitest";
import { keyScopes } from "@/lib/contracts/names";
import { keyInput, localMoment, newKey, scopesText } from "./key-form";

test("a new key has every scope and never expires", () => {
  expect(keyInput({ ...newKey, key_name: "Nightly" })).toEqual({
    key_name: "Nightly",
    scopes: [...keyScopes],
    expires_at: null,
  });
});

test("sends the expiry as the moment that the input shows", () => {
  const at = "2031-03-04T10:30:00.000Z";
  expect(keyInput({ ...newKey, expires_at: localMoment(at) }).expires_at).toBe(at);
  expect(localMoment(null)).toBe("");
});

test.each([
  [[...keyScopes], "Everything"],
  [["read", "ingest"] as const, "Read, Send traces"],
])("%j is shown as %s", (scopes, text) => {
  expect(scopesText(scopes)).toBe(text);
});
