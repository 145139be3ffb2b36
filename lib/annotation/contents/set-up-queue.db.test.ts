import { beforeAll, describe, expect, test } from "vitest";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { createLabel, deleteLabel } from "@/lib/annotation/labels/labels";
import { listLabels } from "@/lib/annotation/labels/list-labels";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, starLabel } from "@/lib/annotation/testing/queues";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/set-up";
import { listItems } from "./items";
import { previewSource, setUpQueue } from "./set-up-queue";

type Input = Parameters<Verb<typeof contracts.setUpQueue>>[1];

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let rows: string[];
let datasetId: string;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  rows = await createRows(database.db, organization, ["One", "Two", "Three"]);
  const row = await database.db.query.datasetRows.findFirst({ where: (table, { eq }) => eq(table.id, rows[0] ?? "") });
  datasetId = row?.datasetId ?? "";
});

const named = (name: string, change: Partial<Input> = {}): Input => ({
  name,
  assignment_strategy: "manual",
  annotations_required: 1,
  reservation_timeout_minutes: 60,
  requires_review: false,
  auto_assign: true,
  annotator_ids: [],
  annotator_roles: {},
  labels: [],
  activate: false,
  ...change,
});
const fresh = (name: string) => ({ new_label: { ...starLabel, name }, required: true, or_existing: false });
const allRows = () => ({
  selection: {
    mode: "filter" as const,
    source_type: "dataset_row" as const,
    dataset_id: datasetId,
    filter: [],
    exclude_ids: [],
  },
});
const isThere = async (name: string) => {
  const found = await listQueues(owner, { page: 1, limit: 100, include_counts: false, archived: false, search: name });
  return found.count > 0;
};
const hasLabel = async (search: string) =>
  (await listLabels(owner, { search, include_usage_count: false, include_archived: true, archived: false })).count > 0;

