import { connection } from "@/db/client";
import { advanceGeneration } from "@/lib/simulation/scenarios/advance";
import { endGeneration } from "@/lib/simulation/scenarios/generation";
import { BROKEN_OFF, GENERATIONS_AT_ONCE } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";
import { scenarioRowsRequested } from "../events";

/** Writes a scenario's rows, as many a step as there is time for; each row is written once, also where a step is taken again. */
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
  async ({ event, step }) => {
    const { generationId, organizationId } = event.data;
    let problem: string | null = null;
    for (let part = 0, isLeft = true; isLeft; part++) {
      const advanced = await step.run(`advance-${part}`, () =>
        advanceGeneration(connection().db, organizationId, generationId),
      );
      ({ isLeft, problem } = advanced);
      if (isLeft && advanced.pauseSeconds > 0) await step.sleep(`pause-${part}`, `${advanced.pauseSeconds}s`);
    }
    await step.run("finish", () => endGeneration(connection().db, organizationId, generationId, problem));
  },
);
