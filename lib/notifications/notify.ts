// Writes notifications, in the transaction of what caused them, together with the event that mails them.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { NotificationSubject } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { NotificationKind } from "@/lib/contracts/shapes";
import { mailIsSetUp } from "@/lib/mail/send-mail";
import { webhooksTold } from "./webhooks/write-deliveries";

/** Mails of one person within this time are one mail. */
export const MAIL_WINDOW_MINUTES = 5;

/**
 * Notifies `people`: rows of organization_id, user_id, kind, cause, actor_id, subject and items, each person once. Nobody
 * is notified of what they did themselves, or twice of one cause. Changes that are requested together have one cause, and
 * their items add up. The organization's webhooks hear of it as well. What happens while mail is not set up is never mailed.
 */
export const notified = (people: SQL): SQL => sql`
  people as (${people}), ${webhooksTold(sql`people`)}, notices as (
    insert into notifications (organization_id, user_id, kind, cause, actor_id, subject, items, shown, mails)
    select person.organization_id, person.user_id, person.kind, person.cause, person.actor_id, person.subject,
      person.items, coalesce(choice.product, true),
      coalesce(choice.mail, true) and ${sql.raw(String(mailIsSetUp()))}
    from people as person
    join memberships as member
      on member.organization_id = person.organization_id and member.user_id = person.user_id
    left join notification_preferences as choice
      on choice.user_id = person.user_id and choice.kind = person.kind
    where person.user_id is distinct from person.actor_id
      and (coalesce(choice.product, true) or coalesce(choice.mail, true))
    on conflict (user_id, organization_id, cause) do update set items = notifications.items + excluded.items
      where excluded.kind = 'changes_requested'
    returning organization_id, user_id, mails
  ), mails as (
    insert into outbox_events (id, name, data)
    select concat_ws('-', 'notifications', organization_id, user_id,
        floor(extract(epoch from now()) / ${sql.raw(String(MAIL_WINDOW_MINUTES * 60))})),
      'notifications/mail.due', jsonb_build_object('organizationId', organization_id, 'userId', user_id)
    from notices where mails
    on conflict do nothing
  )`;

export interface Notice {
  kind: NotificationKind;
  cause: string;
  actorId: string | null;
  subject: NotificationSubject;
  items?: number;
}

/** Notifies these people of one thing. */
export async function notify(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
  { kind, cause, actorId, subject, items = 1 }: Notice,
): Promise<void> {
  if (userIds.length === 0) return;
  await notifyAll(
    db,
    sql`select distinct ${organizationId}::uuid as organization_id, user_id, ${kind}::text as kind,
      ${cause}::text as cause, ${actorId}::uuid as actor_id, ${JSON.stringify(subject)}::jsonb as subject,
      ${items}::int as items
      from unnest(${textArray(userIds)}::uuid[]) as user_id`,
  );
}

/** The same for people whom a query finds. */
export async function notifyAll(db: Database, people: SQL): Promise<void> {
  await db.execute(sql`with ${notified(people)} select 1`);
}
