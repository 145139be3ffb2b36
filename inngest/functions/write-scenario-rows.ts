import { connection } from "@/db/client";
import { runSteps } from "@/lib/jobs/run-steps";
import { advanceGeneration } from "@/lib/simulation/scenarios/advance";
import { endGeneration } from "@/lib/simulation/scenarios/generation";
import { BROKEN_OFF, GENERATIONS_AT_ONCE } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";
import { scenarioRowsRequested } from "../events";

/** Writes a scenario's rows, as many a step as there is time for; each row is written once, also if a step runs again. */
export const writeScenarioRows = inngest.createFunction(
  {
    id: "write-scenario-rows",
    triggers: [scenarioRowsRequested],
    concurrency: [
      { limit: 1, key: "event.data.generationId" },
      { limit: GENERATIONS_AT_ONCE, key: "event.data.organizationId" },
    ],
    retries: 3,
    onFailure: async ({ event }) => {
      const { generationId, organizationId } = scenarioRowsRequested.schema.parse(event.data.event.data);
      await endGeneration(connection().db, organizationId, generationId, BROKEN_OFF);
    },
  },
  async (job) => {
    const { generationId, organizationId } = job.event.data;
    const end = await runSteps(job, () => advanceGeneration(connection().db, organizationId, generationId));
    if (end)
      await job.step.run("finish", () => endGeneration(connection().db, organizationId, generationId, end.problem));
  },
);
