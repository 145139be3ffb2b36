// An annotator who wants to know which items are gold looks at every member of every answer, and finds nothing.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { getItem } from "@/lib/annotation/contents/single-item";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { queuesForSource } from "@/lib/annotation/queues/source-queues";
import { scoresForSource } from "@/lib/annotation/scores/scores";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import {
  annotatorFilters,
  annotatorOrderings,
  itemFilterFields,
  itemOrderings,
} from "@/lib/contracts/annotation/items/filters";
import { isRecord } from "@/lib/records";
import { setGold } from "./gold";

const database = suiteDatabase(8);
let organization: TestOrganization;
let manager: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const ITEMS = 240;
const GOLD = 48;
/** Some thousand requests, one after the other. */
const PATIENCE_MS = 180_000;

/** A queue whose gold items lie anywhere among the rows. */
async function goldQueue(annotator: Context): Promise<TestQueue> {
  const queue = await createTestQueue(manager, organization, { items: ITEMS, annotators: [annotator] });
  const shuffled = queue.itemIds.toSorted((one, other) => one.slice(-6).localeCompare(other.slice(-6)));
  for (const item_id of shuffled.slice(0, GOLD)) {
    const answers = [{ label_id: queue.labelId, value: { rating: 5 } }];
    await setGold(manager, { queue_id: queue.queue_id, item_id, answers });
  }
  await updateQueue(manager, { queue_id: queue.queue_id, gold_percent: 20 });
  return queue;
}

/** Everything that the API tells the annotator about each item, in the order in which they came. */
async function workThrough(annotator: Context, queue: TestQueue) {
  const { queue_id, labelId } = queue;
  const seen: { id: string; answers: Record<string, unknown> }[] = [];
  let next = (await nextItem(annotator, { queue_id, include_completed: false })).item;
  while (next) {
    const item_id = next.id;
    const detail = await annotateDetail(annotator, { queue_id, item_id, reserve: true });
    const source = { source_type: next.source_type, source_id: next.source_id };
    const open = await queuesForSource(annotator, source);
    await submitAnnotations(annotator, {
      queue_id,
      item_id,
      annotations: [{ label_id: labelId, value: { rating: 5 } }],
    });
    const offered = next;
    next = (await completeItem(annotator, { queue_id, item_id })).next_item;
    const after = await getItem(annotator, { queue_id, item_id });
    const { result: scores } = await scoresForSource(annotator, source);
    seen.push({ id: item_id, answers: { offered, detail, open, after, scores } });
  }
  const page = { queue_id, page: 1, limit: 100, ordering: "order" } as const;
  const first = await listItems(annotator, page);
  const listed = [...first.results];
  for (let number = 2; listed.length < first.count; number += 1) {
    listed.push(...(await listItems(annotator, { ...page, page: number })).results);
  }
  const byId = new Map(listed.map((item, index) => [item.id, { ...item, index }]));
  return seen.map(({ id, answers }) => ({ id, answers: { ...answers, listed: byId.get(id) } }));
}

/** The contents themselves: a person who knows every text of the source needs nothing else. */
const isContent = (path: string) => /\.(fields|text)(\.|$)/.test(path);

function flat(value: unknown, path: string, into: Map<string, number>): Map<string, number> {
  if (Array.isArray(value)) {
    into.set(`${path}.length`, value.length);
    for (const [index, each] of value.slice(0, 3).entries()) flat(each, `${path}.${index}`, into);
  } else if (isRecord(value)) {
    for (const [name, each] of Object.entries(value)) flat(each, `${path}.${name}`, into);
  } else if (!isContent(path)) {
    into.set(`${path}?`, value === null || value === undefined ? 0 : 1);
    const number = numberOf(value);
    if (number !== null) into.set(path, number);
  }
  return into;
}

