import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteDatasets } from "@/lib/datasets/datasets";
import { compareDatasetVersion } from "@/lib/datasets/versions/compare";
import { listDatasetVersions } from "@/lib/datasets/versions/versions";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { createProject } from "@/lib/traces/projects";
import { compareEvalRuns } from "../comparison/compare";
import { listEvalRunCells } from "../runs/read/list-runs";
import { advanceToEnd, tableOf } from "../runs/testing";
import { evaluatePipeline } from "./evaluate-pipeline";
import { getPipelineResults } from "./pipeline-results";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
let project_name: string;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
  project_name = `bot ${randomUUID()}`;
  await createProject(context, { name: project_name });
});

const isEmail = (...text: string[]) => ({ eval_template: "is_email", inputs: { text } });
const evaluate = (version: string, ...eval_data: { eval_template: string; inputs: Record<string, unknown> }[]) =>
  evaluatePipeline(context, { project_name, version, eval_data });
const results = (versions: string) => getPipelineResults(context, { project_name, versions });

async function evaluated(...args: Parameters<typeof evaluate>) {
  const started = await evaluate(...args);
  for (const id of started.run_ids) await advanceToEnd(context, id);
  return started;
}

test("a version's runs show as processing until they have ended", async () => {
  const started = await evaluate("v1", isEmail("ada@example.test", "nobody"), isEmail("grace@example.test"));
  expect(await results("v1")).toMatchObject({ status: "processing", evaluation_runs: [{ status: "processing" }] });
  for (const id of started.run_ids) await advanceToEnd(context, id);
  const read = await results("v1");
  expect(read).toMatchObject({ status: "completed", project_name });
  expect(read.evaluation_runs[0]?.results_summary).toEqual({
    is_email: { mean_score: 0.5, passed: 1, failed: 1, total: 2, scored: 2 },
    "is_email 2": { mean_score: 1, passed: 1, failed: 0, total: 1, scored: 1 },
  });
});

test("values other than text reach the template unchanged", async () => {
  const { run_ids } = await evaluated("v1", {
    eval_template: "contains_all",
    inputs: { text: "red and blue" },
    config: { params: { keywords: ["red", "blue"] } },
  } as Parameters<typeof evaluate>[1]);
  const cells = await listEvalRunCells(context, { run_id: run_ids[0] ?? "", page: 1 });
  expect(cells.results.map(({ outcome, passed }) => [outcome, passed])).toEqual([["scored", true]]);
});

test("cases of two versions share rows, so that their runs compare row by row", async () => {
  const first = await evaluated("v1", isEmail("ada@example.test", "grace@example.test", "x"));
  const second = await evaluated("v2", isEmail("nobody", "grace@example.test"));
  expect(second.dataset_id).toBe(first.dataset_id);
  const versions = (await listDatasetVersions(context, { dataset_id: first.dataset_id, page: 1 })).results;
  expect(versions.map(({ name, changed, removed }) => [name, changed, removed])).toEqual([
    ["v2", 1, 1],
    ["v1", 0, 0],
  ]);
  const [after, before] = versions.map(({ id }) => id);
  const difference = await compareDatasetVersion(context, {
    dataset_id: first.dataset_id,
    version_id: before ?? "",
    against: after ?? "",
    page: 1,
  });
  expect(difference.count).toBe(2);
  const compared = await compareEvalRuns(context, {
    run_id: first.run_ids[0] ?? "",
    other_id: second.run_ids[0] ?? "",
    across_fingerprints: false,
  });
  expect(compared.evaluations[0]?.compared).toMatchObject({ rows: 2, difference: -0.5 });
});

test("repeated cases create no dataset version, and the newest results count", async () => {
  const first = await evaluated("v1", isEmail("ada@example.test"));
  const again = await evaluated("v1", isEmail("ada@example.test"));
  const changed = await evaluated("v1", isEmail("nobody"));
  expect((await results("v1")).evaluation_runs).toMatchObject([
    { evaluation_run_id: changed.evaluation_run_id, results_summary: { is_email: { failed: 1 } } },
  ]);
  expect(again.evaluation_run_id).not.toBe(first.evaluation_run_id);
  const { results: versions } = await listDatasetVersions(context, { dataset_id: first.dataset_id, page: 1 });
  expect(versions.map(({ name }) => name)).toEqual(["v1 (2)", "v1"]);
});

test("versions that arrive in parallel share one dataset", async () => {
  const started = await Promise.all(["a", "b", "c", "d"].map((version) => evaluate(version, isEmail(version))));
  expect(new Set(started.map(({ dataset_id }) => dataset_id)).size).toBe(1);
  for (const { run_ids } of started) await advanceToEnd(context, run_ids[0] ?? "");
  expect((await results("a,b,c,d")).evaluation_runs.map(({ version }) => version)).toEqual(["a", "b", "c", "d"]);
});

test("after its dataset is deleted, the next version gets a new one", async () => {
  const first = await evaluated("v1", isEmail("x"));
  await deleteDatasets(context, { dataset_ids: [first.dataset_id] });
  const second = await evaluate("v2", isEmail("x"));
  expect(second.dataset_id).not.toBe(first.dataset_id);
  expect((await tableOf(context, second.dataset_id)).table).toHaveLength(1);
});

test("another organization finds neither the project nor its versions", async () => {
  await evaluate("v1", isEmail("x"));
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
  await expect(results("v1")).rejects.toThrow("There is no project named");
  await expect(evaluate("v2", isEmail("x"))).rejects.toThrow("There is no project named");
});

test("the error names a version without results", async () => {
  await evaluate("v1", isEmail("x"));
  await expect(results("v1,v7")).rejects.toThrow('The version "v7"');
  await expect(results(" , ")).rejects.toThrow("Must name 1 to 20 versions.");
});

test("a refused evaluation leaves nothing behind", async () => {
  await expect(evaluate("v1", isEmail("x"), { eval_template: "no such", inputs: {} })).rejects.toThrow("no such");
  await expect(results("v1")).rejects.toThrow("was not evaluated");
});

test("an empty text is a value, and only an absent input is refused", async () => {
  const started = await evaluated("v1", { eval_template: "is_email", inputs: { text: "" } });
  const cells = await listEvalRunCells(context, { run_id: started.run_ids[0] ?? "", page: 1 });
  expect(cells.results.map(({ outcome, passed }) => [outcome, passed])).toEqual([["scored", false]]);
  await expect(evaluate("v2", { eval_template: "is_email", inputs: { output: "x" } })).rejects.toMatchObject({
    detail: { fields: { "eval_data.0.inputs.text": ["is_email needs text."] } },
  });
});