describe("setting up a queue in one request", () => {
  test("gives an active queue with its labels in order, people, layout, due date and items", async () => {
    const member = await createCaller(database.db, organization);
    const old = await createLabel(owner, { ...starLabel, name: "Already there" });
    const { queue, added, errors } = await setUpQueue(
      owner,
      named("Whole", {
        labels: [fresh("Made with it"), { label_id: old.id.toUpperCase(), required: false, or_existing: false }],
        annotator_ids: [member.caller.userId],
        annotator_roles: { [member.caller.userId]: ["reviewer"] },
        source_layout: { fields: [{ field: "text", role: "main", width: "full" }], shows_expected: false },
        due_date: "2026-12-04",
        sources: allRows(),
        activate: true,
      }),
    );
    expect({ added, errors }).toEqual({ added: 3, errors: [] });
    expect(queue).toMatchObject({
      status: "active",
      due_date: "2026-12-04",
      source_layout: { fields: [{ field: "text" }] },
      labels: [
        { name: "Made with it", required: true, order: 0 },
        { name: "Already there", required: false, order: 1 },
      ],
    });
    expect(queue.annotators.find(({ user_id }) => user_id === member.caller.userId)?.roles).toEqual(["reviewer"]);
    const items = await listItems(owner, { queue_id: queue.id, page: 1, ordering: "order" });
    expect(items.results.map(({ source_id }) => source_id)).toEqual(rows);
    const cleared = await updateQueue(owner, { queue_id: queue.id, due_date: null });
    expect(cleared.due_date).toBeNull();
  });

  test("assigns items to the people named in the request", async () => {
    const { queue } = await setUpQueue(
      owner,
      named("Dealt out", { assignment_strategy: "round_robin", auto_assign: false, sources: allRows() }),
    );
    const items = await listItems(owner, { queue_id: queue.id, page: 1, ordering: "order", assigned_to: "me" });
    expect(items.count).toBe(3);
  });

  test("reports sources that do not exist and adds the others", async () => {
    const gone = crypto.randomUUID();
    const items = [...rows.slice(0, 1), gone].map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
    const answer = await setUpQueue(owner, named("With a gap", { sources: { items } }));
    expect(answer).toMatchObject({ added: 1, errors: [{ source_id: gone }] });
  });

  const refused: [string, () => Partial<Input>, string][] = [
    ["the second label", () => ({ labels: [fresh("First of two"), fresh("First of two")] }), "labels.1.new_label.name"],
    [
      "a label's settings",
      () => ({
        labels: [
          {
            new_label: { ...starLabel, name: "Bad", settings: { no_of_stars: 0 } },
            required: false,
            or_existing: false,
          },
        ],
      }),
      "labels.0.new_label.settings.no_of_stars",
    ],
    [
      "an unknown label",
      () => ({ labels: [fresh("Kept out"), { label_id: crypto.randomUUID(), required: false, or_existing: false }] }),
      "label_ids",
    ],
    [
      "an unknown person",
      () => ({ labels: [fresh("Kept out")], annotator_ids: [crypto.randomUUID()] }),
      "annotator_ids",
    ],
    [
      "a selection without a dataset",
      () => ({
        labels: [fresh("Kept out")],
        sources: { selection: { mode: "filter", source_type: "dataset_row", filter: [], exclude_ids: [] } },
      }),
      "sources.selection.dataset_id",
    ],
    ["no label to activate with", () => ({ sources: allRows(), activate: true }), "status"],
  ];
  test.each(refused)("leaves nothing behind if %s is refused", async (name, change, field) => {
    const refusal = setUpQueue(owner, named(`Half ${name}`, change()));
    await expect(refusal).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
    expect(await isThere(`Half ${name}`)).toBe(false);
    for (const label of ["First of two", "Bad", "Kept out"]) expect(await hasLabel(label)).toBe(false);
  });

  test("with the same name and label twice at once, makes one whole queue and nothing else", async () => {
    const [one, other] = await Promise.allSettled([
      setUpQueue(owner, named("Twice", { labels: [fresh("Made once"), fresh("By the first")], sources: allRows() })),
      setUpQueue(owner, named("Twice", { labels: [fresh("By the second"), fresh("Made once")], sources: allRows() })),
    ]);
    expect([one.status, other.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect([await hasLabel("By the first"), await hasLabel("By the second")].sort()).toEqual([false, true]);
  });
});

describe("labels of a template", () => {
  const ofTemplate = (name: string) => ({ ...fresh(name), or_existing: true });

  test("queues set up at once from the same template are all made, with the same labels", async () => {
    const queues = await Promise.all(
      ["Left", "Right", "Middle"].map((name) =>
        setUpQueue(owner, named(name, { labels: [ofTemplate("Grounded"), ofTemplate("Helpful")] })),
      ),
    );
    const ids = queues.map(({ queue }) => queue.labels.map(({ label_id }) => label_id));
    expect(ids[0]).toHaveLength(2);
    expect(new Set(ids.map(String)).size).toBe(1);
  });

  test("an existing label is reused, and an archived one is made again", async () => {
    const old = await createLabel(owner, { ...starLabel, name: "Fluent" });
    const first = await setUpQueue(owner, named("With the old one", { labels: [ofTemplate("FLUENT")] }));
    expect(first.queue.labels).toMatchObject([{ label_id: old.id, name: "Fluent" }]);
    await deleteLabel(owner, { id: old.id });
    const second = await setUpQueue(owner, named("With a new one", { labels: [ofTemplate("Fluent")] }));
    expect(second.queue.labels[0]?.label_id).not.toBe(old.id);
  });
});

describe("preview of a source", () => {
  test("shows the first source as annotators see it", async () => {
    const preview = await previewSource(owner, allRows());
    expect(preview).toMatchObject({ total: 3, source_type: "dataset_row", source_id: rows[0] });
    expect(preview.source_content).toMatchObject({ type: "dataset_row", row_order: null });
    const one = await previewSource(owner, { items: [{ source_type: "dataset_row", source_id: rows[1] ?? "" }] });
    expect(one).toMatchObject({ total: 1, source_id: rows[1] });
  });

  test("another organization's source has no content", async () => {
    const elsewhere = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const items = [{ source_type: "dataset_row" as const, source_id: rows[0] ?? "" }];
    expect((await previewSource(elsewhere, { items })).source_content).toEqual({ type: "dataset_row", deleted: true });
    await expect(previewSource(elsewhere, allRows())).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("the list of queues", () => {
  test("sorts by the chosen field, breaks ties by id, and puts missing values last", async () => {
    const elsewhere = await createOrganization(database.db);
    const manager = await createCaller(database.db, elsewhere, "Owner");
    const label = await createLabel(manager, { ...starLabel, name: "Shared" });
    const make = (name: string, change: Partial<Input> = {}) => setUpQueue(manager, named(name, change));
    await make("beta", {
      due_date: "2026-12-24",
      labels: [{ label_id: label.id, required: true, or_existing: false }],
    });
    await make("Alpha", {
      activate: true,
      labels: [{ label_id: label.id, required: true, or_existing: false }, fresh("Another")],
    });
    await make("gamma", { due_date: "2026-12-01" });
    const done = await createTestQueue(manager, elsewhere, { items: 1 });
    await updateQueue(manager, { queue_id: done.queue_id, name: "delta" });
    const order = async (ordering: Parameters<typeof listQueues>[1]["ordering"], change = {}) => {
      const input = { page: 1, limit: 100, include_counts: false, archived: false, ordering, ...change };
      return (await listQueues(manager, input)).results.map(({ name }) => name);
    };
    expect(await order("name")).toEqual(["Alpha", "beta", "delta", "gamma"]);
    expect(await order("-name")).toEqual(["gamma", "delta", "beta", "Alpha"]);
    expect((await order("due_date")).slice(0, 2)).toEqual(["gamma", "beta"]);
    expect((await order("-due_date")).slice(0, 2)).toEqual(["beta", "gamma"]);
    expect((await order("-labels"))[0]).toBe("Alpha");
    expect((await order("-status")).slice(0, 2).sort()).toEqual(["Alpha", "delta"]);
    expect((await order("progress"))[0]).toBe("delta");
    expect((await order("-progress"))[0]).toBe("delta");
    expect((await order(undefined))[0]).toBe("delta");
    expect(await order("name", { label_id: label.id })).toEqual(["Alpha", "beta"]);
  });
});