/** What a value says as a number: an id by its beginning, a time, the first number in a text. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return null;
  if (/^[\da-f]{8}-/.test(value)) return Number.parseInt(value.slice(0, 8), 16);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  const [digits] = /\d+/.exec(value) ?? [];
  return digits === undefined ? value.length : Number(digits);
}

/** How far the ranks of gold lie from those of work, in standard errors (Mann and Whitney, with ties). */
function separation(values: readonly { value: number; isGold: boolean }[]): number {
  const gold = values.filter(({ isGold }) => isGold).map(({ value }) => value);
  const work = values.filter(({ isGold }) => !isGold).map(({ value }) => value);
  const [m, n] = [gold.length, work.length];
  let wins = 0;
  for (const one of gold) for (const other of work) wins += one > other ? 1 : one === other ? 0.5 : 0;
  const ties = new Map<number, number>();
  for (const { value } of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  const tied = [...ties.values()].reduce((sum, count) => sum + count ** 3 - count, 0);
  const all = m + n;
  const variance = ((m * n) / 12) * (all + 1 - tied / (all * (all - 1)));
  return variance === 0 ? 0 : Math.abs(wins - (m * n) / 2) / Math.sqrt(variance);
}

/** With some hundred features, one of five standard errors comes by chance once in thousands of runs. */
const TELLING = 5;

describe("the API's answers to an annotator", () => {
  test(
    "do not reveal gold items by any member, singly or compared with the adjacent items",
    async () => {
      const annotator = await createCaller(database.db, organization);
      const queue = await goldQueue(annotator);
      const seen = await workThrough(annotator, queue);
      const purposes = await database.db
        .select({ id: queueItems.id, purpose: queueItems.purpose })
        .from(queueItems)
        .where(eq(queueItems.queueId, queue.queue_id));
      const gold = new Set(purposes.filter(({ purpose }) => purpose === "gold_copy").map(({ id }) => id));
      expect(gold.size).toBeGreaterThan(GOLD / 3);
      const rows = seen.map(({ id, answers }) => ({ isGold: gold.has(id), features: flat(answers, "", new Map()) }));
      const names = new Set(rows.flatMap(({ features }) => [...features.keys()]));
      expect(names.size).toBeGreaterThan(100);
      const tells: string[] = [];
      for (const name of names) {
        const at = (index: number) => rows[index]?.features.get(name) ?? Number.NEGATIVE_INFINITY;
        const readings: [string, (index: number) => number][] = [
          ["itself", at],
          ["whether it is there", (index) => Number(rows[index]?.features.has(name))],
          ["after the one before", (index) => Math.sign(at(index) - at(index - 1)) || 0],
          ["one more than before", (index) => Number(at(index) - at(index - 1) === 1)],
          ["before the next", (index) => Math.sign(at(index + 1) - at(index)) || 0],
          ["the same as the next", (index) => Number(at(index + 1) === at(index))],
        ];
        for (const [how, read] of readings) {
          const values = rows.map(({ isGold }, index) => ({ value: read(index), isGold })).slice(1, -1);
          const found = separation(values);
          if (found > TELLING) tells.push(`${name}, ${how}: ${found.toFixed(1)}`);
        }
      }
      expect(tells).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe("filters and orders of the item list", () => {
  const narrower: [string, Partial<Parameters<typeof listItems>[1]>][] = [
    ["a purpose", { purpose: ["gold"] }],
    ["a text, which fields that are left out have too", { search: "Row" }],
    ["a value", { label_id: randomUUID(), value: "5" }],
    ["whether a label is answered", { label_id: randomUUID(), answered: true }],
    ["another annotator's work", { completed_by: randomUUID() }],
    ["two people's answers", { pair: [randomUUID(), randomUUID()] }],
    ["a disagreement", { disagreement_label: randomUUID() }],
    ["the time of adding, when copies are made", { added_since: "2026-01-01T00:00:00Z" }],
    ["the time of completion", { completed_until: "2026-01-01T00:00:00Z" }],
    ["answers", { include_answers: true }],
    ["fields", { include_fields: true }],
    ...itemOrderings
      .filter((ordering) => !annotatorOrderings.includes(ordering))
      .map((ordering): [string, { ordering: typeof ordering }] => [`the order ${ordering}`, { ordering }]),
  ];
  test.each(narrower)("do not let an annotator use %s", async (_, wish) => {
    const annotator = await createCaller(database.db, organization);
    const { queue_id } = await createTestQueue(manager, organization, { items: 1, annotators: [annotator] });
    const read = listItems(annotator, { queue_id, page: 1, ordering: "order", ...wish });
    await expect(read).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("are all covered by the table above", () => {
    const named = new Set(narrower.flatMap(([, wish]) => Object.keys(wish)));
    const beside = [
      "min_value",
      "max_value",
      "pair_differs",
      "first_value",
      "second_value",
      "added_until",
      "completed_since",
    ];
    const open: readonly string[] = annotatorFilters;
    const missing = Object.keys(itemFilterFields).filter(
      (name) => !named.has(name) && !beside.includes(name) && !open.includes(name),
    );
    expect(missing).toEqual([]);
  });
});
