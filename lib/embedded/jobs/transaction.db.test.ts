import { Pool } from "pg";
import { expect, test } from "vitest";
import { createDatabase } from "@/db/testing/database";
import { inTransaction } from "./transaction";

test("a transaction fails if the server answers COMMIT with ROLLBACK", async () => {
  const database = await createDatabase();
  const pool = new Pool({ connectionString: database.url });
  const swallowing = inTransaction(pool, new Map(), async ({ query }) => {
    await query("select 1 / 0").catch(() => undefined);
    return "done";
  });
  await expect(swallowing).rejects.toThrow("the server answered ROLLBACK");
  expect(await inTransaction(pool, new Map(), async () => "done")).toBe("done");
  await pool.end();
  await database.drop();
});
