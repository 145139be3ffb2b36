// What a dataset shows of its own runs does not change with experiments over it.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { evalBindings } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { getEvalStats } from "../runs/dataset/eval-stats";
import { startEvalsProcess } from "../runs/dataset/evals";
import { getEvalRun } from "../runs/read/list-runs";
import { advanceToEnd, bindTestEval, createTestDataset, rowIdsOf, tableOf } from "../runs/testing";
import { idOfName } from "../templates/fingerprint";
import { createExperiment } from "./start-experiment";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});

/** A dataset with a metric that every row passes, and an experiment in which every row fails it. */
async function scene() {
  const dataset_id = await createTestDataset(context, 3);
  const column = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const ids = await rowIdsOf(context, dataset_id);
  const evaluate = async (failed_only: boolean) => {
    const { run_ids } = await startEvalsProcess(context, { dataset_id, user_eval_ids: [metric], failed_only });
    for (const id of run_ids) await advanceToEnd(context, id);
    return run_ids;
  };
  const experiment = async () => {
    const { run_id } = await createExperiment(context, {
      dataset_id,
      name: "All fail",
      task: { kind: "outputs", outputs: ids.map((row_id) => ({ row_id, output: "Nothing" })) },
      output_column_id: column,
      user_eval_ids: [metric],
      repeats: 1,
      at_once: 5,
    });
    await advanceToEnd(context, run_id);
    return run_id;
  };
  return { dataset_id, metric, evaluate, experiment };
}

test("a retry of failed cells continues the dataset's run, not a later experiment", async () => {
  const { evaluate, experiment } = await scene();
  const own = await evaluate(false);
  await experiment();
  expect(await evaluate(true)).toEqual(own);
});

test("a metric that only an experiment used starts its own run", async () => {
  const { evaluate, experiment } = await scene();
  const other = await experiment();
  expect(await evaluate(true)).not.toContain(other);
});

test("dataset statistics leave experiments out", async () => {
  const { dataset_id, evaluate, experiment } = await scene();
  await experiment();
  expect(await getEvalStats(context, { dataset_id })).toMatchObject([
    { run_id: null, total: 0, pass_rate: null, status: "NotStarted" },
  ]);
  const [own] = await evaluate(false);
  await experiment();
  expect(await getEvalStats(context, { dataset_id })).toMatchObject([{ run_id: own, passed: 3, pass_rate: 1 }]);
});

test("the run before a run is a run, and before an experiment an experiment", async () => {
  const { evaluate, experiment } = await scene();
  const [first] = await evaluate(false);
  const tried = await experiment();
  const [second] = await evaluate(false);
  const triedAgain = await experiment();
  const before = async (run_id = "") => (await getEvalRun(context, { run_id })).run_before?.id ?? null;
  expect(await before(second)).toBe(first);
  expect(await before(triedAgain)).toBe(tried);
  expect(await before(tried)).toBeNull();
});

test.each(["NotStarted", "Running"] as const)(
  "a status %s that an earlier version left becomes Completed after an experiment",
  async (status) => {
    const { dataset_id, metric, evaluate, experiment } = await scene();
    await evaluate(false);
    await gateway.db.update(evalBindings).set({ status }).where(eq(evalBindings.id, metric));
    await experiment();
    expect(await getEvalStats(context, { dataset_id })).toMatchObject([{ status: "Completed" }]);
  },
);
