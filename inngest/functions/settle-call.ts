import { connection } from "@/db/client";
import { storeEntries } from "@/lib/gateway-admin/money/ledger";
import { inngest } from "../client";
import { callSettled } from "../events";

/** Writes calls that the edge has settled into the ledger. A second delivery has no further effect. */
export const storeSettledCalls = inngest.createFunction(
  {
    id: "settle-call",
    triggers: [callSettled],
    batchEvents: { maxSize: 100, timeout: "2s" },
    concurrency: 5,
    retries: 10,
  },
  ({ events, step }) =>
    step.run("store", () =>
      storeEntries(
        connection().db,
        events.map(({ data }) => data),
      ),
    ),
);
