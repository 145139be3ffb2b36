// Pairs of annotators, their confusion, and an annotator over time; and the items behind each figure.
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { listItems as listContract } from "@/lib/contracts/annotation/items";
import type { ItemFilters } from "@/lib/contracts/annotation/items/filters";
import { getQueueAgreement } from "./agreement-report";
import { getAnnotatorAgreement } from "./over-time";
import { getPairConfusion, listPairAgreements } from "./pair-reports";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let people: Context[];
let queue: TestQueue;
const [ADA, BOB, CY] = [0, 1, 2];

/** Ada's, Bob's and Cy's stars, by item. */
const STARS: readonly (readonly (number | null)[])[] = [
  [5, 5, null],
  [5, 4, null],
  [5, 4, 4],
  [1, null, 2],
  [2, null, null],
];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  people = await Promise.all([0, 1, 2].map(() => createCaller(database.db, organization)));
  queue = await createTestQueue(owner, organization, {
    items: STARS.length,
    annotators: people,
    annotationsRequired: 3,
  });
  for (const [index, stars] of STARS.entries())
    for (const [who, rating] of stars.entries()) {
      if (rating === null) continue;
      const at = { queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" };
      const annotations = [{ label_id: queue.labelId, value: { rating } }];
      await submitAnnotations(person(who), { ...at, annotations });
      await completeItem(person(who), at);
    }
});

const person = (who: number | undefined): Context => people[who ?? 0] ?? owner;
const id = (who: number | undefined) => person(who).caller.userId;
const at = () => ({ queue_id: queue.queue_id, label_id: queue.labelId });
const countOf = async (filters: ItemFilters) =>
  (await listItems(owner, { ...listContract.query.parse(filters), queue_id: queue.queue_id })).count;
const confusion = (first: number | undefined, second: number | undefined, who = owner) =>
  getPairConfusion(who, { ...at(), first: id(first), second: id(second) });

describe("annotator pairs", () => {
  test("have the same figures as the agreement report, with an interval", async () => {
    const { pairs, pending } = await listPairAgreements(owner, at());
    expect(pending).toBe(0);
    const { annotator_pairs } = await getQueueAgreement(owner, { queue_id: queue.queue_id });
    expect(
      pairs.map(({ first, second, items, agreement }) => [first.id, second.id, items, agreement?.toFixed(3)]),
    ).toEqual(
      annotator_pairs.map((pair) => [
        pair.annotator_1_id,
        pair.annotator_2_id,
        pair.total_comparisons,
        pair.agreement_pct?.toFixed(3),
      ]),
    );
    for (const { interval, agreement } of pairs) {
      expect(interval?.low).toBeLessThanOrEqual(agreement ?? -1);
      expect(interval?.high).toBeGreaterThanOrEqual(agreement ?? 2);
    }
  });

  test("lead to the items that they count, and to the items that differ", async () => {
    for (const { first, second, items, same } of (await listPairAgreements(owner, at())).pairs) {
      const pair = [first.id, second.id];
      expect(await countOf({ pair, label_id: queue.labelId })).toBe(items);
      expect(await countOf({ pair, label_id: queue.labelId, pair_differs: true })).toBe(items - same);
    }
  });
});

describe("the confusion table of a pair", () => {
  test("counts items by both values, with the first annotator's in rows", async () => {
    const table = await confusion(ADA, BOB);
    expect(table).toMatchObject({ items: 3, same: 1, left_out: 0, reason: null, label_type: "star" });
    expect(table.categories).toEqual(["1", "2", "3", "4", "5"]);
    const cells = table.cells.map(({ first_value, second_value, items }) => [first_value, second_value, items]);
    expect(cells.toSorted()).toEqual([
      ["5", "4", 2],
      ["5", "5", 1],
    ]);
    const turned = await confusion(BOB, ADA);
    expect(turned.cells.map((cell) => [cell.second_value, cell.first_value, cell.items]).toSorted()).toEqual(
      cells.toSorted(),
    );
    expect(turned.kappa).toBe(table.kappa);
  });

  test("leads to the items of each cell", async () => {
    for (const pair of [
      [ADA, BOB],
      [CY, ADA],
    ]) {
      const { cells, first, second } = await confusion(pair[0], pair[1]);
      for (const { first_value, second_value, items } of cells)
        expect(await countOf({ pair: [first.id, second.id], label_id: queue.labelId, first_value, second_value })).toBe(
          items,
        );
    }
  });

  test("says why there is no table, and refuses people who are not in the queue", async () => {
    const late = await createTestQueue(owner, organization, { items: 1, annotators: people });
    const ask = { queue_id: late.queue_id, label_id: late.labelId, first: id(ADA), second: id(BOB) };
    expect(await getPairConfusion(owner, ask)).toMatchObject({
      items: 0,
      agreement: null,
      reason: expect.stringContaining("same item"),
    });
    const stranger = await createCaller(database.db, organization);
    const unknown = getPairConfusion(owner, { ...ask, second: stranger.caller.userId });
    await expect(unknown).rejects.toMatchObject({ kind: "notFound" });
    await expect(getPairConfusion(owner, { ...ask, second: id(ADA) })).rejects.toMatchObject({ kind: "invalid" });
  });
});

test("an annotator's agreement over time uses the items that others also answered, oldest first", async () => {
  const ask = { ...at(), annotator_id: id(ADA), by: "items" } as const;
  const { items, points, annotator } = await getAnnotatorAgreement(owner, ask);
  expect(annotator.id).toBe(id(ADA));
  expect(items).toBe(4);
  expect(points).toMatchObject([{ items: 4, comparisons: 5, agreement: 0.2 }]);
  const days = await getAnnotatorAgreement(owner, { ...ask, by: "day", time_zone: "Europe/Berlin" });
  expect(days.points.reduce((sum, point) => sum + point.comparisons, 0)).toBe(5);
});

test("annotators can read none of these reports", async () => {
  const reads = [
    () => listPairAgreements(person(ADA), at()),
    () => confusion(ADA, BOB, person(ADA)),
    () => getAnnotatorAgreement(person(ADA), { ...at(), annotator_id: id(ADA), by: "items" }),
  ];
  for (const read of reads) await expect(read()).rejects.toMatchObject({ kind: "forbidden" });
});
