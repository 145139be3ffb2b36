import { connection } from "@/db/client";
import { failRun } from "@/lib/evaluation/runs/end-run";
import { advanceRun } from "@/lib/evaluation/runs/work/advance";
import { RUNS_AT_ONCE } from "@/lib/evaluation/runs/work/sweep";
import { runSteps } from "@/lib/jobs/run-steps";
import { openAgent } from "@/lib/simulation/agents/answer-rows";
import { inngest } from "../client";
import { evaluationRunStarted } from "../events";

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
  async (job) => {
    const { runId, organizationId } = job.event.data;
    await runSteps(job, () => advanceRun(connection().db, organizationId, runId, { openAgent }));
  },
);
