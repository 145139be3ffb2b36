// Outputs that an experiment did not produce itself may have unknown costs, which are not 0.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { advanceToEnd, bindTestEval, createTestDataset, rowIdsOf, tableOf } from "../runs/testing";
import { idOfName } from "../templates/fingerprint";
import { compareExperiments } from "./compare-experiments";
import { compareExperimentRows } from "./compare-rows";
import { getExperiment } from "./experiments";
import { exportExperiment } from "./export-experiment";
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

/** An experiment over two rows with two trials, and all that shows its costs. */
async function costsOf(costs: readonly (number | null)[] | "column") {
  const dataset_id = await createTestDataset(context, 2);
  const columns = (await tableOf(context, dataset_id)).column_config;
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const ids = await rowIdsOf(context, dataset_id);
  const start = async () => {
    const { run_id } = await createExperiment(context, {
      dataset_id,
      name: "Experiment",
      task:
        costs === "column"
          ? { kind: "column" }
          : {
              kind: "outputs",
              outputs: ids.map((row_id, row) => ({ row_id, output: "Answer", cost_micros: costs[row] ?? null })),
            },
      output_column_id: columns.find(({ name }) => name === "answer")?.id ?? "",
      user_eval_ids: [metric],
      repeats: 2,
      at_once: 5,
    });
    await advanceToEnd(context, run_id);
    return run_id;
  };
  const experiment_ids = [await start(), await start()];
  const [experiment_id = ""] = experiment_ids;
  const compared = await compareExperiments(context, { experiment_ids });
  const rows = await compareExperimentRows(context, { experiment_ids, metric: 0, change: "all", page: 1, limit: 10 });
  const { content } = (await exportExperiment(context, { experiment_id, file_format: "csv" })) as {
    content: ReadableStream;
  }; // safe: it is a file
  const run = await getExperiment(context, { experiment_id });
  const lines = (await text(content)).trimEnd().split("\r\n").slice(1);
  const pick = ({ cost_micros, unpriced_calls }: { cost_micros: number | null; unpriced_calls: number }) => [
    cost_micros,
    unpriced_calls,
  ];
  return {
    compared: compared.experiments.map(pick)[0],
    task: run.evaluations.map(pick)[0],
    run: [run.spent_micros, run.unpriced_calls],
    rows: rows.results.map(({ values }) => values[0]?.cost_micros),
    file: lines.map((line) => line.split(",")[7]),
  };
}

test.each([
  [
    "known costs",
    [100, 0],
    { compared: [100, 0], task: [100, 0], run: [0, 0], rows: [100, 0], file: ["100", "0", "0", "0"] },
  ],
  [
    "one unknown cost",
    [100, null],
    { compared: [100, 1], task: [100, 1], run: [0, 0], rows: [100, null], file: ["100", "0", "", ""] },
  ],
  [
    "unknown costs",
    [null, null],
    { compared: [null, 2], task: [null, 2], run: [0, 0], rows: [null, null], file: ["", "", "", ""] },
  ],
  [
    "a column's outputs",
    "column",
    { compared: [null, 0], task: [null, 0], run: [0, 0], rows: [null, null], file: ["", "", "", ""] },
  ],
] as const)("%s", async (_, costs, shown) => {
  expect(await costsOf(costs)).toEqual(shown);
});
