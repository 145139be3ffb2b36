// A run keeps the inputs that it judged.
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { evalRunInputs } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { deleteRows, updateCellValue } from "@/lib/datasets/rows";
import { compareEvalRunRows } from "../comparison/compare-rows";
import { idOfName } from "../templates/fingerprint";
import * as listRuns from "./read/list-runs";
import * as runs from "./start/start-run";
import { advanceToEnd, bindTestEval, createTestDataset, rowIdsOf, tableOf } from "./testing";

const database = suiteDatabase();

test("a verdict shows the inputs that it judged, even after changes; equal texts are stored once", async () => {
  const context = await createCaller(database.db, await createOrganization(database.db));
  const dataset_id = await createTestDataset(context, 3, (row) => (row === 2 ? "" : "a parcel"));
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "parcel" } },
  });
  const run = async (repeats = 1) => {
    const start = { dataset_id, user_eval_ids: [metric], column_ids: [], repeats, at_once: 5 };
    const { run_id } = await runs.startEvalRun(context, start);
    await advanceToEnd(context, run_id);
    return run_id;
  };
  const inputsIn = async (run_id: string) =>
    (await listRuns.listEvalRunCells(context, { run_id, page: 1, limit: 100 })).results.map(({ inputs }) => inputs);
  const first = await run(2);
  const kept = await database.db.select().from(evalRunInputs).where(eq(evalRunInputs.datasetId, dataset_id));
  expect(kept).toHaveLength(2);

  const { column_config } = await tableOf(context, dataset_id);
  const column_id = column_config.find(({ name }) => name === "answer")?.id ?? "";
  const [row_id = "", second_row = ""] = await rowIdsOf(context, dataset_id);
  await updateCellValue(context, { dataset_id, row_id, column_id, new_value: "a letter" });
  const second = await run();
  expect(await inputsIn(first)).toEqual(
    ["a parcel", "a parcel", "a parcel", "a parcel", "", ""].map((text) => ({ text })),
  );
  expect((await inputsIn(second))[0]).toEqual({ text: "a letter" });

  const compared = async () => {
    const [one, other] = await Promise.all([first, second].map((run_id) => listRuns.getEvalRun(context, { run_id })));
    const { results } = await compareEvalRunRows(context, {
      run_id: first,
      other_id: second,
      evaluation_id: one?.evaluations[0]?.id ?? "",
      other_evaluation_id: other?.evaluations[0]?.id ?? "",
      change: "all",
      page: 1,
      limit: 10,
    });
    return results;
  };
  expect((await compared())[0]).toMatchObject({
    position: 1,
    is_flipped: true,
    inputs_differ: true,
    first: { passed: true, inputs: { text: "a parcel" } },
    second: { passed: false, inputs: { text: "a letter" } },
  });
  expect((await compared())[1]).toMatchObject({ inputs_differ: false, second: { inputs: { text: "a parcel" } } });

  // A row that is deleted takes nothing from what was judged.
  await deleteRows(context, { dataset_id, row_ids: [row_id, second_row], selected_all_rows: false });
  expect((await inputsIn(second))[0]).toEqual({ text: "a letter" });
  expect((await compared())[0]).toMatchObject({ position: null, first: { inputs: { text: "a parcel" } } });

  // A run from before inputs were kept says so.
  await database.db.execute(sql`delete from eval_run_inputs where dataset_id = ${dataset_id}::uuid`);
  expect(new Set(await inputsIn(first))).toEqual(new Set([null]));
  expect((await compared())[0]).toMatchObject({ first: { inputs: null }, second: { inputs: null } });
});
