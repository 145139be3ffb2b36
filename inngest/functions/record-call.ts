import { connection } from "@/db/client";
import { storeCalls } from "@/lib/gateway-admin/store-calls";
import { inngest } from "../client";
import { callCompleted } from "../events";

/** Few at a time, so that a burst of calls leaves connections to everybody else. */
const CONCURRENCY = 5;

/** Writes the traces of calls that the edge has answered. A second delivery has no further effect. */
export const recordCompletedCalls = inngest.createFunction(
  {
    id: "record-call",
    triggers: [callCompleted],
    batchEvents: { maxSize: 100, timeout: "2s" },
    concurrency: CONCURRENCY,
    retries: 10,
  },
  ({ events, step }) =>
    step.run("store", () =>
      storeCalls(
        connection().db,
        events.map(({ data }) => data),
      ),
    ),
);
