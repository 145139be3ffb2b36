// Lists of many runs, calls and definitions read the newest by an index: none sorts more rows than a page.
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { multiplyRow } from "@/lib/testing/multiply";
import { planFlaws } from "@/lib/testing/plans";
import { listAgentDefinitions } from "../agents/agents";
import { listScenarios } from "../scenarios/scenarios";
import { createScenarioOfRows, createTestExecution } from "../testing";
import { listRunTestCalls } from "./calls/list-calls";
import { listRunTestExecutions } from "./executions/executions";
import { listRunTests } from "./run-tests/run-tests";

const database = suiteDatabase();
const ROWS = 20_000;
const PAGE = 100;
let context: Context;
let runTestId: string;

beforeAll(async () => {
  const { db } = database;
  context = await createCaller(db, await createOrganization(db));
  await createTestExecution(context, [{}]);
  await createScenarioOfRows(context, [{ question: "Why?" }]);
  const [run] = await db.execute<{ id: string }>(sql`select id from run_tests`);
  runTestId = run?.id ?? "";
  await multiplyRow(db, "call_executions", ROWS, { number: sql`nth + 1` });
  await multiplyRow(db, "test_executions", ROWS);
  await multiplyRow(db, "run_tests", ROWS, { name: sql`name || nth` });
  await multiplyRow(db, "scenarios", ROWS, { name: sql`name || nth` });
  await multiplyRow(db, "agent_definitions", ROWS);
  await db.execute(sql`analyze`);
}, 60_000);

test.each<[string, (at: Context) => Promise<unknown>]>([
  ["calls of a run test", (at) => listRunTestCalls(at, { run_test_id: runTestId, page: 1, limit: 10 })],
  ["executions of a run test", (at) => listRunTestExecutions(at, { run_test_id: runTestId, page: 1, limit: 10 })],
  ["run tests", (at) => listRunTests(at, { page: 1, limit: 10 })],
  ["scenarios", (at) => listScenarios(at, { page: 1, limit: 10 })],
  ["agents", (at) => listAgentDefinitions(at, { page: 1, limit: 10 })],
])("%s", async (_, list) => {
  const work = (db: Database) => list({ ...context, db });
  // They count all rows, which reads them.
  expect(await planFlaws(database.url, work, { sorted: PAGE, scanned: Number.POSITIVE_INFINITY })).toEqual([]);
});
