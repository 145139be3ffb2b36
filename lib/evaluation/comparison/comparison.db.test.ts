// A run's summary, and two runs row by row.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetRows, evalRuns } from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { compareEvalRuns as compareContract } from "@/lib/contracts/evaluation/comparison";
import { getEvalRun } from "../runs/read/list-runs";
import { createTestRun, createTestTemplate } from "../testing";
import { compareEvalRuns } from "./compare";
import { compareEvalRunRows } from "./compare-rows";
import { getEvalRunSummary } from "./summary";

const database = suiteDatabase();
let organization: Awaited<ReturnType<typeof createOrganization>>;
let owner: Context;
let rows: string[];
let dataset: string;
let template: string;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  rows = await createRows(
    database.db,
    organization,
    Array.from({ length: 30 }, (_, index) => `Row ${index}`),
  );
  const [row] = await database.db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.id, rows[0] ?? ""));
  dataset = row?.datasetId ?? "";
  template = await createTestTemplate(owner);
});

const refusal = async (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => null,
    (error: unknown) => error,
  );

type Cell = Parameters<typeof createTestRun>[2][number];
const verdict = (index: number, passed: boolean, more: Partial<Cell> = {}): Cell => ({
  rowId: rows[index] ?? "",
  score: Number(passed),
  passed,
  label: passed ? "Passed" : "Failed",
  ...more,
});
const run = (cells: readonly Cell[], pinned: Parameters<typeof createTestRun>[3] = {}) =>
  createTestRun(owner, dataset, cells, { templateId: template, versionNumber: 1, ...pinned });
const indices = Array.from({ length: 30 }, (_, index) => index);
const compare = (first: string, second: string, query = {}) =>
  compareEvalRuns(owner, { run_id: first, other_id: second, ...compareContract.query.parse(query) });

