// Datasets, providers and runs that tests start from.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { datasetRows, evalRunCells } from "@/db/schema";
import type { Context } from "@/lib/context";
import { createEmptyDataset } from "@/lib/datasets/datasets";
import { addRows } from "@/lib/datasets/rows";
import { getDatasetTable } from "@/lib/datasets/table";
import { serve } from "@/lib/gateway/testing/serve";
import { applyConfigFile } from "@/lib/gateway-admin/config-file";
import { addUserEval } from "./dataset/evals";
import { advanceRun } from "./work/advance";
import type { OpenAgent } from "./work/agent";

/** A dataset of questions and answers. Returns its columns by name and its rows in order. */
export async function createTestDataset(
  context: Context,
  rows: number,
  answer: (row: number) => string | null = (row) => `Answer ${row}`,
) {
  const columns = ["question", "answer"].map((name) => ({ name, data_type: "text" as const }));
  const { dataset_id } = await createEmptyDataset(context, {
    new_dataset_name: `Dataset ${crypto.randomUUID()}`,
    columns,
    row: 0,
  });
  for (let first = 0; first < rows; first += 1000) {
    const count = Math.min(1000, rows - first);
    await addRows(context, {
      dataset_id,
      rows: Array.from({ length: count }, (_, index) => ({
        cells: [
          { column_name: "question", value: `Question ${first + index}` },
          { column_name: "answer", value: answer(first + index) },
        ],
      })),
    });
  }
  return dataset_id;
}

export const tableOf = (context: Context, dataset_id: string, page_size = 1000) =>
  getDatasetTable(context, { dataset_id, current_page_index: 0, page_size, column_config_only: false });

export const rowIdsOf = async (context: Context, datasetId: string): Promise<string[]> => {
  const rows = await context.db.select().from(datasetRows).where(eq(datasetRows.datasetId, datasetId));
  return rows.toSorted((one, other) => one.order - other.order).map(({ id }) => id);
};

/** Adds an evaluation to a dataset of questions and answers. Returns its id. */
export async function bindTestEval(
  context: Context,
  dataset_id: string,
  template_id: string,
  change: Partial<Parameters<typeof addUserEval>[1]> = {},
): Promise<string> {
  const { user_eval_id } = await addUserEval(context, {
    dataset_id,
    name: `Evaluation ${crypto.randomUUID().slice(0, 8)}`,
    template_id,
    config: { mapping: { input: "question", output: "answer" } },
    error_localizer: false,
    run: false,
    save_as_template: false,
    ...change,
  });
  return user_eval_id;
}

/** Runs the job's steps until the run is over. Retries happen at once. */
export async function advanceToEnd(
  { db, caller }: Context,
  runId: string,
  { steps = 50, openAgent = null }: { steps?: number; openAgent?: OpenAgent | null } = {},
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const { done, retryAfterMs } = await advanceRun(db, caller.organizationId, runId, {
      random: () => 0.01,
      openAgent,
    });
    if (done) return;
    if (retryAfterMs > 0) await db.update(evalRunCells).set({ notBefore: null }).where(eq(evalRunCells.runId, runId));
  }
}

/** The verdict as a judge writes it. */
export const verdict = (result: unknown) => JSON.stringify({ explanation: "As the text says.", result });

interface ProviderOptions {
  /** The text of an answer, or the status of a refusal. */
  answer: (text: string, nth: number) => string | { status: number; retryAfter?: number } | Promise<string>;
  /** Whether it is the judge of evaluations that name none. */
  isDefaultJudge?: boolean;
}

/**
 * A provider `acme` with the model `judge` at a dollar for a million tokens of input or output, 10 + 10 tokens a call,
 * and the model `unpriced`, which has no price.
 */
export async function startTestProvider({ answer, isDefaultJudge = false }: ProviderOptions) {
  let calls = 0;
  const { url, stop } = await serve(async (request) => {
    const nth = calls++;
    const content = await answer(JSON.stringify(await request.json()), nth);
    if (typeof content !== "string") {
      const headers: Record<string, string> =
        content.retryAfter === undefined ? {} : { "retry-after": String(content.retryAfter) };
      return Response.json({ error: { message: "Not now." } }, { status: content.status, headers });
    }
    return Response.json({
      id: `answer-${nth}`,
      object: "chat.completion",
      created: 1,
      model: "judge",
      choices: [{ index: 0, message: { role: "assistant", content: content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
    });
  });
  const folder = await mkdtemp(join(tmpdir(), "provider-"));
  const path = join(folder, "gateway.yaml");
  await writeFile(
    path,
    `providers: {acme: {base_url: ${url}, api_key: sk-acme, models: [judge, unpriced]}}
provider_organizations: all
routing: {circuit_breaker: {failure_threshold: 1000000}, retry: {max_retries: 0}}
pricing: {models: {acme/judge: {input: 1, output: 1}}}
${isDefaultJudge ? "model_map: {turing_large: acme/judge}\n" : ""}`,
  );
  await applyConfigFile(path);
  await rm(folder, { recursive: true });
  return { calls: () => calls, stop };
}
