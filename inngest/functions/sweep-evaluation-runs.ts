import { connection } from "@/db/client";
import { settleInterrupted, sweepRuns } from "@/lib/evaluation/runs/sweep";
import { inngest } from "../client";

/** Says why runs stand still and starts them again; takes what killed processes have spent from the gateway's ledger. */
export const sweepEvaluationRuns = inngest.createFunction(
  { id: "sweep-evaluation-runs", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  async () => {
    await sweepRuns(connection().db, new Date());
    await settleInterrupted(connection().db, new Date());
  },
);
