import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { applyEvalGroup as applyContract } from "@/lib/contracts/evaluation/apply-group";
import { updateCellValue } from "@/lib/datasets/rows";
import { listDatasetVersions } from "@/lib/datasets/versions/versions";
import { Failure } from "@/lib/errors";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { applyEvalGroup } from "../groups/apply";
import { listDatasetEvals, listEvals } from "../groups/evals-list";
import { createEvalGroup } from "../groups/groups";
import { listEvalRunCells, listEvalRuns } from "../runs/read/list-runs";
import { retryEvalRun } from "../runs/start/retry-run";
import { startEvalRun } from "../runs/start/start-run";
import {
  advanceToEnd,
  bindTestEval,
  createTestDataset,
  rowIdsOf,
  startTestProvider,
  tableOf,
  verdict,
} from "../runs/testing";
import { idOfName } from "../templates/fingerprint";
import { createTestTemplate } from "../testing";
import { checkExperiment } from "./check-experiment";
import { compareExperiments } from "./compare-experiments";
import { compareExperimentRows } from "./compare-rows";
import { getExperiment, listExperiments } from "./experiments";
import { exportExperiment } from "./export-experiment";
import { createExperiment } from "./start-experiment";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;
let say: Parameters<typeof startTestProvider>[0]["answer"];

beforeAll(async () => {
  gateway = await startTestGateway();
  provider = await startTestProvider({ answer: (request, nth) => say(request, nth) });
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});
beforeEach(async () => {
  say = () => verdict("Pass");
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});

type Input = Parameters<typeof createExperiment>[1];

/** Questions and answers, and an evaluation that looks for "Answer" in the column `answer`. */
async function scene(rows: number) {
  const dataset_id = await createTestDataset(context, rows);
  const column = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const ids = await rowIdsOf(context, dataset_id);
  const start = (task: Input["task"], change: Partial<Input> = {}) =>
    createExperiment(context, {
      dataset_id,
      name: `${task.kind} experiment`,
      task,
      output_column_id: column,
      user_eval_ids: [metric],
      repeats: 1,
      at_once: 5,
      ...change,
    });
  const run = async (task: Input["task"], change: Partial<Input> = {}) => {
    const { run_id } = await start(task, change);
    await advanceToEnd(context, run_id);
    return run_id;
  };
  return { dataset_id, column, metric, ids, start, run };
}

const prompt = (content: string): Input["task"] => ({
  kind: "prompt",
  config: { model: "acme/judge", messages: [{ role: "user", content }] },
});
const outputs = (ids: readonly string[], of: (row: number) => string): Input["task"] => ({
  kind: "outputs",
  outputs: ids.map((row_id, row) => ({ row_id, output: of(row), latency_ms: 100 * (row + 1), cost_micros: 7 })),
});
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? `${error.kind}: ${error.message}` : error),
  );
const cellsOf = async (run_id: string) =>
  (await listEvalRunCells(context, { run_id, page: 1, limit: 1000 })).results.map(({ outcome, passed, inputs }) => [
    outcome,
    passed,
    inputs?.text ?? null,
  ]);

