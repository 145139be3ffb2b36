import { connection } from "@/db/client";
import { forgetLogs } from "@/lib/accounts/retention/forget-logs";
import { forgetRequests } from "@/lib/gateway-admin/requests/retention";
import { STEP_MS } from "@/lib/jobs/step";
import { inngest } from "../client";

/** What is left after as many is the next day's. */
const STEPS = 500;

/** Keeps the gateway's request log, evaluation logs and the audit log to the days that are configured. */
export const deleteExpiredRequests = inngest.createFunction(
  { id: "delete-expired-requests", triggers: [{ cron: "37 2 * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    for (let done = false, part = 0; !done && part < STEPS; part++) {
      done = await step.run(`advance-${part}`, () => forgetRequests(connection().db, Date.now(), Date.now() + STEP_MS));
    }
    for (let done = false, part = 0; !done && part < STEPS; part++) {
      done = await step.run(`logs-${part}`, () => forgetLogs(connection().db, Date.now(), Date.now() + STEP_MS));
    }
  },
);
