// The list of the product's background functions.
import type { InngestFunction } from "inngest";
import { deliverEvents } from "./functions/deliver-events";
import { exportQueue } from "./functions/export-queue";
import { foldMarkedItems } from "./functions/fold-marks";
import { forgetOldExports } from "./functions/forget-exports";
import { forgetOldSubmissions } from "./functions/forget-submissions";
import { rebuildLostProjection } from "./functions/rebuild-projection";
import { recordCompletedCalls } from "./functions/record-call";

export const functions: InngestFunction.Any[] = [
  deliverEvents,
  exportQueue,
  foldMarkedItems,
  forgetOldExports,
  forgetOldSubmissions,
  rebuildLostProjection,
  recordCompletedCalls,
];
