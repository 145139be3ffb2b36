// Webhooks of the organization, and what was sent to them.

import { mutationFor, queryFor } from "@/lib/client/query";
import { secretFor } from "@/lib/client/secrets/secret-for";
import * as operations from "../operations";

const PAGE_ROWS = 50;
const about = [operations.listWebhooks, operations.getWebhook];

export const webhooksQuery = () => queryFor(operations.listWebhooks, {});
export const webhookQuery = (webhook_id: string) => queryFor(operations.getWebhook, { webhook_id });
export const deliveriesInput = (webhook_id: string, page = 1) => ({ webhook_id, page, limit: PAGE_ROWS });
export const deliveriesQuery = (webhook_id: string, page = 1) =>
  queryFor(operations.listWebhookDeliveries, deliveriesInput(webhook_id, page));

export const createWebhook = secretFor(
  operations.createWebhook,
  { invalidates: about },
  "The webhook may have been made, but its secret never arrived. If it is in the list, delete it and create another.",
);
export const updateWebhook = mutationFor(operations.updateWebhook, { invalidates: about, showsErrors: true });
export const switchWebhook = mutationFor(operations.updateWebhook, { invalidates: about });
export const deleteWebhook = mutationFor(operations.deleteWebhook, {
  invalidates: [operations.listWebhooks],
  done: "Webhook deleted",
});
export const testWebhook = mutationFor(operations.testWebhook, {
  invalidates: [operations.listWebhookDeliveries],
  done: "Test event on its way",
});
export const redeliver = mutationFor(operations.redeliverWebhookEvent, {
  invalidates: [operations.listWebhookDeliveries],
  done: "Event on its way again",
});
