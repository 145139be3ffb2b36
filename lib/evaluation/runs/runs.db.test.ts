import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { evalLogs, evalRunCells, evalRuns, gatewayLedger, outboxEvents } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteColumn } from "@/lib/datasets/columns";
import { deleteRows, updateCellValue } from "@/lib/datasets/rows";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { idOfName } from "../templates/fingerprint";
import { createEvalTemplateVersion } from "../templates/versions";
import { createTestTemplate } from "../testing";
import { cancelEvalRun } from "./cancel-run";
import * as datasetEvalStats from "./dataset/eval-stats";
import * as datasetEvals from "./dataset/evals";
import { addPredictionColumn } from "./dataset/predictions";
import { runInOrganization } from "./loaders";
import * as listRuns from "./read/list-runs";
import * as retryRun from "./start/retry-run";
import * as runs from "./start/start-run";
import {
  advanceToEnd,
  bindTestEval,
  createTestDataset,
  rowIdsOf,
  startTestProvider,
  tableOf,
  verdict,
} from "./testing";
import { advanceRun } from "./work/advance";
import { settleInterrupted, sweepRuns } from "./work/sweep";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof startTestProvider>>;
let context: Context;
/** What the provider says to each call; set by each test. */
let say: Parameters<typeof startTestProvider>[0]["answer"];

beforeAll(async () => {
  gateway = await startTestGateway();
  provider = await startTestProvider({ answer: (text, nth) => say(text, nth) });
});
afterAll(async () => {
  provider.stop();
  await gateway.close();
});
beforeEach(async () => {
  say = () => verdict("Pass");
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});

type Start = Parameters<typeof runs.startEvalRun>[1];
const start = (dataset_id: string, user_eval_ids: string[], change: Partial<Start> = {}) =>
  runs.startEvalRun(context, { dataset_id, user_eval_ids, column_ids: [], repeats: 1, at_once: 5, ...change });
const detail = (run_id: string) => listRuns.getEvalRun(context, { run_id });
const cells = async (run_id: string, change: object = {}) =>
  (await listRuns.listEvalRunCells(context, { run_id, page: 1, limit: 1000, ...change })).results;
const judgedBy = (model = "acme/judge", change: object = {}) => createTestTemplate(context, { model, ...change });
const retry = (run_id: string, ceiling_micros?: number) =>
  retryRun.retryEvalRun(context, { run_id, ...(ceiling_micros === undefined ? {} : { ceiling_micros }) });
/** A provider that answers so many calls and keeps the others waiting until it is opened. */
function gateAfter(answers: number) {
  let left = answers;
  let isOpen = false;
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = isOpen ? waiting : waiting.slice(0, left);
    waiting = waiting.slice(woken.length);
    left -= woken.length;
    for (const go of woken) go();
  };
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        wake();
      }),
    more: (further: number) => {
      left += further;
      wake();
    },
    open: () => {
      isOpen = true;
      wake();
    },
  };
}
const PATIENCE = { interval: 10, timeout: 30_000 };
/** Kills the step that holds the run: what it has under way is never written. */
const abandon = (runId: string) =>
  gateway.db.update(evalRuns).set({ holder: "a step that was killed" }).where(eq(evalRuns.id, runId));
