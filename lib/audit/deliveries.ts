// The deliveries to webhooks of what the audit log records, written with it.
import { type SQL, sql } from "drizzle-orm";

/** The job that sends the deliveries of `written`, a table with id and organization_id. */
export const deliveryJobs = (written: SQL): SQL => sql`
  insert into outbox_events (id, name, data)
  select concat_ws('-', 'webhook', id), 'webhooks/delivery.due',
    jsonb_build_object('deliveryId', id, 'organizationId', organization_id)
  from ${written} on conflict do nothing`;

/** The deliveries of `entry`, a row of the audit log, to each webhook that chose it. */
export const auditDeliveries = (entry: SQL): SQL => sql`
  deliveries as (
    insert into webhook_deliveries (webhook_id, organization_id, cause, event, data)
    select hook.id, hook.organization_id, concat_ws('-', 'audit', entry.id), 'audit.recorded',
      to_jsonb(entry) - 'organization_id'
    from ${entry} as entry join webhooks as hook on hook.organization_id = entry.organization_id
      and hook.disabled_at is null and 'audit.recorded' = any(hook.events)
    returning id, organization_id
  ), delivery_jobs as (${deliveryJobs(sql`deliveries`)})`;
