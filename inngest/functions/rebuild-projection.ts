import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { inngest } from "../client";
import { projectionLost } from "../events";

/** The edge has found Redis without the gateway's projection, and cannot reach Postgres itself. */
export const rebuildLostProjection = inngest.createFunction(
  { id: "rebuild-projection", triggers: [projectionLost], concurrency: 1 },
  ({ step }) => step.run("rebuild", rebuildProjection),
);