const ledgerOf = async () => {
  await gateway.drain();
  const rows = await gateway.db
    .select({ cost: gatewayLedger.costMicros })
    .from(gatewayLedger)
    .where(eq(gatewayLedger.organizationId, context.caller.organizationId));
  return rows.reduce((all, { cost }) => all + (cost ?? 0), 0);
};
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe("B2.1 unscored is not 0 and does not pass", () => {
  test("missing inputs, a deleted row or column leave cells unscored, with a reason, outside the mean", async () => {
    const dataset = await createTestDataset(context, 4, (row) => (row === 0 ? null : "yes, a parcel"));
    const evaluation = await bindTestEval(context, dataset, idOfName("contains"), {
      config: { mapping: { text: "answer" }, params: { keyword: "parcel" } },
    });
    const { run_id } = await start(dataset, [evaluation]);
    const [, , third = ""] = await rowIdsOf(context, dataset);
    await deleteRows(context, { dataset_id: dataset, row_ids: [third], selected_all_rows: false });
    await advanceToEnd(context, run_id);
    const done = await detail(run_id);
    expect(done).toMatchObject({ status: "completed", total: 4, open: 0, scored: 2, unscored: 2, error: 0 });
    expect(done.evaluations[0]).toMatchObject({ mean_score: 1, coverage: 0.5, passed: 2, failed: 0 });
    const found = await cells(run_id, { outcome: "unscored" });
    expect(found).toMatchObject([
      { score: null, passed: null, reason: "The input 'text' is missing.", row: 1 },
      { score: null, passed: null, reason: "The row is deleted.", row: null, inputs: {} },
    ]);
    const { datasetId, outcome, status, score } = evalLogs;
    const logs = await context.db.select({ outcome, status, score }).from(evalLogs).where(eq(datasetId, dataset));
    expect(logs.filter((log) => log.outcome !== "scored")).toEqual([
      { outcome: "unscored", status: "success", score: null },
    ]);
    expect((await cells(run_id, { passed: true }))[0]).toMatchObject({ row: 2, inputs: { text: "yes, a parcel" } });
    const { table, column_config } = await tableOf(context, dataset);
    const answer = column_config.find(({ name }) => name === "answer")?.id ?? "";
    const verdicts = column_config.find(({ origin_type }) => origin_type === "evaluation");
    expect(verdicts).toMatchObject({ average_score: 1, status: "Completed", run_id });
    expect(table.map((row) => row[verdicts?.id ?? ""])).toMatchObject([
      { cellValue: null, status: "error", valueInfos: { outcome: "unscored", score: null } },
      { cellValue: "Passed", status: "pass", valueInfos: { outcome: "scored", score: 1, is_stale: false } },
      { cellValue: "Passed", status: "pass" },
    ]);
    // A changed input leaves the score as it was given, and marks it.
    const [, row_id = ""] = table.map((row) => row.rowId);
    await updateCellValue(context, { dataset_id: dataset, row_id, column_id: answer, new_value: "no" });
    const changed = (await tableOf(context, dataset)).table[1]?.[verdicts?.id ?? ""];
    expect(changed).toMatchObject({ cellValue: "Passed", valueInfos: { is_stale: true } });
    await deleteColumn(context, { dataset_id: dataset, column_id: answer });
    const again = await start(dataset, [evaluation]);
    await advanceToEnd(context, again.run_id);
    expect(await detail(again.run_id)).toMatchObject({ scored: 0, unscored: 3, evaluations: [{ mean_score: null }] });
    expect((await cells(again.run_id))[0]?.reason).toBe("The column that text is mapped to was deleted.");
  });
});

test("labels without scores have no mean, and the mean of three scores has no interval", async () => {
  const dataset = await createTestDataset(context, 3);
  const bound = async (definition: object) => bindTestEval(context, dataset, await judgedBy("acme/judge", definition));
  const labels = await bound({ output: "choices", choices: ["Kind", "Curt"], choice_scores: null });
  const code = "const evaluate = ({ input }) => Number(input.at(-1)) / 4";
  const scores = await bound({ output: "score", code, code_language: "javascript", instructions: null, model: null });
  say = () => verdict("Kind");
  const { run_id } = await start(dataset, [labels, scores]);
  await advanceToEnd(context, run_id);
  expect((await detail(run_id)).evaluations).toMatchObject([{ scored: 3, mean_score: null }, { mean_score: 0.25 }]);
  const { column_config } = await tableOf(context, dataset);
  expect(column_config.find(({ source_id }) => source_id === labels)).toMatchObject({
    average_score: null,
    coverage: 1,
  });
  expect(await datasetEvalStats.getEvalStats(context, { dataset_id: dataset })).toMatchObject([
    { mean_score: null, mean_interval: null, pass_rate: null, pass_rate_interval: null },
    { mean_score: 0.25, mean_interval: null },
  ]);
});

