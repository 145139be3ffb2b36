import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { beforeOf, deletedBy } from "./rules/deleted";

/** As many as an entry keeps of a list. */
const MOST = 50;

/** What identifies the organization's rows that an operation is about to delete; null for one that deletes none of these. */
export async function readDeleted(
  db: Database,
  organizationId: string,
  { action, ids }: { action: string; ids: string | readonly string[] },
): Promise<Record<string, unknown> | null> {
  const deleted = deletedBy[action];
  if (!deleted) return null;
  const facts = sql.join(
    deleted.facts.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const chosen = textArray([ids].flat().map((id) => id.toLowerCase()));
  const rows = await db.execute<{ id: string } & Record<string, unknown>>(sql`
    select id, ${facts} from ${sql.identifier(deleted.table)}
    where organization_id = ${organizationId}::uuid and id::text = any(${chosen}) order by id limit ${MOST}`);
  return beforeOf([...rows], Array.isArray(ids));
}
