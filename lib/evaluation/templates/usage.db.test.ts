import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createTestLogs, createTestTemplate } from "../testing";
import { getEvalTemplateUsage as getUsage } from "./usage";

const database = suiteDatabase();
const now = () => new Date("2026-03-05T12:00:00Z");
const at = (day: number, hour = 1) => new Date(Date.UTC(2026, 2, day, hour));
let context: Context;
let template: string;

async function getEvalTemplateUsage(by: Context, { id, days }: { id: string; days: number }) {
  const usage = await getUsage(by, { id, days, period: "30d", page: 0, page_size: 25 });
  return { ...usage.stats, days: usage.chart.map((day) => ({ ...day, day: day.timestamp.slice(0, 10) })) };
}

beforeAll(async () => {
  context = { ...(await createCaller(database.db, await createOrganization(database.db))), now };
  template = await createTestTemplate(context, {}, "used");
  await createTestLogs(context, template, [
    { score: 1, passed: true, createdAt: at(5) },
    { score: 1, passed: true, createdAt: at(5) },
    { score: 0, passed: false, createdAt: at(5) },
    { outcome: "unscored", createdAt: at(5) },
    { outcome: "error", status: "error", createdAt: at(5, 23) },
    { score: 0.2, createdAt: at(3) },
    { score: 0.4, createdAt: at(3, 23) },
    { score: 1, createdAt: at(2, 23) },
    { score: 1, createdAt: at(5), deletedAt: at(5) },
  ]);
});

test("a template's usage shows daily outcomes and mean scores, with no mean for days without runs", async () => {
  const { days, ...all } = await getEvalTemplateUsage(context, { id: template, days: 3 });
  expect(days.map(({ day, runs }) => [day, runs])).toEqual([
    ["2026-03-03", 2],
    ["2026-03-04", 0],
    ["2026-03-05", 5],
  ]);
  expect(days[2]).toMatchObject({ scored: 3, unscored: 1, error: 1, passed: 2, failed: 1 });
  // Wilson's interval of 2 of 3; 0.2 and 0.4 are too few.
  expect(days[2]?.score).toMatchObject({ method: "wilson", mean: expect.closeTo(2 / 3, 12) });
  expect(days[2]?.score.interval).toEqual({ low: expect.closeTo(0.2077, 4), high: expect.closeTo(0.9829, 4) });
  expect(days[0]?.score).toMatchObject({
    ...{ method: null, interval: null, mean: expect.closeTo(0.3, 12) },
    reason: expect.stringMatching(/needs at least 40/),
  });
  expect(days[1]?.score).toMatchObject({ mean: null, interval: null, reason: "Nothing was scored." });
  expect(all).toMatchObject({ runs: 7, scored: 5, error: 1, score: { mean: expect.closeTo(2.6 / 5, 12) } });
});

test("forty scores in a day give an interval", async () => {
  const many = await createTestTemplate(context, {}, "many");
  const scores = Array.from({ length: 10 }, () => [0.25, 0.5, 0.75, 1]).flat();
  await createTestLogs(
    context,
    many,
    scores.map((score) => ({ score, createdAt: at(5) })),
  );
  const { score } = await getEvalTemplateUsage(context, { id: many, days: 1 });
  expect(score).toMatchObject({
    method: "wilson_effective",
    interval: { low: expect.closeTo(0.5316890506, 7), high: expect.closeTo(0.7098642665, 7) },
  });
});

test("scores of 1 are not treated as passes on a wider scale", async () => {
  const distance = await createTestTemplate(context, { output: "numeric" }, "distance");
  await createTestLogs(context, distance, [
    { score: 1, createdAt: at(5) },
    { score: 1, createdAt: at(5) },
  ]);
  const { score } = await getEvalTemplateUsage(context, { id: distance, days: 1 });
  expect(score).toMatchObject({ mean: 1, interval: null, reason: expect.stringMatching(/same score/) });
});

test("another organization cannot see a template's usage", async () => {
  const other = { ...(await createCaller(database.db, await createOrganization(database.db))), now };
  await expect(getEvalTemplateUsage(other, { id: template, days: 3 })).rejects.toMatchObject({ kind: "notFound" });
});