describe("B2.2 one bad row does not end a run", () => {
  test("a retry repeats only failures, and scored cells keep their score", async () => {
    const dataset = await createTestDataset(context, 6);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    say = (text) => (text.includes("Question 3") ? "prose" : verdict("Pass"));
    const { run_id } = await start(dataset, [evaluation]);
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 5, error: 1 });
    const [failed] = await cells(run_id, { outcome: "error" });
    expect(failed).toMatchObject({ score: null, passed: null, attempts: 1, cost_micros: 40 });
    const before = provider.calls();
    say = () => verdict("Fail");
    await retry(run_id);
    await advanceToEnd(context, run_id);
    expect(provider.calls() - before).toBe(1);
    expect(await detail(run_id)).toMatchObject({
      status: "completed",
      scored: 6,
      error: 0,
      evaluations: [{ passed: 5, failed: 1, mean_score: 5 / 6 }],
      spent_micros: 5 * 20 + 40 + 20,
    });
    expect(await ledgerOf()).toBe(160);
    expect(await retry(run_id)).toMatchObject({ status: "completed" });
  });
});

describe("B2.3 cells that ended in an error can be retried", () => {
  test("an unreachable provider leaves errors after bounded attempts, which a later retry picks up", async () => {
    const dataset = await createTestDataset(context, 3);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    say = (_, nth) => (nth % 2 ? { status: 503 } : { status: 429, retryAfter: 0 });
    const { run_id } = await start(dataset, [evaluation]);
    await advanceToEnd(context, run_id);
    const gone = await detail(run_id);
    expect(gone).toMatchObject({ status: "completed", scored: 0, error: 3, spent_micros: 0 });
    expect(gone.evaluations[0]).toMatchObject({ mean_score: null, coverage: 0 });
    expect((await cells(run_id)).map(({ attempts, outcome }) => [attempts, outcome])).toEqual(
      Array(3).fill([6, "error"]),
    );
    say = () => verdict("Pass");
    const answer = await datasetEvals.startEvalsProcess(context, {
      dataset_id: dataset,
      user_eval_ids: [evaluation],
      failed_only: true,
    });
    expect(answer.run_ids).toEqual([run_id]);
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 3, error: 0 });
  });

  test("a run stops at its ceiling with cells left, and continues under a higher one", async () => {
    const dataset = await createTestDataset(context, 20);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    const { run_id } = await start(dataset, [evaluation], { ceiling_micros: 150 });
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({
      status: "stopped",
      reason: "The ceiling is reached. 13 cells are left.",
      scored: 7,
      open: 13,
      spent_micros: 140,
    });
    const { table, column_config } = await tableOf(context, dataset);
    const column = column_config.find(({ origin_type }) => origin_type === "evaluation")?.id ?? "";
    expect(table.at(-1)?.[column]).toMatchObject({
      status: "error",
      valueInfos: { outcome: "not_run", reason: "The ceiling is reached. 13 cells are left." },
    });
    expect(await refusal(retry(run_id, 100))).toBe("ceiling_micros: Must be above what the run has cost so far.");
    await retry(run_id, 1000);
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 20, spent_micros: 400 });
    expect(await ledgerOf()).toBe(400);
  });
});

describe("B2.4 no run is pending forever", () => {
  test("a stalled run says since when, is restarted, and finally fails", async () => {
    const dataset = await createTestDataset(context, 1);
    const evaluation = await bindTestEval(context, dataset, idOfName("contains"), {
      config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
    });
    const { run_id } = await start(dataset, [evaluation]);
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await sweepRuns(gateway.db, later(1));
    expect((await detail(run_id)).reason).toBeNull();
    await sweepRuns(gateway.db, later(5));
    expect((await detail(run_id)).reason).toMatch(/^Nothing has worked on it since .+: its job was started again\.$/);
    const events = await gateway.db.select().from(outboxEvents).where(eq(outboxEvents.name, "evaluation/run.started"));
    expect(events.filter(({ id }) => id.includes(run_id)).map(({ id }) => id.split("-").at(-1))).toEqual(["1", "2"]);
    await sweepRuns(gateway.db, later(90));
    expect(await detail(run_id)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("Retry it. 1 cells are left."),
    });
    await retry(run_id);
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 1, reason: null });
  });
});

