import { InngestTestEngine } from "@inngest/test";
import { sql } from "drizzle-orm";
import type { InngestFunction } from "inngest";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { outboxEvents } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { inngest } from "../client";
import { functions } from "../index";
import { sweepJobs } from "./sweep-jobs";

const database = suiteDatabase();
const sent = vi.spyOn(inngest, "send");

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", database.url);
});
beforeEach(() => {
  sent.mockReset().mockResolvedValue({ ids: [] });
});
afterAll(async () => {
  sent.mockRestore();
  await connection().close();
  vi.unstubAllEnvs();
});

const sweep = async () => {
  const { error } = await new InngestTestEngine({ function: sweepJobs }).execute();
  expect(error).toBeUndefined();
};
const namesSent = () => sent.mock.calls.flatMap(([events]) => [events].flat().map(({ name }) => name));

test("exactly one function runs every minute", () => {
  const cronOf = (each: InngestFunction.Any) =>
    each.opts.triggers?.flatMap(({ cron }: { cron?: string }) => cron ?? []) ?? [];
  const often = functions.filter((each) => cronOf(each).some((cron: string) => cron.startsWith("* ")));
  expect(often.map(({ opts }) => opts.id)).toEqual(["sweep-jobs"]);
});

test("without work the sweep sends no events", async () => {
  await sweep();
  expect(sent).not.toHaveBeenCalled();
});

test("starts waiting work, and sends events that a crash left behind", async () => {
  const { id } = await createOrganization(database.db);
  await database.db.insert(outboxEvents).values({
    id: "left-by-a-crash",
    name: "evaluation/task.due",
    data: { taskId: id, organizationId: id },
    createdAt: new Date(Date.now() - 60_000),
  });
  const organization = await createOrganization(database.db);
  const owner = await createCaller(database.db, organization, "Owner");
  const { queue_id, itemIds } = await createTestQueue(owner, organization, { items: 1 });
  await database.db.execute(sql`insert into item_marks (queue_id, item_id) values (${queue_id}, ${itemIds[0]})`);
  sent.mockClear();
  await sweep();
  expect(namesSent().sort()).toEqual(["annotation/marks.waiting", "evaluation/task.due"]);
  // Of the outbox nothing is left; the mark waits for its function, whose event is the same one for a minute.
  expect(await database.db.select().from(outboxEvents)).toEqual([]);
});