describe("a run's summary", () => {
  test("does not treat a wider scale's scores as passes, even if all are 0 or 1", async () => {
    const templateId = await createTestTemplate(owner, { output: "numeric" });
    const scored = indices.map((index): Cell => ({ rowId: rows[index] ?? "", score: index % 2 }));
    const made = await run(scored, { templateId });
    const other = await run(
      scored.map((cell) => ({ ...cell, score: 1 })),
      { templateId },
    );
    const { evaluations } = await getEvalRunSummary(owner, { run_id: made.run_id });
    expect(evaluations[0]?.score).toMatchObject({ mean: 0.5, interval: null, method: null });
    const { evaluations: pairs } = await compare(made.run_id, other.run_id);
    expect(pairs[0]?.compared).toMatchObject({ difference: 0.5, test: { name: "wilcoxon_signed_rank" } });
  });

  test("shows mean, interval, coverage and reasons, and does not count unscored cells as 0", async () => {
    const made = await run([
      ...indices.slice(0, 8).map((index) => verdict(index, index < 6, { costMicros: 5 })),
      { rowId: rows[8] ?? "", outcome: "unscored", reason: "The text is empty." },
      { rowId: rows[9] ?? "", outcome: "error", reason: "The provider is gone." },
    ]);
    const { evaluations } = await getEvalRunSummary(owner, { run_id: made.run_id });
    expect(evaluations).toHaveLength(1);
    expect(evaluations[0]).toMatchObject({
      is_judged: true,
      coverage: { total: 10, scored: 8, unscored: 1, error: 1, open: 0, share: 0.8 },
      score: {
        mean: 0.75,
        method: "wilson",
        interval: { low: expect.closeTo(0.4093, 3), high: expect.closeTo(0.9556, 3) },
      },
      labels: [
        { label: "Passed", cells: 6 },
        { label: "Failed", cells: 2 },
      ],
      repeats: null,
      corrected: { rate: null, reason: expect.stringContaining("not calibrated") },
    });
    expect(evaluations[0]?.problems).toHaveLength(2);
    expect(evaluations[0]?.distribution.map(({ cells }) => cells)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 6]);
  });

  test("B2.7 repeats show how verdicts flip, and widen the interval", async () => {
    const repeated = indices
      .slice(0, 10)
      .flatMap((index) =>
        [0, 1, 2].map((repeat) => verdict(index, index < 5 || (index === 5 && repeat === 0), { repeat })),
      );
    const { evaluations } = await getEvalRunSummary(owner, { run_id: (await run(repeated)).run_id });
    expect(evaluations[0]?.repeats).toEqual({ rows: 10, flipped: 1, deviation: expect.closeTo(Math.sqrt(1 / 30), 9) });
    const { low = 0, high = 1 } = evaluations[0]?.pass_rate.interval ?? {};
    // Ten rows, not thirty independent verdicts: as wide as Wilson's interval of about ten.
    expect(high - low).toBeGreaterThan(0.5);
  });

  test("a row whose trials are tied has no verdict that could flip, on either side", async () => {
    const pass = await run([verdict(0, true)]);
    const tied = await run([verdict(0, true), verdict(0, false, { repeat: 1 })]);
    for (const [first, second] of [
      [pass, tied],
      [tied, pass],
    ] as const) {
      const { results } = await compareEvalRunRows(owner, {
        ...{ run_id: first.run_id, other_id: second.run_id, change: "all", page: 1, limit: 10 },
        ...{ evaluation_id: first.evaluation_id, other_evaluation_id: second.evaluation_id },
      });
      expect(results.map(({ is_flipped }) => is_flipped)).toEqual([false]);
    }
  });

  test("labels without scores have rows and changes, but no mean", async () => {
    const labels = indices.slice(0, 3).flatMap((index) =>
      [0, 1].map((repeat) => ({
        ...{ rowId: rows[index] ?? "", repeat, score: null, passed: null },
        label: index === 0 && repeat === 0 ? "Kind" : "Curt",
      })),
    );
    const { evaluations } = await getEvalRunSummary(owner, { run_id: (await run(labels)).run_id });
    expect(evaluations[0]).toMatchObject({
      ...{ rows: 3, score: { mean: null }, pass_rate: { mean: null }, distribution: [] },
      repeats: { rows: 3, flipped: 1, deviation: null },
    });
  });

  test("handles a run without scores, and scores outside 0 to 1", async () => {
    const none = await getEvalRunSummary(owner, { run_id: (await run([])).run_id });
    expect(none.evaluations[0]).toMatchObject({
      coverage: { share: null },
      score: { mean: null, reason: "Nothing was scored." },
    });
    const wide = await run(indices.slice(0, 3).map((index) => ({ rowId: rows[index] ?? "", score: index * 10 })));
    const { evaluations } = await getEvalRunSummary(owner, { run_id: wide.run_id });
    expect(evaluations[0]?.distribution.at(-1)).toEqual({ from: 18, to: 20, cells: 1 });
    expect(evaluations[0]?.score).toMatchObject({
      mean: 10,
      interval: null,
      reason: expect.stringMatching(/needs at least 60/),
    });
  });

  test("scores have an interval from 40 rows on, numbers outside 0 to 1 from 60", async () => {
    const ids = await createRows(
      database.db,
      organization,
      Array.from({ length: 60 }, (_, index) => `Many ${index}`),
    );
    const [row] = await database.db
      .select()
      .from(datasetRows)
      .where(eq(datasetRows.id, ids[0] ?? ""));
    const many = row?.datasetId ?? "";
    const scoreOf = async (count: number, times: number) => {
      const cells = ids.slice(0, count).map((rowId, index) => ({ rowId, score: ((index % 4) + 1) * times }));
      const made = await createTestRun(owner, many, cells, { templateId: template, versionNumber: 1 });
      const { evaluations } = await getEvalRunSummary(owner, { run_id: made.run_id });
      return evaluations[0]?.score;
    };
    expect(await scoreOf(39, 0.25)).toMatchObject({
      interval: null,
      reason: expect.stringMatching(/needs at least 40/),
    });
    expect(await scoreOf(40, 0.25)).toMatchObject({
      method: "wilson_effective",
      interval: { low: expect.closeTo(0.5316890506, 7), high: expect.closeTo(0.7098642665, 7) },
    });
    expect(await scoreOf(59, 1)).toMatchObject({ interval: null, reason: expect.stringMatching(/needs at least 60/) });
    // 2.5 ± 2.0009954·√(75/59/60).
    expect(await scoreOf(60, 1)).toMatchObject({
      method: "t",
      interval: { low: expect.closeTo(2.2087439, 6), high: expect.closeTo(2.7912561, 6) },
    });
  });
});

