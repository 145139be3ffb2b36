import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { datasetRows, itemMarks, queueItems, queues, scores } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { addItems, listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { getOrCreateDefaultQueue } from "@/lib/annotation/queues/default-queues";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { deleteQueue, updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, starLabel, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/scores";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { bulkAnnotate } from "./bulk-annotation";
import { createScore, createScores } from "./score-sources";
import { scoresForSource } from "./scores";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const newSource = async () => {
  const [source_id = ""] = await createRows(database.db, organization, ["A reply"]);
  return { source_type: "dataset_row" as const, source_id };
};
type Source = Awaited<ReturnType<typeof newSource>>;
const datasetOf = async ({ source_id }: Source) => {
  const [row] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, source_id));
  return row?.datasetId ?? "";
};
const label = (type: "star" | "text" | "numeric" | "categorical" | "thumbs_up_down" = "star", change: object = {}) => {
  const settings =
    type === "categorical"
      ? {
          rule_prompt: "",
          multi_choice: true,
          options: [{ label: "A" }, { label: "B" }],
          auto_annotate: false,
          strategy: null,
        }
      : type === "star"
        ? { no_of_stars: 5 }
        : {};
  return createLabel(owner, { ...starLabel, name: `Label ${randomUUID()}`, type, settings, ...change });
};
const score = (context: Context, source: Source, label_id: string, value: unknown, change: object = {}) =>
  createScore(context, { ...source, label_id, value, score_source: "human", ...change });
const bulk = (context: Context, source: Source, entries: [string, unknown][], change: object = {}) =>
  createScores(context, {
    ...source,
    scores: entries.map(([label_id, value]) => ({ label_id, value, score_source: "human" as const })),
    ...change,
  });
const rowsOf = (source: Source) =>
  database.db
    .select()
    .from(scores)
    .where(and(eq(scores.sourceId, source.source_id), isNull(scores.deletedAt)));
const itemsOf = (source: Source) =>
  database.db.select().from(queueItems).where(eq(queueItems.sourceId, source.source_id));
const sourceOf = async (queue: TestQueue, index = 0): Promise<Source & { queue_item_id: string }> => {
  const listed = await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 100, ordering: "order" });
  const item = listed.results[index];
  return { source_type: "dataset_row", source_id: item?.source_id ?? "", queue_item_id: item?.id ?? "" };
};
const require = (queue: TestQueue, label_id: string) =>
  addQueueLabel(owner, { queue_id: queue.queue_id, label_id, required: true });
const statusOf = async (queue: TestQueue) => {
  const listed = await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 100, ordering: "order" });
  return listed.results.map((item) => item.workflow_status);
};