describe("an experiment", () => {
  test("appears in the list of evaluations only for its own dataset and organization", async () => {
    const { dataset_id, ids, run, metric } = await scene(2);
    const experiment_id = await run(outputs(ids, () => "Answer"));
    expect((await listEvals(context, { experiment_id })).evals).not.toEqual([]);
    const { evals } = await listEvals(context, { dataset_id, experiment_id, eval_type: "user" });
    expect(evals.map(({ id }) => id)).toEqual([metric]);
    expect((await listDatasetEvals(context, { dataset_id, experiment_id })).evals).not.toEqual([]);
    const absent = "invalid: experiment_id: There is no such experiment.";
    const elsewhere = await createTestDataset(context, 1);
    expect(await refusal(listEvals(context, { dataset_id: elsewhere, experiment_id }))).toBe(absent);
    const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
    expect(await refusal(listEvals(stranger, { experiment_id }))).toBe(absent);
    expect(await refusal(listEvals(context, { experiment_id: crypto.randomUUID() }))).toBe(absent);
  });

  test("asks a model for each row and evaluates its answer instead of the column", async () => {
    const { run, dataset_id } = await scene(3);
    say = (request) => (request.includes("Question 1") ? "I do not know." : "Answer from a model");
    const id = await run(prompt("Say it: {{question}}"));
    const found = await getExperiment(context, { experiment_id: id });
    expect(found).toMatchObject({ status: "completed", kind: "experiment", task: "prompt", answered: 3, scored: 3 });
    expect(found.evaluations[1]).toMatchObject({ passed: 2, failed: 1, column_id: null });
    expect((await cellsOf(id)).filter(([outcome]) => outcome === "scored")).toEqual([
      ["scored", true, "Answer from a model"],
      ["scored", false, "I do not know."],
      ["scored", true, "Answer from a model"],
    ]);
    // The dataset is as it was.
    const table = await tableOf(context, dataset_id);
    expect(JSON.stringify(table.table)).not.toContain("I do not know.");
    const { results } = await listEvalRuns(context, { page: 1, limit: 10, kind: "experiment" });
    expect(results.map((listed) => [listed.id, listed.kind])).toEqual([[id, "experiment"]]);
    expect((await listEvalRuns(context, { page: 1, limit: 10, kind: "prediction" })).results).toEqual([]);
  });

  test("takes further evaluations from a group after it has ended, each over every output", async () => {
    const { run, ids, column } = await scene(3);
    const id = await run(outputs(ids, (row) => (row === 0 ? "" : `Answer ${row}`)));
    const group = await createEvalGroup(context, {
      name: `Group ${crypto.randomUUID()}`,
      eval_template_ids: [idOfName("contains"), idOfName("is_email")],
    });
    const request = (change: object = {}) =>
      applyContract.body.parse({
        eval_group_id: group.id,
        page_id: "EXPERIMENT",
        filters: { experiment_id: id },
        mapping: { text: column },
        params: { keyword: "2" },
        ...change,
      });
    expect(await applyEvalGroup(context, request())).toBeNull();
    expect(await refusal(applyEvalGroup(context, request()))).toContain("still running");
    await advanceToEnd(context, id);
    const { evaluations, status } = await getExperiment(context, { experiment_id: id });
    expect(status).toBe("completed");
    expect(evaluations.slice(2).map(({ name, passed, failed }) => [name.split("_Group")[0], passed, failed])).toEqual([
      ["contains", 1, 2],
      ["is_email", 0, 3],
    ]);
    expect(await refusal(applyEvalGroup(context, request({ mapping: { text: "question" } })))).toContain(
      "does not read the output",
    );
    const compared = await createEvalGroup(context, {
      name: `Group ${crypto.randomUUID()}`,
      eval_template_ids: [idOfName("levenshtein_similarity")],
    });
    const lost = { eval_group_id: compared.id, mapping: { output: column, expected: "nowhere" }, params: {} };
    expect(await refusal(applyEvalGroup(context, request(lost)))).toContain(
      'mapping.expected: There is no column "nowhere".',
    );
    const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
    expect(await refusal(applyEvalGroup(stranger, request()))).toContain("notFound");
  });

  test("stores its rows as a dataset version, and reuses it while nothing has changed", async () => {
    const { run, dataset_id, ids, column } = await scene(2);
    const [first, second] = [await run({ kind: "column" }), await run({ kind: "column" })];
    const change = { dataset_id, column_id: column, row_id: ids[0] ?? "", new_value: "Nothing" };
    await updateCellValue(context, change);
    const third = await run({ kind: "column" });
    const versions = await Promise.all(
      [first, second, third].map(
        async (id) => (await getExperiment(context, { experiment_id: id })).dataset_version?.number,
      ),
    );
    expect(versions).toEqual([1, 1, 2]);
    const listed = await listDatasetVersions(context, { dataset_id, page: 1, limit: 10 });
    expect(listed.results.map(({ name }) => name)).toEqual(["For an experiment (2)", "For an experiment (1)"]);
  });

  test("does not evaluate a row without an output until a retry produces it", async () => {
    const { run } = await scene(2);
    let isBroken = true;
    say = (request) => {
      if (isBroken && request.includes("Question 1")) return { status: 400 };
      return "Answer";
    };
    const id = await run(prompt("{{question}}"));
    expect(await cellsOf(id)).toEqual([
      ["answered", null, null],
      ["scored", true, "Answer"],
      ["error", null, null],
      ["unscored", null, null],
    ]);
    isBroken = false;
    await retryEvalRun(context, { run_id: id });
    await advanceToEnd(context, id);
    const found = await getExperiment(context, { experiment_id: id });
    expect(found).toMatchObject({ answered: 2, scored: 2, unscored: 0, error: 0, open: 0 });
  });

  test("takes supplied outputs, and evaluates only their rows", async () => {
    const { run, ids } = await scene(3);
    const before = provider.calls();
    const id = await run(outputs(ids.slice(0, 2), (row) => (row === 0 ? "Answer" : "")));
    expect(await cellsOf(id)).toEqual([
      ["answered", null, null],
      ["scored", true, "Answer"],
      ["answered", null, null],
      ["scored", false, ""],
    ]);
    expect(provider.calls()).toBe(before);
  });

  test("starts once per mutation id, even when sent several times at once", async () => {
    const { start } = await scene(2);
    const task: Input["task"] = { kind: "column" };
    const started = await Promise.all([1, 2, 3].map(() => start(task, { mutation_id: "same" })));
    expect(new Set(started.map(({ run_id }) => run_id)).size).toBe(1);
    const listed = await listExperiments(context, { page: 1, limit: 10 });
    expect(listed).toMatchObject({ count: 1, results: [{ dataset_name: expect.stringMatching(/./) }] });
  });

  test("refuses a mutation id that started an ordinary run", async () => {
    const { dataset_id, metric, start } = await scene(1);
    const run = { dataset_id, user_eval_ids: [metric], column_ids: [], repeats: 1, at_once: 1 };
    await startEvalRun(context, { ...run, mutation_id: "taken" });
    expect(await refusal(start({ kind: "column" }, { mutation_id: "taken" }))).toMatch(/^invalid: mutation_id/);
  });

  test("is refused by field without anything to evaluate, or with foreign or repeated rows", async () => {
    const [one, other] = [await scene(2), await scene(1)];
    const asks = await bindTestEval(context, one.dataset_id, idOfName("contains"), {
      config: { mapping: { text: "question" }, params: { keyword: "x" } },
    });
    expect(await refusal(one.start({ kind: "column" }, { user_eval_ids: [asks] }))).toMatch(/evaluate no output/);
    expect(await refusal(one.start(outputs(other.ids, () => "x")))).toMatch(/^notFound/);
    expect(await refusal(one.start(outputs([one.ids[0] ?? "", one.ids[0] ?? ""], () => "x")))).toMatch(/has this row/);
    expect(await refusal(one.start(prompt("{{nowhere}}")))).toMatch(/nowhere/);
    expect(await refusal(one.start({ kind: "column" }, { output_column_id: other.column }))).toMatch(/^notFound/);
  });
});

