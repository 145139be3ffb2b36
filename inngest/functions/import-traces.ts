import { connection } from "@/db/client";
import { advanceImport, failImport } from "@/lib/curation/import-traces";
import { runSteps } from "@/lib/jobs/run-steps";
import { inngest } from "../client";
import { traceImportRequested } from "../events";

const FAILED = "Something went wrong. The rows that were added stay. Add the traces again: these are then left out.";

/** Adds traces to a dataset, a page a step. */
export const importTraces = inngest.createFunction(
  {
    id: "import-traces",
    triggers: [traceImportRequested],
    concurrency: [
      { limit: 1, key: "event.data.importId" },
      { limit: 2, key: "event.data.organizationId" },
    ],
    retries: 3,
    onFailure: async ({ event }) => {
      const { importId, organizationId } = traceImportRequested.schema.parse(event.data.event.data);
      await failImport(connection().db, organizationId, importId, FAILED);
    },
  },
  async (job) => {
    const { importId, organizationId } = job.event.data;
    await runSteps(job, () => advanceImport(connection().db, organizationId, importId));
  },
);
