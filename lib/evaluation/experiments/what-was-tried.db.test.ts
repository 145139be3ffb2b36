// What an experiment tried can be read wherever the experiment is.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { addPredictionColumn } from "@/lib/evaluation/runs/dataset/predictions";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { getEvalRun } from "../runs/read/list-runs";
import { startEvalRun } from "../runs/start/start-run";
import { bindTestEval, createTestDataset, tableOf } from "../runs/testing";
import { idOfName } from "../templates/fingerprint";
import { compareExperiments } from "./compare-experiments";
import { getExperiment, listExperiments } from "./experiments";
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

const config = {
  model: "acme/judge",
  messages: [
    { role: "system" as const, content: "Answer briefly." },
    { role: "user" as const, content: "{{question}}" },
  ],
  temperature: 0.3,
  tools: [{ type: "function", function: { name: "find" } }],
};

async function scene() {
  const dataset_id = await createTestDataset(context, 2);
  const column = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const metric = await bindTestEval(context, dataset_id, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
  });
  const start = async (name: string, task: Parameters<typeof createExperiment>[1]["task"]) =>
    (
      await createExperiment(context, {
        dataset_id,
        name,
        task,
        output_column_id: column,
        user_eval_ids: [metric],
        repeats: 1,
        at_once: 5,
      })
    ).run_id;
  return { dataset_id, column, metric, start };
}

test("its run has its task: the messages, the model, the settings, and the prompt's version", async () => {
  const { start, column } = await scene();
  const prompt = { name: "me@work", version: "v3" };
  const id = await start("Brief", { kind: "prompt", config, prompt });
  const tried = { task: "prompt", config, prompt, agent: null, message: null, output_column_id: column };
  expect(await getEvalRun(context, { run_id: id })).toMatchObject(tried);
  expect(await getExperiment(context, { experiment_id: id })).toMatchObject(tried);
});

test("its list and a comparison name the prompt's version, and null without one", async () => {
  const { start } = await scene();
  const prompt = { name: "support", version: "v2" };
  const ids = [
    await start("Typed", { kind: "prompt", config }),
    await start("Kept", { kind: "prompt", config, prompt }),
  ];
  const { results } = await listExperiments(context, { page: 1, limit: 10 });
  expect(results.map((one) => [one.name, one.prompt])).toEqual([
    ["Kept", prompt],
    ["Typed", null],
  ]);
  const { experiments } = await compareExperiments(context, { experiment_ids: ids });
  expect(experiments.map((one) => one.prompt)).toEqual([null, prompt]);
});

test("a column that a model fills has the prompt too, and a run of evaluations has none", async () => {
  const { dataset_id, metric } = await scene();
  const { run } = await addPredictionColumn(context, { dataset_id, name: "brief", config, run: true });
  const none = { task: null, prompt: null, agent: null, message: null, output_column_id: null };
  expect(await getEvalRun(context, { run_id: run?.run_id ?? "" })).toMatchObject({ ...none, config });
  const { run_id } = await startEvalRun(context, {
    dataset_id,
    user_eval_ids: [metric],
    column_ids: [],
    repeats: 1,
    at_once: 5,
  });
  expect(await getEvalRun(context, { run_id })).toMatchObject({ ...none, config: null });
});

test("another organization reads none of it", async () => {
  const { start } = await scene();
  const id = await start("Brief", { kind: "prompt", config });
  const stranger = await createCaller(gateway.db, await createOrganization(gateway.db));
  await expect(getEvalRun(stranger, { run_id: id })).rejects.toMatchObject({ kind: "notFound" });
});
