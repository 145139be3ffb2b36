import { connection } from "@/db/client";
import { askForParts, endLocalization } from "@/lib/evaluation/localization/localize";
import { inngest } from "../client";
import { evaluationFailed } from "../events";

const FAILED = "The judge could not localize the errors.";

/** Says which parts of an input have made an evaluation fail. The judge's answer is a step, so that it is paid for once. */
export const localizeErrors = inngest.createFunction(
  {
    id: "localize-errors",
    triggers: [evaluationFailed],
    concurrency: { limit: 5, key: "event.data.organizationId" },
    retries: 3,
    onFailure: async ({ event }) => {
      const { logId, organizationId } = evaluationFailed.schema.parse(event.data.event.data);
      await endLocalization(connection().db, organizationId, logId, { status: "failed", message: FAILED });
    },
  },
  async ({ event, step }) => {
    const { logId, organizationId } = event.data;
    const end = await step.run("ask", () => askForParts(connection().db, organizationId, logId));
    if (end) await step.run("store", () => endLocalization(connection().db, organizationId, logId, end));
  },
);
