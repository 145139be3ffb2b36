// Pages of scores cost what they show, however many rows come before them: those are neither joined nor sorted.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { schemaOptions } from "@/db/client";
import { scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { starLabel } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { notingDriver, type Statement } from "@/lib/testing/plans";
import { listScores } from "./scores";

const ROWS = 6000;
const PAGE = 50;
const database = suiteDatabase();
const statements: Statement[] = [];
let driver: ReturnType<typeof notingDriver>;
let owner: Context;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  const context = await createCaller(database.db, organization, "Owner");
  const label = await createLabel(context, { ...starLabel, name: "Stars" });
  const row = { organizationId: organization.id, workspaceId: context.caller.workspaceId, labelId: label.id };
  // As an import writes them: many have one time.
  const createdAt = new Date("2026-03-10T12:00:00Z");
  const values = Array.from({ length: ROWS }, (_, index) => ({
    ...{ ...row, sourceType: "trace" as const, sourceId: randomUUID(), labelVersion: 1, value: { rating: 3 } },
    createdAt: index < ROWS / 2 ? createdAt : new Date(createdAt.getTime() + index),
  }));
  await database.db.insert(scores).values(values.slice(0, ROWS / 2));
  await database.db.insert(scores).values(values.slice(ROWS / 2));
  await database.db.execute(sql`vacuum analyze scores`);
  driver = notingDriver(database.url, statements);
  owner = { ...context, db: drizzle(driver, schemaOptions) };
});
afterAll(() => driver.end());

interface Node {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Node[] | undefined;
}
const node: z.ZodType<Node> = z.object({
  "Node Type": z.string(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  Plans: z.lazy(() => z.array(node)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: node })]) })]);

const rowsOf = (each: Node): number => each["Actual Rows"] * each["Actual Loops"];
/** The joins and sorts of a plan that work on more rows than a page. */
const largeSteps = (each: Node): string[] => [
  ...(/Join|Nested Loop|Sort/.test(each["Node Type"]) && rowsOf(each) > PAGE
    ? [`${each["Node Type"]} of ${rowsOf(each)} rows`]
    : []),
  ...(each.Plans ?? []).flatMap(largeSteps),
];

const page = (number: number) => async () => ({ page: number });
const afterMiddle = async () => ({
  page: 1,
  after: (await listScores({ ...owner, db: database.db }, { page: 60, limit: PAGE })).results.at(-1)?.id,
});

test.each<[string, () => Promise<{ page: number; after?: string | undefined }>]>([
  ["page 1", page(1)],
  ["page 40", page(40)],
  ["page 100", page(100)],
  ["the page after a score", afterMiddle],
])("%s neither joins nor sorts the rows before it", async (_, range) => {
  const input = { ...(await range()), limit: PAGE };
  statements.length = 0;
  const { count, results } = await listScores(owner, input);
  expect(count).toBe(ROWS);
  expect(results).toHaveLength(PAGE);
  const found: string[] = [];
  for (const { text, values } of statements.splice(0)) {
    const [{ "QUERY PLAN": plan }] = explained.parse([
      ...(await driver.unsafe(`explain (analyze, format json) ${text}`, values)),
    ]);
    found.push(...largeSteps(plan[0].Plan));
  }
  expect(found).toEqual([]);
});

test("pages have each score once, newest first, also those of one time", async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((page) => listScores({ ...owner, db: database.db }, { page, limit: 1000 })),
  );
  const all = pages.flatMap(({ results }) => results);
  expect(new Set(all.map(({ id }) => id)).size).toBe(ROWS);
  const keys = all.map(({ created_at, id }) => `${created_at} ${id}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
  const following = all.slice(2990, 2995).map(({ id }) => id);
  const after = async (id = "") => {
    const found = await listScores({ ...owner, db: database.db }, { page: 1, limit: 5, after: id });
    return [found.count, ...found.results.map((score) => score.id)];
  };
  expect(await after(all[2989]?.id)).toEqual([ROWS, ...following]);
  expect(await after(all.at(-1)?.id)).toEqual([ROWS]);
  await database.db
    .update(scores)
    .set({ deletedAt: new Date() })
    .where(eq(scores.id, following[0] ?? ""));
  expect(await after(following[0])).toEqual([ROWS - 1, ...all.slice(2991, 2996).map(({ id }) => id)]);
  await expect(after(randomUUID())).rejects.toMatchObject({ kind: "notFound" });
});

test("a score of another organization is no point in the list", async () => {
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const [theirs] = (await listScores({ ...owner, db: database.db }, { page: 1, limit: 1 })).results;
  const stolen = listScores(stranger, { page: 1, limit: 1, after: theirs?.id });
  await expect(stolen).rejects.toMatchObject({ kind: "notFound" });
});
