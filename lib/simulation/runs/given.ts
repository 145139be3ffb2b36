// Fields that requests to create and start runs share.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { simulatorAgents } from "@/db/schema";
import { invalidField } from "@/lib/errors";
import type { Scope } from "./loaders";

/** The settings that were sent, without undefined ones. */
export const definedOf = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>; // safe: a part of itself

/** The simulator agent that a request names. Throws a 400 for the field if the workspace does not have it. */
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
