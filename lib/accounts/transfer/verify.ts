// Whether what a file brought belongs to its organization alone: a file must not reach into another one.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { references, type TenantTable } from "@/db/tenants/tenant-tables";
import { textArray } from "@/db/text-array";
import { FileRefused } from "./read-file";
import { carriedTables } from "./rules/carried";

interface Brought {
  /** Whether the organization of the header is there. */
  isNamed: boolean;
  /** The organization's rows by table. */
  own: ReadonlyMap<string, number>;
  /** Tables with a row whose reference leads out of the file, and where to. */
  strays: readonly { table: string; parent: string }[];
}

/** Rejects with FileRefused if a row is another organization's, or refers to another organization's or person's. */
export function assertOwn({ isNamed, own, strays }: Brought, written: ReadonlyMap<string, number>): void {
  if (written.get("organizations") !== 1) throw new FileRefused("The file must have one organization.");
  if (!isNamed) throw new FileRefused("The file's organization is not the one that its header names.");
  for (const [table, count] of own) {
    const rows = written.get(table) ?? 0;
    if (count === rows) continue;
    throw new FileRefused(`The file has ${rows} rows of ${table}, of which ${count} are the organization's.`);
  }
  const [stray] = strays;
  if (stray)
    throw new FileRefused(`A row of ${stray.table} refers to a row of ${stray.parent} that is not in the file.`);
}

/** What the open transaction has of an organization. */
export async function loadBrought(
  tx: Database,
  organizationId: string,
  userIds: ReadonlySet<string>,
): Promise<Brought> {
  const own = new Map<string, number>();
  const strays: { table: string; parent: string }[] = [];
  for (const table of carriedTables) {
    const { name, isOwn } = table;
    own.set(name, await countOf(tx, sql`${sql.identifier(name)} where ${isOwn(organizationId)}`));
    for (const { parent, from } of straysOf(table, organizationId, userIds))
      if ((await countOf(tx, from)) > 0) strays.push({ table: name, parent });
  }
  const named = sql`organizations where id = ${organizationId}::uuid and deleted_at is null`;
  return { isNamed: (await countOf(tx, named)) === 1, own, strays };
}

interface Stray {
  parent: string;
  from: SQL;
}

/** Rows of a table whose references lead elsewhere: to nobody of the file, or to another organization. */
function straysOf({ name, isOwn }: TenantTable, organizationId: string, userIds: ReadonlySet<string>): Stray[] {
  return references(name).flatMap(({ column, parent, foreign, isOnly }) => {
    const known = isOnly ? knownIn(parent, foreign, organizationId, userIds) : null;
    if (!known) return [];
    const child = sql`(select ${sql.identifier(column)} as key from ${sql.identifier(name)} where ${isOwn(organizationId)}) as child`;
    return [{ parent, from: sql`${child} where key is not null and key not in (${known})` }];
  });
}

function knownIn(parent: string, foreign: string, organizationId: string, userIds: ReadonlySet<string>): SQL | null {
  if (parent === "users") return sql`select unnest(${textArray([...userIds])}::uuid[])`;
  const table = carriedTables.find(({ name }) => name === parent);
  if (!table) return null;
  const shared = SHARED.has(parent) ? sql` or organization_id is null` : sql``;
  return sql`select ${sql.identifier(foreign)} from ${sql.identifier(parent)} where ${table.isOwn(organizationId)}${shared}`;
}

/** Built-in rows have no organization and the same ids everywhere. */
const SHARED = new Set(["eval_templates", "eval_groups", "personas"]);

async function countOf(tx: Database, from: SQL): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${from}`);
  return row?.count ?? 0;
}
