import { connection } from "@/db/client";
import { sendCommitted } from "@/lib/events";
import { sweepSimulations } from "@/lib/simulation/runs/sweep";
import { sweepScenarios } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";

/** Ends calls that stand still, and takes up executions, scenarios and requests for rows whose work has broken off. */
export const sweepStalledSimulations = inngest.createFunction(
  { id: "sweep-simulations", triggers: [{ cron: "*/5 * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.run("sweep", async () => {
      const { db } = connection();
      const now = new Date();
      const events = [...(await sweepSimulations(db, now)), ...(await sweepScenarios(db, now))];
      if (events.length > 0) await sendCommitted(db, events);
      return events.length;
    });
  },
);
