import { describe, expect, test } from "vitest";
import { settings } from "../testing/settings";
import { advance, newMemory, reset, type Terms } from "./advance";
import { baselineOf, partOf } from "./baseline";
import { budgetFinding, percentReached } from "./budget-finding";
import type { Tally } from "./detector";
import { type Found, findingOf } from "./finding";
import { sharesOf } from "./interval";
import { hoursOf, replay } from "./replay";
import { alarmsPerDay, changesTest, flawOf, type Settings, usualSettle } from "./settings";

const DAY = 1440;
const terms: Terms = { comparison: "fixed", limit: 0.05, perDay: 1 / 1000, mutedUntil: null };
/** Ten requests a minute, of which so many are bad. */
const minutes = (from: number, count: number, bad: number): Tally[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + index, requests: 10, bad }));

describe("an alert", () => {
  const calm = minutes(0, 300, 0);
  const trouble = minutes(300, 60, 5);
  const after = minutes(360, 300, 0);

  test("opens one incident with its start, and recovers by itself", () => {
    const memory = newMemory(["above"]);
    const [opened, recovered, ...others] = advance(memory, [...calm, ...trouble, ...after], terms);
    expect(others).toEqual([]);
    expect(opened).toMatchObject({ kind: "opened", side: "above", since: 300, limit: 0.05, before: null });
    expect(opened?.at).toBeLessThan(310);
    expect(recovered?.kind).toBe("recovered");
    expect(recovered?.at).toBeGreaterThan(360);
    expect(recovered?.at).toBeLessThan(380);
    expect(memory.incident).toBeNull();
  });

  test("finds the same incidents in one batch and minute by minute, across restarts", () => {
    const all = [...calm, ...trouble, ...after];
    const whole = advance(newMemory(["above"]), all, terms);
    let memory = newMemory(["above"]);
    const parts = Array.from({ length: all.length }, (_, index) => {
      memory = JSON.parse(JSON.stringify(memory));
      return advance(memory, all.slice(index, index + 1), terms);
    });
    expect(parts.flat()).toEqual(whole);
  });

  test("opens nothing while muted, but recovers", () => {
    expect(advance(newMemory(["above"]), [...calm, ...trouble], { ...terms, mutedUntil: 1000 })).toEqual([]);
    const memory = newMemory(["above"]);
    advance(memory, [...calm, ...trouble], terms);
    expect(advance(memory, after, { ...terms, mutedUntil: 1000 })).toMatchObject([{ kind: "recovered" }]);
    advance(memory, trouble, terms);
    reset(memory);
    expect(memory.incident).toBeNull();
  });

  test("opens nothing for the minutes when it was muted, even afterwards, and then starts over", () => {
    const memory = newMemory(["above"]);
    expect(advance(memory, [...calm, ...trouble], { ...terms, mutedUntil: 359.5 })).toEqual([]);
    expect(memory).toEqual(newMemory(["above"]));
    expect(advance(memory, minutes(360, 60, 5), { ...terms, mutedUntil: 359.5 })).toMatchObject([{ since: 360 }]);
  });

  test("does not recover while failures continue at a lower rate", () => {
    const memory = newMemory(["above"]);
    advance(memory, [...calm, ...trouble], terms);
    expect(advance(memory, minutes(360, 600, 4), terms)).toEqual([]);
  });
});

describe("a baseline", () => {
  const week = Array.from({ length: 7 * 24 }, (_, hour) => ({ at: hour * 60, requests: 100, bad: 1 }));
  const make = (hours: readonly Tally[], risk = 1e-4, margin = 0) => baselineOf(7, hours, { risk, margin });

  test("has limits around the share in each part of the day", () => {
    const { parts } = make(week);
    expect(parts).toHaveLength(8);
    for (const part of parts) {
      expect(part).toMatchObject({ requests: 2100, bad: 21 });
      // Clopper & Pearson's upper end of 21 in 2100 at 1e-4.
      expect(part.above).toBeCloseTo(0.0207, 3);
      expect(1 - (part.below ?? 0)).toBeCloseTo(0.0037, 3);
    }
    expect(make(week, 1e-4, 0.2).parts[0]?.above).toBeCloseTo(0.0207 * 1.2, 3);
  });
  test("has wider limits if hours differ by more than chance", () => {
    const bursts = week.map((hour, index) => ({ ...hour, bad: index % 10 === 0 ? 10 : 0 }));
    expect(make(bursts).parts[0]?.above).toBeGreaterThan(0.03);
  });
  test("has longer parts if the week had few requests", () => {
    const lengthOf = (requests: number) => make(week.map((hour) => ({ ...hour, requests }))).parts.length;
    expect([lengthOf(100), lengthOf(15), lengthOf(6), lengthOf(1)]).toEqual([8, 4, 2, 1]);
  });
  test("has no limit for a part without requests", () => {
    const nights = week.filter(({ at }) => partOf(at, 8) !== 4);
    expect(make(nights).parts[4]).toEqual({ requests: 0, bad: 0, above: null, below: null });
    expect(make([]).parts.length).toBe(1);
    expect(make([]).parts.every(({ above }) => above === null)).toBe(true);
  });
});

