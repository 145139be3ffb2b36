import { and, eq } from "drizzle-orm";
import { spans } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/spans";
import { notFound } from "@/lib/errors";
import { presentSpans } from "./present-spans";
import { narrowColumns, ofTrace } from "./span-tree";
import { traceInOrganization } from "./traces";

export const getSpan: Verb<typeof contracts.getSpan> = async ({ db, caller }, { trace_id, span_id }) => {
  const trace = await traceInOrganization(db, caller.organizationId, trace_id);
  const rows = await db
    .select(narrowColumns)
    .from(spans)
    .where(and(ofTrace(trace), eq(spans.spanId, span_id.toLowerCase())));
  const [span] = await presentSpans(db, caller.organizationId, trace.projectId, rows);
  if (!span) throw notFound("Span not found.");
  return span;
};
