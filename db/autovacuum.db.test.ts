import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { suiteDatabase } from "@/db/testing/factories";

const database = suiteDatabase();

test("dead versions of items are removed before they slow down who counts items", async () => {
  const [table] = await database.db.execute<{ options: string[] }>(sql`
    select reloptions as options from pg_class where oid = 'queue_items'::regclass`);
  expect(table?.options).toContain("autovacuum_vacuum_scale_factor=0.02");
});
