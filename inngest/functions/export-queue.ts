import { connection } from "@/db/client";
import { finishExport } from "@/lib/annotation/export/close-export";
import { advanceExport } from "@/lib/annotation/export/write-export";
import { runSteps } from "@/lib/jobs/run-steps";
import { inngest } from "../client";
import { exportRequested } from "../events";

const FAILED = "The export could not be written. The queue was not changed. Start the export again.";

/** Writes a queue's export, a part a step. */
export const exportQueue = inngest.createFunction(
  {
    id: "export-queue",
    triggers: [exportRequested],
    concurrency: [
      { limit: 1, key: "event.data.exportId" },
      { limit: 2, key: "event.data.organizationId" },
    ],
    retries: 3,
    onFailure: async ({ event }) => {
      const { exportId, organizationId } = exportRequested.schema.parse(event.data.event.data);
      await finishExport(connection().db, organizationId, exportId, FAILED);
    },
  },
  async (job) => {
    const { exportId, organizationId } = job.event.data;
    const end = await runSteps(job, () => advanceExport(connection().db, organizationId, exportId));
    if (end) await job.step.run("finish", () => finishExport(connection().db, organizationId, exportId, null));
  },
);
