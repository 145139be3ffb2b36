import { expect, test } from "vitest";
import { nextPath } from "./next-path";

test.each([
  ["/queues?page=2#top", "/queues?page=2#top"],
  ["/", "/"],
  [null, "/"],
  ["", "/"],
  ["queues", "/"],
  ["https://evil.test/", "/"],
  ["//evil.test", "/"],
  ["/\\evil.test", "/"],
  ["/\t/evil.test", "/"],
  ["/.//evil.test", "/"],
  ["javascript:alert(1)", "/"],
])("%j leads to %s", (requested, path) => {
  expect(nextPath(requested)).toBe(path);
});
