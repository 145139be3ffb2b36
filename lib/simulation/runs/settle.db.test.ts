// The counts of an execution: what its calls are, no matter who changed them and how many at once.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callExecutions, testExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createTestExecution } from "../testing";
import { deleteCallExecution, updateCallExecution } from "./calls/calls";
import { cancelTestExecution } from "./executions/end-executions";
import { advanceExecution } from "./play/advance";
import { settleExecution } from "./settle";
import { forkCall } from "./start/fork-call";
import { rerunCalls } from "./start/rerun";
import { askingRow, callsIn, createRunTestOf, meansOf, playRun, polite, startRun } from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const NAMES = "total pending ongoing analyzing completed failed cancelled passed failing excluded unscored".split(" ");

/** What stands with an execution, and the same counted from its calls one by one. */
async function counts(id: string) {
  const [row] = await database.db.select().from(testExecutions).where(eq(testExecutions.id, id));
  const numbers = Object.fromEntries(NAMES.map((name) => [name, row?.[`${name}Calls` as "totalCalls"]]));
  const recounted = Object.fromEntries(NAMES.map((name) => [name, 0]));
  for (const { status, verdict, deletedAt } of await callsIn(context, id)) {
    if (deletedAt) continue;
    const names = ["total", status === "queued" ? "pending" : status, verdict === "failed" ? "failing" : verdict];
    for (const name of names) if (name !== null) recounted[name] = (recounted[name] ?? 0) + 1;
  }
  return { numbers, recounted, status: row?.status };
}

test("many concurrent changes leave the same counts as a recount", async () => {
  const { run } = await createRunTestOf(
    context,
    Array.from({ length: 12 }, () => askingRow()),
  );
  const { execution_id } = await startRun(context, run.id);
  const all = { test_execution_id: execution_id, select_all: true, call_execution_ids: [], only_failed: false };
  const step = () =>
    advanceExecution(database.db, context.caller.organizationId, execution_id, {
      services: meansOf(polite),
      stepMs: 150,
    });
  const calls = (await callsIn(context, execution_id)).map(({ id }) => ({ call_execution_id: id }));
  const storm = [
    step(),
    step(),
    ...calls.slice(0, 3).map((one) => deleteCallExecution(context, one)),
    ...calls.slice(3, 6).map((one) => updateCallExecution(context, { ...one, status: "cancelled" })),
    rerunCalls(context, { ...all, rerun_type: "call_and_eval" }),
    rerunCalls(context, { ...all, rerun_type: "eval_only" }),
    ...Array.from({ length: 6 }, () => settleExecution(database.db, execution_id, new Date())),
  ];
  const refused = (await Promise.allSettled(storm)).flatMap((one) => (one.status === "rejected" ? one.reason : []));
  // What has ended meanwhile is not cancelled any more; nothing else goes wrong.
  expect(refused.filter(({ code }) => code !== "conflict")).toEqual([]);
  const during = await counts(execution_id);
  expect(during.numbers).toEqual(during.recounted);
  await playRun(context, execution_id, meansOf(polite));
  const ended = await counts(execution_id);
  expect(ended).toMatchObject({ numbers: { ...ended.recounted, total: 9 }, status: "completed" });
  const forked = await forkCall(context, {
    ...calls[8],
    call_execution_id: calls[8]?.call_execution_id ?? "",
    turn: 1,
    repeats: 3,
  });
  expect(await counts(forked.execution_id)).toMatchObject({ numbers: { total: 3, pending: 3 }, status: "pending" });
  await cancelTestExecution(context, { test_execution_id: forked.execution_id });
  expect(await counts(forked.execution_id)).toMatchObject({
    numbers: { pending: 0, cancelled: 3 },
    status: "cancelled",
  });
});

test("concurrent counts leave the latest state", async () => {
  const { executionId, callIds } = await createTestExecution(
    context,
    Array.from({ length: 30 }, () => ({ status: "ongoing" as const })),
    { status: "running" },
  );
  await Promise.all(
    callIds.map(async (id) => {
      await database.db.update(callExecutions).set({ status: "completed" }).where(eq(callExecutions.id, id));
      await settleExecution(database.db, executionId, new Date());
    }),
  );
  expect(await counts(executionId)).toMatchObject({ numbers: { ongoing: 0, completed: 30 }, status: "completed" });
  const triggers = await database.db.execute(
    sql`select tgname from pg_trigger where tgrelid = 'call_executions'::regclass and not tgisinternal`,
  );
  expect(triggers).toHaveLength(0);
});