describe("one score", () => {
  test.each([
    ["star", { rating: 4 }, { rating: 4 }],
    ["star", "4", { rating: 4 }],
    ["text", { text: "good" }, { text: "good" }],
    ["numeric", 7.5, { value: 7.5 }],
    ["thumbs_up_down", true, { value: "up" }],
    ["categorical", ["B", "A"], { selected: ["A", "B"] }],
  ] as const)("%s %j is stored as %j (case 15)", async (type, value, stored) => {
    const source = await newSource();
    const made = await score(owner, source, (await label(type)).id, value);
    expect(made).toMatchObject({ ...source, value: stored, annotator: owner.caller.userId, score_source: "human" });
    expect(made.queue_item).toEqual(expect.any(String));
    expect(contracts.score.parse(made)).toEqual(made);
  });

  test("scoring again replaces the value under the same id and keeps the history (case 16)", async () => {
    const source = await newSource();
    const { id } = await label();
    const first = await score(owner, source, id, { rating: 4 }, { notes: "first", score_source: "api" });
    expect(first).toMatchObject({ notes: "first", score_source: "api", value_history: [] });
    const second = await score(owner, source, id, 5);
    expect(second).toMatchObject({ id: first.id, value: { rating: 5 }, created_at: first.created_at });
    expect(second.value_history.map((entry) => entry.value)).toEqual([{ rating: 4 }]);
    expect(await rowsOf(source)).toHaveLength(1);
  });

  test("unknown sources and labels answer 404, and values that a label refuses 400 (case 17)", async () => {
    const source = await newSource();
    const { id } = await label();
    const missing = randomUUID();
    await expect(score(owner, { ...source, source_id: missing }, id, 4)).rejects.toMatchObject({
      kind: "notFound",
      message: `Source not found: dataset_row=${missing}`,
    });
    await expect(
      createScore(owner, { source_type: "trace", source_id: missing, label_id: id, value: 4, score_source: "human" }),
    ).rejects.toMatchObject({ kind: "notFound" });
    await expect(score(owner, source, missing, 4)).rejects.toMatchObject({
      kind: "notFound",
      message: `Label not found: ${missing}`,
    });
    for (const value of [6, null, { selected: ["A"] }]) {
      await expect(score(owner, source, id, value)).rejects.toMatchObject({
        kind: "invalid",
        detail: { fields: { value: [expect.any(String)] } },
      });
    }
    expect(await itemsOf(source)).toEqual([]);
  });

  test.each([
    ["labelId", { labelId: "x" }],
    ["source_type", { source_type: "page" }],
    ["value", { value: undefined }],
    ["score_source", { score_source: "robot" }],
  ])("a wrong %s is refused and named (case 17)", (field, change) => {
    const body = { ...Object(contracts.createScore.example), ...change };
    const issues = contracts.createScore.body.safeParse(body).error?.issues ?? [];
    expect(issues.map((issue) => (issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0]))).toEqual([
      field,
    ]);
  });

  test("another organization's source and label are unknown (case 18)", async () => {
    const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const source = await newSource();
    const own = await createLabel(other, { ...starLabel, name: "Theirs" });
    await expect(score(other, source, own.id, 4)).rejects.toMatchObject({ kind: "notFound" });
    await expect(score(owner, source, own.id, 4)).rejects.toMatchObject({ kind: "notFound" });
    expect(await rowsOf(source)).toEqual([]);
  });

  test("notes are stored only if the label allows them", async () => {
    const source = await newSource();
    const silent = await label("star", { allow_notes: false });
    expect((await score(owner, source, silent.id, 4, { notes: "dropped" })).notes).toBe("");
  });
});