describe("B2.5 exactly one score for each execution", () => {
  test("60 rows × 3 with killed and parallel steps: each cell once, at the ledger's cost", async () => {
    const dataset = await createTestDataset(context, 60);
    const names = ["one", "two", "three"];
    const evaluations = await Promise.all(
      names.map(async (name) => bindTestEval(context, dataset, await judgedBy(), { name })),
    );
    let gate = gateAfter(60);
    say = async (text, nth) => {
      await gate.pass();
      return nth % 20 === 19 && !text.includes("Answer again") ? "half {" : verdict("Pass");
    };
    const { run_id } = await start(dataset, evaluations, { at_once: 20, mutation_id: "once" });
    expect((await start(dataset, evaluations, { at_once: 20, mutation_id: "once" })).run_id).toBe(run_id);
    const others = [{ ceiling_micros: 1 }, { first_rows: 3 }, { repeats: 2 }, { row_ids: [crypto.randomUUID()] }];
    for (const other of others) {
      const again = start(dataset, evaluations, { at_once: 20, mutation_id: "once", ...other });
      await expect(again).rejects.toMatchObject({ detail: { fields: { mutation_id: [expect.any(String)] } } });
    }
    const { organizationId } = context.caller;
    for (let kill = 0; kill < 2; kill++) {
      const step = advanceRun(gateway.db, organizationId, run_id, { stepMs: 60_000 });
      await expect.poll(async () => (await detail(run_id)).scored, PATIENCE).toBeGreaterThan(20 + kill * 40);
      await abandon(run_id);
      gate.open();
      expect(await step).toEqual({ done: true, retryAfterMs: 0 });
      gate = gateAfter(60);
    }
    gate.open();
    await Promise.all([advanceToEnd(context, run_id), advanceToEnd(context, run_id)]);
    await advanceToEnd(context, run_id);
    const done = await detail(run_id);
    expect(done).toMatchObject({ status: "completed", total: 180, open: 0, scored: 180, error: 0 });
    const stored = await gateway.db.select().from(evalRunCells).where(eq(evalRunCells.runId, run_id));
    expect(new Set(stored.map(({ evaluationId, rowId }) => `${evaluationId} ${rowId}`)).size).toBe(180);
    const logs = await gateway.db.select().from(evalLogs).where(eq(evalLogs.datasetId, dataset));
    expect(new Set(stored.map(({ logId }) => logId))).toEqual(new Set(logs.map(({ id }) => id)));
    expect(done.evaluations.map(({ passed, mean_score }) => [passed, mean_score])).toEqual(Array(3).fill([60, 1]));
    const ledger = await ledgerOf();
    expect(ledger).toBeGreaterThanOrEqual(180 * 20);
    await settleInterrupted(gateway.db, new Date());
    expect((await detail(run_id)).spent_micros).toBe(ledger);
  });

  test("two parallel runs of one evaluation both end, and the later one is shown", async () => {
    const dataset = await createTestDataset(context, 30);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    const [first, second] = [await start(dataset, [evaluation]), await start(dataset, [evaluation])];
    await Promise.all([advanceToEnd(context, first.run_id), advanceToEnd(context, second.run_id)]);
    for (const { run_id } of [first, second])
      expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 30 });
    const { column_config } = await tableOf(context, dataset);
    expect(column_config.find(({ origin_type }) => origin_type === "evaluation")?.run_id).toBe(second.run_id);
  });

  test("each repeat is a request of its own, and counts with its own verdict", async () => {
    const dataset = await createTestDataset(context, 4);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    const { run_id, cells: laid } = await start(dataset, [evaluation], { repeats: 3, at_once: 1 });
    const before = provider.calls();
    say = (_, nth) => verdict((nth - before) % 3 === 2 ? "Fail" : "Pass");
    await advanceToEnd(context, run_id);
    expect([laid, provider.calls() - before]).toEqual([12, 12]);
    expect((await cells(run_id)).map(({ repeat, passed }) => [repeat, passed])).toEqual(
      Array.from({ length: 12 }, (_, index) => [index % 3, index % 3 !== 2]),
    );
  });
});

