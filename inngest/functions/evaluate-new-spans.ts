import { connection } from "@/db/client";
import { dueTasks } from "@/lib/evaluation/tasks/due";
import { takeArrived } from "@/lib/evaluation/tasks/take";
import { inngest } from "../client";

const STEP_MS = 20_000;
const MARKS = 1000;

/** Hands the spans that have arrived to the tasks that take them, and sets those tasks off that have something to do. */
export const evaluateNewSpans = inngest.createFunction(
  { id: "evaluate-new-spans", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    await step.run("take", async () => {
      const until = Date.now() + STEP_MS;
      while ((await takeArrived(connection().db, MARKS)) === MARKS && Date.now() < until);
    });
    await step.run("send", async () => {
      const events = await dueTasks(connection().db, new Date());
      if (events.length > 0) await inngest.send(events);
      return events.length;
    });
  },
);
