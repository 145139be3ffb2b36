// More items than PostgreSQL takes parameters in a statement, which is 65,534 with this driver.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { itemAssignees, queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { bulkRemoveItems, setItemPriority } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { assignItems } from "./assignment";

const ITEMS = 66_000;
const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let ada: Context;
beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  ada = await createCaller(database.db, organization);
});

test("one request assigns, orders and removes all items that match a filter", { timeout: 300_000 }, async () => {
  const { queue_id } = await createTestQueue(owner, organization, { items: 1, annotators: [ada] });
  await database.db.execute(sql`
    insert into queue_items (organization_id, queue_id, source_type, source_id, open_seats, "order")
    select organization_id, queue_id, source_type, gen_random_uuid()::text, 1, number
    from queue_items, generate_series(1, ${ITEMS - 1}) as number where queue_id = ${queue_id}`);
  const user_ids = [ada.caller.userId];
  const assigned = () => database.db.$count(itemAssignees, eq(itemAssignees.queueId, queue_id));
  for (const action of ["add", "set"] as const) {
    expect(await assignItems(owner, { queue_id, filter: {}, user_ids, action })).toEqual({ assigned: ITEMS });
    expect(await assigned()).toBe(ITEMS);
  }
  expect(await assignItems(owner, { queue_id, filter: {}, user_ids, action: "remove" })).toEqual({ assigned: ITEMS });
  expect(await assigned()).toBe(0);
  expect(await setItemPriority(owner, { queue_id, filter: {}, priority: 2 })).toEqual({ changed: ITEMS });
  expect(await bulkRemoveItems(owner, { queue_id, filter: {} })).toEqual({ removed: ITEMS });
  expect(await database.db.$count(queueItems, sql`queue_id = ${queue_id} and deleted_at is null`)).toBe(0);
});
