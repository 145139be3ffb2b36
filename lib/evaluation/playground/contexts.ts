// Contexts that criteria may use without a mapping: from the request, or loaded by id.
import { sql } from "drizzle-orm";
import type { Wire } from "@/lib/annotation/sources/source";
import { contentJson, presentContent, referenceOf } from "@/lib/annotation/sources/sources";
import type { Context } from "@/lib/context";
import { invalidField } from "@/lib/errors";

const sourceTypes = {
  span: "observation_span",
  trace: "trace",
  session: "trace_session",
  call: "call_execution",
} as const;
type Root = keyof typeof sourceTypes;
type Named = { [Field in `${Root}_id`]?: string | null | undefined };

/** The contexts that the ids name. Throws a 400 for an id that the organization does not have. */
export async function namedContexts(context: Context, named: Named): Promise<Partial<Record<Root, Wire>>> {
  // Safe: the keys are those of the constant.
  const roots = Object.keys(sourceTypes) as Root[];
  const found = await Promise.all(
    roots.map(async (root) => {
      const id = named[`${root}_id`];
      return id ? [[root, await contentOf(context, root, id)] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

async function contentOf({ db, caller: { organizationId } }: Context, root: Root, id: string): Promise<Wire> {
  const named = { source_type: sourceTypes[root], source_id: id };
  const { sourceType, sourceId } = await referenceOf(db, organizationId, named);
  const [row] = await db.execute<{ content: Wire | null }>(sql`
    select ${contentJson(sql`named`, sql`${organizationId}::uuid`)} as content
    from (values (${sourceType}::text, ${sourceId}::text)) as named (source_type, source_id)`);
  if (!row?.content) throw invalidField(`${root}_id`, `There is no such ${root}.`);
  return presentContent(db, organizationId, { type: sourceType, wire: row.content });
}
