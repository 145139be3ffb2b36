// Agreement: case 78 of docs/annotation-cases.md, and that folding leaves what counting from scratch leaves.
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { agreementCounters, agreementLabels, queues, scores } from "@/db/schema";
import { seedDemo } from "@/db/seed";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { countersOf } from "@/lib/annotation/agreement/counters";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { Tally } from "@/lib/annotation/agreement/tally";
import { addUnit, emptyTally } from "@/lib/annotation/agreement/testing";
import { bulkRemoveItems, listItems } from "@/lib/annotation/contents/items";
import { createLabel, updateLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel, removeQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import type { LabelType } from "@/lib/contracts/shapes";
import { getQueueAgreement } from "./agreement-report";
import { fold } from "./fold";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotators: Context[];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotators = await Promise.all(Array.from({ length: 3 }, () => createCaller(database.db, organization)));
});

const categorical = {
  rule_prompt: "",
  multi_choice: true,
  options: [{ label: "A" }, { label: "B" }, { label: "C" }],
  auto_annotate: false,
  strategy: null,
};
const agreement = ({ queue_id }: TestQueue, context = owner) => getQueueAgreement(context, { queue_id });
const newQueue = (items: number) => createTestQueue(owner, organization, { items, annotators, annotationsRequired: 3 });
const submit = (who: number, { queue_id, itemIds }: TestQueue, index: number, label_id: string, value: unknown) =>
  submitAnnotations(annotators[who] ?? owner, {
    queue_id,
    item_id: itemIds[index] ?? "",
    annotations: [{ label_id, value }],
  });

/** One label; row i holds what each annotator says of item i. */
async function agreementOf(type: LabelType, settings: Record<string, unknown>, table: readonly (readonly unknown[])[]) {
  const queue = await newQueue(table.length);
  const label = await createLabel(owner, {
    name: `${type} ${crypto.randomUUID()}`,
    type,
    settings,
    allow_notes: false,
  });
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
  for (const [index, values] of table.entries())
    for (const [who, value] of values.entries()) await submit(who, queue, index, label.id, value);
  return { queue, labelId: label.id };
}

describe("agreement (case 78)", () => {
  test("without scores there are no figures", async () => {
    expect(await agreement(await newQueue(2))).toEqual({
      overall_agreement: null,
      labels: {},
      per_label: [],
      annotator_pairs: [],
      pending: 0,
    });
  });

  test("full agreement is 1, and chance-corrected measures are null with a reason, never 1", async () => {
    const { queue, labelId } = await agreementOf("star", { no_of_stars: 5 }, [
      [4, 4],
      [4, 4],
    ]);
    const shown = await agreement(queue);
    expect(shown.overall_agreement).toBe(1);
    const label = shown.labels[labelId];
    expect(label).toMatchObject({
      agreement_pct: 1,
      cohens_kappa: null,
      disagreement_count: 0,
      disagreement_items: [],
    });
    expect(label?.measures.find((measure) => measure.name === "fleiss_kappa")).toMatchObject({
      value: null,
      reason: expect.stringContaining("0/0"),
    });
  });

  test("two of four items agreeing is a half, and the other two can be listed", async () => {
    const { queue, labelId } = await agreementOf("thumbs_up_down", {}, [
      ["up", "up"],
      ["down", "down"],
      ["up", "down"],
      ["down", "up"],
    ]);
    const shown = await agreement(queue);
    const [first, second] = annotators
      .map((annotator) => annotator.caller.userId)
      .slice(0, 2)
      .sort();
    expect(shown).toMatchObject({
      overall_agreement: 0.5,
      annotator_pairs: [{ annotator_1_id: first, annotator_2_id: second, agreement_pct: 0.5, total_comparisons: 4 }],
    });
    const differing = queue.itemIds.slice(2, 4).sort();
    expect(shown.labels[labelId]).toMatchObject({
      agreement_pct: 0.5,
      disagreement_count: 2,
      disagreement_items: differing,
      items: 4,
      annotators: 2,
      comparisons: 4,
      cohens_kappa: 0,
    });
    const listed = await listItems(owner, {
      queue_id: queue.queue_id,
      page: 1,
      ordering: "order",
      disagreement_label: labelId,
    });
    expect(listed.results.map((item) => item.id)).toEqual(queue.itemIds.slice(2, 4));
  });

  test("numeric labels have a kappa within its bounds", async () => {
    const settings = { min: 0, max: 10, step_size: 1, display_type: "slider" };
    const { queue, labelId } = await agreementOf("numeric", settings, [
      [1, 1],
      [2, 3],
      [7, 7],
      [4, 9],
    ]);
    const label = (await agreement(queue)).labels[labelId];
    expect(Math.abs(label?.cohens_kappa ?? 2)).toBeLessThanOrEqual(1);
    expect(label?.krippendorff_alpha).toBeGreaterThan(0);
    expect(label?.fleiss_kappa).toBeNull();
  });

  test("the order of a selection does not matter, and texts have no kappa", async () => {
    const { queue, labelId } = await agreementOf("categorical", categorical, [
      [
        ["A", "B"],
        ["B", "A"],
      ],
      [["C"], ["C"]],
    ]);
    expect((await agreement(queue)).labels[labelId]).toMatchObject({ agreement_pct: 1, disagreement_count: 0 });
    const texts = await agreementOf("text", {}, [
      ["fine", "fine"],
      ["fine", "poor"],
    ]);
    expect((await agreement(texts.queue)).labels[texts.labelId]).toMatchObject({
      agreement_pct: 0.5,
      cohens_kappa: null,
    });
  });
});

