// Writes the deliveries of what happened, in the statement that notifies people of it.
import { type SQL, sql } from "drizzle-orm";
import { deliveryJobs } from "@/lib/audit/deliveries";
import type { NotificationKind, WebhookEvent } from "@/lib/contracts/shapes";

const eventOf: Partial<Record<NotificationKind, WebhookEvent>> = {
  mention: "comment.mentioned",
  changes_requested: "item.changes_requested",
  items_assigned: "items.assigned",
  queue_completed: "queue.completed",
  export_ready: "export.ready",
  alert_opened: "alert.opened",
  alert_recovered: "alert.recovered",
  budget_reached: "budget.reached",
};

const events = sql.raw(
  `(values ${Object.entries(eventOf)
    .map(([kind, event]) => `('${kind}', '${event}')`)
    .join(", ")})`,
);

/** One delivery for each cause and item in `people`, and for each webhook that chose its event. */
export const webhooksTold = (people: SQL): SQL => sql`
  deliveries as (
    insert into webhook_deliveries (webhook_id, organization_id, cause, event, data)
    select hook.id, told.organization_id, told.cause, told.event, told.data
    from (
      select person.organization_id, known.event, concat_ws('-', person.cause, person.subject ->> 'item_id') as cause,
        (array_agg(person.subject))[1] - 'desk' || jsonb_build_object('items', max(person.items),
          'user_ids', array_remove(array_agg(distinct person.user_id), null), 'actor_id', min(person.actor_id::text)) as data
      from ${people} as person join ${events} as known(kind, event) on known.kind = person.kind
      group by person.organization_id, known.event, person.cause, person.subject ->> 'item_id'
    ) as told
    join webhooks as hook on hook.organization_id = told.organization_id and hook.disabled_at is null
      and told.event = any(hook.events)
    on conflict do nothing
    returning id, organization_id
  ), delivery_jobs as (${deliveryJobs(sql`deliveries`)})`;
