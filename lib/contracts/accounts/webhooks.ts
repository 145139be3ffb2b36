import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import {
  deleted,
  deliveryStatuses,
  id,
  jsonObject,
  page,
  pageQuery,
  timestamp,
  webhookEvents,
  webhookFormats,
} from "../shapes";

const tag = "Webhooks";
const base = "/accounts/webhooks/";
const access = "admin";
export const MAX_WEBHOOKS = 20;

export const webhook = z
  .object({
    id,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    format: z.enum(webhookFormats).meta({ description: "`slack`: the body is `{text}`" }),
    enabled: z.boolean().meta({ description: "False once it was switched off, or failed for a day" }),
    delivered_at: timestamp.nullable().meta({ description: "The last delivery that was accepted; null for none" }),
    created_at: timestamp,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

const url = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address." })
  .max(2000, "At most 2000 characters.");
const events = list(z.enum(webhookEvents), webhookEvents.length).min(1, "Choose at least one event.");
const format = z.enum(webhookFormats);
const params = z.object({ webhook_id: id });

export const listWebhooks = define({
  name: "listWebhooks",
  method: "GET",
  path: base,
  tag,
  access,
  summary: "List the organization's webhooks",
  description: `Lists the organization's webhooks, oldest first; there are at most ${MAX_WEBHOOKS}.`,
  response: z.object({ webhooks: z.array(webhook) }),
});

export const createWebhook = define({
  name: "createWebhook",
  method: "POST",
  path: base,
  tag,
  access,
  summary: "Create a webhook",
  description: `Creates a webhook and answers with its secret, which is shown only once. Requests to it are signed by the Standard Webhooks scheme. The URL must be public, or on a host that the operator allows. An organization has at most ${MAX_WEBHOOKS}.`,
  body: z.strictObject({
    url,
    events,
    format: format.optional().meta({ description: "By default `slack` for URLs of Slack, else `standard`" }),
  }),
  response: z.object({ webhook, secret: z.string() }),
  example: { url: "https://example.com/hooks/assay", events: ["queue.completed"] },
});

export const getWebhook = define({
  name: "getWebhook",
  method: "GET",
  path: `${base}{webhook_id}/`,
  tag,
  access,
  summary: "Get a webhook",
  description: "Returns one of the organization's webhooks, without its secret.",
  params,
  response: webhook,
});

export const updateWebhook = define({
  name: "updateWebhook",
  method: "PATCH",
  path: `${base}{webhook_id}/`,
  tag,
  access,
  summary: "Change a webhook, or switch it on or off",
  description:
    "Changes what is named and leaves the rest. While it is off, no events are kept for it, and what waits for it fails. The secret stays.",
  params,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    format: format.optional(),
    enabled: z.boolean().optional(),
  }),
  response: webhook,
  example: { enabled: false },
});

export const deleteWebhook = define({
  name: "deleteWebhook",
  method: "DELETE",
  path: `${base}{webhook_id}/`,
  tag,
  access,
  summary: "Delete a webhook",
  description: "Deletes a webhook and its deliveries. What waits for it is not sent.",
  params,
  response: deleted,
});

export const webhookDelivery = z
  .object({
    id,
    event: z.string(),
    data: jsonObject,
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    response_code: z.int().nullable().meta({ description: "Of the last attempt; null without an answer" }),
    error: z.string().nullable(),
    next_attempt_at: timestamp.nullable(),
    delivered_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = define({
  name: "listWebhookDeliveries",
  method: "GET",
  path: `${base}{webhook_id}/deliveries/`,
  tag,
  access,
  summary: "List what was sent to a webhook",
  description: "Lists the deliveries of a webhook, newest first. They are kept for 30 days.",
  params,
  query: z.strictObject(pageQuery),
  envelope: "page",
  response: page(webhookDelivery),
});

export const redeliverWebhookEvent = define({
  name: "redeliverWebhookEvent",
  method: "POST",
  path: `${base}{webhook_id}/deliveries/{delivery_id}/redeliver/`,
  tag,
  access,
  summary: "Send a delivery again",
  description:
    "Sends the same event with the same id again, and retries it as if it were new. Refused while it waits for its next attempt, or the webhook is off.",
  errors: ["conflict"],
  params: params.extend({ delivery_id: id }),
  response: webhookDelivery,
});

export const testWebhook = define({
  name: "testWebhook",
  method: "POST",
  path: `${base}{webhook_id}/test/`,
  tag,
  access,
  summary: "Send a test event to a webhook",
  description: "Sends an event `webhook.test`. Each request sends one. Refused while the webhook is off.",
  errors: ["conflict"],
  params,
  response: webhookDelivery,
});
