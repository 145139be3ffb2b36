// Writes the gateway's calls as traces, by the way in that every other span takes.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { workspaces } from "@/db/schema";
import type { TracedCall } from "@/lib/gateway/record/call-span";
import { ingest } from "@/lib/traces/ingestion";

/** The project of calls that name none. */
const PROJECT = "Gateway";

/** Stores each organization's calls in a transaction. Returns why calls were refused; those of organizations that are gone are none's. */
export async function storeCalls(db: Database, calls: readonly TracedCall[]): Promise<string[]> {
  const organizations = [...new Set(calls.map((call) => call.organizationId))].sort();
  const owners = await db
    .select({ organizationId: workspaces.organizationId, workspaceId: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.isDefault, true), inArray(workspaces.organizationId, organizations)));
  const refusals: string[] = [];
  for (const owner of owners) {
    const spans = calls.filter((call) => call.organizationId === owner.organizationId).map(({ span }) => span);
    const resource = { attributes: [{ key: "service.name", value: { stringValue: PROJECT } }] };
    refusals.push(...(await ingest(db, owner, { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })));
  }
  return refusals;
}
