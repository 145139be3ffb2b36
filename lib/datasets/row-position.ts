import { sql } from "drizzle-orm";
import { isUuid } from "@/lib/bounds/uuid";
import type { Context } from "@/lib/context";

/** Where the row is among the dataset's rows as they are, from 1; null if it is not there. For links: it counts rows. */
export async function rowPosition(
  { db, caller }: Pick<Context, "db" | "caller">,
  { dataset_id, row_id }: { dataset_id: string; row_id: string },
): Promise<number | null> {
  if (!isUuid(dataset_id) || !isUuid(row_id)) return null;
  const [found] = await db.execute<{ position: number }>(sql`
    select count(*)::int as position from dataset_rows as row join dataset_rows as other
      on other.dataset_id = row.dataset_id and other.deleted_at is null
        and (other."order", other.id) <= (row."order", row.id)
    where row.id = ${row_id}::uuid and row.dataset_id = ${dataset_id}::uuid
      and row.organization_id = ${caller.organizationId}::uuid and row.deleted_at is null`);
  return found?.position || null;
}
