// Spans from the label to reports: positions are checked against the source on every way in, and exports have them.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { getGold, setGold } from "@/lib/annotation/checks/gold";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { getQueueAnalytics } from "@/lib/annotation/reports/analytics";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { createLabel, updateLabel } from "./labels";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotators: Context[];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotators = await Promise.all(Array.from({ length: 2 }, () => createCaller(database.db, organization)));
});

const TEXT = "🙂 Paris is\r\nthe capital of Spain 🇪🇸.";
const settings = { field: "input", categories: [{ label: "Fact" }, { label: "Tone" }], allow_overlap: true };
const spanOf = (text: string, category = "Fact") => {
  const start = [...TEXT.slice(0, TEXT.indexOf(text))].length;
  return { field: "input", start, end: start + [...text].length, category, text };
};

async function scene() {
  const queue = await createTestQueue(owner, organization, { items: 3, annotators, annotationsRequired: 2 });
  const label = { name: `Wrong ${crypto.randomUUID()}`, type: "text_spans", settings, allow_notes: false } as const;
  const { id } = await createLabel(owner, label);
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: id, required: false });
  await database.db.execute(sql`
    update dataset_rows as row set cells = jsonb_build_object("column".id::text, ${TEXT}::text)
    from dataset_columns as "column" where "column".dataset_id = row.dataset_id and "column".name = 'input'
      and row.id::text in (select source_id from queue_items where queue_id = ${queue.queue_id})`);
  return { ...queue, spansId: id };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const pathOf = ({ queue_id, itemIds }: Scene, index: number) => ({ queue_id, item_id: itemIds[index] ?? "" });
const submit = (who: Context | undefined, at: Scene, index: number, value: unknown) =>
  submitAnnotations(who ?? owner, { ...pathOf(at, index), annotations: [{ label_id: at.spansId, value }] });
const storedOf = async (who: Context | undefined, at: Scene, index: number) =>
  (await annotateDetail(who ?? owner, { ...pathOf(at, index), reserve: false })).annotations.map(({ value }) => value);

describe("text span positions", () => {
  test("are stored as sent if they are exact, with emoji and Windows line ends", async () => {
    const at = await scene();
    const spans = [spanOf("🙂 Paris"), spanOf("is\r\nthe", "Tone"), spanOf("Spain 🇪🇸")];
    await submit(annotators[0], at, 0, spans);
    expect(await storedOf(annotators[0], at, 0)).toEqual([{ spans, length: [...TEXT].length }]);
    await submit(annotators[0], at, 1, { spans: [], length: 3 });
    expect(await storedOf(annotators[0], at, 1)).toEqual([{ spans: [], length: [...TEXT].length }]);
  });

  test.each([
    ["one character off", { ...spanOf("Paris"), start: 3, end: 8 }],
    [
      "counted as JavaScript does",
      { ...spanOf("Paris"), start: TEXT.indexOf("Paris"), end: TEXT.indexOf("Paris") + 5 },
    ],
    ["with another text", { ...spanOf("Paris"), text: "paris" }],
    ["beyond the end", { ...spanOf("Paris"), start: 100, end: 105 }],
  ])("%s are refused, and the error names the field", async (_, span) => {
    const at = await scene();
    await expect(submit(annotators[0], at, 0, [span])).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { "annotations.0.value": [expect.stringContaining("input")] } },
    });
    const answers = [{ label_id: at.spansId, value: [span] }];
    await expect(setGold(owner, { ...pathOf(at, 2), answers })).rejects.toMatchObject({
      detail: { fields: { "answers.0.value": [expect.stringContaining("input")] } },
    });
  });
});

test("agreement, analytics and gold answers support text spans; a category in use cannot be removed", async () => {
  const at = await scene();
  await submit(annotators[0], at, 0, [spanOf("Paris"), spanOf("Spain", "Tone")]);
  await submit(annotators[1], at, 0, [spanOf("Paris")]);
  const agreement = await getQueueAgreement(owner, { queue_id: at.queue_id });
  const measures = Object.fromEntries(
    (agreement.labels[at.spansId]?.measures ?? []).map((each) => [each.name, each.value]),
  );
  expect(measures).toMatchObject({
    span_f1_exact: expect.closeTo(2 / 3, 9),
    span_f1_characters: expect.closeTo(2 / 3, 9),
  });
  expect(measures.krippendorff_alpha_unitizing).not.toBeNull();
  expect(agreement).toMatchObject({ overall_agreement: null });
  const { label_distribution } = await getQueueAnalytics(owner, { queue_id: at.queue_id });
  expect(label_distribution[at.spansId]).toMatchObject({ values: { Fact: 2, Tone: 1 }, annotations: 2 });
  const answers = [{ label_id: at.spansId, value: [spanOf("Paris")] }];
  await setGold(owner, { ...pathOf(at, 2), answers });
  expect((await getGold(owner, pathOf(at, 2))).answers).toMatchObject([{ value: { spans: [spanOf("Paris")] } }]);
  const change = (next: object) => updateLabel(owner, { id: at.spansId, settings: { ...settings, ...next } });
  await expect(change({ categories: [{ label: "Fact" }] })).rejects.toMatchObject({ kind: "invalid" });
  await expect(change({ field: "output" })).rejects.toMatchObject({ kind: "invalid" });
  await expect(change({ categories: [...settings.categories, { label: "New" }] })).resolves.toMatchObject({
    version: 2,
  });
});
