import type { Look } from "@/app/_ui/feedback/status";
import type { WebhookDelivery } from "@/lib/contracts/accounts/webhooks";
import { type WebhookEvent, webhookEvents } from "@/lib/contracts/names";

export const eventWords: Record<WebhookEvent, string> = {
  "comment.mentioned": "Somebody is mentioned in a comment",
  "item.changes_requested": "Work is sent back",
  "items.assigned": "Items are assigned",
  "queue.completed": "A queue is completed",
  "export.ready": "An export is ready",
  "audit.recorded": "The audit log has a new entry",
  "alert.opened": "An alert opens an incident",
  "alert.recovered": "An incident recovers by itself",
  "budget.reached": "A gateway budget is spent, or nearly",
};
export const eventOptions = webhookEvents.map((value) => ({ value, label: eventWords[value] }));

export const statusWords: Record<WebhookDelivery["status"], Look> = {
  waiting: { word: "Waiting", tone: "neutral", shape: "ring" },
  delivered: { word: "Delivered", tone: "good", shape: "check" },
  failed: { word: "Failed", tone: "bad", shape: "cross" },
};
