// What a notification says, and where it leads.
import type { NotificationSubject } from "@/db/schema";
import type { NotificationKind } from "@/lib/contracts/shapes";

export interface Worded {
  kind: NotificationKind;
  /** The name of the person who caused it; null if unknown. */
  actor: string | null;
  subject: NotificationSubject;
  items: number;
}

export function titleOf({ kind, actor, subject, items }: Worded): string {
  const who = actor ?? "Somebody";
  const some = items === 1 ? "an item" : `${items.toLocaleString("en")} items`;
  switch (kind) {
    case "mention":
      return subject.prompt_id
        ? `${who} mentioned you in a comment on a prompt`
        : `${who} mentioned you in a comment on an item`;
    case "changes_requested":
      return `${who} sent ${some} back to you`;
    case "items_assigned":
      return `${who} assigned ${some} to you`;
    case "queue_completed":
      return "Every item of the queue is done";
    case "export_ready":
      return "Your export is ready";
    case "webhook_disabled":
      return "A webhook failed for a day and is switched off";
    case "alert_opened":
      return `Alert in ${subject.project_name ?? "a project"}: ${subject.alert_name ?? ""}`;
    case "alert_recovered":
      return `Recovered in ${subject.project_name ?? "a project"}: ${subject.alert_name ?? ""}`;
    case "budget_reached":
      return subject.percent === 100 ? "A gateway budget is spent" : "A gateway budget is nearly spent";
  }
}

export const aboutOf = ({ subject }: Worded): string =>
  subject.queue_name ?? subject.prompt_name ?? subject.webhook_host ?? subject.finding ?? "";

/** A path of the web application, as in lib/client/links.ts. */
export function pathOf({ kind, subject, items }: Worded): string {
  if (subject.incident_id) return `/traces/incidents/${subject.incident_id}`;
  if (kind === "budget_reached") return budgetPath(subject.key_id, subject.key_kind);
  if (subject.webhook_id) return `/settings/webhooks/${subject.webhook_id}`;
  const { queue_id: queueId, item_id: itemId, prompt_id: promptId, version, desk = "annotate" } = subject;
  if (promptId) return `/prompts/${promptId}${version ? `?version=${version}` : ""}`;
  if (kind === "export_ready") return `/queues/${queueId}?tab=exports`;
  if (kind === "queue_completed") return `/queues/${queueId}`;
  const isOne = itemId !== undefined && items === 1;
  return `/queues/${queueId}/${desk}${isOne ? `?item=${itemId}` : ""}`;
}

/** Where a budget is looked at: its key, if it still has a page. */
function budgetPath(keyId: string | undefined, kind: NotificationSubject["key_kind"]): string {
  if (kind === "platform") return "/settings/keys";
  return keyId && kind !== "deleted" ? `/gateway/keys/${keyId}` : "/gateway/spend";
}
