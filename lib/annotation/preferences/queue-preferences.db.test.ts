// Preferences from the label to the report: order drawn for each person, models kept from annotators, ranking.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { datasetColumns, datasetRows, labels } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createLabel, updateLabel } from "@/lib/annotation/labels/labels";
import { preferenceRules } from "@/lib/annotation/labels/rules/preference";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { getQueueAnalytics } from "@/lib/annotation/reports/analytics";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { getQueuePreferences } from "./queue-preferences";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotators: Context[];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotators = await Promise.all(Array.from({ length: 2 }, () => createCaller(database.db, organization)));
});

const settings = { first: "answer_a", second: "answer_b", allow_tie: true, allow_both_bad: true };
const pathOf = ({ queue_id, itemIds }: TestQueue, index: number) => ({ queue_id, item_id: itemIds[index] ?? "" });

/** A queue of rows with two answers and their models. */
async function scene(items: number, change: object = {}) {
  const queue = await createTestQueue(owner, organization, { items, annotators, annotationsRequired: 2 });
  const label = await createLabel(owner, {
    name: `Better ${crypto.randomUUID()}`,
    type: "preference",
    settings: { ...settings, ...change },
    allow_notes: false,
  });
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
  const [row] = await database.db
    .select({ datasetId: datasetRows.datasetId })
    .from(datasetRows)
    .where(sql`${datasetRows.id}::text = (select source_id from queue_items where id = ${queue.itemIds[0]})`);
  const datasetId = row?.datasetId ?? "";
  for (const [order, name] of ["answer_a", "answer_b", "model_a", "model_b"].entries()) {
    const [column] = await database.db
      .insert(datasetColumns)
      .values({ datasetId, name, dataType: "text", order: order + 1 })
      .returning();
    const value = name.startsWith("model")
      ? sql`case when ("order" % 2 = 0) = ${name === "model_a"} then 'gpt' else 'claude' end`
      : sql`${name}::text || ' of row ' || "order"`;
    await database.db
      .update(datasetRows)
      .set({ cells: sql`cells || jsonb_build_object(${column?.id}::text, ${value})` })
      .where(eq(datasetRows.datasetId, datasetId));
  }
  return { ...queue, preferenceId: label.id };
}

const submit = (who: Context | undefined, at: TestQueue & { preferenceId: string }, index: number, value: unknown) =>
  submitAnnotations(who ?? owner, { ...pathOf(at, index), annotations: [{ label_id: at.preferenceId, value }] });

test("each annotator gets a stable order of outputs; reviewers get none, and annotators see no model", async () => {
  const at = await scene(12, { first_model: "model_a", second_model: "model_b" });
  const orders = new Map<string, string[]>();
  for (const person of annotators)
    for (const index of at.itemIds.keys()) {
      const detail = await annotateDetail(person, { ...pathOf(at, index), reserve: false });
      const label = detail.labels.find(({ label_id }) => label_id === at.preferenceId);
      expect(detail.item.source_content).toMatchObject({ fields: { answer_a: expect.stringContaining("answer_a") } });
      expect(JSON.stringify(detail.item.source_content)).not.toContain("gpt");
      const shown = preferenceRules(label?.settings ?? {}).shownFirst ?? "";
      orders.set(person.caller.userId, [...(orders.get(person.caller.userId) ?? []), shown]);
    }
  const [one, other] = [...orders.values()];
  expect(new Set(one)).toEqual(new Set(["answer_a", "answer_b"]));
  expect(one).not.toEqual(other);
  const again = await annotateDetail(annotators[0] ?? owner, { ...pathOf(at, 0), reserve: false });
  expect(again.labels.at(-1)?.settings.shown_first).toBe(one?.[0]);
  const review = await annotateDetail(owner, { ...pathOf(at, 0), reserve: false, view_mode: "review" });
  expect(review.labels.at(-1)?.settings.shown_first).toBeUndefined();
  const [stored] = await database.db.select().from(labels).where(eq(labels.id, at.preferenceId));
  expect(stored?.settings).not.toHaveProperty("shown_first");
});

test("the report ranks outputs, or the models behind them, and shows position bias", async () => {
  const at = await scene(8);
  const [ana, ben] = annotators;
  for (let index = 0; index < 8; index++) {
    const preferred = index < 6 ? "answer_a" : "answer_b";
    await submit(ana, at, index, { preferred, shown_first: index < 7 ? preferred : "answer_a" });
    await submit(ben, at, index, index === 0 ? "tie" : index === 1 ? "both_bad" : "answer_a");
  }
  const { labels: reports } = await getQueuePreferences(owner, { queue_id: at.queue_id });
  expect(reports).toMatchObject([
    { label_id: at.preferenceId, items: 8, answers: 16, ties: 1, both_bad: 1, truncated: false },
  ]);
  const [report] = reports;
  expect(report?.contestants).toMatchObject([
    { name: "answer_a", wins: 12, losses: 2, ties: 2, win_rate: expect.closeTo(13 / 16, 6), interval: null },
    { name: "answer_b", wins: 2, losses: 12, ties: 2, win_rate: expect.closeTo(3 / 16, 6) },
  ]);
  expect(report?.position).toMatchObject({ answers: 8, first_share: 0.875 });

  const settingsOfModels = { ...settings, first_model: "model_a", second_model: "model_b" };
  await database.db.update(labels).set({ settings: settingsOfModels }).where(eq(labels.id, at.preferenceId));
  const byModel = await getQueuePreferences(owner, { queue_id: at.queue_id });
  const facts = byModel.labels[0]?.contestants.map(({ name, wins, losses }) => [name, wins, losses]).sort();
  // Even rows have gpt first; answers to a: rows 0 to 5 and, of one person, also 6 and 7.
  expect(facts).toEqual([
    ["claude", 7, 7],
    ["gpt", 7, 7],
  ]);

  const agreement = await getQueueAgreement(owner, { queue_id: at.queue_id });
  expect(agreement.labels[at.preferenceId]).toMatchObject({
    label_type: "preference",
    items: 8,
    disagreement_count: 4,
  });
  const { label_distribution } = await getQueueAnalytics(owner, { queue_id: at.queue_id });
  expect(label_distribution[at.preferenceId]?.values).toEqual({ answer_a: 12, answer_b: 2, tie: 1, both_bad: 1 });
  await expect(getQueuePreferences(annotators[0] ?? owner, { queue_id: at.queue_id })).rejects.toMatchObject({
    kind: "forbidden",
  });
});

test("the compared outputs and an answer in use cannot be changed after the first answer", async () => {
  const at = await scene(1);
  await submit(annotators[0], at, 0, "tie");
  const change = (next: object) => updateLabel(owner, { id: at.preferenceId, settings: { ...settings, ...next } });
  await expect(change({ second: "answer_c" })).rejects.toMatchObject({
    detail: { fields: { "settings.second": [expect.stringContaining("judged")] } },
  });
  await expect(change({ allow_tie: false })).rejects.toMatchObject({
    detail: { fields: { "settings.options": [expect.stringContaining("tie")] } },
  });
  await expect(change({ allow_both_bad: false })).resolves.toMatchObject({ version: 2 });
  await expect(submit(annotators[1], at, 0, "both_bad")).rejects.toMatchObject({ kind: "invalid" });
});
