import { and, eq } from "drizzle-orm";
import { spans } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/spans";
import { notFound } from "@/lib/errors";
import { contentsOfSpans } from "./contents";
import { presentSpan } from "./present";
import { narrowColumns, ofTrace } from "./span-tree";
import { traceInOrganization } from "./traces";

export const getSpan: Verb<typeof contracts.getSpan> = async ({ db, caller }, { trace_id, span_id }) => {
  const trace = await traceInOrganization(db, caller.organizationId, trace_id);
  const id = span_id.toLowerCase();
  const [row] = await db
    .select(narrowColumns)
    .from(spans)
    .where(and(ofTrace(trace), eq(spans.spanId, id)));
  if (!row) throw notFound("Span not found.");
  const contents = await contentsOfSpans(db, caller.organizationId, trace.projectId, [id]);
  return presentSpan(row, contents.get(id) ?? null);
};
