import { connection } from "@/db/client";
import { sendCommitted } from "@/lib/events";
import { sweepSimulations } from "@/lib/simulation/runs/sweep";
import { inngest } from "../client";

/** Ends calls that stand still, and takes up executions whose work has broken off. */
export const sweepStandingSimulations = inngest.createFunction(
  { id: "sweep-simulations", triggers: [{ cron: "*/5 * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.run("sweep", async () => {
      const { db } = connection();
      const events = await sweepSimulations(db, new Date());
      if (events.length > 0) await sendCommitted(db, events);
      return events.length;
    });
  },
);
