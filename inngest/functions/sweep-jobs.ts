import { connection } from "@/db/client";

import { stalledErasures } from "@/lib/accounts/erasure/advance-erasure";
import { advanceAlerts } from "@/lib/alerts/work";
import { stalledExports } from "@/lib/annotation/export/write-export";
import { sweepFeedback } from "@/lib/annotation/feedback/attach-feedback";
import { stalledImports } from "@/lib/curation/import-traces";
import { settleInterrupted, sweepRuns } from "@/lib/evaluation/runs/work/sweep";
import { resumeStalled } from "@/lib/jobs/resume-stalled";
import { stalledDeliveries } from "@/lib/notifications/webhooks/attempt";
import { endSilentCalls, stalledExecutions } from "@/lib/simulation/runs/play/sweep";
import { sweepScenarios } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";

/** Starts work again whose job was lost, settles what killed processes left, and looks at alerts. What fails is for the next minute. */
export const sweepJobs = inngest.createFunction(
  { id: "sweep-jobs", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  async () => {
    const { db } = connection();
    const now = new Date();
    const sweeps = await Promise.allSettled([
      sweepRuns(db, now),
      settleInterrupted(db, now),
      endSilentCalls(db, now),
      resumeStalled(db, now, stalledExecutions),
      sweepScenarios(db, now),
      resumeStalled(db, now, stalledExports),
      sweepFeedback(db),
      resumeStalled(db, now, stalledImports),
      resumeStalled(db, now, stalledDeliveries),
      resumeStalled(db, now, stalledErasures),
      advanceAlerts(db, now),
    ]);
    for (const sweep of sweeps) if (sweep.status === "rejected") throw sweep.reason;
  },
);
