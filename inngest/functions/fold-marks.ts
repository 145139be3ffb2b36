import { connection } from "@/db/client";
import { fold, markedQueues } from "@/lib/annotation/reports/fold";
import { inngest } from "../client";
import { marksWaiting } from "../events";

const BATCH = 1000;
const BATCHES_A_STEP = 10;
const STEPS_A_QUEUE = 20;

/** Folds what readers have not: a queue's 200,000 marks a run at most, so that no queue keeps the others waiting. */
export const applyPendingUpdates = inngest.createFunction(
  { id: "fold-marks", triggers: [marksWaiting], concurrency: 1, retries: 3 },
  async ({ step }) => {
    const queueIds = await step.run("marked-queues", () => markedQueues(connection().db));
    for (const queueId of queueIds) {
      for (let done = false, part = 0; !done && part < STEPS_A_QUEUE; part++) {
        done = await step.run(`fold-${queueId}-${part}`, () => foldBatches(queueId));
      }
    }
  },
);

/** Whether no mark was left waiting. */
async function foldBatches(queueId: string): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_A_STEP; batch++) {
    if ((await fold(connection().db, queueId, BATCH)) < BATCH) return true;
  }
  return false;
}
