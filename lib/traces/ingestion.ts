// Receives exports from OpenTelemetry exporters. Repeating an export changes nothing.
import type { Database } from "@/db/client";
import { findingsOf } from "@/lib/bounds/findings";
import { turn } from "@/lib/bounds/turn";
import type { Verb } from "@/lib/context";
import { type exportTraces as contract, otlpSpan } from "@/lib/contracts/traces/otlp";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { priceSpans } from "./prices/price-spans";
import type { Owner } from "./projects";
import { readAttributes } from "./rules/attributes";
import { readSpan } from "./rules/read-span";
import { takeIn } from "./take-in";

type Request = Parameters<Verb<typeof contract>>[1];

export const exportTraces: Verb<typeof contract> = async (context, input) => {
  const refusals = await ingest(context.db, context.caller, input);
  const [first] = refusals;
  if (first === undefined) return {};
  return { partialSuccess: { rejectedSpans: String(refusals.length), errorMessage: first } };
};

/** Stores an export's spans for an organization. Returns why spans were refused, one text each. */
async function ingest(db: Database, owner: Owner, request: Request): Promise<string[]> {
  const { read, refusals } = await readSpans(request);
  const spans = await priceSpans(db, owner.organizationId, read);
  const { clashes } = await takeIn(
    db,
    spans.map((span) => ({ owner, span })),
  );
  return [...refusals, ...clashes];
}

const SPANS_AT_ONCE = 200;

/** Spans as rows, and the reasons why the others were refused. */
async function readSpans(request: Request): Promise<{ read: SpanRecord[]; refusals: string[] }> {
  const read: SpanRecord[] = [];
  const refusals: string[] = [];
  for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
    const about = readAttributes(resource?.attributes);
    const spans = scopeSpans?.flatMap((scope) => scope.spans ?? []) ?? [];
    for (const [index, span] of spans.entries()) {
      if (index % SPANS_AT_ONCE === SPANS_AT_ONCE - 1) await turn();
      const parsed = otlpSpan.safeParse(span);
      if (parsed.success) read.push(readSpan(about, parsed.data));
      else {
        const [finding] = findingsOf(parsed.error, span);
        refusals.push(`A span was refused: ${finding?.path.join(".")}: ${finding?.message}`);
      }
    }
  }
  return { read, refusals };
}