test("a run names the run before it, if ended, over the same rows, and with a shared evaluation", async () => {
  const templateId = await createTestTemplate(owner);
  const before = async (run_id: string) => (await getEvalRun(owner, { run_id })).run_before;
  const first = await run([verdict(0, true)], { templateId });
  expect(await before(first.run_id)).toBeNull();
  await run([verdict(0, true)], { templateId, continues: first.evaluation_id });
  await run([verdict(0, true)], { templateId: await createTestTemplate(owner) });
  const last = await run([verdict(0, true)], { templateId, name: "Asked by another name" });
  expect(await before(last.run_id)).toEqual({ id: first.run_id, name: expect.any(String) });
  for (const { run_id } of [first, last]) {
    await database.db.update(evalRuns).set({ status: "running" }).where(eq(evalRuns.id, run_id));
    expect(await before(last.run_id)).toBeNull();
  }
});

describe("two runs", () => {
  test("B2.8 are compared row by row, with test, interval, effect and needed pairs", async () => {
    const first = await run(indices.map((index) => verdict(index, index < 12)));
    const second = await run([
      ...indices.slice(0, 29).map((index) => verdict(index, index !== 0 && index < 20)),
      { rowId: rows[29] ?? "", outcome: "error", reason: "gone" },
    ]);
    const { evaluations } = await compare(first.run_id, second.run_id);
    expect(evaluations[0]).toMatchObject({
      differences: [],
      refused: null,
      coverage: { both: 29, only_first: 1, only_second: 0, neither: 0 },
      compared: {
        rows: 29,
        difference: expect.closeTo(7 / 29, 12),
        rises: 8,
        falls: 1,
        joint_distribution: {
          bins: [0, 1].map((value) => ({ from: value, to: value })),
          cells: [
            { first: 0, second: 0, rows: 9 },
            { first: 0, second: 1, rows: 8 },
            { first: 1, second: 0, rows: 1 },
            { first: 1, second: 1, rows: 11 },
          ],
        },
        // 2·P(X ≤ 1) of nine coins.
        test: { name: "mcnemar_exact", p: expect.closeTo(0.0390625, 9), p_holm: expect.closeTo(0.0390625, 9) },
      },
    });
    expect(evaluations[0]?.compared?.needed_rows).toBeGreaterThan(20);

    const pair = { evaluation_id: first.evaluation_id, other_evaluation_id: second.evaluation_id };
    const ids = { run_id: first.run_id, other_id: second.run_id };
    const page = await compareEvalRunRows(owner, { ...ids, ...pair, change: "all", page: 1, limit: 10 });
    expect(page.count).toBe(30);
    expect(page.results.map(({ is_flipped }) => is_flipped)).toEqual([...Array(9).fill(true), false]);
    expect(page.results[0]).toMatchObject({
      row_id: rows[0],
      difference: -1,
      first: { passed: true, label: "Passed" },
      second: { passed: false },
    });
    const counts = async (change: "flipped" | "rises" | "falls" | "incomplete") =>
      (await compareEvalRunRows(owner, { ...ids, ...pair, change, page: 1, limit: 5 })).count;
    expect([await counts("flipped"), await counts("rises"), await counts("falls"), await counts("incomplete")]).toEqual(
      [9, 8, 1, 1],
    );
    const last = await compareEvalRunRows(owner, { ...ids, ...pair, change: "all", page: 3, limit: 10 });
    expect(last.results.at(-1)).toMatchObject({
      difference: null,
      second: { outcome: "error", passed: null, reason: "gone" },
    });
    expect(
      await refusal(compareEvalRunRows(owner, { ...ids, ...pair, change: "all", page: 4, limit: 10 })),
    ).toMatchObject({ kind: "notFound" });
  });

  test("float rounding counts as neither a rise nor a fall", async () => {
    const scored = (...scores: number[]) =>
      run(scores.map((score, index) => ({ rowId: rows[index] ?? "", score, passed: false, label: null })));
    const first = await scored(0.3, 0.1 + 0.2, 0.7);
    const second = await scored(0.1 + 0.2, 0.3, 0.8);
    const { evaluations } = await compare(first.run_id, second.run_id);
    expect(evaluations[0]?.compared).toMatchObject({ rises: 1, falls: 0 });
    const ids = { run_id: first.run_id, other_id: second.run_id };
    const pair = { evaluation_id: first.evaluation_id, other_evaluation_id: second.evaluation_id };
    const countOf = async (change: "rises" | "falls") =>
      (await compareEvalRunRows(owner, { ...ids, ...pair, change, page: 1, limit: 5 })).count;
    expect([await countOf("rises"), await countOf("falls")]).toEqual([1, 0]);
  });

  test("B2.10 with different fingerprints are compared only on request", async () => {
    const cells = indices.map((index) => verdict(index, index < 12));
    const first = await run(cells, { model: "sandbox/judge" });
    const second = await run(cells, { fingerprint: "g", model: "sandbox/other", params: { strict: true } });
    const refused = await compare(first.run_id, second.run_id);
    expect(refused.evaluations[0]).toMatchObject({
      compared: null,
      refused: "Their scores mean different things: they differ in model, parameters.",
      differences: [
        { what: "model", first: "sandbox/judge", second: "sandbox/other" },
        { what: "parameters", first: "{}", second: '{"strict":true}' },
      ],
    });
    const across = await compare(first.run_id, second.run_id, { across_fingerprints: true });
    expect(across.evaluations[0]).toMatchObject({ refused: null, compared: { difference: 0 } });
    expect(across.evaluations[0]?.differences).toHaveLength(2);
  });

  test("different evaluations can be compared if both are named, and naming only one is refused", async () => {
    const first = await run(indices.map((index) => verdict(index, true)));
    const other = await run(
      indices.map((index) => verdict(index, index % 2 === 0)),
      { name: "Kind", templateId: await createTestTemplate(owner) },
    );
    const apart = await compare(first.run_id, other.run_id);
    expect(apart.evaluations.map(({ first: one, second }) => [one?.name, second?.name])).toEqual([
      ["Right", undefined],
      [undefined, "Kind"],
    ]);
    const named = { evaluation_id: first.evaluation_id, other_evaluation_id: other.evaluation_id };
    expect((await compare(first.run_id, other.run_id, named)).evaluations[0]?.compared?.difference).toBe(-0.5);
    const half = compare(first.run_id, other.run_id, { evaluation_id: first.evaluation_id });
    expect(await refusal(half)).toMatchObject({
      kind: "invalid",
      detail: { fields: { other_evaluation_id: [expect.any(String)] } },
    });
    const foreign = compare(first.run_id, other.run_id, {
      evaluation_id: crypto.randomUUID(),
      other_evaluation_id: other.evaluation_id,
    });
    expect(await refusal(foreign)).toMatchObject({
      kind: "invalid",
      detail: { fields: { evaluation_id: [expect.any(String)] } },
    });
  });

  test("over different datasets cannot be compared", async () => {
    const organization = { id: owner.caller.organizationId, workspaceId: owner.caller.workspaceId };
    const [elsewhere = ""] = await createRows(database.db, organization, ["Elsewhere"]);
    const [row] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, elsewhere));
    const first = await run([verdict(0, true)]);
    const second = await createTestRun(owner, row?.datasetId ?? "", [{ rowId: elsewhere, score: 1 }]);
    expect(await refusal(compare(first.run_id, second.run_id))).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("different datasets"),
    });
  });
});