describe("comparison", () => {
  test("compares experiments with the first, and lists the rows that got worse first", async () => {
    const { run, ids } = await scene(30);
    const base = await run({ kind: "column" }, { name: "As it is" });
    const worse = await run(
      outputs(ids, (row) => (row % 3 === 0 ? "Nothing" : `Answer ${row}`)),
      { name: "Worse" },
    );
    const same = await run(
      outputs(ids, (row) => `Answer ${row}`),
      { name: "Same" },
    );
    const experiment_ids = [base, worse, same];
    const { experiments, metrics, has_same_rows } = await compareExperiments(context, { experiment_ids });
    expect(has_same_rows).toBe(true);
    expect(
      experiments.map(({ name, outputs, cost_micros, latency_p50_ms }) => [name, outputs, cost_micros, latency_p50_ms]),
    ).toEqual([
      ["As it is", 30, null, null],
      ["Worse", 30, 210, 1550],
      ["Same", 30, 210, 1550],
    ]);
    const [metric] = metrics;
    expect(metric?.values.map(({ mean }) => mean)).toEqual([1, 20 / 30, 1]);
    expect(metric?.values[0]?.compared).toBeNull();
    expect(metric?.values[1]?.compared).toMatchObject({
      rows: 30,
      falls: 10,
      rises: 0,
      test: { name: "mcnemar_exact" },
    });
    const tests = metric?.values.flatMap(({ compared }) => compared?.test ?? []) ?? [];
    expect(tests[0]?.p_holm).toBeCloseTo((tests[0]?.p ?? 0) * tests.length, 12);
    const rows = await compareExperimentRows(context, { experiment_ids, metric: 0, change: "all", page: 1, limit: 11 });
    expect(rows.count).toBe(30);
    expect(rows.results.map(({ position }) => position)).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 2]);
    expect(rows.results[0]?.values.map(({ output, passed, difference }) => [output, passed, difference])).toEqual([
      ["Answer 0", true, null],
      ["Nothing", false, -1],
      ["Answer 0", true, 0],
    ]);
    const falls = await compareExperimentRows(context, {
      experiment_ids,
      metric: 0,
      change: "falls",
      page: 2,
      limit: 6,
    });
    expect([falls.count, falls.results.length]).toEqual([10, 4]);
    expect(
      (await compareExperimentRows(context, { experiment_ids, metric: 0, change: "rises", page: 1, limit: 5 })).count,
    ).toBe(0);
  });

  test("refuses experiments over different datasets, from other organizations, or named twice", async () => {
    const [one, other] = [await scene(1), await scene(1)];
    const [first, second] = [await one.run({ kind: "column" }), await other.run({ kind: "column" })];
    expect(await refusal(compareExperiments(context, { experiment_ids: [first, second] }))).toMatch(
      /different datasets/,
    );
    expect(await refusal(compareExperiments(context, { experiment_ids: [first, first] }))).toMatch(/twice/);
    const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
    expect(await refusal(compareExperiments(stranger, { experiment_ids: [first, second] }))).toMatch(/^notFound/);
  });
});

