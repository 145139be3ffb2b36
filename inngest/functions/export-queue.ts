import { connection } from "@/db/client";
import { finishExport, writeExportPart } from "@/lib/annotation/export/background";
import { inngest } from "../client";
import { exportRequested } from "../events";

const FAILED = "The export could not be written. The queue was not changed. Start the export again.";

/** Writes a queue's export, a step a part, so that a long one resumes where it stopped. */
export const exportQueue = inngest.createFunction(
  {
    id: "export-queue",
    triggers: [exportRequested],
    concurrency: { limit: 2, key: "event.data.organizationId" },
    retries: 3,
    onFailure: async ({ event }) => {
      const { exportId, organizationId } = exportRequested.schema.parse(event.data.event.data);
      await finishExport(connection().db, organizationId, exportId, FAILED);
    },
  },
  async ({ event, step }) => {
    const { exportId, organizationId } = event.data;
    for (let part = 0, isLast = false; !isLast; part++) {
      isLast = await step.run(`write-part-${part}`, () =>
        writeExportPart(connection().db, organizationId, exportId, part),
      );
    }
    await step.run("finish", () => finishExport(connection().db, organizationId, exportId, null));
  },
);
