// Writes the gateway's calls as traces, as spans that are exported are written.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { workspaces } from "@/db/schema";
import type { TracedCall } from "@/lib/gateway/record/call-span";
import { storeSpans } from "@/lib/traces/store-spans";
import { inHalves } from "./in-halves";

/**
 * Stores calls. Returns why some were refused; those of organizations that are gone are none's. A call that the database will
 * never take costs no other. Throws when the database cannot be reached: none is stored then, or an unknown part, and all may be
 * given again.
 */
export const storeCalls = (db: Database, calls: readonly TracedCall[]): Promise<string[]> =>
  inHalves(calls, (together) => storeTogether(db, together));

async function storeTogether(db: Database, calls: readonly TracedCall[]): Promise<string[]> {
  const organizations = [...new Set(calls.map((call) => call.organizationId))];
  const owners = await db
    .select({ organizationId: workspaces.organizationId, workspaceId: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.isDefault, true), inArray(workspaces.organizationId, organizations)));
  const ownerOf = new Map(owners.map((owner) => [owner.organizationId, owner]));
  return storeSpans(
    db,
    calls.flatMap(({ organizationId, span }) => {
      const owner = ownerOf.get(organizationId);
      return owner ? [{ owner, span }] : [];
    }),
  );
}