describe("the gate", () => {
  const check = (baseline_id: string, candidate_id: string, change: object = {}) =>
    checkExperiment(context, {
      baseline_id,
      candidate_id,
      margin: 0.05,
      power: 0.95,
      least_coverage: 0.95,
      allow_uncalibrated: false,
      ...change,
    });

  test("passes no loss, fails a large loss, and asks for more rows while undecided", async () => {
    const { run, ids } = await scene(200);
    const base = await run({ kind: "column" });
    const losing = (rows: number) => outputs(ids, (row) => (row < rows ? "Nothing" : `Answer ${row}`));
    const [same, worse, worst] = [await run(losing(0)), await run(losing(12)), await run(losing(60))];
    expect(await check(base, same)).toMatchObject({ verdict: "passed", needed_rows: null });
    const undecided = await check(base, worse);
    expect(undecided).toMatchObject({ verdict: "undecided", metrics: [{ falls: 12, rises: 0, difference: -0.06 }] });
    expect(undecided.needed_rows).toBeGreaterThan(200);
    expect(await check(base, worst)).toMatchObject({ verdict: "failed", needed_rows: null });
    expect(await check(base, worse, { margin: 0.2 })).toMatchObject({ verdict: "passed" });
  });

  test("refuses incomplete experiments, different dataset versions, and too many unscored rows", async () => {
    const { run, start, ids, dataset_id, column } = await scene(60);
    const base = await run({ kind: "column" });
    const { run_id: open } = await start({ kind: "column" });
    expect((await check(base, open)).reasons).toEqual([expect.stringMatching(/has not completed/)]);
    const part = await run(outputs(ids.slice(0, 30), () => "Answer"));
    expect(await check(base, part)).toMatchObject({
      verdict: "refused",
      metrics: [{ reasons: [expect.stringMatching(/^50 % of the rows have a score in both/)] }],
    });
    await updateCellValue(context, { dataset_id, column_id: column, row_id: ids[0] ?? "", new_value: "New" });
    const later = await run({ kind: "column" });
    expect((await check(base, later)).reasons).toEqual([expect.stringMatching(/different versions/)]);
  });

  test("accepts a judge only with a calibration, unless the request says otherwise", async () => {
    const { run, dataset_id } = await scene(60);
    const judge = await createTestTemplate(context, { model: "acme/judge" });
    const judged = await bindTestEval(context, dataset_id, judge);
    const [one, other] = [
      await run({ kind: "column" }, { user_eval_ids: [judged] }),
      await run({ kind: "column" }, { user_eval_ids: [judged] }),
    ];
    expect(await check(one, other)).toMatchObject({
      verdict: "refused",
      metrics: [{ reasons: [expect.stringMatching(/not calibrated/)] }],
    });
    expect(await check(one, other, { allow_uncalibrated: true })).toMatchObject({
      verdict: expect.stringMatching(/passed|undecided/),
    });
  });
});

test("an experiment can be exported as CSV and as JUnit", async () => {
  const { run, ids } = await scene(2);
  const id = await run(
    outputs(ids, (row) => (row === 0 ? 'Answer "<one>"' : "=bad")),
    { name: "Export & check" },
  );
  const file = async (file_format: "csv" | "junit") => {
    const { content } = (await exportExperiment(context, { experiment_id: id, file_format })) as {
      content: ReadableStream;
    }; // safe: it is a file
    return text(content);
  };
  const lines = (await file("csv")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`1,${ids[0]},1,"Answer ""<one>""",answered,,100,7,1,`);
  expect(lines[2]).toContain("'=bad");
  const junit = await file("junit");
  expect(junit).toContain('<testsuites name="Export &amp; check">');
  expect(junit).toMatch(/tests="2" failures="1" errors="0" skipped="0"/);
  expect(junit).toMatch(/name="Row 2"[^>]*><failure message="Score 0\. /);
});
