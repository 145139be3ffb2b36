import { connection } from "@/db/client";
import { storeCalls } from "@/lib/gateway-admin/store-calls";
import { inngest } from "../client";
import { callCompleted } from "../events";

/** Few at a time, so that a burst of calls leaves connections to everybody else. */
const CONCURRENCY = 5;

/** Writes the trace of a call that the edge has answered. A second delivery has no further effect. */
export const recordCompletedCall = inngest.createFunction(
  { id: "record-call", triggers: [callCompleted], concurrency: CONCURRENCY, retries: 10 },
  ({ event, step }) => step.run("store", () => storeCalls(connection().db, [event.data])),
);
