// Prompts with a gate, and releases that run to their end, for suites.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createCaller, createOrganization, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { Failure } from "@/lib/errors";
import {
  advanceToEnd,
  bindTestEval,
  createTestDataset,
  startTestProvider,
  tableOf,
} from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { setPromptGate } from "../gates";
import { assignPromptLabel } from "../labels";
import { createPrompt } from "../prompts";
import { savePromptVersion } from "../versions";
import { checkPromptMove, getPromptRelease, startPromptRelease } from "./releases";

export const ROWS = 100;
export const production = systemLabels[0];

export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? `${error.kind}: ${error.message}` : error),
  );

/** A prompt of one message to the model of the suite. */
export const content = (text: string) =>
  promptContent.parse({ model: "acme/judge", messages: [{ role: "user", content: text }] });

/** A gateway with a model that answers so, and an organization of its own for each test. */
export function releaseSuite(answer: (request: string) => string) {
  let gateway: Awaited<ReturnType<typeof startTestGateway>>;
  let provider: Awaited<ReturnType<typeof startTestProvider>>;
  let organization: TestOrganization;
  let context: Context;
  beforeAll(async () => {
    gateway = await startTestGateway();
    provider = await startTestProvider({ answer });
  });
  afterAll(async () => {
    provider.stop();
    await gateway.close();
  });
  beforeEach(async () => {
    organization = await createOrganization(gateway.db);
    context = await createCaller(gateway.db, organization);
  });
  return {
    get db() {
      return gateway.db;
    },
    get organization() {
      return organization;
    },
    get context() {
      return context;
    },
    scene: (rows = ROWS) => releaseScene(context, rows),
  };
}

/** An evaluation that looks for a word in the column `answer`. */
export const containsEval = (context: Context, datasetId: string, keyword: string, name?: string) =>
  bindTestEval(context, datasetId, idOfName("contains"), {
    config: { mapping: { text: "answer" }, params: { keyword } },
    ...(name === undefined ? {} : { name }),
  });

/** A prompt in two versions, of which production points to the first, and a gate over a dataset. */
async function releaseScene(context: Context, rows: number) {
  const dataset_id = await createTestDataset(context, rows);
  const column = (await tableOf(context, dataset_id)).column_config.find(({ name }) => name === "answer")?.id ?? "";
  const metric = await containsEval(context, dataset_id, "Answer");
  const version = await createDatasetVersion(context, { dataset_id, name: "Pinned", description: "" });
  const name = `Prompt ${randomUUID()}`;
  const prompt = { name, folder: "", description: "", message: "", content: content("Answer {{question}}") };
  const { id: prompt_id } = await createPrompt(context, prompt);
  const of = { prompt_id, label_id: production.id };
  const save = (text: string) => savePromptVersion(context, { prompt_id, message: "", content: content(text) });
  const move = (to: string, change: { overrule?: string } = {}, by = context) =>
    assignPromptLabel(by, { ...of, version: to, message: "", ...change });
  await move("v1");
  await save("Answer shorter {{question}}");
  const settings = { output_column_id: column, user_eval_ids: [metric], margin: 0.05, power: 0.95 };
  const gate = { ...of, dataset_version_id: version.id, ...settings, allow_uncalibrated: false };
  await setPromptGate(context, gate);
  const release = async (candidate = "v2") => {
    const { id, baseline_id, candidate_id } = await startPromptRelease(context, { ...of, version: candidate });
    for (const run of [baseline_id, candidate_id]) await advanceToEnd(context, run);
    return getPromptRelease(context, { prompt_id, release_id: id });
  };
  const check = (to = "v2") => checkPromptMove(context, { ...of, version: to });
  const dataset = { dataset_id, version_id: version.id };
  return { prompt_id, name, of, gate, metric, save, move, check, release, dataset };
}
