import { connection } from "@/db/client";
import { forgetLogs } from "@/lib/accounts/retention/forget-logs";
import { STEP_MS } from "@/lib/jobs/step";
import { inngest } from "../client";

/** What is left after as many is the next day's. */
const STEPS = 500;

/** Keeps evaluation logs and the audit log for the days that are configured, if any are. */
export const deleteExpiredLogs = inngest.createFunction(
  { id: "delete-expired-logs", triggers: [{ cron: "44 2 * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    for (let done = false, part = 0; !done && part < STEPS; part++) {
      done = await step.run(`advance-${part}`, () => forgetLogs(connection().db, Date.now(), Date.now() + STEP_MS));
    }
  },
);
