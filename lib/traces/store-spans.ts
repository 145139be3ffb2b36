// Stores spans and updates the summaries of their traces: one statement per table for any number of spans.
import type { Database } from "@/db/client";
import { lookUpByKey } from "@/db/look-up-by-key";
import { entriesWait } from "@/db/merge-pending";
import { transaction } from "@/db/transaction";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { ensureProjects, type Owner } from "./projects";
import { ensureSessions } from "./sessions";
import { summarizeTraces } from "./summarize-traces";
import { upsertSpans } from "./upsert-spans";

interface OwnedSpan {
  owner: Owner;
  span: SpanRecord;
}

/**
 * Stores spans of any number of organizations in one transaction. A span that is already stored is replaced, so
 * repeating it changes nothing. Of equal spans, the last counts. Returns why spans were not stored, one text each.
 */
export async function storeSpans(db: Database, spans: readonly OwnedSpan[]): Promise<string[]> {
  if (spans.length === 0) return [];
  return transaction(db, async (tx) => {
    await tx.execute(lookUpByKey);
    const projectOf = await ensureProjects(
      tx,
      spans.map(({ owner, span }) => ({ owner, name: span.project })),
    );
    const inProjects = spans.map(({ owner, span }) => ({
      organizationId: owner.organizationId,
      projectId: projectOf(owner, span.project),
      session: span.session,
      span,
    }));
    const sessionOf = await ensureSessions(tx, inProjects);
    const placed = inProjects.map(({ organizationId, projectId, session, span }) => ({
      organizationId,
      projectId,
      sessionId: sessionOf(projectId, session),
      span,
    }));
    const { stored, clashes } = await upsertSpans(tx, placed);
    await summarizeTraces(tx, stored);
    entriesWait();
    return clashes;
  });
}
