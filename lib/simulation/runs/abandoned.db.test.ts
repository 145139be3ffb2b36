// Executions of clients end, whatever becomes of the client, its calls and its rows.
import { asc, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { datasetRows, runTests } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteCallExecution, updateCallExecution } from "./calls/calls";
import { settleAbandoned } from "./play/sweep";
import { createCallBatch, startChatExecution } from "./start/start";
import { askingRow, createRunTestOf, executionOf } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const MINUTE = 60_000;

async function started(size: number) {
  const rows = Array.from({ length: size }, () => askingRow());
  const { run, datasetId } = await createRunTestOf(context, rows, {}, { type: "client" });
  const { execution_id } = await startChatExecution(context, { run_test_id: run.id });
  return { run, datasetId, execution_id };
}

const batch = (test_execution_id: string) => createCallBatch(context, { test_execution_id });
const end = async (ids: readonly string[]) => {
  for (const call_execution_id of ids)
    await updateCallExecution(context, { call_execution_id, status: "failed", ended_reason: null });
};
const rowsOf = async (datasetId: string) => {
  const rows = await database.db
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, datasetId))
    .orderBy(asc(datasetRows.order));
  return rows.map(({ id }) => id);
};
const sweepAfter = (minutes: number) => settleAbandoned(database.db, new Date(Date.now() + minutes * MINUTE));

test("an execution ends half an hour after its client stops asking for calls", async () => {
  const { execution_id } = await started(25);
  const { call_execution_ids, has_more } = await batch(execution_id);
  expect([call_execution_ids.length, has_more]).toEqual([10, true]);
  await sweepAfter(31);
  expect((await executionOf(context, execution_id)).status).toBe("pending");
  await end(call_execution_ids);
  expect((await executionOf(context, execution_id)).status).toBe("running");
  await sweepAfter(29);
  expect((await executionOf(context, execution_id)).status).toBe("running");
  await Promise.all([sweepAfter(31), sweepAfter(31)]);
  expect(await executionOf(context, execution_id)).toMatchObject({
    status: "failed",
    totalCalls: 10,
    endedAt: expect.any(Date),
  });
  // The client that comes back goes on: the execution waits for all calls again.
  const second = await batch(execution_id);
  await end(second.call_execution_ids);
  expect((await executionOf(context, execution_id)).status).toBe("running");
  const third = await batch(execution_id);
  expect(third.has_more).toBe(false);
  await end(third.call_execution_ids);
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "failed", totalCalls: 25 });
});

test("an execution whose client never asks for a call ends too", async () => {
  const { execution_id } = await started(2);
  await sweepAfter(29);
  expect((await executionOf(context, execution_id)).status).toBe("pending");
  await sweepAfter(31);
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "completed", totalCalls: 0 });
});

test("a deleted call does not keep an execution open", async () => {
  const { execution_id } = await started(3);
  const { call_execution_ids } = await batch(execution_id);
  const [deleted = "", ...others] = call_execution_ids;
  await deleteCallExecution(context, { call_execution_id: deleted });
  await end(others);
  expect(await executionOf(context, execution_id)).toMatchObject({ status: "failed", totalCalls: 2 });
});

test("rows deleted or left out after the start do not keep an execution open", async () => {
  const { execution_id, datasetId } = await started(12);
  const first = await batch(execution_id);
  await end(first.call_execution_ids);
  const ids = await rowsOf(datasetId);
  await database.db
    .update(datasetRows)
    .set({ deletedAt: new Date() })
    .where(inArray(datasetRows.id, ids.slice(-1)));
  const second = await batch(execution_id);
  expect(second).toMatchObject({ call_execution_ids: [expect.any(String)], has_more: false });
  await end(second.call_execution_ids);
  expect((await executionOf(context, execution_id)).status).toBe("failed");

  const other = await started(12);
  const begun = await batch(other.execution_id);
  await end(begun.call_execution_ids);
  const datasetRowIds = (await rowsOf(other.datasetId)).slice(0, 1);
  await database.db.update(runTests).set({ datasetRowIds }).where(eq(runTests.id, other.run.id));

  await expect(batch(other.execution_id)).rejects.toMatchObject({ kind: "invalid" });
  expect((await executionOf(context, other.execution_id)).status).toBe("failed");
});
