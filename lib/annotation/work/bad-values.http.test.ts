// What no way in lets pass: values that do not fit their label, labels and items of another queue, too many records.
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { adjudications, itemSeats, scores } from "@/db/schema";
import { itemPath, itemsPath, queuesPath, scoresPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import type { LabelType } from "@/lib/contracts/shapes";
import { mounts } from "@/lib/http/testing/mounts";

/** The row that the items show is "Row 0". */
const span = (text: string, start = 0, end = 3, category = "Fact") => ({ field: "input", start, end, category, text });

/** Values of a wrong shape, or beyond their label's settings. */
const wrong: Record<LabelType, unknown[]> = {
  star: [6, -1, 4.5, "many", true, [4], { stars: 4 }, { rating: "four" }],
  text: [7, true, ["text"], "x".repeat(21), { value: "text" }, { text: { text: "deep" } }, { text: 7 }],
  numeric: [11, -1, 3.5, "many", true, [3], { rating: 3 }, { value: { value: 3 } }],
  thumbs_up_down: ["sideways", 1, ["up"], { value: "UP!" }, { rating: "up" }],
  categorical: ["C", ["A", "C"], 7, true, [["A"]], { selected: "C" }, { selected: { A: true } }, { options: ["A"] }],
  text_spans: [
    "text",
    [7],
    { spans: [span("xyz", 0, 3)] },
    { spans: [span("Row", 1, 4)] },
    { spans: [span("Row", 0, 3, "Other")] },
    { spans: [{ ...span("Row", 0, 3), field: "output" }] },
    { selected: [] },
  ],
  preference: [
    "answer_c",
    1,
    true,
    ["answer_a"],
    { preferred: 2 },
    { selected: ["tie"] },
    { preferred: "tie", shown_first: "C" },
  ],
};
const types = Object.keys(wrong) as LabelType[]; // safe: the record's keys
/** Fields of bulk annotation that are not the type's own, or hold what the label refuses. */
const wrongFields: Record<LabelType, object[]> = {
  star: [{ value: "4" }, { value_float: 6 }, { value_bool: true }],
  text: [{ value_float: 4 }, { value: "x".repeat(21) }, {}],
  numeric: [{ value_float: 11 }, { value: "4" }, { value_float: 3.5 }],
  thumbs_up_down: [{ value: "up" }, { value_float: 1 }, { value_bool: true, value: "up" }],
  categorical: [{ value_str_list: ["C"] }, { value: "A" }, { value_bool: true }],
  text_spans: [{ value: "text" }, { value_str_list: ["Fact"] }, { value_bool: true }],
  preference: [{ value: "answer_c" }, { value_bool: true }, { value_str_list: ["tie"] }],
};

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  /** A queue with one label of the type, and its item's source. */
  async function annotating(type: LabelType) {
    const queue = await house.queue({ items: 1 });
    const { id: label_id } = await house.label(type);
    await house.owner.ok("POST", `${queuesPath}${queue.queue_id}/add-label/`, { label_id });
    const { source_type, source_id } = await house.owner.ok("GET", itemPath(queue, 0));
    return { queue, label_id, source: { source_type, source_id } };
  }
  const live = (label_id: string) =>
    house.server.db
      .select()
      .from(scores)
      .where(and(eq(scores.labelId, label_id), isNull(scores.deletedAt)));

  test.each(types)("every operation refuses a value that does not fit %s, and stores nothing", async (type) => {
    const { queue, label_id, source } = await annotating(type);
    const good = { label_id: queue.labelId, value: 4 };
    const refuse = (path: string, body: unknown, field: string, method = "POST") =>
      house.owner.refused(400, method, path, body, field);
    for (const value of wrong[type]) {
      const bad = { label_id, value };
      const annotations = [good, bad];
      await refuse(itemPath(queue, 0, "annotations/submit/"), { annotations }, "annotations.1.value");
      await refuse(itemPath(queue, 0, "annotations/import/"), { annotations }, "annotations.1.value");
      await refuse(scoresPath, { ...source, ...bad }, "value");
      const { result } = await house.owner.ok("POST", `${scoresPath}bulk/`, { ...source, scores: [bad] });
      expect([value, result.scores, result.errors.length]).toEqual([value, [], 1]);
    }
    const span = await house.span();
    for (const fields of wrongFields[type]) {
      const records = [{ observation_span_id: span, annotations: [{ annotation_label_id: label_id, ...fields }] }];
      const { result } = await house.owner.ok("POST", "/tracer/bulk-annotation/", { records });
      expect([fields, result.succeeded_count, result.errors_count]).toEqual([fields, 0, 1]);
      expect(result.errors).toMatchObject([{ span_id: span, annotation_error: expect.stringMatching(/\S/) }]);
    }
    expect([...(await live(label_id)), ...(await live(queue.labelId))]).toEqual([]);
  });

  const canonical: Record<LabelType, unknown> = {
    star: { rating: 4 },
    text: { text: "fine" },
    numeric: { value: 3 },
    thumbs_up_down: { value: "up" },
    categorical: { selected: ["A"] },
    preference: { preferred: "answer_a", shown_first: "answer_b" },
    text_spans: { spans: [span("Row")], length: 5 },
  };
  test.each(types)("a value that does not fit %s neither replaces a score nor settles an item", async (type) => {
    const { queue, label_id } = await annotating(type);
    const value = canonical[type];
    await house.owner.ok("POST", itemPath(queue, 0, "annotations/import/"), { annotations: [{ label_id, value }] });
    const [score] = await live(label_id);
    const settle = itemPath(queue, 0, "adjudicate/");
    const reviewer = await house.person("Admin");
    for (const bad of wrong[type]) {
      await house.owner.refused(400, "PUT", `${scoresPath}${score?.id}/`, { value: bad }, "value");
      await house.owner.refused(400, "PATCH", `${scoresPath}${score?.id}/`, { value: bad }, "value");
      await reviewer.refused(400, "POST", settle, { values: [{ label_id, value: bad }] }, "values.0.value");
    }
    expect(await live(label_id)).toMatchObject([{ value, valueHistory: [] }]);
    expect(await house.server.db.$count(adjudications, eq(adjudications.labelId, label_id))).toBe(0);
  });

  test("labels of another queue are ignored, or refused when a value is settled", async () => {
    const { queue } = await annotating("text");
    const { label_id } = await annotating("star");
    const annotations = [{ label_id, value: 4 }];
    const submitted = await house.owner.ok("POST", itemPath(queue, 0, "annotations/submit/"), { annotations });
    expect(submitted.result).toMatchObject({ submitted: 0, ignored: [{ reason: "label_not_attached" }] });
    const imported = await house.owner.ok("POST", itemPath(queue, 0, "annotations/import/"), { annotations });
    expect(imported.result).toEqual({ imported: 0, skipped: 1 });
    await work(house.owner, queue, 0, 4, false);
    const reviewer = await house.person("Admin");
    const values = [{ label_id, value: 4 }];
    await reviewer.refused(400, "POST", itemPath(queue, 0, "adjudicate/"), { values }, "values.0.label_id");
    expect(await live(label_id)).toEqual([]);
  });

  test("no operation finds items of another queue", async () => {
    const [queue, other] = [await house.queue({ items: 1 }), await house.queue({ items: 1 })];
    const mixed: TestQueue = { ...queue, itemIds: other.itemIds };
    const annotations = [{ label_id: queue.labelId, value: 4 }];
    const calls: [string, string, unknown?][] = [
      ["GET", ""],
      ["PATCH", "", { priority: 9 }],
      ["DELETE", ""],
      ["GET", "annotate-detail/?reserve=true"],
      ["GET", "annotations/"],
      ["GET", "discussion/"],
      ["POST", "discussion/", { comment: "x" }],
      ["POST", "annotations/submit/", { annotations }],
      ["POST", "annotations/import/", { annotations }],
      ["POST", "complete/"],
      ["POST", "skip/"],
      ["POST", "release/"],
      ["POST", "review/", { action: "approve" }],
      ["POST", "adjudicate/", { values: annotations }],
    ];
    for (const [method, rest, body] of calls) await house.owner.refused(404, method, itemPath(mixed, 0, rest), body);
    const assign = { item_ids: other.itemIds, user_ids: [house.owner.id] };
    expect((await house.owner.ok("POST", itemsPath(queue, "assign/"), assign)).result).toEqual({ assigned: 0 });
    expect(await house.owner.ok("GET", itemPath(other, 0))).toMatchObject({
      status: "pending",
      priority: 0,
      assigned_users: [],
      reserved_by: null,
      comment_count: 0,
    });
  });

  test("a bulk annotation of 1,001 records is refused as a whole", async () => {
    const span = await house.span();
    const { id } = await house.label();
    const record = { observation_span_id: span, annotations: [{ annotation_label_id: id, value_float: 4 }] };
    const records = Array.from({ length: 1001 }, () => record);
    await house.owner.refused(400, "POST", "/tracer/bulk-annotation/", { records }, "records");
    expect(await live(id)).toEqual([]);
  });

  test("an annotator who lost the reservation while editing gets an error and overwrites nothing", async () => {
    const [slow, quick] = [await house.person(), await house.person()];
    const queue = await house.queue({ items: 1, annotators: [slow.context, quick.context] });
    await slow.ok("GET", itemPath(queue, 0, "annotate-detail/?reserve=true"));
    await house.server.db
      .update(itemSeats)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(itemSeats.queueId, queue.queue_id));
    await quick.ok("GET", itemPath(queue, 0, "annotate-detail/?reserve=true"));
    const annotations = [{ label_id: queue.labelId, value: 1 }];
    const late = await slow.refused(409, "POST", itemPath(queue, 0, "annotations/submit/"), { annotations });
    expect(late.code).toBe("item_reserved");
    await work(quick, queue, 0, 5);
    await slow.refused(409, "POST", itemPath(queue, 0, "annotations/submit/"), { annotations });
    expect(await live(queue.labelId)).toMatchObject([{ value: { rating: 5 }, annotatorId: quick.id }]);
  });
});
