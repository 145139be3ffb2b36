// Repeats, and what checks have shown: the figures of analytics follow every change of an answer.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { hardDeleteQueue } from "@/lib/annotation/queues/hard-delete";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { getQueueAnalytics } from "@/lib/annotation/reports/analytics";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import { setGold } from "./gold";

const database = suiteDatabase(16);
let organization: TestOrganization;
let manager: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const newAnnotator = () => createCaller(database.db, organization);
const next = async (context: Context, { queue_id }: TestQueue) =>
  (await nextItem(context, { queue_id, include_completed: false })).item;
const submit = (context: Context, { queue_id, labelId }: TestQueue, item_id: string, rating: number) =>
  submitAnnotations(context, { queue_id, item_id, annotations: [{ label_id: labelId, value: { rating } }] });
const rowOf = async (id: string) => {
  const [row] = await database.db.select().from(queueItems).where(eq(queueItems.id, id));
  if (!row) throw new Error("no such item");
  return row;
};
/** Completes everything that the annotator is given; `rate` says how. Returns the rows, in order. */
async function workThrough(annotator: Context, queue: TestQueue, rate: (row: Row) => number = () => 4) {
  const done: Row[] = [];
  for (let item = await next(annotator, queue); item; ) {
    const row = await rowOf(item.id);
    done.push(row);
    await submit(annotator, queue, item.id, rate(row));
    item = (await completeItem(annotator, { queue_id: queue.queue_id, item_id: item.id })).next_item;
  }
  return done;
}
type Row = typeof queueItems.$inferSelect;
const figures = async ({ queue_id }: TestQueue, annotator: Context) => {
  const { annotator_performance: people } = await getQueueAnalytics(manager, { queue_id });
  const person = people.find((entry) => entry.user_id === annotator.caller.userId);
  return { gold: person?.gold, repeats: person?.repeats };
};

describe("repeats", () => {
  test("are shown once per item, after a gap, to its annotator, and do not count as work", async () => {
    const [one, two] = await Promise.all([newAnnotator(), newAnnotator()]);
    const queue = await createTestQueue(manager, organization, { items: 60, annotators: [one, two] });
    await updateQueue(manager, { queue_id: queue.queue_id, repeat_percent: 50 });
    const [first, second] = await Promise.all([workThrough(one, queue), workThrough(two, queue)]);
    const repeats = [...first, ...second].filter((row) => row.purpose === "repeat");
    expect(repeats.length).toBeGreaterThan(5);
    expect(new Set(repeats.map((row) => row.copyOf)).size).toBe(repeats.length);
    for (const done of [first, second]) {
      const work = done.filter((row) => row.purpose === "work").map((row) => row.id);
      for (const [index, row] of done.entries()) {
        if (!row.copyOf) continue;
        const since = done.slice(0, index).filter((earlier) => earlier.purpose === "work");
        expect(since.findIndex((earlier) => earlier.id === row.copyOf)).toBeLessThan(since.length - 10);
        expect(work).toContain(row.copyOf);
      }
    }
    expect(await getQueueProgress(manager, { queue_id: queue.queue_id })).toMatchObject({ total: 60, completed: 60 });
  });

  test("measure how often annotators repeat their own answer, and do not affect agreement", async () => {
    const annotator = await newAnnotator();
    const queue = await createTestQueue(manager, organization, { items: 24, annotators: [annotator] });
    await updateQueue(manager, { queue_id: queue.queue_id, repeat_percent: 50 });
    let wavers = false;
    const done = await workThrough(annotator, queue, (row) => {
      if (row.purpose !== "repeat") return 4;
      wavers = !wavers;
      return wavers ? 3 : 4;
    });
    const repeats = done.filter((row) => row.purpose === "repeat");
    const matching = Math.floor(repeats.length / 2);
    expect((await figures(queue, annotator)).repeats).toMatchObject({ answered: repeats.length, matching });
    // The first answer of one that did not match becomes the second.
    await submit(annotator, queue, repeats[0]?.copyOf ?? "", 3);
    expect((await figures(queue, annotator)).repeats).toMatchObject({ matching: matching + 1 });
    const agreement = await getQueueAgreement(manager, { queue_id: queue.queue_id });
    expect(agreement.annotator_pairs).toEqual([]);
    const analytics = await getQueueAnalytics(manager, { queue_id: queue.queue_id });
    const { label_distribution: values, total, throughput } = analytics;
    expect(values[queue.labelId]).toMatchObject({ annotations: 24, values: { "3": 1, "4": 23 }, unchecked: null });
    expect(total).toBe(24);
    expect(throughput.daily.reduce((sum, { answered }) => sum + answered, 0)).toBe(24);
  });
});

