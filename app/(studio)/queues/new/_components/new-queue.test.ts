import { describe, expect, test } from "vitest";
import type { ShownContent } from "@/app/_components/source/layout";
import { settingsProblem } from "@/lib/annotation/labels/rules/label-settings";
import type { Label } from "@/lib/contracts/annotation/labels";
import { emptyLabel, settingsOf } from "../../../labels/_components/label-form";
import { rowsOf } from "../../[queue_id]/_components/adding/source-choice";
import { entryOf, madeEntry, shownLabels } from "./label-entries";
import { type MissingThing, missingOf } from "./missing";
import {
  emptyNewQueue,
  labelsOf,
  layoutValuesOf,
  type NewQueue,
  setUpBody,
  sourceLayoutOf,
  withTemplate,
} from "./new-queue";
import { queueTemplates, templateNames } from "./templates";

const contentOf = (...names: string[]): ShownContent => ({
  kind: "texts",
  title: null,
  texts: names.map((name) => ({ name, text: "…" })),
  facts: [],
  details: [],
});
const labelNamed = (name: string, type: Label["type"]): Label => ({
  id: "00000000-0000-4000-8000-000000000001",
  name,
  type,
  settings: {},
  description: null,
  allow_notes: false,
  project: null,
  archived: false,
  organization: "o",
  version: 1,
  created_at: "",
  updated_at: "",
});
const unknown = { content: null, labels: [] };
const chosen: NewQueue = { ...emptyNewQueue, name: "Replies", sources: rowsOf("d1") };

describe("templates", () => {
  test.each(templateNames)("%s is complete once the source names its fields", (name) => {
    const content = contentOf("question", "context", "answer", "output a", "output b");
    const values = withTemplate(chosen, name);
    const people = { ...values, roles: { a: ["annotator" as const] } };
    expect(missingOf(people, { content, labels: [], total: 3 })).toEqual([]);
    for (const { made } of labelsOf(values, { content, labels: [] }))
      expect(made && settingsProblem(made.type, settingsOf(made))).toBeNull();
    expect(queueTemplates[name].instructions).not.toBe("");
  });

  test("a template replaces labels and rules, but keeps the name, source and people", () => {
    const values = withTemplate({ ...chosen, roles: { a: ["reviewer"] }, annotationsRequired: 5 }, "rag");
    expect(values).toMatchObject({ name: "Replies", sources: chosen.sources, roles: { a: ["reviewer"] } });
    expect([values.annotationsRequired, values.requiresReview, values.labels.length]).toEqual([2, true, 4]);
    expect(withTemplate(values, null)).toMatchObject({ template: null, labels: [], annotationsRequired: 1 });
  });

  test("uses an existing label instead of creating another with its name", () => {
    const known = labelNamed("helpfulness", "star");
    const [first, second] = labelsOf(withTemplate(chosen, "chat"), { content: null, labels: [known] });
    expect(first).toMatchObject({ labelId: known.id, made: null, required: true });
    expect(second?.labelId).toBeNull();
    const other = labelNamed("helpfulness", "text");
    expect(labelsOf(withTemplate(chosen, "chat"), { content: null, labels: [other] })[0]?.labelId).toBeNull();
  });

  test("lays out fields that the template knows, and always leaves at least one in the main area", () => {
    const content = contentOf("question", "retrieved_context", "answer", "expected answer");
    const roles = layoutValuesOf(withTemplate(chosen, "rag"), content)?.fields.map(({ role }) => role);
    expect(roles).toEqual(["main", "context", "main", "expected"]);
    const alone = contentOf("context");
    expect(layoutValuesOf(withTemplate(chosen, "rag"), alone)?.fields.map(({ role }) => role)).toEqual(["main"]);
    expect(sourceLayoutOf(withTemplate(chosen, "chat"), contentOf("question", "answer"))).toBeNull();
  });

  test("recognizes two outputs by their names, and keeps typed names", () => {
    const fieldsOf = (...names: string[]) => {
      const [entry] = labelsOf(withTemplate(chosen, "pairwise"), { content: contentOf(...names), labels: [] });
      return [entry?.made?.first, entry?.made?.second];
    };
    expect(fieldsOf("prompt", "response_a", "response_b")).toEqual(["response_a", "response_b"]);
    expect(fieldsOf("question", "chosen", "rejected")).toEqual(["chosen", "rejected"]);
    expect(fieldsOf("question", "answer")).toEqual(["", ""]);
    const typed = { ...emptyLabel, name: "Better", type: "preference" as const, first: "x", second: "y" };
    const values = { ...chosen, labels: [madeEntry(typed)] };
    expect(labelsOf(values, { content: contentOf("output a", "output b"), labels: [] })[0]?.made?.first).toBe("x");
  });
});

