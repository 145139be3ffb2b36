import { connection } from "@/db/client";
import { foldAgreement } from "@/lib/annotation/reports/agreement";
import { inngest } from "../client";
import { itemScored } from "../events";

const BATCH = 500;

/** Brings a queue's agreement up to date once its annotators have paused, or every minute while they have not. */
export const foldScoredItems = inngest.createFunction(
  {
    id: "fold-agreement",
    triggers: [itemScored],
    debounce: { key: "event.data.queueId", period: "10s", timeout: "60s" },
    retries: 3,
  },
  async ({ event, step }) => {
    for (let batch = 0, folded = BATCH; folded === BATCH; batch++) {
      folded = await step.run(`fold-${batch}`, () => foldAgreement(connection().db, event.data.queueId, BATCH));
    }
  },
);
