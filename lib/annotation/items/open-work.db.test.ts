import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { nearlyDone } from "./open-work";

const database = suiteDatabase();

test("completions take turns once no more items are open than the server has connections", async () => {
  const { db } = database;
  const organization = await createOrganization(db);
  const owner = await createCaller(db, organization, "Owner");
  const [server] = await db.execute<{ connections: number }>(
    sql`select current_setting('max_connections')::int as connections`,
  );
  const connections = server?.connections ?? 0;
  const takesTurns = async (items: number) => {
    const { queue_id } = await createTestQueue(owner, organization, { items });
    const [row] = await db.execute<{ nearly: boolean }>(sql`select ${nearlyDone(sql`${queue_id}::uuid`)} as nearly`);
    return row?.nearly;
  };
  expect(await takesTurns(connections)).toBe(true);
  expect(await takesTurns(connections + 1)).toBe(false);
});
