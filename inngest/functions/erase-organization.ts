import { connection } from "@/db/client";
import { advanceErasure } from "@/lib/accounts/erasure/advance-erasure";
import { runSteps } from "@/lib/jobs/run-steps";
import { inngest } from "../client";
import { erasureRequested } from "../events";

/** Deletes everything of an organization, twenty seconds a step. */
export const eraseOrganization = inngest.createFunction(
  {
    id: "erase-organization",
    triggers: [erasureRequested],
    concurrency: [{ limit: 1, key: "event.data.erasureId" }, { limit: 2 }],
    retries: 3,
  },
  async (job) => {
    const { erasureId } = job.event.data;
    await runSteps(job, () => advanceErasure(connection().db, { erasureId }));
  },
);
