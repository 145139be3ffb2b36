import { expect, test } from "vitest";
import type { Level, Reading } from "../limits/reading";
import type { GatewaySettings, Lookup } from "../settings";
import { key, NOW, organization, settings } from "../testing/memory-parts";
import { bindingOf, DEFAULT_GLOBAL_RPM, limitLevels, limitStatusOf } from "./admit";

const limits = (rateLimiting: GatewaySettings["rateLimiting"], rpm: number | null, keyRpm: number | null) => {
  const found: Lookup = {
    settings: { ...settings, rateLimiting },
    organization: rpm === null ? null : { ...organization, rateLimiting: { enabled: true, rpm } },
    key: { ...key, rateLimitRpm: keyRpm },
  };
  return limitLevels(found).map(({ subject, limit }) => `${subject}=${limit}`);
};

test.each<[string, GatewaySettings["rateLimiting"], number | null, number | null, string[]]>([
  ["nothing said", { enabled: true, globalRpm: null }, null, null, [`global=${DEFAULT_GLOBAL_RPM}`]],
  ["all three", { enabled: true, globalRpm: 9 }, 8, 7, ["global=9", "organization:org-1=8", "key:key-1=7"]],
  ["0 is no limit", { enabled: true, globalRpm: 0 }, 0, 0, []],
  ["switched off", { enabled: false, globalRpm: 9 }, 8, 7, []],
])("limit levels: %s", (_name, rateLimiting, rpm, keyRpm, expected) => {
  expect(limits(rateLimiting, rpm, keyRpm)).toEqual(expected);
});

test("a key without its own limit has its organization's limit per key", () => {
  const rateLimiting = { enabled: true, rpm: 0, keyRpm: 5 };
  const of = (rateLimitRpm: number | null, isEnabled = true) =>
    limitLevels({
      settings: { ...settings, rateLimiting: { enabled: true, globalRpm: 0 } },
      organization: { ...organization, rateLimiting: { ...rateLimiting, enabled: isEnabled } },
      key: { ...key, rateLimitRpm },
    }).map(({ name, limit }) => `${name}=${limit}`);
  expect([of(null), of(7), of(0), of(null, false)]).toEqual([["key=5"], ["key=7"], [], []]);
});

const reading = (limit: number, remaining: number, admitted = true): Reading => {
  const level: Level = { name: "key", subject: `key:${limit}`, limit };
  return { level, remaining, admitted, resetAt: NOW + 500, counterReached: true };
};

test.each<[string, Reading[], number | undefined]>([
  ["none", [], undefined],
  ["the fewest left", [reading(100, 3), reading(10, 4)], 100],
  ["of equals the smaller", [reading(100, 3), reading(10, 3)], 10],
  ["the one that refuses", [reading(10, 0), reading(100, 0, false)], 100],
])("the binding level is %s", (_name, readings, limit) => {
  expect(bindingOf(readings)?.level.limit).toBe(limit);
});

test("a limit status resets in whole seconds, never in the past", () => {
  expect(limitStatusOf([reading(1, 1)], NOW).resetAt).toBe(NOW / 1000 + 1);
  expect(limitStatusOf([reading(1, 1)], NOW + 9000).resetAt).toBe(NOW / 1000 + 9);
  expect(limitStatusOf([], NOW)).toMatchObject({ limit: 1_000_000_000, resetAt: NOW / 1000 + 30 });
});
