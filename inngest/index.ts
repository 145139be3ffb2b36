// The list of the product's background functions.
import type { InngestFunction } from "inngest";
import { advanceEvalTask } from "./functions/advance-eval-task";
import { advanceSimulation } from "./functions/advance-simulation";
import { bringGatewayMoney } from "./functions/bring-money";
import { buildScenario } from "./functions/build-scenario";
import { deliverEvents } from "./functions/deliver-events";
import { exportQueue } from "./functions/export-queue";
import { foldMarkedItems } from "./functions/fold-marks";
import { forgetOldExports } from "./functions/forget-exports";
import { forgetOldRequests } from "./functions/forget-requests";
import { forgetOldSubmissions } from "./functions/forget-submissions";
import { forgetOldTraces } from "./functions/forget-traces";
import { localizeErrors } from "./functions/localize-errors";
import { rebuildLostProjection } from "./functions/rebuild-projection";
import { recordCompletedRequests } from "./functions/record-request";
import { runEvaluations } from "./functions/run-evaluations";
import { storeSettledCalls } from "./functions/settle-call";
import { sweepEvaluationRuns } from "./functions/sweep-evaluation-runs";
import { sweepStandingSimulations } from "./functions/sweep-simulations";
import { takeArrivedSpans } from "./functions/take-arrived-spans";
import { writeScenarioRows } from "./functions/write-scenario-rows";

export const functions: InngestFunction.Any[] = [
  advanceEvalTask,
  advanceSimulation,
  bringGatewayMoney,
  buildScenario,
  deliverEvents,
  exportQueue,
  foldMarkedItems,
  forgetOldExports,
  forgetOldRequests,
  forgetOldSubmissions,
  forgetOldTraces,
  localizeErrors,
  rebuildLostProjection,
  recordCompletedRequests,
  runEvaluations,
  storeSettledCalls,
  takeArrivedSpans,
  sweepStandingSimulations,
  writeScenarioRows,
  sweepEvaluationRuns,
];