describe("accuracy", () => {
  async function goldQueue(annotators: Context[], items = 36, gold = 6) {
    const queue = await createTestQueue(manager, organization, { items, annotators });
    const { queue_id, labelId } = queue;
    for (const item_id of queue.itemIds.slice(0, gold)) {
      await setGold(manager, { queue_id, item_id, answers: [{ label_id: labelId, value: { rating: 5 } }] });
    }
    await updateQueue(manager, { queue_id, gold_percent: 50 });
    return queue;
  }

  test("follows edits, undo, changed gold answers and removal", async () => {
    const annotator = await newAnnotator();
    const queue = await goldQueue([annotator]);
    const { queue_id, labelId } = queue;
    const done = await workThrough(annotator, queue, (row) => (row.purpose === "work" ? 2 : 5));
    const copies = done.filter((row) => row.purpose === "gold_copy");
    const [first, second] = copies;
    expect(copies.length).toBeGreaterThan(1);
    const all = { answered: copies.length, matching: copies.length, share: 1 };
    expect((await figures(queue, annotator)).gold).toEqual({ ...all, labels: { [labelId]: all } });
    expect((await figures(queue, annotator)).repeats).toEqual({ answered: 0, matching: 0, share: null, labels: {} });

    const item_id = first?.id ?? "";
    await submit(annotator, queue, item_id, 1);
    expect((await figures(queue, annotator)).gold).toMatchObject({
      answered: all.answered,
      matching: all.matching - 1,
    });
    await undoItem(annotator, { queue_id, item_id });
    expect((await figures(queue, annotator)).gold).toMatchObject(all);
    await undoItem(annotator, { queue_id, item_id });
    const without = { answered: all.answered - 1, matching: all.matching - 1 };
    expect((await figures(queue, annotator)).gold).toMatchObject(without);

    await setGold(manager, {
      queue_id,
      item_id: second?.copyOf ?? "",
      answers: [{ label_id: labelId, value: { rating: 1 } }],
    });
    expect((await figures(queue, annotator)).gold).toMatchObject({ ...without, matching: without.matching - 1 });
    await bulkRemoveItems(manager, { queue_id, item_ids: [second?.copyOf ?? ""] });
    expect((await figures(queue, annotator)).gold).toMatchObject({
      answered: without.answered - 1,
      matching: without.matching - 1,
    });
  });

  test("of parallel annotators matches a count of their answers, however often it is read meanwhile", async () => {
    const annotators = await Promise.all(Array.from({ length: 5 }, newAnnotator));
    const queue = await goldQueue(annotators, 50, 5);
    await updateQueue(manager, { queue_id: queue.queue_id, repeat_percent: 20 });
    const reading = Promise.all(Array.from({ length: 10 }, () => figures(queue, manager)));
    await Promise.all(
      annotators.map((annotator, person) => workThrough(annotator, queue, (row) => (row.order % (person + 2) ? 5 : 3))),
    );
    await reading;
    const copyCounts = await database.db.execute<{
      user_id: string;
      purpose: string;
      answered: number;
      matching: number;
    }>(sql`
      select copy.copy_for as user_id, copy.purpose, count(*)::int as answered,
        (count(*) filter (where own.value = coalesce(known.value, earlier.value)))::int as matching
      from queue_items as copy join scores as own on own.queue_item_id = copy.id
      left join gold_answers as known on known.item_id = copy.copy_of
      left join scores as earlier on earlier.queue_item_id = copy.copy_of and earlier.annotator_id = copy.copy_for
      where copy.queue_id = ${queue.queue_id} group by 1, 2`);
    expect(copyCounts.length).toBeGreaterThan(4);
    expect(await wrongCounters(queue)).toEqual([]);
    for (const annotator of annotators) {
      const { gold, repeats } = await figures(queue, annotator);
      for (const [purpose, found] of [
        ["gold_copy", gold],
        ["repeat", repeats],
      ] as const) {
        const row = copyCounts.find((entry) => entry.user_id === annotator.caller.userId && entry.purpose === purpose);
        expect(found).toMatchObject({ answered: row?.answered ?? 0, matching: row?.matching ?? 0 });
      }
    }
  });

  /** People whose checks by state are not what counting their copies gives. */
  const wrongCounters = ({ queue_id }: TestQueue) =>
    database.db
      .execute(sql`
        select user_id, in_progress, completed, copies.* from (
          select subject_id as user_id, sum(sum) filter (where key = 'in_progress') as in_progress,
            sum(sum) filter (where key = 'completed') as completed
          from figures(${queue_id}) where figure = 'checks' group by subject_id
        ) as kept full join (
          select copy_for, count(*) filter (where status = 'in_progress') as begun,
            count(*) filter (where status = 'completed') as done
          from queue_items where queue_id = ${queue_id} and copy_for is not null group by copy_for
        ) as copies on copies.copy_for = kept.user_id
        where coalesce(in_progress, 0) <> coalesce(begun, 0) or coalesce(completed, 0) <> coalesce(done, 0)`)
      .then((rows) => [...rows]);

  test("leaves texts out and says so; a permanently deleted queue leaves nothing behind", async () => {
    const annotator = await newAnnotator();
    const queue = await goldQueue([annotator]);
    const { queue_id, labelId } = queue;
    const text = await createLabel(manager, {
      name: `Why ${queue_id}`,
      type: "text",
      settings: {},
      allow_notes: false,
    });
    await addQueueLabel(manager, { queue_id, label_id: text.id, required: false });
    for (const item_id of queue.itemIds.slice(0, 6)) {
      const answers = [
        { label_id: labelId, value: { rating: 5 } },
        { label_id: text.id, value: { text: "Because" } },
      ];
      await setGold(manager, { queue_id, item_id, answers });
    }
    for (let item = await next(annotator, queue); item; ) {
      const annotations = [
        { label_id: labelId, value: { rating: 5 } },
        { label_id: text.id, value: { text: "Because" } },
      ];
      await submitAnnotations(annotator, { queue_id, item_id: item.id, annotations });
      item = (await completeItem(annotator, { queue_id, item_id: item.id })).next_item;
    }
    const { gold } = await figures(queue, annotator);
    expect(Object.keys(gold?.labels ?? {})).toEqual([labelId]);
    const { label_distribution: labels } = await getQueueAnalytics(manager, { queue_id });
    expect(labels[text.id]?.unchecked).toMatch(/^Texts/);

    const { name } = await updateQueue(manager, { queue_id, description: "Done" });
    await hardDeleteQueue(manager, { queue_id, force: true, confirm_name: name });
    for (const table of [
      "queue_items",
      "check_results",
      "check_counters",
      "queue_figures",
      "item_contributions",
      "item_marks",
    ]) {
      const rows = await database.db.execute(sql`select 1 from ${sql.identifier(table)} where queue_id = ${queue_id}`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
    expect(await database.db.execute(sql`select 1 from gold_answers where label_id = ${labelId}`)).toHaveLength(0);
  });
});
