// Runs over a dataset, started and watched through the API.
import { setTimeout as wait } from "node:timers/promises";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { logIgnored } from "@/lib/error-report";
import { ask } from "../client";

/** Where the API is, and as whom it is called. */
export interface At {
  address: string;
  credentials: Record<string, string>;
}

export async function waitFor(at: At, runId: string, isThere: (run: RunDetail) => boolean): Promise<RunDetail> {
  for (;;) {
    const answer = await ask<{ result: RunDetail }>(
      "GET",
      `${at.address}/model-hub/eval-runs/${runId}/`,
      at.credentials,
    ).catch(logIgnored("read a run while the server is replaced"));
    if (answer && isThere(answer.result)) return answer.result;
    await wait(50);
  }
}

export function isOver({ status }: RunDetail): boolean {
  return status !== "pending" && status !== "running";
}

export async function begin(at: At, dataset_id: string, user_eval_ids: string[], options: object): Promise<string> {
  const answer = await ask<{ result: { run_id: string } }>(
    "POST",
    `${at.address}/model-hub/eval-runs/`,
    at.credentials,
    { dataset_id, user_eval_ids, ...options },
  );
  return answer.result.run_id;
}

export async function timedRun(at: At, datasetId: string, evals: string[], options: object) {
  const begun = performance.now();
  const run = await waitFor(at, await begin(at, datasetId, evals, options), isOver);
  if (run.status !== "completed" || run.error > 0) throw new Error(`${run.status}: ${run.reason}; ${run.error} errors`);
  return { ms: performance.now() - begun, run };
}