describe("missing parts", () => {
  const stars = labelNamed("Stars", "star");
  const whole = { ...chosen, labels: [entryOf(stars)] };
  const spans = madeEntry({
    ...emptyLabel,
    name: "Errors",
    type: "text_spans",
    field: "reply",
    categories: [{ label: "Wrong", color: "blue" }],
  });
  const cases: [string, Partial<NewQueue>, Parameters<typeof missingOf>[1], Partial<MissingThing>[]][] = [
    ["nothing", {}, { content: null, labels: [stars], total: 20 }, []],
    ["a name", { name: " " }, { ...unknown, labels: [stars], total: 20 }, [{ section: "about", stopsCreation: true }]],
    [
      "a source",
      { sources: emptyNewQueue.sources },
      { ...unknown, labels: [stars], total: null },
      [{ section: "source", stopsCreation: false }],
    ],
    [
      "a source that has anything",
      {},
      { ...unknown, labels: [stars], total: 0 },
      [{ section: "source", text: "Items: no rows match." }],
    ],
    ["fewer rows", {}, { ...unknown, labels: [stars], total: 50_001 }, [{ section: "source", stopsCreation: true }]],
    ["a label", { labels: [] }, { ...unknown, total: 20 }, [{ section: "labels", stopsCreation: false }]],
    [
      "a field of the source",
      { labels: [spans] },
      { content: contentOf("answer"), labels: [], total: 20 },
      [{ section: "labels", stopsCreation: false, text: "“Errors” is about “reply”, which the source does not have." }],
    ],
    [
      "the outputs of a comparison",
      { labels: [madeEntry({ ...emptyLabel, name: "Better", type: "preference" })] },
      { ...unknown, total: 20 },
      [{ section: "labels", stopsCreation: true, text: "Say which outputs “Better” is about." }],
    ],
    [
      "people",
      { annotationsRequired: 3, roles: { a: ["reviewer"], b: ["annotator"] } },
      { ...unknown, labels: [stars], total: 20 },
      [{ section: "people", text: "3 people annotate each item, and the queue has 2 annotators." }],
    ],
  ];
  test.each(cases)("%s", (_, change, known, missing) => {
    const found = missingOf({ ...whole, ...change }, known);
    expect(found).toHaveLength(missing.length);
    expect(found).toMatchObject(missing);
  });
});

describe("the request", () => {
  test("includes the labels in order, the items, the people and the layout", () => {
    const stars = labelNamed("Stars", "star");
    const made = madeEntry({ ...emptyLabel, name: "Why", type: "text" });
    const values: NewQueue = {
      ...chosen,
      labels: [made, entryOf(stars)],
      roles: { a: ["reviewer"] },
      dueDate: "2026-12-04",
    };
    expect(setUpBody(values, { content: contentOf("answer"), labels: [stars] }, true)).toMatchObject({
      name: "Replies",
      due_date: "2026-12-04",
      annotator_ids: ["a"],
      annotator_roles: { a: ["reviewer"] },
      source_layout: null,
      labels: [
        { new_label: { name: "Why", type: "text" }, required: false },
        { label_id: stars.id, required: true },
      ],
      sources: { selection: { source_type: "dataset_row", dataset_id: "d1" } },
      activate: true,
    });
    expect(setUpBody(emptyNewQueue, unknown, false)).not.toHaveProperty("sources");
  });

  test("the preview hides the names of the outputs, as the desk does", () => {
    const better = madeEntry({ ...emptyLabel, name: "Better", type: "preference", first: "a", second: "b" });
    expect(shownLabels([better], [])[0]?.settings).toMatchObject({ first: "a", shown_first: "a" });
  });
});
