import { connection } from "@/db/client";
import { advanceGeneration } from "@/lib/simulation/scenarios/advance";
import { endGeneration } from "@/lib/simulation/scenarios/generation";
import { inngest } from "../client";
import { scenarioRowsRequested } from "../events";

const FAILED = "The row could not be written: the work on it broke off. Try it again.";

/** Writes a scenario's rows, as many a step as there is time for; each row is written once, also where a step is taken again. */
export const writeScenarioRows = inngest.createFunction(
  {
    id: "write-scenario-rows",
    triggers: [scenarioRowsRequested],
    concurrency: { limit: 2, key: "event.data.organizationId" },
    retries: 3,
    onFailure: async ({ event }) => {
      const { generationId, organizationId } = scenarioRowsRequested.schema.parse(event.data.event.data);
      await endGeneration(connection().db, organizationId, generationId, FAILED);
    },
  },
  async ({ event, step }) => {
    const { generationId, organizationId } = event.data;
    for (let part = 0, isLeft = true; isLeft; part++) {
      const advanced = await step.run(`advance-${part}`, () =>
        advanceGeneration(connection().db, organizationId, generationId),
      );
      isLeft = advanced.isLeft;
      if (isLeft && advanced.pauseSeconds > 0) await step.sleep(`pause-${part}`, `${advanced.pauseSeconds}s`);
    }
    await step.run("finish", () => endGeneration(connection().db, organizationId, generationId, null));
  },
);
