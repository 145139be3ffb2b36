import { expect, test } from "vitest";
import { mergedMetadata, pausedSince } from "./key-columns";

test.each([
  [{ a: "1" }, undefined, { a: "1" }],
  [{ a: "1" }, { b: "2" }, { a: "1", b: "2" }],
  [{ a: "1", b: "2" }, { a: null }, { b: "2" }],
  [{ a: "1" }, { a: "2", c: null }, { a: "2" }],
  [{ a: "" }, {}, { a: "" }],
])("metadata %j with the changes %j are %j", (current, changes, merged) => {
  expect(mergedMetadata(current, changes)).toEqual(merged);
});

const [then, now] = [new Date("2026-01-01"), new Date("2026-02-01")];
test.each([
  [null, undefined, null],
  [then, undefined, then],
  [null, true, now],
  [then, true, then],
  [then, false, null],
  [null, false, null],
])("a key that is paused since %s, with paused: %s, is so since %s", (pausedAt, paused, since) => {
  expect(pausedSince({ pausedAt, revokedAt: null }, paused, now)).toEqual(since);
});

test("a revoked key is neither paused nor resumed", () => {
  const revoked = { pausedAt: null, revokedAt: then };
  expect(() => pausedSince(revoked, true, now)).toThrow("The key is revoked.");
  expect(() => pausedSince(revoked, false, now)).toThrow("The key is revoked.");
  expect(pausedSince(revoked, undefined, now)).toBeNull();
});
