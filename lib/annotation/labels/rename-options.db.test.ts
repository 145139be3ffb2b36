import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { goldAnswers, itemDrafts, scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { setGold } from "@/lib/annotation/checks/gold";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { getQueueAnalytics } from "@/lib/annotation/reports/analytics";
import { adjudicateItem, resolvedValues } from "@/lib/annotation/review/adjudication";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { getDraft, saveDraft } from "@/lib/annotation/work/drafts";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import { createLabel, getLabel, updateLabel } from "./labels";

const database = suiteDatabase(32);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const settingsOf = (...options: string[]) => ({
  rule_prompt: "",
  multi_choice: true,
  auto_annotate: false,
  strategy: null,
  options: options.map((label) => ({ label, colour: `of ${label}` })),
});

interface Scene {
  queue: TestQueue;
  toneId: string;
  annotators: [Context, Context];
}

async function scene(items = 2): Promise<Scene> {
  const annotators: [Context, Context] = [
    await createCaller(database.db, organization),
    await createCaller(database.db, organization),
  ];
  const queue = await createTestQueue(owner, organization, { items, annotators, annotationsRequired: 2 });
  const tone = await createLabel(owner, {
    name: `Tone ${crypto.randomUUID()}`,
    type: "categorical",
    settings: settingsOf("Freindly", "Curt", "Other"),
    allow_notes: true,
  });
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: tone.id, required: false });
  return { queue, toneId: tone.id, annotators };
}

