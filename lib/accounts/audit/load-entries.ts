// Pages of an organization's audit log, newest first.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { notFound } from "@/lib/errors";

export interface AuditFilters {
  from?: string | undefined;
  to?: string | undefined;
  user_id?: string | undefined;
  action?: string | undefined;
  target_type?: string | undefined;
  target_id?: string | undefined;
}

/** Names are those of today, so that those of deleted people are gone. */
export async function loadEntries(
  db: Database,
  organizationId: string,
  filters: AuditFilters,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const older = after === undefined ? sql`true` : await olderThan(db, organizationId, after);
  const rows = await db.execute<AuditEntry & Record<string, unknown>>(sql`
    select entry.id, ${isoTime} as created_at, entry.actor, entry.user_id, person.name as user_name,
      person.email as user_email, entry.api_key_id, key.name as api_key_name, entry.address, entry.user_agent,
      entry.action, entry.target_type, entry.target_id, coalesce(entry.target_name, target.name) as target_name,
      entry.before, entry.after
    from audit_entries as entry
    left join users as person on person.id = entry.user_id
    left join api_keys as key on key.id = entry.api_key_id and key.organization_id = entry.organization_id
    left join users as target on entry.target_type in ('member', 'sign_in') and target.id::text = entry.target_id
    where entry.organization_id = ${organizationId} and ${matching(filters)} and ${older}
    order by entry.created_at desc, entry.id desc limit ${limit}`);
  return [...rows];
}

const isoTime = sql`to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function olderThan(db: Database, organizationId: string, after: string): Promise<SQL> {
  const [last] = await db.execute<{ created_at: string; id: string }>(sql`
    select created_at::text, id from audit_entries where organization_id = ${organizationId} and id = ${after}`);
  if (!last) throw notFound("There is no such entry in the audit log.");
  return sql`(entry.created_at, entry.id) < (${last.created_at}::timestamptz, ${last.id}::uuid)`;
}

function matching({ from, to, user_id, action, target_type, target_id }: AuditFilters): SQL {
  const conditions = [
    sql`true`,
    ...(from ? [sql`entry.created_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`entry.created_at < ${to}::timestamptz`] : []),
    ...(user_id ? [sql`entry.user_id = ${user_id}::uuid`] : []),
    ...(action ? [sql`entry.action = ${action}`] : []),
    ...(target_type ? [sql`entry.target_type = ${target_type}`] : []),
    ...(target_id ? [sql`entry.target_id = ${target_id}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
