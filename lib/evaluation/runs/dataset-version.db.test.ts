// Runs over a version of a dataset: they read the rows as they were.
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteRows, updateCellValue } from "@/lib/datasets/rows";
import { createDatasetVersion, deleteDatasetVersion } from "@/lib/datasets/versions/versions";
import { Failure } from "@/lib/errors";
import { idOfName } from "../templates/fingerprint";
import { getEvalRun, listEvalRunCells, listEvalRuns } from "./read/list-runs";
import { gradeEvalRunAgain } from "./start/retry-run";
import { estimateEvalRun, startEvalRun } from "./start/start-run";
import { advanceToEnd, bindTestEval, createTestDataset, rowIdsOf, tableOf } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const ROWS = 3;
const TEMPLATE = idOfName("contains");

async function versioned() {
  const dataset_id = await createTestDataset(context, ROWS);
  const metric = await bindTestEval(context, dataset_id, TEMPLATE, {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const version = await createDatasetVersion(context, { dataset_id, name: "Pinned", description: "" });
  const what = { dataset_id, user_eval_ids: [metric], column_ids: [], repeats: 1, dataset_version_id: version.id };
  const rows = await rowIdsOf(context, dataset_id);
  const column = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const spoil = async () => {
    const change = { dataset_id, column_id: column, new_value: "Nothing" };
    await updateCellValue(context, { ...change, row_id: rows[0] ?? "" });
    await deleteRows(context, { dataset_id, row_ids: rows.slice(1, 2), selected_all_rows: false });
  };
  return { dataset_id, metric, version, what, spoil };
}

const outcomes = async (run_id: string) =>
  (await listEvalRunCells(context, { run_id, page: 1, limit: 100 })).results.map(({ passed, inputs }) => [
    passed,
    inputs?.text,
  ]);
const pinned = Array.from({ length: ROWS }, (_, row) => [true, `Answer ${row}`]);

test("a run over a version judges its rows as they were, even after changes or deletions", async () => {
  const { dataset_id, what, version, spoil } = await versioned();
  await spoil();
  expect((await estimateEvalRun(context, what)).rows).toBe(ROWS);
  const { run_id } = await startEvalRun(context, { ...what, at_once: 5 });
  await advanceToEnd(context, run_id);
  expect(await outcomes(run_id)).toEqual(pinned);
  expect((await getEvalRun(context, { run_id })).dataset_version).toEqual({
    id: version.id,
    number: 1,
    name: "Pinned",
  });
  const { results } = await listEvalRuns(context, { dataset_id, page: 1, limit: 10 });
  expect(results[0]?.dataset_version_id).toBe(version.id);
  const again = await gradeEvalRunAgain(context, { run_id, versions: [] });
  await advanceToEnd(context, again.run_id);
  expect(await outcomes(again.run_id)).toEqual(pinned);
});

test("a run without a version judges the current rows", async () => {
  const { what, spoil } = await versioned();
  await spoil();
  const { run_id } = await startEvalRun(context, { ...what, dataset_version_id: null, at_once: 5 });
  await advanceToEnd(context, run_id);
  expect(await outcomes(run_id)).toEqual([
    [false, "Nothing"],
    [true, "Answer 2"],
  ]);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? `${error.kind}: ${error.message}` : error),
  );

test("a run needs a version of its own dataset, which then cannot be deleted", async () => {
  const [one, other] = [await versioned(), await versioned()];
  expect(await refusal(startEvalRun(context, { ...one.what, dataset_version_id: other.version.id, at_once: 5 }))).toBe(
    "notFound: Dataset version not found.",
  );
  await startEvalRun(context, { ...one.what, at_once: 5 });
  const target = { dataset_id: one.dataset_id, version_id: one.version.id };
  expect(await refusal(deleteDatasetVersion(context, target))).toMatch(/^conflict: .*\(1\)/);
});