const pathOf = ({ queue }: Scene, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const submit = (by: Context, at: Scene, value: unknown, index = 0) =>
  submitAnnotations(by, { ...pathOf(at, index), annotations: [{ label_id: at.toneId, value, notes: "Freindly" }] });
const rename = (at: Scene, from = "Freindly", to = "Friendly") =>
  updateLabel(owner, { id: at.toneId, renamed_options: [{ from, to }] });
const valuesOf = async ({ toneId }: Scene) =>
  (await database.db.select().from(scores).where(eq(scores.labelId, toneId)).orderBy(scores.createdAt, scores.id)).map(
    (score) => score.value.selected,
  );

describe("renaming options", () => {
  test("keeps the options' answers, histories and notes", async () => {
    const at = await scene();
    const [ana, ben] = at.annotators;
    await submit(ana, at, ["Freindly", "Other"]);
    await submit(ben, at, ["Freindly"]);
    await submit(ben, at, ["Curt"]);
    await submit(ana, at, "Freindly", 1);
    const before = await database.db.select().from(scores).where(eq(scores.labelId, at.toneId));
    const label = await rename(at);
    expect(label).toMatchObject({
      version: 2,
      settings: {
        multi_choice: true,
        options: [
          { label: "Friendly", colour: "of Freindly", formerly: ["Freindly"] },
          { label: "Curt", colour: "of Curt" },
          { label: "Other", colour: "of Other" },
        ],
      },
    });
    expect(await valuesOf(at)).toEqual([["Friendly", "Other"], ["Curt"], ["Friendly"]]);
    const after = await database.db.select().from(scores).where(eq(scores.labelId, at.toneId));
    const rest = (rows: typeof before) =>
      rows.map(({ value: _, valueHistory: __, ...row }) => row).sort((a, b) => a.id.localeCompare(b.id));
    expect(rest(after)).toEqual(rest(before));
    expect(after.flatMap((score) => score.valueHistory)).toMatchObject([{ value: { selected: ["Friendly"] } }]);
    expect(after.map((score) => score.notes)).toEqual(["Freindly", "Freindly", "Freindly"]);
  });

  test("counts agreement and the distribution of values under the new name", async () => {
    const at = await scene(1);
    const [ana, ben] = at.annotators;
    await submit(ana, at, "Freindly");
    await submit(ben, at, "Freindly");
    const read = async () => {
      const [agreement, analytics] = [
        await getQueueAgreement(owner, { queue_id: at.queue.queue_id }),
        await getQueueAnalytics(owner, { queue_id: at.queue.queue_id }),
      ];
      return [agreement.labels[at.toneId], analytics.label_distribution[at.toneId]?.values];
    };
    const [agreement] = await read();
    expect(agreement).toMatchObject({ agreement_pct: 1 });
    await rename(at);
    await submit(ben, at, "Friendly");
    expect(await read()).toMatchObject([{ agreement_pct: 1, disagreement_count: 0 }, { Friendly: 2 }]);
    expect((await read())[1]).not.toHaveProperty("Freindly");
  });

  test("applies to drafts, undone submissions, settled values and gold answers", async () => {
    const at = await scene(3);
    const [ana, ben] = at.annotators;
    await submit(ana, at, "Freindly");
    await submit(ana, at, "Curt");
    await submit(ben, at, "Curt");
    const admin = await createCaller(database.db, organization, "Owner");
    await adjudicateItem(admin, { ...pathOf(at), values: [{ label_id: at.toneId, value: "Freindly" }] });
    await adjudicateItem(admin, { ...pathOf(at), values: [{ label_id: at.toneId, value: "Curt" }] });
    const draft = {
      annotations: [{ label_id: at.toneId, value: ["Freindly"], notes: "Freindly" }],
      item_notes: "Freindly",
    };
    await saveDraft(ben, { ...pathOf(at, 1), ...draft, revision: null });
    await setGold(owner, { ...pathOf(at, 2), answers: [{ label_id: at.toneId, value: "Freindly" }] });
    const [{ revision } = { revision: 0 }] = await database.db
      .select()
      .from(itemDrafts)
      .where(eq(itemDrafts.itemId, pathOf(at, 1).item_id));
    await rename(at);
    expect(await getDraft(ben, pathOf(at, 1))).toMatchObject({
      revision,
      annotations: [{ value: ["Friendly"], notes: "Freindly" }],
      item_notes: "Freindly",
    });
    const settled = await resolvedValues(database.db, pathOf(at).item_id);
    expect(settled).toMatchObject([
      { value: { selected: ["Curt"] }, history: [{ value: { selected: ["Friendly"] } }] },
    ]);
    expect(await database.db.select().from(goldAnswers).where(eq(goldAnswers.labelId, at.toneId))).toMatchObject([
      { value: { selected: ["Friendly"] } },
    ]);
    const other = await scene(1);
    await submit(other.annotators[0], other, "Freindly");
    await submit(other.annotators[0], other, "Curt");
    await rename(other);
    await undoItem(other.annotators[0], pathOf(other));
    expect(await valuesOf(other)).toEqual([["Friendly"]]);
  });

  test("can swap two names, and swap them back", async () => {
    const at = await scene();
    const [ana, ben] = at.annotators;
    await submit(ana, at, ["Freindly"]);
    await submit(ben, at, ["Curt"]);
    const renamed_options = [
      { from: "Freindly", to: "Curt" },
      { from: "Curt", to: "Freindly" },
    ];
    await updateLabel(owner, { id: at.toneId, renamed_options });
    expect(await valuesOf(at)).toEqual([["Curt"], ["Freindly"]]);
    await updateLabel(owner, { id: at.toneId, renamed_options });
    expect(await valuesOf(at)).toEqual([["Freindly"], ["Curt"]]);
    await rename(at);
    await rename(at, "Friendly", "Freindly");
    const { settings } = await getLabel(owner, { id: at.toneId });
    expect(settings.options).toMatchObject([{ label: "Freindly", formerly: ["Friendly"] }, {}, {}]);
  });

  test("accepts the old name for the option until another option takes that name", async () => {
    const at = await scene();
    await rename(at);
    await submit(at.annotators[0], at, "Freindly");
    expect(await valuesOf(at)).toEqual([["Friendly"]]);
    await updateLabel(owner, { id: at.toneId, settings: settingsOf("Friendly", "Curt", "Other", "Freindly") });
    await submit(at.annotators[1], at, "Freindly");
    expect(await valuesOf(at)).toEqual([["Friendly"], ["Freindly"]]);
  });

  test.each([
    ["an option that is not there", [{ from: "Rude", to: "Curt" }], "There is no option Rude."],
    ["into one that exists", [{ from: "Freindly", to: "Curt" }], "Curt is an option already"],
    [
      "twice",
      [
        { from: "Freindly", to: "A" },
        { from: "Freindly", to: "B" },
      ],
      "Name each option once.",
    ],
  ])("is refused: %s", async (_, renamed_options, problem) => {
    const at = await scene();
    await expect(updateLabel(owner, { id: at.toneId, renamed_options })).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(problem),
      detail: { fields: { renamed_options: [expect.stringContaining(problem)] } },
    });
  });

  test("requires the new names in the settings, and keeps other options that are in use", async () => {
    const at = await scene();
    await submit(at.annotators[0], at, ["Freindly", "Curt"]);
    const change = { id: at.toneId, renamed_options: [{ from: "Freindly", to: "Friendly" }] };
    await expect(updateLabel(owner, { ...change, settings: settingsOf("Warm", "Curt") })).rejects.toMatchObject({
      message: "renamed_options: Friendly is not among settings.options.",
    });
    await expect(updateLabel(owner, { ...change, settings: settingsOf("Friendly", "Other") })).rejects.toMatchObject({
      message: expect.stringContaining("Options in use cannot be removed: Curt"),
    });
    expect(await valuesOf(at)).toEqual([["Freindly", "Curt"]]);
    await updateLabel(owner, { ...change, settings: settingsOf("Friendly", "Curt", "New") });
    expect(await valuesOf(at)).toEqual([["Friendly", "Curt"]]);
    await expect(rename({ ...at, toneId: at.queue.labelId })).rejects.toMatchObject({
      message: "renamed_options: Only categorical labels have options.",
    });
  });

  test("applies to answers that arrive under the old name at that moment", async () => {
    for (let round = 0; round < 6; round++) {
      const at = await scene(8);
      const [ana, ben] = at.annotators;
      const outside = {
        source_type: "dataset_row" as const,
        label_id: at.toneId,
        notes: "",
        score_source: "human" as const,
      };
      const stored = await database.db.query.queueItems.findFirst({
        where: (item) => eq(item.id, pathOf(at, 7).item_id),
      });
      await Promise.all([
        ...Array.from({ length: 7 }, (_, index) => submit(ana, at, "Freindly", index)),
        rename(at),
        ...Array.from({ length: 7 }, (_, index) => submit(ben, at, ["Freindly"], index)),
        createScore(owner, { ...outside, source_id: stored?.sourceId ?? "", value: "Freindly" }),
      ]);
      expect(new Set((await valuesOf(at)).map((selected) => JSON.stringify(selected)))).toEqual(
        new Set(['["Friendly"]']),
      );
      expect(await valuesOf(at)).toHaveLength(15);
    }
  });
});
