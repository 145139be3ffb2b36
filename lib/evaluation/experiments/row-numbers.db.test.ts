// A row has one number: on the dataset's screen, in cells, in comparisons and in exports.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { applyEvalGroup as applyContract } from "@/lib/contracts/evaluation/apply-group";
import { deleteColumn } from "@/lib/datasets/columns";
import { rowPosition } from "@/lib/datasets/row-position";
import { deleteRows } from "@/lib/datasets/rows";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { compareEvalRunRows } from "../comparison/compare-rows";
import { applyEvalGroup } from "../groups/apply";
import { createEvalGroup } from "../groups/groups";
import { startEvalsProcess } from "../runs/dataset/evals";
import { getEvalRun, listEvalRunCells } from "../runs/read/list-runs";
import { advanceToEnd, bindTestEval, createTestDataset, rowIdsOf, tableOf } from "../runs/testing";
import { idOfName } from "../templates/fingerprint";
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

type Input = Parameters<typeof createExperiment>[1];

async function scene(rows: number) {
  const dataset_id = await createTestDataset(context, rows);
  const columns = (await tableOf(context, dataset_id)).column_config;
  const columnOf = (heading: string) => columns.find(({ name }) => name === heading)?.id ?? "";
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const ids = await rowIdsOf(context, dataset_id);
  const run = async (change: Partial<Input> = {}) => {
    const { run_id } = await createExperiment(context, {
      dataset_id,
      name: "Experiment",
      task: { kind: "column" },
      output_column_id: columnOf("answer"),
      user_eval_ids: [metric],
      repeats: 1,
      at_once: 5,
      ...change,
    });
    await advanceToEnd(context, run_id);
    return run_id;
  };
  const evaluate = async () => {
    const { run_ids } = await startEvalsProcess(context, { dataset_id, user_eval_ids: [metric], failed_only: false });
    for (const id of run_ids) await advanceToEnd(context, id);
    return run_ids[0] ?? "";
  };
  const remove = (...row_ids: string[]) => deleteRows(context, { dataset_id, row_ids, selected_all_rows: false });
  return { dataset_id, columnOf, ids, run, evaluate, remove };
}

