import { connection } from "@/db/client";
import { advanceRun } from "@/lib/evaluation/runs/advance";
import { failRun, goOnInAnotherJob } from "@/lib/evaluation/runs/end-run";
import { RUNS_AT_ONCE } from "@/lib/evaluation/runs/sweep";
import { withReason } from "@/lib/failures";
import { inngest } from "../client";
import { evaluationRunStarted } from "../events";

/** A job has so many steps at most; a longer run goes on in another one. */
const STEPS = 300;

/** Runs evaluations over a dataset's rows, many cells a step: what a killed step had not written the next one does. */
export const runEvaluations = inngest.createFunction(
  {
    id: "run-evaluations",
    triggers: [evaluationRunStarted],
    concurrency: { limit: RUNS_AT_ONCE, key: "event.data.organizationId" },
    retries: 5,
    onFailure: async ({ event, error }) => {
      const { runId, organizationId } = evaluationRunStarted.schema.parse(event.data.event.data);
      await failRun(connection().db, organizationId, runId, error.message);
    },
  },
  async ({ event, step }) => {
    const { runId, organizationId } = event.data;
    for (let number = 0; number < STEPS; number++) {
      const { isDone, waitMs } = await step.run(`advance-${number}`, () =>
        withReason(() => advanceRun(connection().db, organizationId, runId)),
      );
      if (isDone) return;
      if (waitMs > 0) await step.sleep(`wait-${number}`, waitMs);
    }
    await step.run("go-on", () => goOnInAnotherJob(connection().db, organizationId, runId));
  },
);
