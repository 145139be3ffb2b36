// The counts of an execution, which the database keeps whoever writes its calls.
import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callExecutions, testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createTestExecution } from "../testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

async function countsOf(id: string) {
  const [row] = await database.db.select().from(testExecutions).where(eq(testExecutions.id, id));
  const { totalCalls, pendingCalls, ongoingCalls, completedCalls, cancelledCalls, passedCalls, failingCalls } =
    row ?? {};
  return { totalCalls, pendingCalls, ongoingCalls, completedCalls, cancelledCalls, passedCalls, failingCalls };
}

test("counts follow every change of a call, and one that is deleted leaves them", async () => {
  const calls = [{}, { status: "queued" }, { status: "ongoing" }, { status: "completed", verdict: "passed" }] as const;
  const { executionId, callIds } = await createTestExecution(context, calls);
  const begun = { totalCalls: 4, pendingCalls: 2, ongoingCalls: 1, completedCalls: 1, cancelledCalls: 0 };
  expect(await countsOf(executionId)).toEqual({ ...begun, passedCalls: 1, failingCalls: 0 });
  const change = (ids: string[], set: Partial<typeof callExecutions.$inferInsert>) =>
    database.db.update(callExecutions).set(set).where(inArray(callExecutions.id, ids));
  await change(callIds.slice(0, 3), { status: "completed", verdict: "failed" });
  await change(callIds.slice(0, 1), { turnCount: 7 });
  const done = { totalCalls: 4, pendingCalls: 0, ongoingCalls: 0, completedCalls: 4, cancelledCalls: 0 };
  expect(await countsOf(executionId)).toEqual({ ...done, passedCalls: 1, failingCalls: 3 });
  await change(callIds.slice(2), { deletedAt: new Date() });
  expect(await countsOf(executionId)).toEqual({
    ...done,
    totalCalls: 2,
    completedCalls: 2,
    passedCalls: 0,
    failingCalls: 2,
  });
});

test("calls of several executions that end at once are each counted once", async () => {
  const calls = Array.from({ length: 30 }, () => ({ status: "ongoing" as const }));
  const runs = await Promise.all([createTestExecution(context, calls), createTestExecution(context, calls)]);
  const [one, other] = runs.map(({ callIds }) => callIds);
  const end = (ids: string[]) =>
    database.db.update(callExecutions).set({ status: "completed" }).where(inArray(callExecutions.id, ids));
  await Promise.all((one ?? []).map((id, index) => end([id, other?.[index] ?? ""])));
  for (const { executionId } of runs)
    expect(await countsOf(executionId)).toMatchObject({ totalCalls: 30, ongoingCalls: 0, completedCalls: 30 });
  const [{ total } = { total: -1 }] = await database.db.execute<{ total: number }>(
    sql`select count(*)::int as total from call_executions where status = 'completed'`,
  );
  expect(total).toBeGreaterThanOrEqual(60);
});
