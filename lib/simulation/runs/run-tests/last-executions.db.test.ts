// What lists and pages say about executions: what was played, and whether it passed.
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { listRunTestExecutions } from "../executions/executions";
import { getExecutionVerdict } from "../executions/figures";
import { forkCall } from "../start/fork-call";
import { askingRow, callsIn, createRunTestOf, meansOf, playRun, polite, startRun } from "../testing";
import { getRunTest, listRunTests } from "./run-tests";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const page = { page: 1, limit: 10 };
const tracked = askingRow({ expected_tool_calls: JSON.stringify([{ name: "track", arguments: {} }]) });
const answering = meansOf((request) =>
  Object.assign({}, polite(request), { tool_calls: [{ id: "1", function: { name: "track", arguments: "{}" } }] }),
);

test("a run test and its executions show the verdict; a fork is not the newest", async () => {
  const { run } = await createRunTestOf(context, [tracked, tracked], {
    settings: { simulator_model: "scripted", pass_rate: 0.5 },
  });
  expect(run.last_execution).toBeNull();
  const first = await startRun(context, run.id);
  const own = { run_test_id: run.id };
  expect((await getRunTest(context, own)).last_execution).toEqual({
    id: first.execution_id,
    status: "pending",
    passed: null,
    pass_rate: null,
  });
  await playRun(context, first.execution_id, answering);
  const second = await startRun(context, run.id);
  await playRun(context, second.execution_id, meansOf(polite));
  const [call] = await callsIn(context, first.execution_id);
  const fork = { call_execution_id: call?.id ?? "", turn: 0, repeats: 1 };
  const forked = await forkCall(context, fork);
  await playRun(context, forked.execution_id, answering);

  const { results } = await listRunTests(context, page);
  expect(results.find(({ id }) => id === run.id)?.last_execution).toEqual({
    id: second.execution_id,
    status: "completed",
    passed: false,
    pass_rate: 0,
  });
  const executions = await listRunTestExecutions(context, { ...own, ...page });
  expect(executions.results.map(({ id, passed }) => [id, passed])).toEqual([
    [forked.execution_id, true],
    [second.execution_id, false],
    [first.execution_id, true],
  ]);
});

test("a verdict says what was played, as it was at the start", async () => {
  const { run } = await createRunTestOf(context, [tracked], { settings: { simulator_model: "scripted", repeats: 2 } });
  const { execution_id: test_execution_id } = await startRun(context, run.id);
  const { run: open } = await getExecutionVerdict(context, { test_execution_id });
  expect(open).toMatchObject({ completed_at: null, duration_seconds: null });
  await playRun(context, test_execution_id, meansOf(polite));
  const { run: played } = await getExecutionVerdict(context, { test_execution_id });
  expect(played).toMatchObject({
    name: run.name,
    agent_version: "v1",
    scenarios: [expect.any(String)],
    customer_models: ["scripted"],
    settings: { repeats: 2, pass_rate: 1 },
    completed_at: expect.any(String),
    duration_seconds: expect.any(Number),
  });
});
