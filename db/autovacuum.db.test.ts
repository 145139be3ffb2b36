import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { suiteDatabase } from "@/db/testing/factories";

const database = suiteDatabase();

test.each(["queue_items", "span_segments"])("autovacuum removes dead row versions early: %s", async (name) => {
  const [table] = await database.db.execute<{ options: string[] }>(sql`
    select reloptions as options from pg_class where oid = ${name}::regclass`);
  expect(table?.options).toContain("autovacuum_vacuum_scale_factor=0.02");
});
