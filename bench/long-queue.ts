// A queue of any length with one annotation an item, put into the tables as it is.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { createCaller } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Credentials } from "@/lib/http/testing/api";

/** Three annotators in turn; every tenth item is reviewed, every hundredth settled and noted. */
export async function fillLongQueue(db: Database, { organization, userId }: Credentials, items: number) {
  const owner = await createCaller(db, organization, "Owner");
  const manager = { ...owner, caller: { ...owner.caller, userId } };
  const annotators = await Promise.all([1, 2, 3].map(() => createCaller(db, organization)));
  const { queue_id, labelId } = await createTestQueue(manager, organization, { items: 1, annotators });
  const people = sql`(array[${sql.join(
    annotators.map(({ caller }) => sql`${caller.userId}::uuid`),
    sql`, `,
  )}])[1 + item."order" % 3]`;
  await db.transaction(async (tx) => {
    // Neither triggers nor foreign keys: an export reads no counters, and the rows are as the application writes them.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      with added as (
        insert into dataset_rows (dataset_id, organization_id, "order", cells)
        select dataset_id, organization_id, place, jsonb_build_object(
          (select id from dataset_columns known where known.dataset_id = first.dataset_id), 'What is question ' || place || ' about?')
        from dataset_rows first, generate_series(1, ${items - 1}::int) place
        where first.id = (select source_id::uuid from queue_items where queue_id = ${queue_id})
        returning id, organization_id, "order"
      )
      insert into queue_items (organization_id, queue_id, source_type, source_id, "order", status, open_seats, completed_at,
        review_status, reviewed_by)
      select organization_id, ${queue_id}::uuid, 'dataset_row', id, "order", 'completed', 0, now(),
        case when "order" % 10 = 0 then 'approved' end, case when "order" % 10 = 0 then ${userId}::uuid end
      from added`);
    await tx.execute(sql`
      update queue_items set status = 'completed', open_seats = 0, completed_at = now()
      where queue_id = ${queue_id} and "order" = 0`);
    await tx.execute(sql`
      insert into item_seats (item_id, user_id, queue_id, state, completed_at, work_ms)
      select item.id, ${people}, queue_id, 'completed', now(), 4000 + "order" % 60000 from queue_items item
      where queue_id = ${queue_id}`);
    await tx.execute(sql`
      insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
        queue_item_id, queue_id, value, notes)
      select organization_id, ${organization.workspaceId}::uuid, source_type, source_id, ${labelId}::uuid, 1, ${people}, item.id,
        queue_id, jsonb_build_object('rating', 1 + "order" % 5),
        case "order" % 4 when 0 then '=not, a "formula"' when 1 then 'Clear, and to the point.' else '' end
      from queue_items item where queue_id = ${queue_id}`);
    await tx.execute(sql`
      insert into adjudications (item_id, label_id, value, resolved_by, resolved_at)
      select id, ${labelId}::uuid, '{"rating": 3}', ${userId}::uuid, now() from queue_items
      where queue_id = ${queue_id} and "order" % 100 = 0`);
    await tx.execute(sql`
      insert into item_notes (item_id, user_id, notes) select id, ${userId}::uuid, 'Seen twice.' from queue_items
      where queue_id = ${queue_id} and "order" % 100 = 0`);
  });
  await db.execute(sql`vacuum analyze queue_items, scores, item_seats, dataset_rows, adjudications, item_notes`);
  return queue_id;
}
