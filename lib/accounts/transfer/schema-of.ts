import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** The hash of a database's newest migration. */
export async function schemaOf(db: Database): Promise<string> {
  const [newest] = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc, id desc limit 1`,
  );
  if (!newest) throw new Error("The database has no schema.");
  return newest.hash;
}
