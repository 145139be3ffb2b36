import { eq } from "drizzle-orm";
import type { Database } from "../client";
import { appliedFunctions } from "../schema";

/** Runs `apply` in a transaction and notes its hash, unless the hash noted for `name` is the same. */
export async function applyOnce(
  db: Database,
  name: string,
  hash: string,
  apply: (db: Database) => Promise<void>,
): Promise<void> {
  const [applied] = await db.select().from(appliedFunctions).where(eq(appliedFunctions.file, name));
  if (applied?.hash === hash) return;
  await db.transaction(async (tx) => {
    await apply(tx);
    await tx
      .insert(appliedFunctions)
      .values({ file: name, hash })
      .onConflictDoUpdate({ target: appliedFunctions.file, set: { hash } });
  });
}
