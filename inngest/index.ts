// The list of the product's background functions.
import type { InngestFunction } from "inngest";
import { deliverEvents } from "./functions/deliver-events";
import { exportQueue } from "./functions/export-queue";
import { foldScoredItems } from "./functions/fold-agreement";
import { forgetOldSubmissions } from "./functions/forget-submissions";
import { rebuildLostProjection } from "./functions/rebuild-projection";
import { recordCompletedCalls } from "./functions/record-call";

export const functions: InngestFunction.Any[] = [
  deliverEvents,
  exportQueue,
  foldScoredItems,
  forgetOldSubmissions,
  rebuildLostProjection,
  recordCompletedCalls,
];
