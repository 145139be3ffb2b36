// Lists of many runs read the newest by an index: none sorts more rows than a page.

import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { multiplyRow } from "@/lib/testing/multiply";
import { planFlaws } from "@/lib/testing/plans";
import { listExperiments } from "../../experiments/experiments";
import { idOfName } from "../../templates/fingerprint";
import { startEvalRun } from "../start/start-run";
import { bindTestEval, createTestDataset } from "../testing";
import { listEvalRuns } from "./list-runs";

const database = suiteDatabase();
const ROWS = 20_000;
const PAGE = 100;
let context: Context;
let dataset_id: string;

beforeAll(async () => {
  const { db } = database;
  context = await createCaller(db, await createOrganization(db));
  dataset_id = await createTestDataset(context, 1);
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  await startEvalRun(context, { dataset_id, user_eval_ids: [metric], column_ids: [], repeats: 1, at_once: 1 });
  await multiplyRow(db, "eval_runs", ROWS, { task: sql`case when nth % 2 = 0 then 'column' end` });
  await db.execute(sql`analyze`);
}, 60_000);

test.each<[string, (at: Context) => Promise<unknown>]>([
  ["runs", (at) => listEvalRuns(at, { page: 1, limit: 10 })],
  ["runs of a dataset", (at) => listEvalRuns(at, { page: 1, limit: 10, dataset_id })],
  ["experiments", (at) => listExperiments(at, { page: 1, limit: 10 })],
])("%s", async (_, list) => {
  const work = (db: Database) => list({ ...context, db });
  // They count all rows, which reads them.
  expect(await planFlaws(database.url, work, { sorted: PAGE, scanned: Number.POSITIVE_INFINITY })).toEqual([]);
});