test("a replay compares each day with the week before it, and detects drift in both directions", () => {
  const steady = Array.from({ length: 9 * DAY }, (_, at) => ({ at, requests: 10, bad: at % 2 }));
  const changed = steady.map((tally) => (tally.at < 8 * DAY + 600 ? tally : { ...tally, bad: 0 }));
  const week = { ...settings, comparison: "week_before", measure: "drift", limitShare: null } as const;
  const { alarms, limits } = replay(week, changed, 7 * DAY, 1);
  expect(alarms).toMatchObject([{ side: "below", recoveredAt: null }]);
  expect(alarms[0]?.since).toBeGreaterThanOrEqual(8 * DAY + 590);
  expect(limits?.from).toBeGreaterThan(0.05);
  expect(replay(week, steady, 7 * DAY, 1).alarms).toEqual([]);
  expect(replay(settings, steady, 0, 1)).toEqual({ alarms: [], limits: { from: 0.05, to: 0.05 } });
  expect(hoursOf(steady.slice(30, 90))).toEqual([
    { at: 0, requests: 300, bad: 15 },
    { at: 60, requests: 300, bad: 15 },
  ]);
});

test.each<[string, Partial<Settings>, string | null]>([
  ["a fixed limit", {}, null],
  ["no limit", { limitShare: null }, "limit"],
  ["a week without a limit", { comparison: "week_before", limitShare: null }, null],
  ["drift from a limit", { measure: "drift", evaluationId: "e" }, "comparison"],
  ["drift", { measure: "drift", evaluationId: "e", comparison: "week_before" }, null],
  ["latency without its limit", { measure: "latency" }, "latency_ms"],
  ["latency", { measure: "latency", latencyMs: 1000 }, null],
  ["a look before slow traces are known", { measure: "latency", latencyMs: 600_000 }, "settle_minutes"],
  ["cost without its limit", { measure: "cost" }, "cost_usd"],
  ["a day's cost without its limit", { measure: "daily_cost" }, "cost_usd"],
  ["a day's cost", { measure: "daily_cost", costUsd: 10, limitShare: null }, null],
  ["a day's cost against the week before", { measure: "daily_cost", comparison: "week_before" }, "comparison"],
  ["verdicts of nothing", { measure: "verdicts" }, "evaluation_id"],
])("%s", (_, change, field) => {
  expect(flawOf({ ...settings, ...change })?.field ?? null).toBe(field);
});

test("settings determine the delay, the allowed alarms, and which changes start the test over", () => {
  expect([usualSettle(undefined), usualSettle(1000), usualSettle(600_001)]).toEqual([5, 5, 11]);
  expect([alarmsPerDay(settings, 0), alarmsPerDay(settings, 4)]).toEqual([1 / 1000, 1 / 4000]);
  expect(changesTest(settings, { ...settings, limitShare: 0.1 })).toBe(true);
  expect(changesTest(settings, { ...settings, falseAlarmDays: 100, settleMinutes: 9 })).toBe(false);
});

const found: Found = {
  ...{ measure: "errors", side: "above", requests: 1234, bad: 88, limitShare: 0.05 },
  ...{ requestsBefore: null, badBefore: null, latencyMs: null, costUsd: null, evaluation: null },
  ...{ since: new Date("2026-03-04T00:00:00Z"), spentMicros: null, limitMicros: null },
};
test.each<[Partial<Found>, string]>([
  [{}, "7.13 % of 1,234 traces failed. The limit is 5 %."],
  [{ measure: "latency", latencyMs: 2000 }, "7.13 % of 1,234 traces took more than 2,000 ms. The limit is 5 %."],
  [{ measure: "cost", costUsd: 0.002 }, "7.13 % of 1,234 traces cost more than $0.002. The limit is 5 %."],
  [
    { measure: "daily_cost", spentMicros: 12_340_000, limitMicros: 10_000_000 },
    "Traces of 2026-03-04 (UTC) have cost $12.34. The limit is $10.00 a day.",
  ],
  [{ measure: "feedback" }, "7.13 % of 1,234 thumbs are down. The limit is 5 %."],
  [
    { measure: "drift", side: "below", evaluation: "Polite", requestsBefore: 5000, badBefore: 1000, limitShare: 0.15 },
    "7.13 % of 1,234 verdicts of Polite are fails. The week before, it was 20 %. Below 15 % counts as a change.",
  ],
])("%j", (change, sentence) => expect(findingOf({ ...found, ...change })).toBe(sentence));

test.each([
  [100, 5],
  [40, 0],
  [40, 40],
  [100_000, 300],
])("the interval of a share covers it and has a width: %i, %i", (requests, bad) => {
  const { low, high } = sharesOf(requests, bad);
  expect(low).toBeLessThanOrEqual(bad / requests);
  expect(high).toBeGreaterThanOrEqual(bad / requests);
  expect(high - low).toBeGreaterThan(0);
  expect(low >= 0 && high <= 1).toBe(true);
});

test.each([
  [10, 0, null],
  [10, 7.99, null],
  [10, 8, 80],
  [10, 9.999, 80],
  [10, 10, 100],
  [10, 12, 100],
  [0, 1, null],
])("of a budget of %d, spending %d is announced at: %s", (limit, spent, percent) => {
  expect(percentReached({ limit, spent })).toBe(percent);
});

test.each([
  [{ key: "ci", period: "daily", limit: 10e6, spent: 8_123_400 }, "The key ci has spent $8.1234 of $10.00 a day."],
  [
    { key: null, period: "total", limit: 1000e6, spent: 1e9 },
    "The organization has spent $1,000.00 of $1,000.00 in all.",
  ],
] as const)("%j", (spent, sentence) => expect(budgetFinding(spent)).toBe(sentence));
