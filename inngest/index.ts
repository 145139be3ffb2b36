// The list of the product's background functions.
import type { InngestFunction } from "inngest";
import { advanceEvalTask } from "./functions/advance-eval-task";
import { advanceSimulation } from "./functions/advance-simulation";
import { buildScenario } from "./functions/build-scenario";
import { deleteExpiredExports } from "./functions/delete-expired-exports";
import { deleteExpiredRequests } from "./functions/delete-expired-requests";
import { deleteExpiredSubmissions } from "./functions/delete-expired-submissions";
import { deleteExpiredTraces } from "./functions/delete-expired-traces";
import { deliverWebhooks } from "./functions/deliver-webhooks";
import { eraseOrganization } from "./functions/erase-organization";
import { evaluateNewSpans } from "./functions/evaluate-new-spans";
import { exportQueue } from "./functions/export-queue";
import { applyPendingUpdates } from "./functions/fold-marks";
import { importTraces } from "./functions/import-traces";
import { localizeErrors } from "./functions/localize-errors";
import { mailInvitation } from "./functions/mail-invitation";
import { mailNotifications } from "./functions/mail-notifications";
import { mailPasswordReset } from "./functions/mail-password-reset";
import { moveSpanContents } from "./functions/move-span-contents";
import { rebuildLostProjection } from "./functions/rebuild-projection";
import { recordCompletedRequests } from "./functions/record-request";
import { runEvaluations } from "./functions/run-evaluations";
import { storeSettledCalls } from "./functions/settle-call";
import { sweepJobs } from "./functions/sweep-jobs";
import { syncGatewaySpend } from "./functions/sync-gateway-spend";
import { writeScenarioRows } from "./functions/write-scenario-rows";

export const functions: InngestFunction.Any[] = [
  advanceEvalTask,
  advanceSimulation,
  syncGatewaySpend,
  buildScenario,
  deliverWebhooks,
  eraseOrganization,
  exportQueue,
  applyPendingUpdates,
  deleteExpiredExports,
  deleteExpiredRequests,
  deleteExpiredSubmissions,
  deleteExpiredTraces,
  importTraces,
  localizeErrors,
  mailInvitation,
  mailNotifications,
  mailPasswordReset,
  moveSpanContents,
  rebuildLostProjection,
  recordCompletedRequests,
  runEvaluations,
  storeSettledCalls,
  evaluateNewSpans,
  writeScenarioRows,
  sweepJobs,
];
