import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { connect } from "./client";
import { createDatabase } from "./testing/database";

test("a slow statement is not taken for a hang, alone or in a transaction", async () => {
  const database = await createDatabase();
  const giveUp = vi.fn();
  const { db, close } = connect(database.url, 4, giveUp);
  const slow = sql`select 7 as answer from pg_sleep(4.5)`;
  const [alone, inside] = await Promise.all([db.execute(slow), db.transaction((tx) => tx.execute(slow))]);
  expect([alone[0]?.answer, inside[0]?.answer]).toEqual([7, 7]);
  await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({
    cause: { code: "22012" },
  });
  expect(giveUp).not.toHaveBeenCalled();
  await close();
  await database.drop();
});
