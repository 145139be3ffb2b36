import { connection } from "@/db/client";
import { daysKept } from "@/lib/gateway-admin/days-kept";
import { STEP_MS } from "@/lib/jobs/step";
import { forgetTraces, type RetentionCursor } from "@/lib/traces/retention";
import { inngest } from "../client";

/** What is left after as many is the next day's. */
const STEPS = 500;

/** Keeps traces for the days that are configured, if any are. */
export const deleteExpiredTraces = inngest.createFunction(
  { id: "delete-expired-traces", triggers: [{ cron: "52 2 * * *" }], concurrency: 1, retries: 3 },
  async ({ step }) => {
    let cursor: RetentionCursor | null = null;
    for (let part = 0; part < STEPS; part++) {
      const from: RetentionCursor | null = cursor;
      cursor = await step.run(`advance-${part}`, () => advance(from));
      if (cursor === null) return;
    }
  },
);

async function advance(from: RetentionCursor | null): Promise<RetentionCursor | null> {
  const { db } = connection();
  return forgetTraces(db, await daysKept(db, "trace_days", null), Date.now(), Date.now() + STEP_MS, from);
}
