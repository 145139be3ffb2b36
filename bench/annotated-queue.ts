// A queue of any length, half of it annotated by two people an item, with figures and agreement as the application keeps them.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { TestOrganization } from "@/db/testing/factories";
import { fold } from "@/lib/annotation/reports/fold";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";

const CHUNK = 20_000;

/** `annotators` has three people; the third of them has done nothing yet. */
export async function fillAnnotatedQueue(
  db: Database,
  organization: TestOrganization,
  manager: Context,
  annotators: readonly Context[],
  items: number,
): Promise<TestQueue> {
  const queue = await createTestQueue(manager, organization, { items: 1, annotators, annotationsRequired: 2 });
  const { queue_id, labelId } = queue;
  const people = sql`unnest(array[${annotators[0]?.caller.userId}, ${annotators[1]?.caller.userId}]::uuid[])`;
  for (let start = 1; start < items; start += CHUNK) {
    await db.transaction(async (tx) => {
      // Neither triggers nor foreign keys, which take longer than the rows: these are as the application writes them.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        create temporary table chunk on commit drop as
        with added as (
          insert into dataset_rows (dataset_id, organization_id, "order", cells)
          select row.dataset_id, row.organization_id, place, row.cells
          from dataset_rows as row, generate_series(${start}::int, ${Math.min(start + CHUNK, items) - 1}::int) as place
          where row.id = ${sourceOf(queue)} returning id, "order"
        ), queued as (
          insert into queue_items (organization_id, queue_id, source_type, source_id, "order", status, open_seats, completed_at)
          select ${organization.id}, ${queue_id}, 'dataset_row', id, "order",
            case when "order" % 2 = 0 then 'completed' else 'pending' end, case when "order" % 2 = 0 then 0 else 2 end,
            case when "order" % 2 = 0 then now() - "order" % 40 * interval '1 day' end
          from added returning id, source_id, "order", completed_at
        ), marked as (
          insert into item_marks (queue_id, item_id) select ${queue_id}, id from queued
        )
        select queued.*, person.id as user_id, row_number() over (partition by queued.id) as nth
        from queued, ${people} as person(id) where queued.completed_at is not null`);
      await tx.execute(sql`
        insert into item_seats (item_id, user_id, queue_id, state, completed_at, work_ms)
        select id, user_id, ${queue_id}, 'completed', completed_at, 4000 + "order" % 60000 from chunk`);
      // Of every three items the two agree on two.
      await tx.execute(sql`
        insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
          queue_item_id, queue_id, value)
        select ${organization.id}, ${organization.workspaceId}, 'dataset_row', source_id, ${labelId}, 1, user_id, id,
          ${queue_id}, jsonb_build_object('rating', 1 + ("order" + case when "order" % 3 = 0 then nth else 0 end) % 5)
        from chunk`);
    });
    await fold(db, queue_id, 2 * CHUNK);
  }
  await db.execute(sql`vacuum analyze`);
  return queue;
}

const sourceOf = ({ queue_id }: TestQueue) =>
  sql`(select source_id::uuid from queue_items where queue_id = ${queue_id} order by "order" limit 1)`;
