// A fork is an experiment with one call: no figure of its run test or of its agent's version counts it.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { callTurns } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getAgentVersion } from "../agents/versions";
import { getEvalSummary, getVersionEvalSummary } from "./executions/eval-summaries";
import { getRunTestStatus, listRunTestExecutions } from "./executions/executions";
import { getExecutionKpis } from "./executions/figures";
import { getSdkMetrics, listSdkRuns } from "./executions/sdk";
import { getRunTest } from "./run-tests/run-tests";
import { forkCall } from "./start/fork-call";
import {
  askingRow,
  callsIn,
  createCodeTemplate,
  createRunTestOf,
  evaluationOf,
  executionOf,
  meansOf,
  playRun,
  polite,
  startRun,
} from "./testing";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

test("the latency of a fork's answers is not that of the turns which it copied", async () => {
  const { run } = await createRunTestOf(context, [askingRow()]);
  const { execution_id } = await startRun(context, run.id);
  await playRun(context, execution_id, meansOf(polite));
  const [call] = await callsIn(context, execution_id);
  const ofCall = eq(callTurns.callId, call?.id ?? "");
  await database.db.update(callTurns).set({ latencyMs: 90_000 }).where(ofCall);
  const forked = await forkCall(context, { call_execution_id: call?.id ?? "", turn: 2, repeats: 2 });
  const kpis = () => getExecutionKpis(context, { test_execution_id: forked.execution_id });
  expect(await kpis()).toMatchObject({ p50_chat_latency_ms: null, measured_answers: 0 });
  await playRun(context, forked.execution_id, meansOf(polite));
  const { p95_chat_latency_ms, measured_answers } = await kpis();
  expect(measured_answers).toBe(2);
  expect(p95_chat_latency_ms).toBeLessThan(90_000);
});

test("forks change no tally and are not the newest execution, and the list says whose forks they are", async () => {
  const template = await createCodeTemplate(context, 'text.includes("depot") ? 1 : 0');
  const { run, agentId } = await createRunTestOf(context, [askingRow(), askingRow()], {
    evaluations_config: [evaluationOf(template, "Depot", "assistant_chat_transcript")],
  });
  const play = (id: string, content: string) =>
    playRun(
      context,
      id,
      meansOf(() => ({ content })),
    );
  const { execution_id } = await startRun(context, run.id);
  await play(execution_id, "I do not know.");
  const [, call] = await callsIn(context, execution_id);
  const { agentVersionId } = await executionOf(context, execution_id);
  const figures = async () => ({
    version: await getAgentVersion(context, { agent_id: agentId, version_id: agentVersionId }),
    ofVersion: await getVersionEvalSummary(context, { agent_id: agentId, version_id: agentVersionId }),
    ofRun: await getEvalSummary(context, { run_test_id: run.id }),
    status: await getRunTestStatus(context, { run_test_id: run.id }),
    metrics: await getSdkMetrics(context, { run_test_name: run.name }),
    evaluations: (await getRunTest(context, { run_test_id: run.id })).evals.map(({ status }) => status),
  });
  const before = await figures();
  expect(before).toMatchObject({ version: { test_count: 2, pass_rate: 0 }, status: { execution_id, total_calls: 2 } });

  const forked = await forkCall(context, { call_execution_id: call?.id ?? "", turn: 2, repeats: 3 });
  expect(await figures()).toEqual(before);
  await play(forked.execution_id, "It is at the depot.");
  expect((await executionOf(context, forked.execution_id)).passedCalls).toBe(3);
  expect(await figures()).toEqual(before);

  const mark = { call_execution_id: call?.id, number: 1, turn: 2 };
  const { results } = await listRunTestExecutions(context, { run_test_id: run.id, page: 1 });
  expect(results.map((one) => [one.id, one.forked_from])).toEqual([
    [forked.execution_id, mark],
    [execution_id, null],
  ]);
  const named = { execution_id: forked.execution_id, page: 1, summary: true };
  expect((await listSdkRuns(context, named)).runs).toMatchObject([{ forked_from: mark }]);
  expect(await getSdkMetrics(context, { execution_id: forked.execution_id })).toMatchObject({
    metrics: { total_calls: 3, pass_rate: 1 },
  });
});
