import { InngestTestEngine } from "@inngest/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { applyPendingUpdates } from "./fold-marks";

const database = suiteDatabase();

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  await connection().close();
  vi.unstubAllEnvs();
});

test("folds in batches until no mark is left, and a second run has nothing to do", async () => {
  const organization = await createOrganization(database.db);
  const owner = await createCaller(database.db, organization, "Owner");
  const { queue_id, labelId, itemIds } = await createTestQueue(owner, organization, { items: 2 });
  const [first, second] = itemIds;
  for (const item_id of [first ?? "", second ?? ""]) {
    await submitAnnotations(owner, { queue_id, item_id, annotations: [{ label_id: labelId, value: 4 }] });
  }
  await database.db.execute(sql`
    insert into item_marks (queue_id, item_id) select ${queue_id}, ${first} from generate_series(1, 12000)`);
  const run = () =>
    new InngestTestEngine({
      function: applyPendingUpdates,
    }).execute();
  await run();
  const left = async (table: string) =>
    (await database.db.execute(sql.raw(`select 1 from ${table} where queue_id = '${queue_id}'`))).length;
  expect(await left("item_marks")).toBe(0);
  expect(await left("agreement_items")).toBe(2);
  const counters = async () => [
    await database.db.query.agreementCounters.findMany({ columns: { key: true, sum: true } }),
    await database.db.query.queueFigures.findMany(),
  ];
  const before = await counters();
  await run();
  expect(await counters()).toEqual(before);
});