const fileOf = async (experiment_id: string, file_format: "csv" | "junit") => {
  const { content } = (await exportExperiment(context, { experiment_id, file_format })) as {
    content: ReadableStream;
  }; // safe: it is a file
  return text(content);
};
/** The first values of each line: the rows' numbers. */
const numbersIn = async (experiment_id: string) =>
  (await fileOf(experiment_id, "csv"))
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",")[0]));
const suitesIn = async (experiment_id: string) =>
  (await fileOf(experiment_id, "junit"))
    .split("<testsuite ")
    .slice(1)
    .map((suite) => [...suite.matchAll(/name="Row (\d+)/g)].map(([, number]) => Number(number)));
const positionsIn = async (experiment_ids: string[]) =>
  (await compareExperimentRows(context, { experiment_ids, metric: 0, change: "all", page: 1, limit: 10 })).results.map(
    ({ position }) => position,
  );
const cellsIn = async (run_id: string) => [
  ...new Set((await listEvalRunCells(context, { run_id, page: 1, limit: 100 })).results.map(({ row }) => row)),
];

test("exports number the rows as before after further evaluations", async () => {
  const { run, columnOf } = await scene(5);
  const id = await run({ repeats: 2 });
  const group = await createEvalGroup(context, {
    name: `Group ${crypto.randomUUID()}`,
    eval_template_ids: [idOfName("contains"), idOfName("is_email")],
  });
  const request = {
    eval_group_id: group.id,
    page_id: "EXPERIMENT",
    filters: { experiment_id: id },
    mapping: { text: columnOf("answer") },
    params: { keyword: "2" },
  };
  await applyEvalGroup(context, applyContract.body.parse(request));
  await advanceToEnd(context, id);
  const numbers = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5];
  expect(await numbersIn(id)).toEqual(numbers);
  expect(await suitesIn(id)).toEqual([numbers, numbers, numbers]);
});

test("a row has the same number as in the dataset's screen everywhere, even after a deletion", async () => {
  const { dataset_id, ids, run, evaluate, remove } = await scene(4);
  await remove(ids[0] ?? "");
  expect((await tableOf(context, dataset_id)).table.map(({ order }) => Number(order) + 1)).toEqual([2, 3, 4]);
  const [first, second] = [await run(), await run()];
  expect(await numbersIn(first)).toEqual([2, 3, 4]);
  expect(await suitesIn(first)).toEqual([[2, 3, 4]]);
  expect(await positionsIn([first, second])).toEqual([2, 3, 4]);
  expect(await cellsIn(first)).toEqual([2, 3, 4]);
  const [one, other] = [await evaluate(), await evaluate()];
  expect(await cellsIn(one)).toEqual([2, 3, 4]);
  const evaluationOf = async (run_id: string) => (await getEvalRun(context, { run_id })).evaluations[0]?.id ?? "";
  const { results } = await compareEvalRunRows(context, {
    run_id: one,
    other_id: other,
    evaluation_id: await evaluationOf(one),
    other_evaluation_id: await evaluationOf(other),
    change: "all",
    page: 1,
    limit: 10,
  });
  expect(results.map(({ position }) => position)).toEqual([2, 3, 4]);
});

test("an experiment keeps the numbers of its rows after they are deleted", async () => {
  const { ids, run, remove } = await scene(3);
  const [first, second] = [await run(), await run()];
  await remove(ids[1] ?? "");
  expect(await numbersIn(first)).toEqual([1, 2, 3]);
  expect(await positionsIn([first, second])).toEqual([1, 2, 3]);
  expect(await cellsIn(first)).toEqual([1, null, 3]);
});

test("a link to a row finds its position in the table, unless it is deleted or foreign", async () => {
  const { dataset_id, ids, remove } = await scene(4);
  await remove(ids[0] ?? "");
  const position = (row_id = "") => rowPosition(context, { dataset_id, row_id });
  expect(await position(ids[2])).toBe(2);
  const { table } = await tableOf(context, dataset_id);
  expect(table[1]?.rowId).toBe(ids[2]);
  expect(await position(ids[0])).toBeNull();
  expect(await position("nothing")).toBeNull();
  const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
  expect(await rowPosition(stranger, { dataset_id, row_id: ids[2] ?? "" })).toBeNull();
});

test("a comparison of experiments shows only cells of the version's columns", async () => {
  const { dataset_id, columnOf, run } = await scene(1);
  const question = columnOf("question");
  await deleteColumn(context, { dataset_id, column_id: question });
  const experiment_ids = [await run(), await run()];
  const { results } = await compareExperimentRows(context, {
    experiment_ids,
    metric: 0,
    change: "all",
    page: 1,
    limit: 10,
  });
  expect(results.map(({ cells }) => Object.keys(cells))).toEqual([[columnOf("answer")]]);
});

test("the cost of a supplied output counts once, whatever the number of repeats", async () => {
  const { ids, run } = await scene(2);
  const outputs = ids.map((row_id) => ({ row_id, output: "Answer", latency_ms: 5, cost_micros: 100 }));
  const id = await run({ task: { kind: "outputs", outputs }, repeats: 3 });
  const { evaluations } = await getExperiment(context, { experiment_id: id });
  expect(evaluations[0]).toMatchObject({ cost_micros: 200, answered: 6 });
  const lines = (await fileOf(id, "csv"))
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  expect(lines.map(([, , trial, , , , , cost]) => `${trial}: ${cost}`)).toEqual([
    ...["1: 100", "2: 0", "3: 0"],
    ...["1: 100", "2: 0", "3: 0"],
  ]);
});
