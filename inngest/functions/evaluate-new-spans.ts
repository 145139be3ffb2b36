import { connection } from "@/db/client";
import { startDueTasks } from "@/lib/evaluation/tasks/due";
import { takeArrived } from "@/lib/evaluation/tasks/take";
import { STEP_MS } from "@/lib/jobs/step";
import { inngest } from "../client";
import { spansWaiting } from "../events";

const MARKS = 1000;

/** Hands the spans that have arrived to the tasks that take them, and starts the tasks that have something to do. */
export const evaluateNewSpans = inngest.createFunction(
  { id: "evaluate-new-spans", triggers: [spansWaiting], concurrency: 1, retries: 3 },
  async ({ step }) => {
    await step.run("take", async () => {
      const until = Date.now() + STEP_MS;
      while ((await takeArrived(connection().db, MARKS)) === MARKS && Date.now() < until);
    });
    // Those that have just taken spans need not wait for the next minute.
    await step.run("start", async () => (await startDueTasks(connection().db, new Date())).length);
  },
);
