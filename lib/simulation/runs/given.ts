// What requests that make or start runs give alike.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { simulatorAgents } from "@/db/schema";
import { invalidField } from "@/lib/errors";
import type { Scope } from "./loaders";

/** Settings that were given, without those that were not. */
export const definedOf = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>; // safe: a part of itself

/** The simulator agent that a request names; a 400 that names the field where the workspace has none such. */
export async function namedSimulator(
  db: Database,
  scope: Scope,
  id: string | null | undefined,
  field: string,
): Promise<string | null> {
  if (!id) return null;
  const [known] = await db
    .select({ id: simulatorAgents.id })
    .from(simulatorAgents)
    .where(
      and(
        eq(simulatorAgents.id, id),
        eq(simulatorAgents.organizationId, scope.organizationId),
        eq(simulatorAgents.workspaceId, scope.workspaceId),
        isNull(simulatorAgents.deletedAt),
      ),
    );
  if (!known) throw invalidField(field, "There is no such simulator agent.");
  return known.id;
}