describe("B2.6 a judge's answer is read with one bounded repair, and kept", () => {
  test("prose twice is an error with both answers in its log, and prose once is repaired", async () => {
    const dataset = await createTestDataset(context, 2);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    say = (text) => (text.includes("Question 0") || !text.includes("Answer again") ? "I think so." : verdict("Pass"));
    const { run_id } = await start(dataset, [evaluation]);
    await advanceToEnd(context, run_id);
    const found = await cells(run_id);
    expect(found.map(({ outcome }) => outcome)).toEqual(["error", "scored"]);
    expect(found[1]?.reason).toBe("As the text says.");
    const logs = await Promise.all(
      found.map(
        async ({ log_id }) =>
          (
            await gateway.db
              .select()
              .from(evalLogs)
              .where(eq(evalLogs.id, log_id ?? ""))
          )[0],
      ),
    );
    expect(logs.map((log) => log?.rawAnswer)).toEqual([
      "I think so.\n\nI think so.",
      `I think so.\n\n${verdict("Pass")}`,
    ]);
    expect(logs[1]).toMatchObject({ source: "dataset_evaluation", datasetId: dataset, bindingId: evaluation });
  });
});

describe("a run", () => {
  test("keeps what it started with, despite a new version, a new mapping or a deleted metric", async () => {
    const dataset = await createTestDataset(context, 2);
    const template = await judgedBy();
    const evaluation = await bindTestEval(context, dataset, template);
    const first = await start(dataset, [evaluation]);
    await createEvalTemplateVersion(context, {
      id: template,
      message: "",
      instructions: "Is {{output}} kind to {{input}}?",
    });
    await advanceToEnd(context, first.run_id);
    const again = await retryRun.gradeEvalRunAgain(context, { run_id: first.run_id, versions: [] });
    await datasetEvals.deleteUserEval(context, { dataset_id: dataset, eval_id: evaluation, delete_column: true });
    const stopped = await detail(again.run_id);
    expect(stopped.status).toBe("cancelled");
    await retry(again.run_id);
    await advanceToEnd(context, again.run_id);
    const [old, graded] = [await detail(first.run_id), await detail(again.run_id)];
    expect([old, graded].map(({ status, scored }) => [status, scored])).toEqual(Array(2).fill(["completed", 2]));
    expect([old.evaluations[0]?.version, graded.evaluations[0]?.version]).toEqual([1, 2]);
    expect(old.evaluations[0]?.fingerprint).not.toBe(graded.evaluations[0]?.fingerprint);
    expect(graded.grades_again).toBe(first.run_id);
    const logs = await gateway.db.select().from(evalLogs).where(eq(evalLogs.datasetId, dataset));
    expect(new Set(logs.map(({ fingerprint }) => fingerprint))).toEqual(
      new Set([old.evaluations[0]?.fingerprint, graded.evaluations[0]?.fingerprint]),
    );
    expect(
      (await listRuns.listEvalRuns(context, { dataset_id: dataset, page: 1 })).results.map(({ id }) => id),
    ).toEqual([again.run_id, first.run_id]);
  });

  test("can be cancelled midway, and keeps its finished cells", async () => {
    const dataset = await createTestDataset(context, 40);
    const evaluation = await bindTestEval(context, dataset, await judgedBy());
    const { run_id } = await start(dataset, [evaluation], { at_once: 2 });
    const gate = gateAfter(10);
    say = async () => {
      await gate.pass();
      return verdict("Pass");
    };
    const step = advanceRun(gateway.db, context.caller.organizationId, run_id, { stepMs: 60_000 });
    await expect.poll(async () => (await detail(run_id)).scored, PATIENCE).toBe(10);
    await datasetEvals.stopUserEval(context, { dataset_id: dataset, eval_id: evaluation });
    // With the next cells that it writes, the step learns that it is to stop.
    gate.more(2);
    await expect.poll(async () => (await detail(run_id)).scored, PATIENCE).toBe(12);
    gate.open();
    await step;
    const { status, reason, scored, open } = await detail(run_id);
    expect([status, scored + open, open > 0]).toEqual(["cancelled", 40, true]);
    expect(reason).toBe(`Cancelled by a user. ${open} cells are left.`);
    const [stats] = await datasetEvalStats.getEvalStats(context, { dataset_id: dataset });
    expect(stats).toMatchObject({ status: "Cancelled", run_id, scored, open, mean_score: 1 });
  });

  test("completes without a stopped metric, which stays cancelled until it is named itself", async () => {
    const dataset = await createTestDataset(context, 3);
    const [kept, stopped] = [
      await bindTestEval(context, dataset, await judgedBy()),
      await bindTestEval(context, dataset, idOfName("contains"), {
        config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
      }),
    ];
    say = (text) => (text.includes("Question 1") ? "prose" : verdict("Pass"));
    const { run_id } = await start(dataset, [kept, stopped]);
    await datasetEvals.stopUserEval(context, { dataset_id: dataset, eval_id: stopped });
    await advanceToEnd(context, run_id);
    const statuses = async () => {
      const stats = await datasetEvalStats.getEvalStats(context, { dataset_id: dataset });
      return [kept, stopped].map((id) => {
        const own = stats.find(({ id: evalId }) => evalId === id);
        return [own?.status, own?.scored, own?.error, own?.open];
      });
    };
    const cancelled = ["Cancelled", 0, 0, 3];
    expect((await detail(run_id)).status).toBe("completed");
    expect(await statuses()).toEqual([["Completed", 2, 1, 0], cancelled]);

    say = () => verdict("Pass");
    const again = (id: string) =>
      datasetEvals.startEvalsProcess(context, { dataset_id: dataset, user_eval_ids: [id], failed_only: true });
    await again(kept);
    expect(await statuses()).toEqual([["NotStarted", 2, 0, 1], cancelled]);
    await advanceToEnd(context, run_id);
    expect(await statuses()).toEqual([["Completed", 3, 0, 0], cancelled]);
    // Nothing of it is left: the run is not opened for the other one's cells.
    await again(kept);
    expect((await detail(run_id)).status).toBe("completed");
    await again(stopped);
    await advanceToEnd(context, run_id);
    expect(await statuses()).toEqual([
      ["Completed", 3, 0, 0],
      ["Completed", 3, 0, 0],
    ]);
  });

  test("that is being cancelled refuses a retry, and its column counts the open cells too", async () => {
    const dataset = await createTestDataset(context, 40);
    const metric = await bindTestEval(context, dataset, await judgedBy());
    const gate = gateAfter(10);
    say = () => gate.pass().then(() => verdict("Pass"));
    const { run_id } = await start(dataset, [metric]);
    const step = advanceRun(gateway.db, context.caller.organizationId, run_id, { stepMs: 60_000 });
    await expect.poll(async () => (await detail(run_id)).scored, PATIENCE).toBe(10);
    expect(await cancelEvalRun(context, { run_id })).toMatchObject({ status: "running" });
    expect(await refusal(retry(run_id))).toBe("The run is being cancelled. Try again once it is cancelled.");
    gate.more(2);
    await expect.poll(async () => (await detail(run_id)).scored, PATIENCE).toBe(12);
    gate.open();
    await step;
    const { status, scored, evaluations } = await detail(run_id);
    expect([status, scored < 40]).toEqual(["cancelled", true]);
    const { column_config } = await tableOf(context, dataset);
    const column = column_config.find(({ origin_type }) => origin_type === "evaluation");
    expect([column?.coverage, evaluations[0]?.coverage]).toEqual([scored / 40, scored / 40]);
    await retry(run_id);
    await advanceToEnd(context, run_id);
    expect(await detail(run_id)).toMatchObject({ status: "completed", scored: 40 });
  });

  test("of several metrics, once cancelled, continues only with the named one", async () => {
    const dataset = await createTestDataset(context, 2);
    const [named, other] = [
      await bindTestEval(context, dataset, await judgedBy()),
      await bindTestEval(context, dataset, await judgedBy()),
    ];
    const { run_id } = await start(dataset, [named, other]);
    await cancelEvalRun(context, { run_id });
    const before = provider.calls();
    await datasetEvals.startEvalsProcess(context, {
      dataset_id: dataset,
      user_eval_ids: [named],
      failed_only: true,
    });
    await advanceToEnd(context, run_id);
    expect(provider.calls() - before).toBe(2);
    expect((await detail(run_id)).evaluations.map(({ scored }) => scored)).toEqual([2, 0]);
    await retry(run_id);
    await advanceToEnd(context, run_id);
    expect((await detail(run_id)).evaluations.map(({ scored }) => scored)).toEqual([2, 2]);
  });

  test("is estimated from the cost of earlier runs, and says when nothing is known", async () => {
    const dataset = await createTestDataset(context, 10);
    const judged = await bindTestEval(context, dataset, await judgedBy());
    const computed = await bindTestEval(context, dataset, idOfName("contains"), {
      config: { mapping: { text: "answer" }, params: { keyword: "A" } },
    });
    const estimate = () =>
      runs.estimateEvalRun(context, {
        dataset_id: dataset,
        user_eval_ids: [judged, computed],
        column_ids: [],
        repeats: 1,
      });
    expect(await estimate()).toMatchObject({
      rows: 10,
      cells: 20,
      estimated_micros: null,
      evaluations: [{ basis: "unknown" }, { basis: "computed", estimated_micros: 0 }],
    });
    const { run_id } = await start(dataset, [judged], { first_rows: 2 });
    await advanceToEnd(context, run_id);
    expect(await estimate()).toMatchObject({
      estimated_micros: 200,
      estimated_tokens: 200,
      evaluations: [{ basis: "earlier_runs", sample_size: 2, micros_per_cell: 20 }, { basis: "computed" }],
    });
    expect(await start(dataset, [judged]).then(({ run_id: id }) => detail(id))).toMatchObject({
      estimated_micros: 200,
    });
  });

  test("of a prompt fills a column, which a later prompt and an evaluation can read", async () => {
    const dataset = await createTestDataset(context, 3);
    say = (text) => `Said of ${/Question \d/.exec(text)?.[0]}`;
    const config = {
      model: "acme/judge",
      messages: [{ role: "user" as const, content: "Answer {{question}}" }],
      max_tokens: 50,
    };
    const made = await addPredictionColumn(context, { dataset_id: dataset, name: "said", config, run: true });
    await advanceToEnd(context, made.run?.run_id ?? "");
    const { table, column_config } = await tableOf(context, dataset);
    expect(column_config.find(({ id }) => id === made.column_id)).toMatchObject({
      origin_type: "run_prompt",
      status: "Completed",
      average_score: null,
    });
    expect(table.map((row) => row[made.column_id]?.cellValue)).toEqual(
      [0, 1, 2].map((row) => `Said of Question ${row}`),
    );
    expect(await detail(made.run?.run_id ?? "")).toMatchObject({ kind: "prediction", answered: 3, scored: 0 });
    const lost = { ...config, messages: [{ role: "user" as const, content: "{{nothing}}" }] };
    expect(
      await refusal(addPredictionColumn(context, { dataset_id: dataset, name: "lost", config: lost, run: true })),
    ).toBe("config.messages: {{nothing}} is not a column of the dataset.");
  });

  test("does not exist for another organization", async () => {
    const dataset = await createTestDataset(context, 1);
    const evaluation = await bindTestEval(context, dataset, await judgedBy("sandbox/judge"));
    const { run_id } = await start(dataset, [evaluation]);
    const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
    await expect(runInOrganization(gateway.db, stranger.caller.organizationId, run_id)).rejects.toThrow("not found");
    expect(await advanceRun(gateway.db, stranger.caller.organizationId, run_id)).toEqual({
      done: true,
      retryAfterMs: 0,
    });
    const untouched = and(eq(evalRuns.id, run_id), eq(evalRuns.status, "pending"));
    expect(await gateway.db.select().from(evalRuns).where(untouched)).toHaveLength(1);
  });
});