describe("several scores", () => {
  test("valid scores are saved and the others reported (case 19)", async () => {
    const source = await newSource();
    const [star, text] = [await label(), await label("text")];
    const both = await bulk(owner, source, [
      [star.id, 4],
      [text.id, "fine"],
    ]);
    expect(both.scores).toHaveLength(2);
    expect(both.errors).toEqual([]);
    const unknown = randomUUID();
    const mixed = await bulk(owner, source, [
      [star.id, 3],
      [unknown, 1],
      [text.id, ""],
      [star.id, 2],
      [star.id, 9],
    ]);
    expect(mixed.scores.map((saved) => saved.value)).toEqual([{ rating: 2 }]);
    expect(mixed.errors).toEqual([
      `Label not found: ${unknown}`,
      `${text.name} may not be blank.`,
      `${star.name} must be between 1 and 5 stars.`,
    ]);
    expect(await rowsOf(source)).toHaveLength(2);
  });

  test("another source's queue item is refused; without one the default item is made once (case 20)", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const [first, second] = [await sourceOf(queue, 0), await sourceOf(queue, 1)];
    const entries: [string, unknown][] = [[queue.labelId, 4]];
    const refused = bulk(owner, { ...first, queue_item_id: second.queue_item_id } as Source, entries);
    await expect(refused).rejects.toMatchObject({ detail: { fields: { queue_item_id: [expect.any(String)] } } });
    const source = { source_type: first.source_type, source_id: first.source_id };
    const [made] = (await bulk(owner, source, entries)).scores;
    const [again] = (await bulk(owner, source, entries)).scores;
    expect(again?.id).toBe(made?.id);
    expect(made?.queue_id).not.toBe(queue.queue_id);
    expect(await itemsOf(source)).toHaveLength(2);
  });

  test("a note on the whole item is stored, kept and deleted", async () => {
    const source = await newSource();
    const { id } = await label();
    const note = async () => {
      const rows = await database.db.execute<{ notes: string }>(sql`
        select note.notes from item_notes as note join queue_items as item on item.id = note.item_id
        where item.source_id = ${source.source_id}`);
      return rows.map((row) => row.notes);
    };
    await bulk(owner, source, [[id, 4]], { span_notes: "whole" });
    await bulk(owner, source, [[id, 3]]);
    expect(await note()).toEqual(["whole"]);
    await bulk(owner, source, [[id, 3]], { span_notes: "" });
    expect(await note()).toEqual([]);
    await expect(
      bulk(owner, source, [[id, 3]], { span_notes: "x", span_notes_source_id: "no-such-span" }),
    ).rejects.toMatchObject({ kind: "notFound" });
  });

  test("a note that is also for a span appears with the span, changes and is deleted", async () => {
    const source = await newSource();
    const { id } = await label();
    const span_notes_source_id = hexId(8);
    const span = { traceId: hexId(16), spanId: span_notes_source_id };
    await exportTraces(owner, exportOf({ "service.name": "shop" }, [span]));
    const logged = { observation_span_id: span_notes_source_id, notes: [{ text: "from the application" }] };
    await bulkAnnotate(owner, { records: [logged] });
    const shown = async () => {
      const source = { source_type: "observation_span" as const, source_id: span_notes_source_id };
      const found = await scoresForSource(owner, source);
      return "span_notes" in found ? found.span_notes?.map(({ notes }) => notes) : undefined;
    };
    const write = (span_notes: string | null) => bulk(owner, source, [[id, 4]], { span_notes, span_notes_source_id });
    await write("whole");
    expect(await shown()).toEqual(["from the application", "whole"]);
    await write(null);
    await write("changed");
    expect(await shown()).toEqual(["from the application", "changed"]);
    await write("");
    expect(await shown()).toEqual(["from the application"]);
    // Of the span's own item the span shows the note already.
    const own = { source_type: "observation_span" as const, source_id: span_notes_source_id };
    await createScores(owner, {
      ...own,
      scores: [{ label_id: id, value: 4, score_source: "human" }],
      span_notes: "own",
      span_notes_source_id,
    });
    expect(await shown()).toEqual(["from the application", "own"]);
  });

  test("each queue stores its own values (case 21)", async () => {
    const one = await createTestQueue(owner, organization, { items: 1 });
    const source = await sourceOf(one);
    const two = await createTestQueue(owner, organization, { items: 0 });
    await addItems(owner, {
      queue_id: two.queue_id,
      items: [{ source_type: "dataset_row", source_id: source.source_id }],
    });
    await addQueueLabel(owner, { queue_id: two.queue_id, label_id: one.labelId, required: true });
    await require(one, one.labelId);
    const inTwo = await sourceOf(two);
    const first = await score(owner, source, one.labelId, 4);
    expect([await statusOf(one), await statusOf(two)]).toEqual([["completed"], ["pending"]]);
    const second = await score(owner, inTwo, one.labelId, 2);
    expect(second.id).not.toBe(first.id);
    const found = await scoresForSource(owner, { source_type: "dataset_row", source_id: source.source_id });
    expect(found.result.map((row) => row.value).sort()).toEqual([{ rating: 2 }, { rating: 4 }]);
  });
});

