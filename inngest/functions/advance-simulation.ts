import { connection } from "@/db/client";
import { runSteps } from "@/lib/jobs/run-steps";
import { advanceExecution } from "@/lib/simulation/runs/play/advance";
import { noteInterruption } from "@/lib/simulation/runs/play/sweep";
import { inngest } from "../client";
import { executionAdvanced } from "../events";

/** Plays and judges an execution's calls, as many a step as there is time for; tests give it steps of their own. */
export const advanceSimulationIn = (maxSteps: number | undefined, advance: typeof advanceExecution) =>
  inngest.createFunction(
    {
      id: "advance-simulation",
      triggers: [executionAdvanced],
      concurrency: [
        { limit: 1, key: "event.data.executionId" },
        { limit: 4, key: "event.data.organizationId" },
      ],
      retries: 3,
      onFailure: async ({ event, error }) => {
        const { executionId, organizationId } = executionAdvanced.schema.parse(event.data.event.data);
        await noteInterruption(connection().db, organizationId, executionId, error.message);
      },
    },
    async (job) => {
      const { executionId, organizationId } = job.event.data;
      await runSteps(job, () => advance(connection().db, organizationId, executionId), maxSteps);
    },
  );

export const advanceSimulation = advanceSimulationIn(undefined, advanceExecution);
