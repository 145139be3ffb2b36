// The request that tells a webhook of an event, by the Standard Webhooks scheme (standardwebhooks.com).
import { createHmac } from "node:crypto";
import { excerpt } from "@/lib/bounds/excerpt";
import type { WebhookFormat } from "@/lib/contracts/shapes";

const PREFIX = "whsec_";

export interface Message {
  id: string;
  event: string;
  /** When it happened. */
  at: Date;
  data: Record<string, unknown>;
}

export const secretOf = (bytes: Uint8Array): string => PREFIX + Buffer.from(bytes).toString("base64");

/** `now` is when it is sent: receivers refuse old requests. */
export function signedHeaders(secret: string, { id, body, now }: { id: string; body: string; now: Date }) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

/** `site` is the server's address, for links in a text. */
export const bodyOf = (message: Message, format: WebhookFormat, site: string | undefined): string =>
  JSON.stringify(
    format === "slack"
      ? { text: textOf(message, site) }
      : { type: message.event, timestamp: message.at.toISOString(), data: message.data },
  );

const sentences: Record<string, string> = {
  "comment.mentioned": "Somebody was mentioned in a comment",
  "item.changes_requested": "Work was sent back",
  "items.assigned": "Items were assigned",
  "queue.completed": "Every item of the queue is done",
  "export.ready": "An export is ready",
  "audit.recorded": "An administrative act was recorded",
  "alert.opened": "An alert has opened an incident",
  "alert.recovered": "An incident has recovered",
  "budget.reached": "A gateway budget is spent, or nearly",
  "webhook.test": "This is a test",
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function textOf({ event, data }: Message, site: string | undefined): string {
  const about = aboutOf(data);
  const path = pathOf(data);
  const link = site && path ? ` ${new URL(path, site).href}` : "";
  return `${sentences[event] ?? event}${about ? `: ${about}` : ""}${link}`;
}

function aboutOf(data: Message["data"]): string {
  if (data.incident_id) return `${named(data.alert_name)} in ${named(data.project_name)}. ${plain(text(data.finding))}`;
  return named(data.queue_name) || named(data.prompt_name) || plain(text(data.finding)) || named(data.action);
}

function pathOf(data: Message["data"]): string {
  if (data.queue_id) return `/queues/${text(data.queue_id)}`;
  if (data.prompt_id) return `/prompts/${text(data.prompt_id)}`;
  if (data.incident_id) return `/traces/incidents/${text(data.incident_id)}`;
  if (data.key_kind === "platform") return "/settings/keys";
  if (data.key_id && data.key_kind !== "deleted") return `/gateway/keys/${text(data.key_id)}`;
  return data.percent ? "/gateway/spend" : "";
}

/** Names are shortened, each by itself, so that what was found is always whole. */
const named = (name: unknown): string => plain(excerpt(text(name), 200));

/** Slack reads these signs as its own: a name must not mention a channel or hide a link. */
const plain = (words: string): string => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The format of an address whose owner chose none. */
export const usualFormat = (url: URL): WebhookFormat => (url.hostname === "hooks.slack.com" ? "slack" : "standard");
