// Brings the built-in personas to the database, as part of the migration: again and again with the same effect.
import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { appliedFunctions, personas } from "@/db/schema";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { builtInPersonas } from "./built-in";

const FILE = "personas";

export async function syncPersonas(db: Database): Promise<void> {
  const hash = fingerprintOf(builtInPersonas);
  const [inForce] = await db.select().from(appliedFunctions).where(eq(appliedFunctions.file, FILE));
  if (inForce?.hash === hash) return;
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
  await db
    .insert(appliedFunctions)
    .values({ file: FILE, hash })
    .onConflictDoUpdate({ target: appliedFunctions.file, set: { hash } });
}
