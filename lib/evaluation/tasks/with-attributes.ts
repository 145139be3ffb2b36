import type { Database } from "@/db/client";
import type { SpanFilters } from "@/lib/contracts/evaluation/shapes/span-filters";
import { contentsOfSpans } from "@/lib/traces/contents";
import { matches } from "./rules/attributes";

interface Project {
  organizationId: string;
  projectId: string;
}

/** Those of a project's spans whose attributes match the filters, in the same order. */
export async function withAttributes(
  db: Database,
  { organizationId, projectId }: Project,
  { attributes = [] }: SpanFilters,
  spanIds: readonly string[],
): Promise<readonly string[]> {
  if (attributes.length === 0) return spanIds;
  const contents = await contentsOfSpans(db, organizationId, projectId, spanIds);
  return spanIds.filter((id) => matches(contents.get(id)?.attributes ?? {}, attributes));
}
