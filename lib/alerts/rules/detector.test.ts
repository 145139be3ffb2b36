// The promise of alerts: how often they are wrong, and how soon they find a change.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { delayTable } from "../testing/delay-table";
import { alarmsOf, alarmsOfWeeks, fixed, type Traffic } from "../testing/simulate";

const daily = (minute: number, phase = 0): number => Math.sin((minute / 1440) * 2 * Math.PI + phase);

/** The share is at its limit exactly, which is the worst that unchanged data can be. */
test("a fixed limit raises at most one false alarm in a thousand project-days", () => {
  const days = 20_000;
  const alarms =
    alarmsOf({ perHour: () => 10, share: () => 0.2 }, fixed(0.2), 14_000, "few") +
    alarmsOf({ perHour: () => 100, share: () => 0.01 }, fixed(0.01), 4000, "rare") +
    alarmsOf({ perHour: () => 60, share: () => 0.05, cluster: 10 }, fixed(0.05), 2000, "in bursts");
  expect(alarms).toBeLessThanOrEqual(days / 1000);
  // Else the simulation would not show how far the promise is kept.
  expect(alarms).toBeGreaterThan(days / 10_000);
});

test.each<[what: string, traffic: Traffic, margin: number]>([
  ["unchanging", { perHour: () => 20, share: () => 0.05 }, 0],
  ["in bursts", { perHour: () => 60, share: () => 0.05, cluster: 10 }, 0],
  [
    "with days and nights",
    { perHour: (minute) => 30 * (1 + 0.8 * daily(minute)), share: (minute) => 0.05 * (1 + 0.6 * daily(minute, 1)) },
    0.2,
  ],
])(
  "a comparison with the week before raises no false alarm in a thousand days of traffic %s",
  (what, traffic, margin) => {
    expect(alarmsOfWeeks(traffic, 1000, what, { margin })).toBe(0);
  },
);

test("several alerts share the false alarms of their project", () => {
  const alarms = alarmsOf({ perHour: () => 10, share: () => 0.2 }, fixed(0.2, 1000 * 20), 4000, "few");
  expect(alarms).toBeLessThanOrEqual(1);
});

test("an alert never fires without a single failure", () => {
  expect(alarmsOf({ perHour: () => 1, share: () => 0 }, fixed(0.01), 1000, "never")).toBe(0);
});

test("the guide contains the current table of detection delays", () => {
  const page = readFileSync("docs/alerts.md", "utf8");
  const bare = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}:?/g, "---");
  expect(bare(page)).toContain(bare(delayTable()));
});
