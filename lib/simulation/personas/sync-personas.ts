// Writes the built-in personas to the database during migration. Running it again changes nothing.
import { and, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { personas } from "@/db/schema";
import { applyOnce } from "@/db/upgrade/apply-once";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { builtInPersonas } from "./built-in";

export const syncPersonas = (db: Database): Promise<void> =>
  applyOnce(db, "personas", fingerprintOf(builtInPersonas), storePersonas);

async function storePersonas(db: Database): Promise<void> {
  const ids = builtInPersonas.map(({ id }) => id);
  const gone = and(isNull(personas.organizationId), isNull(personas.deletedAt), notInArray(personas.id, ids));
  await db.update(personas).set({ deletedAt: sql`now()` }).where(gone);
  await db
    .insert(personas)
    .values(builtInPersonas.map((persona) => ({ ...persona, isDefault: true })))
    .onConflictDoUpdate({
      target: personas.id,
      set: {
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        profile: sql`excluded.profile`,
        deletedAt: null,
        updatedAt: sql`now()`,
      },
    });
}
