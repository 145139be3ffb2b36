import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, presentContents, type Reference } from "@/lib/annotation/sources/sources";

const findContents = sqlStatement<{ content: Wire | null }>(
  () => sql`
    select ${contentJson(sql`named`, sql`${param("organizationId")}::uuid`)} as content
    from unnest(${param("types")}::text[], ${param("ids")}::text[]) with ordinality as named(source_type, source_id, place)
    order by named.place`,
);

/** The contents of many sources, in the order of the references. */
export async function sourceContents(
  db: Database,
  organizationId: string,
  references: readonly Reference[],
): Promise<Wire[]> {
  const types = arrayText(references.map((reference) => reference.sourceType));
  const ids = arrayText(references.map((reference) => reference.sourceId));
  const rows = await findContents(db, { organizationId, types, ids });
  const described = references.map(({ sourceType }, index) => ({
    type: sourceType,
    wire: rows[index]?.content ?? null,
  }));
  return presentContents(db, organizationId, described);
}
