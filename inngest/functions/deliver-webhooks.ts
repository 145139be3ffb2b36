import { connection } from "@/db/client";
import { variable } from "@/lib/env";
import { liveParts } from "@/lib/gateway/live";
import { attemptDelivery } from "@/lib/notifications/webhooks/attempt";
import { MAX_ATTEMPTS } from "@/lib/notifications/webhooks/rules/schedule";
import { inngest } from "../client";
import { webhookDeliveryDue } from "../events";

/** Sends one delivery of a webhook, and tries again for a day. The row of the delivery decides what is due. */
export const deliverWebhooks = inngest.createFunction(
  {
    id: "deliver-webhooks",
    triggers: [webhookDeliveryDue],
    concurrency: [
      { limit: 1, key: "event.data.deliveryId" },
      { limit: 5, key: "event.data.organizationId" },
    ],
    retries: 3,
  },
  async ({ event, step }) => {
    // Twice as many steps as attempts: a delivery that was sent again by hand begins anew.
    for (let number = 0; number < 2 * MAX_ATTEMPTS; number += 1) {
      const { done, retryAfterMs } = await step.run(`attempt-${number}`, () =>
        attemptDelivery(connection().db, event.data, {
          send: (request) => liveParts().send(request),
          now: new Date(),
          site: variable("ASSAY_URL"),
        }),
      );
      if (done) return;
      await step.sleep(`wait-${number}`, retryAfterMs);
    }
  },
);