describe("default queues of sources", () => {
  test("ten concurrent first scores make one queue and one item (case 27)", async () => {
    const source = await newSource();
    const { id } = await label();
    const people = await Promise.all(Array.from({ length: 10 }, member));
    const made = await Promise.all(people.map((person, index) => score(person, source, id, (index % 5) + 1)));
    expect(new Set(made.map((row) => row.queue_item)).size).toBe(1);
    expect(new Set(made.map((row) => row.id)).size).toBe(10);
    const datasetId = await datasetOf(source);
    expect(await database.db.select().from(queues).where(eq(queues.datasetId, datasetId))).toHaveLength(1);
    expect(await itemsOf(source)).toHaveLength(1);
    const { queue } = await getOrCreateDefaultQueue(owner, { dataset_id: datasetId });
    expect(queue.name).toMatch(/^Default - Dataset /);
  });

  test("the same first score sent ten times at once is stored once (case 27)", async () => {
    const source = await newSource();
    const { id } = await label();
    const made = await Promise.all(Array.from({ length: 10 }, () => score(owner, source, id, 4)));
    expect(new Set(made.map((row) => row.id)).size).toBe(1);
    expect((await rowsOf(source)).map((row) => row.valueHistory)).toEqual([[]]);
  });

  test("parallel first scores of ten dataset rows make ten items in one queue (case 27)", async () => {
    const ids = await createRows(
      database.db,
      organization,
      Array.from({ length: 10 }, (_, row) => `Row ${row}`),
    );
    const { id } = await label();
    const made = await Promise.all(
      ids.map((source_id) => score(owner, { source_type: "dataset_row", source_id }, id, 3)),
    );
    expect(new Set(made.map((row) => row.queue_id)).size).toBe(1);
    const orders = await database.db
      .select({ order: queueItems.order })
      .from(queueItems)
      .where(eq(queueItems.queueId, made[0]?.queue_id ?? ""));
    expect(orders.map((row) => row.order).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("the next score restores an archived default queue", async () => {
    const source = await newSource();
    const { id } = await label();
    const first = await score(owner, source, id, 4);
    await deleteQueue(owner, { queue_id: first.queue_id ?? "" });
    const again = await score(owner, source, id, 5);
    expect(again).toMatchObject({ id: first.id, queue_id: first.queue_id });
  });
});

describe("completing items by scoring outside the desk (case 25)", () => {
  const required = async (options: Parameters<typeof createTestQueue>[2]) => {
    const queue = await createTestQueue(owner, organization, options);
    const second = await label("thumbs_up_down");
    await require(queue, queue.labelId);
    await require(queue, second.id);
    return { queue, source: await sourceOf(queue), first: queue.labelId, second: second.id };
  };

  test.each([true, false])("needs all required labels (active queue: %s)", async (active) => {
    const { queue, source, first, second } = await required({ items: 1, active });
    await score(owner, source, first, 4);
    expect(await statusOf(queue)).toEqual(["pending"]);
    await score(owner, source, second, "up");
    expect(await statusOf(queue)).toEqual(["completed"]);
  });

  test("does not happen without required labels", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await score(owner, await sourceOf(queue), queue.labelId, 4);
    expect(await statusOf(queue)).toEqual(["pending"]);
  });

  test("works for as many annotators as the queue requires, and no more", async () => {
    const people = await Promise.all([member(), member(), member()]);
    const { queue, source, first, second } = await required({ items: 1, annotators: people, annotationsRequired: 2 });
    const outcomes = await Promise.allSettled(
      people.map((person) =>
        bulk(
          person,
          source,
          [
            [first, 4],
            [second, "up"],
          ],
          { queue_item_id: source.queue_item_id },
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(2);
    expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({ reason: { kind: "conflict" } });
    expect(await statusOf(queue)).toEqual(["completed"]);
    expect(await rowsOf(source)).toHaveLength(4);
  });

  test("leads to review, where values cannot change", async () => {
    const { queue, source, first, second } = await required({ items: 1 });
    await updateQueue(owner, { queue_id: queue.queue_id, requires_review: true });
    await score(owner, source, first, 4);
    await score(owner, source, second, "up");
    expect(await statusOf(queue)).toEqual(["in_review"]);
    await expect(score(owner, source, first, 1)).rejects.toMatchObject({ detail: { code: "item_in_review" } });
  });

  test("is refused to people outside the queue", async () => {
    const { source, first } = await required({ items: 1 });
    await expect(score(await member(), source, first, 4)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("keeps the score if it fails, and the next score tries again (case 26)", async () => {
    const { queue, source, first, second } = await required({ items: 1 });
    await score(owner, source, first, 4);
    await database.db.execute(sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'no completion today'; end $$`);
    await database.db.execute(sql`create trigger refuse before update on queue_items for each row
      when (new.status = 'completed') execute function refuse()`);
    const log = vi.spyOn(console, "error").mockReturnValue(undefined);
    expect((await score(owner, source, second, "up")).value).toEqual({ value: "up" });
    expect(log.mock.calls.map(([text]) => String(text))).toEqual([expect.stringContaining("database error P0001")]);
    log.mockRestore();
    expect(await statusOf(queue)).toEqual(["pending"]);
    const seats = await database.db.query.itemSeats.findMany({
      where: (table, { eq: equals }) => equals(table.itemId, source.queue_item_id),
    });
    expect(seats.map((seat) => seat.state)).toEqual(["reserved"]);
    await database.db.execute(sql`drop trigger refuse on queue_items`);
    await score(owner, source, second, "down");
    expect(await statusOf(queue)).toEqual(["completed"]);
  });
});

test("each saved score adds a pending update of its item", async () => {
  const source = await newSource();
  const made = await score(owner, source, (await label()).id, 4);
  const marks = await database.db
    .select()
    .from(itemMarks)
    .where(eq(itemMarks.itemId, made.queue_item ?? ""));
  expect([...new Set(marks.map((mark) => mark.queueId))]).toEqual([made.queue_id]);
});