test("the published table of diagnoses gives its published kappa", async () => {
  const organization = await createOrganization(database.db, "Demo");
  const demoOwner = await createCaller(database.db, organization, "Owner");
  await seedDemo(database.db, {
    organizationId: organization.id,
    workspaceId: organization.workspaceId,
    ownerId: demoOwner.caller.userId,
    now: new Date(),
  });
  const demo = await database.db.select().from(queues).where(eq(queues.organizationId, organization.id));
  const diagnoses = demo.find((queue) => queue.name.includes("Fleiss"));
  const shown = await getQueueAgreement(demoOwner, { queue_id: diagnoses?.id ?? "" });
  const [label] = Object.values(shown.labels);
  expect(label).toMatchObject({
    label_name: "Diagnosis",
    fleiss_kappa: 0.43,
    items: 30,
    annotators: 6,
    comparisons: 450,
  });
  const kappa = label?.measures.find((measure) => measure.name === "fleiss_kappa");
  expect(kappa?.value).toBeCloseTo(0.43024, 5);
  expect(kappa).toMatchObject({ interval: null, interval_reason: expect.stringContaining("needs at least 60") });
  expect(shown.annotator_pairs).toHaveLength(15);
});

describe("counting pending updates", () => {
  let queue: TestQueue;
  let labelIds: Record<"star" | "categorical" | "numeric" | "text", string>;

  beforeEach(async () => {
    queue = await newQueue(25);
    const make = async (type: LabelType, settings: Record<string, unknown>) => {
      const label = await createLabel(owner, {
        name: `${type} ${crypto.randomUUID()}`,
        type,
        settings,
        allow_notes: false,
      });
      await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
      return label.id;
    };
    labelIds = {
      star: queue.labelId,
      categorical: await make("categorical", categorical),
      numeric: await make("numeric", {}),
      text: await make("text", {}),
    };
  });

  const random = seededRandom("folding");
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T; // safe: never empty
  const anyValue = {
    star: () => pick([1, 2, 3]),
    categorical: () => pick([["A"], ["B", "A"], ["C", "B"]]),
    numeric: () => pick([0.1, 0.2, 0.30000000000000004, 1e21, 7]),
    text: () => pick(["fine", "poor"]),
  };
  const submitAny = (who: number, index: number) => {
    const type = pick(Object.keys(anyValue) as (keyof typeof anyValue)[]); // safe: the keys of a literal
    return submit(who, queue, index, labelIds[type], anyValue[type]());
  };

  const stored = async (labelId: string) => {
    const rows = await database.db
      .select({ counter: agreementCounters.counter, key: agreementCounters.key, sum: agreementCounters.sum })
      .from(agreementCounters)
      .where(eq(agreementCounters.labelId, labelId));
    return new Map(rows.map((row) => [`${row.counter} ${row.key}`, row.sum]));
  };

  async function fromScratch(type: LabelType, labelId: string): Promise<Map<string, number>> {
    const rows = await database.db.execute<{ item: string; user: string; value: Record<string, unknown> }>(sql`
      select queue_item_id as item, annotator_id as user, value from scores
      where label_id = ${labelId} and deleted_at is null order by 1, 2`);
    const answers = new Map<string, Map<string, string>>();
    for (const { item, user, value } of rows) {
      const [bare] = Object.values(value);
      const text = Array.isArray(bare) ? JSON.stringify([...bare].sort()) : String(bare);
      answers.set(item, (answers.get(item) ?? new Map()).set(user, text));
    }
    let tally: Tally = emptyTally;
    for (const item of answers.values()) tally = addUnit(tally, countersOf[type], item);
    return new Map(
      Object.entries(tally).flatMap(([counter, counts]) =>
        [...counts].map(([key, sum]): [string, number] => [`${counter} ${key}`, sum]),
      ),
    );
  }

  async function assertFolded() {
    for (const [type, labelId] of Object.entries(labelIds)) {
      const [kept, expected] = [await stored(labelId), await fromScratch(type as LabelType, labelId)]; // safe: keys are types
      expect([...kept.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [key, sum] of expected) expect(Math.abs((kept.get(key) ?? Number.NaN) / sum - 1)).toBeLessThan(1e-12);
    }
  }

  test("in parallel while people submit, change and remove values, matches a count from scratch", async () => {
    for (let round = 0; round < 12; round++) {
      const writes = Array.from({ length: 12 }, () => submitAny(Math.floor(random() * 3), Math.floor(random() * 20)));
      const removal =
        round === 6 ? [bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds.slice(0, 3) })] : [];
      const folds = [fold(database.db, queue.queue_id, 5), fold(database.db, queue.queue_id, 5)];
      const outcomes = await Promise.allSettled([...writes, ...removal, ...folds]);
      const broken = outcomes.filter((one) => one.status === "rejected" && one.reason?.name !== "Failure");
      expect(broken).toEqual([]);
    }
    while ((await fold(database.db, queue.queue_id, 7)) === 7);
    await assertFolded();
    await bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds });
    await fold(database.db, queue.queue_id);
    const left = await database.db
      .select()
      .from(agreementCounters)
      .where(eq(agreementCounters.queueId, queue.queue_id));
    expect(left).toEqual([]);
  });

  test("keeps them if it fails, and the next try does not count twice", async () => {
    await submit(0, queue, 0, labelIds.star, 3);
    await submit(1, queue, 0, labelIds.star, 2);
    const failing = database.db.transaction(async (tx) => {
      await fold(tx, queue.queue_id);
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    expect(await fold(database.db, queue.queue_id)).toBeGreaterThan(1);
    expect(await fold(database.db, queue.queue_id)).toBe(0);
    await submit(1, queue, 0, labelIds.star, 2);
    expect(await fold(database.db, queue.queue_id)).toBeGreaterThan(0);
    await assertFolded();
  });

  test("computes measures once per version, and again when the scale changes", async () => {
    await submit(0, queue, 0, labelIds.star, 3);
    await submit(1, queue, 0, labelIds.star, 2);
    const first = (await agreement(queue)).labels[labelIds.star];
    await database.db
      .update(agreementLabels)
      .set({ measures: { ...first, annotators: 77 } })
      .where(eq(agreementLabels.labelId, labelIds.star));
    expect((await agreement(queue)).labels[labelIds.star]?.annotators).toBe(77);
    await updateLabel(owner, { id: labelIds.star, settings: { no_of_stars: 7 } });
    expect((await agreement(queue)).labels[labelIds.star]?.annotators).toBe(2);
  });

  test("starts again when a label's type changes", async () => {
    await submit(0, queue, 0, labelIds.categorical, ["A"]);
    await submit(1, queue, 0, labelIds.categorical, ["B"]);
    await agreement(queue);
    await database.db.update(scores).set({ deletedAt: new Date() }).where(eq(scores.labelId, labelIds.categorical));
    await updateLabel(owner, { id: labelIds.categorical, type: "thumbs_up_down", settings: {} });
    await submit(0, queue, 1, labelIds.categorical, "up");
    await submit(1, queue, 1, labelIds.categorical, "up");
    expect((await agreement(queue)).labels[labelIds.categorical]).toMatchObject({ agreement_pct: 1, items: 1 });
    expect(await stored(labelIds.categorical)).toEqual(await fromScratch("thumbs_up_down", labelIds.categorical));
  });

  test("leaves out detached labels and restores their figures when they are attached again", async () => {
    await submit(0, queue, 0, labelIds.star, 3);
    await submit(1, queue, 0, labelIds.star, 2);
    const input = { queue_id: queue.queue_id, label_id: labelIds.star };
    expect(Object.keys((await agreement(queue)).labels)).toEqual([labelIds.star]);
    await removeQueueLabel(owner, input);
    expect(await agreement(queue)).toMatchObject({ labels: {}, overall_agreement: null, annotator_pairs: [] });
    await addQueueLabel(owner, { ...input, required: false });
    expect((await agreement(queue)).overall_agreement).toBe(0);
  });

  test("ignores imported values, which no annotator gave", async () => {
    await submit(0, queue, 0, labelIds.star, 3);
    await submit(1, queue, 0, labelIds.star, 2);
    await database.db
      .update(scores)
      .set({ scoreSource: "imported" })
      .where(eq(scores.annotatorId, annotators[1]?.caller.userId ?? ""));
    expect((await agreement(queue)).labels[labelIds.star]).toMatchObject({ items: 0, agreement_pct: null });
  });

  test("handles a limited number per read and reports how many are left", async () => {
    await submit(0, queue, 0, labelIds.star, 3);
    while ((await fold(database.db, queue.queue_id)) > 0);
    await database.db.execute(sql`
      insert into item_marks (queue_id, item_id)
      select ${queue.queue_id}, ${queue.itemIds[0]} from generate_series(1, 20500)`);
    expect((await agreement(queue)).pending).toBe(500);
    expect((await agreement(queue)).pending).toBe(0);
  });

  test("annotators may not read agreement", async () => {
    await expect(agreement(queue, annotators[0])).rejects.toMatchObject({
      kind: "forbidden",
      message: expect.stringContaining("managers and reviewers"),
    });
  });
});
