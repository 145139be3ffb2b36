import { connection } from "@/db/client";
import { sendCommitted } from "@/lib/events";
import { liveParts } from "@/lib/gateway/live";
import { failScenario, planRows, prepareDataset } from "@/lib/simulation/scenarios/build";
import { prepareGraph } from "@/lib/simulation/scenarios/draw-graph";
import { NOT_MADE } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";
import { scenarioRequested } from "../events";

/** Makes a scenario: its dataset, its graph, its rows, each once however often the step is taken. */
export const buildScenario = inngest.createFunction(
  {
    id: "build-scenario",
    triggers: [scenarioRequested],
    concurrency: [
      { limit: 1, key: "event.data.scenarioId" },
      { limit: 4, key: "event.data.organizationId" },
    ],
    retries: 3,
    onFailure: async ({ event }) => {
      const { scenarioId, organizationId } = scenarioRequested.schema.parse(event.data.event.data);
      await failScenario(connection().db, organizationId, scenarioId, NOT_MADE);
    },
  },
  async ({ event, step }) => {
    const { scenarioId, organizationId } = event.data;
    const { db } = connection();
    const copied = await step.run("copy", () => prepareDataset(db, organizationId, scenarioId));
    const drawn = copied.problem
      ? copied
      : await step.run("graph", () =>
          prepareGraph(db, (request) => liveParts().send(request), organizationId, scenarioId),
        );
    const { problem } = drawn;
    if (problem) await step.run("fail", () => failScenario(db, organizationId, scenarioId, problem));
    else
      await step.run("plan", async () => {
        const requested = await planRows(db, organizationId, scenarioId);
        if (requested) await sendCommitted(db, [requested]);
      });
  },
);
