import { connection } from "@/db/client";
import { storeRequests } from "@/lib/gateway-admin/requests/store-requests";
import { inngest } from "../client";
import { requestCompleted } from "../events";

/** Few at a time, so that a burst of calls leaves connections to everybody else. */
const CONCURRENCY = 5;

/** Writes what the edge has answered into the log, and as traces. A second delivery has no further effect. */
export const recordCompletedRequests = inngest.createFunction(
  {
    id: "record-request",
    triggers: [requestCompleted],
    batchEvents: { maxSize: 100, timeout: "2s" },
    concurrency: CONCURRENCY,
    retries: 10,
  },
  ({ events, step }) =>
    step.run("store", () =>
      storeRequests(
        connection().db,
        events.map(({ data }) => data),
      ),
    ),
);
