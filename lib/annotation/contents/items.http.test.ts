// A queue's items over HTTP: the cases 44 to 50 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { itemAssignees, itemNotes, itemSeats, queueItems, queueMembers, scores } from "@/db/schema";
import { idsOf, itemPath, itemsPath, type Person, queuesPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const references = (ids: readonly string[]) =>
    ids.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
  const list = async (queue: TestQueue, query = "", caller = house.owner) =>
    (await caller.ok("GET", `${itemsPath(queue)}?ordering=order&limit=100${query}`)).results;
  const places = async (queue: TestQueue, query: string, caller = house.owner) =>
    idsOf(await list(queue, query, caller)).map((id) => queue.itemIds.indexOf(id));
  const assignees = async (queue: TestQueue): Promise<string[][]> =>
    (await list(queue)).map((item: { assigned_users: { id: string }[] }) => idsOf(item.assigned_users).sort());

  test("sources are added once, and each unknown source gets an error (case 44)", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 0, annotators: [annotator.context] });
    const path = itemsPath(queue, "add-items/");
    const items = references(await house.rows(3));
    const add = async (body: unknown) => (await house.owner.ok("POST", path, body)).result;
    expect(await add({ items })).toMatchObject({ added: 3, duplicates: 0, errors: [], queue_status: "active" });
    expect(await add({ items })).toMatchObject({ added: 0, duplicates: 3, errors: [] });
    const [unknown] = references([randomUUID()]);
    const error = expect.stringContaining("Not found");
    expect(await add({ items: [unknown] })).toMatchObject({ added: 0, errors: [{ ...unknown, error }] });
    const typed = { items: [{ source_type: "page", source_id: "x" }] };
    await house.owner.refused(400, "POST", path, typed, "items.0.source_type");
    const misspelt = { items: [{ sourceType: "trace", source_id: "x" }] };
    const refusal = await house.owner.refused(400, "POST", path, misspelt, "items.0.sourceType");
    expect(refusal.details["items.0.sourceType"]).toEqual(["Unknown field."]);
    await house.owner.refused(404, "POST", itemsPath({ queue_id: randomUUID() }, "add-items/"), { items });
    await annotator.refused(403, "POST", path, { items });
    const tooMany = references(Array.from({ length: 10_001 }, () => randomUUID()));
    const large = await house.owner.refused(413, "POST", path, { items: tooMany });
    expect(large).toMatchObject({ type: "client_error", code: "items_too_large" });
    expect(await list(queue)).toHaveLength(3);
  });

  test("adding takes either items or a selection, not both (case 45)", async () => {
    const path = itemsPath(await house.queue({ items: 0 }), "add-items/");
    const items = references(await house.rows(1));
    const selection = { mode: "filter", source_type: "dataset_row", dataset_id: randomUUID() };
    await house.owner.refused(400, "POST", path, { items, selection }, "non_field_errors");
    await house.owner.refused(400, "POST", path, {}, "non_field_errors");
    await house.owner.refused(400, "POST", path, { items: [] }, "items");
  });

  test("ids may be spelt in capitals, whatever they name", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 2, annotators: [annotator.context] });
    await work(annotator, queue, 0, 5);
    const capital = (id = "") => id.toUpperCase();
    const assign = { item_ids: queue.itemIds.map(capital), user_ids: [capital(annotator.id)], action: "set" };
    await house.owner.ok("POST", itemsPath(queue, "assign/"), assign);
    expect(await assignees(queue)).toEqual([[annotator.id], [annotator.id]]);
    const change = {
      annotator_ids: [capital(annotator.id)],
      annotator_roles: { [capital(annotator.id)]: ["reviewer", "annotator"] },
      label_ids: [capital(queue.labelId)],
    };
    const path = `${queuesPath}${capital(queue.queue_id)}/`;
    expect((await house.owner.ok("PATCH", path, change)).labels).toMatchObject([{ label_id: queue.labelId }]);
    const removed = await house.owner.ok("POST", itemsPath(queue, "bulk-remove/"), { item_ids: assign.item_ids });
    expect(removed.result).toEqual({ removed: 2 });
  });

  test("a change without items names both ways to name them", async () => {
    const queue = await house.queue({ items: 1 });
    const refusal = await house.owner.refused(400, "POST", itemsPath(queue, "assign/"), { user_ids: [] }, "filter");
    expect(refusal.details.filter).toEqual(["Give exactly one of item_ids and filter."]);
  });

  test.each(["complete", "skip"])("%s checks excluded items, as a list and as a text", async (action) => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 3, annotators: [annotator.context] });
    await work(annotator, queue, 0, 5, false);
    const path = itemPath(queue, 0, `${action}/`);
    for (const exclude of ["a,b", ["a"]]) await annotator.refused(400, "POST", path, { exclude });
    const exclude = `${queue.itemIds[1]?.toUpperCase()}, ,${queue.itemIds[0]}`;
    const { result } = await annotator.ok("POST", path, { exclude });
    expect(result.next_item).not.toBeNull();
  });

  test("lists filter by text, answers and people; changes apply to all matches; views are saved", async () => {
    const [ada, bob] = [await house.person(), await house.person()];
    const queue = await house.queue({ items: 4, annotators: [ada.context, bob.context], annotationsRequired: 2 });
    await work(ada, queue, 0, 5);
    await work(bob, queue, 0, 5);
    await work(ada, queue, 1, 2);
    await work(bob, queue, 1, 4);
    const label = `&label_id=${queue.labelId}`;
    expect(await places(queue, "&search=row%203")).toEqual([3]);
    expect(await places(queue, `${label}&value=5`)).toEqual([0]);
    expect(await places(queue, `${label}&value=5&value=4`)).toEqual([0, 1]);
    expect(await places(queue, `${label}&value=3&value=2`)).toEqual([1]);
    const comma = await house.owner.call("GET", `${itemsPath(queue)}?ordering=order${label}&value=5,4`);
    expect(comma).toMatchObject({ status: 400, body: { details: { value: ["Must be a number."] } } });
    expect(await places(queue, `${label}&min_value=2&max_value=4`)).toEqual([1]);
    expect(await places(queue, `${label}&answered=false`)).toEqual([2, 3]);
    expect(await places(queue, `&completed_by=${bob.id}`)).toEqual([0, 1]);
    await house.owner.ok("GET", `${queuesPath}${queue.queue_id}/agreement/`);
    const pair = `&pair=${ada.id},${bob.id}`;
    expect(await places(queue, `${pair}&pair_differs=true`)).toEqual([1]);
    expect(await places(queue, `${pair}${label}&first_value=2&second_value=4`)).toEqual([1]);
    const [first] = await list(queue, "&include_answers=true&include_fields=true");
    expect(first.answers.map(({ value }: { value: object }) => value)).toEqual([{ rating: 5 }, { rating: 5 }]);
    expect(first.source_fields).toEqual({ input: "Row 0" });
    await house.owner.refused(400, "GET", `${itemsPath(queue)}?value=5`, undefined, "value");
    await house.owner.refused(400, "GET", `${itemsPath(queue)}?value=5&value=4`, undefined, "value");
    const many = Array.from({ length: 51 }, (_, at) => `&value=${at}`).join("");
    await house.owner.refused(400, "GET", `${itemsPath(queue)}?${label}${many}`, undefined, "value");
    await house.owner.refused(400, "GET", `${itemsPath(queue)}?${label}&value=`, undefined, "value");
    await house.owner.refused(400, "GET", `${itemsPath(queue)}?pair=${ada.id}`, undefined, "pair");
    await ada.refused(403, "GET", `${itemsPath(queue)}?search=row`);
    const body = { filter: { completed_by: bob.id }, priority: 3 };
    const changed = await house.owner.ok("POST", itemsPath(queue, "set-priority/"), body);
    expect(changed.result).toEqual({ changed: 2 });
    const ofValues = (value: unknown) => ({ filter: { label_id: queue.labelId, value }, priority: 4 });
    const several = await house.owner.ok("POST", itemsPath(queue, "set-priority/"), ofValues(["5", "2"]));
    expect(several.result).toEqual({ changed: 2 });
    await house.owner.refused(400, "POST", itemsPath(queue, "set-priority/"), ofValues([]), "filter.value");
    await house.owner.refused(400, "POST", itemsPath(queue, "set-priority/"), { priority: 3 });
    const views = `${queuesPath}${queue.queue_id}/item-views/`;
    const view = (await house.owner.ok("POST", views, { name: "Late", query: "sort=-order" })).result;
    expect((await house.owner.ok("GET", views)).result).toEqual([view]);
    expect((await bob.ok("GET", views)).result).toEqual([]);
    await bob.refused(404, "DELETE", `${views}${view.id}/`);
    await house.owner.ok("DELETE", `${views}${view.id}/`);
  });

  test("lists filter by status, review, source and assignee, and sort by age (case 46)", async () => {
    const [annotator, reviewer] = [await house.person(), await house.person()];
    const people = { annotators: [annotator.context], reviewers: [reviewer.context] };
    const queue = await house.queue({ items: 6, requiresReview: true, ...people });
    for (const index of [0, 1, 2]) await work(annotator, queue, index);
    await work(annotator, queue, 3, 4, false);
    const sendBack = (index: number) =>
      reviewer.ok("POST", itemPath(queue, index, "review/"), { action: "request_changes", notes: "Look again." });
    await sendBack(1);
    await sendBack(2);
    await work(annotator, queue, 2, 2);
    await house.owner.ok("POST", itemsPath(queue, "assign/"), {
      item_ids: [queue.itemIds[5]],
      user_ids: [annotator.id],
      action: "set",
    });
    expect(await places(queue, "&status=pending")).toEqual([4, 5]);
    expect(await places(queue, "&status=pending,in_progress")).toEqual([1, 3, 4, 5]);
    expect(await places(queue, "&status=pending,in_progress,in_review,resubmitted")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await places(queue, "&status=pending&status=needs_changes")).toEqual([1, 4, 5]);
    expect(await places(queue, "&status=all")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await places(queue, "&status=in_review")).toEqual([0]);
    expect(await places(queue, "&status=needs_changes")).toEqual([1]);
    expect(await places(queue, "&status=resubmitted")).toEqual([2]);
    expect(await places(queue, "&source_type=dataset_row")).toHaveLength(6);
    expect(await places(queue, "&source_type=trace,observation_span")).toEqual([]);
    expect(await places(queue, "&assigned_to=me", annotator)).toEqual([5]);
    expect(await places(queue, `&assigned_to=${annotator.id}`)).toEqual([5]);
    expect(await places(queue, "&assigned_to=me")).toEqual([]);
    const [late] = references(await house.rows(1));
    await house.owner.ok("POST", itemsPath(queue, "add-items/"), { items: [late] });
    const byAge = async (ordering: string) =>
      idsOf((await house.owner.ok("GET", `${itemsPath(queue)}?ordering=${ordering}`)).results);
    expect((await byAge("created_at")).slice(0, 6)).toEqual(queue.itemIds);
    expect((await byAge("-created_at")).reverse()).toEqual(await byAge("created_at"));
  });

  test("removal deletes an item with everything that belongs to it, in this queue only (case 47)", async () => {
    const [queue, other] = [await house.queue({ items: 2 }), await house.queue({ items: 1 })];
    const itemId = queue.itemIds[0] ?? "";
    await house.owner.ok("POST", itemPath(queue, 0, "annotations/submit/"), {
      annotations: [{ label_id: queue.labelId, value: 4 }],
      item_notes: "a note",
    });
    await house.owner.ok("POST", itemsPath(queue, "assign/"), { item_ids: [itemId], user_ids: [house.owner.id] });
    const remove = async (item_ids: string[]) =>
      (await house.owner.ok("POST", itemsPath(queue, "bulk-remove/"), { item_ids })).result;
    expect(await remove([randomUUID()])).toEqual({ removed: 0 });
    expect(await remove([itemId, ...other.itemIds])).toEqual({ removed: 1 });
    await house.owner.refused(404, "GET", itemPath(queue, 0));
    const { db } = house.server;
    expect(await db.$count(itemNotes, eq(itemNotes.itemId, itemId))).toBe(0);
    expect(await db.$count(itemSeats, eq(itemSeats.itemId, itemId))).toBe(0);
    expect(await db.$count(itemAssignees, eq(itemAssignees.itemId, itemId))).toBe(0);
    const live = await db.select().from(scores).where(eq(scores.queueItemId, itemId));
    expect(live.filter((score) => score.deletedAt === null)).toEqual([]);
    expect([await places(queue, ""), await places(other, "")]).toEqual([[1], [0]]);
    const unknown = itemsPath({ queue_id: randomUUID() }, "bulk-remove/");
    await house.owner.refused(404, "POST", unknown, { item_ids: [itemId] });
  });

  test("assigning adds or replaces the people of items, or unassigns them (case 48)", async () => {
    const [one, two, admin] = [await house.person(), await house.person(), await house.person("Admin")];
    const queue = await house.queue({ items: 2, annotators: [one.context, two.context] }, await house.person());
    const path = itemsPath(queue, "assign/");
    const assign = async (action: string, user_ids: string[], caller = house.owner) =>
      (await caller.ok("POST", path, { item_ids: queue.itemIds, user_ids, action })).result.assigned;
    expect(await assign("set", [one.id])).toBe(2);
    expect(await assignees(queue)).toEqual([[one.id], [one.id]]);
    expect((await list(queue))[0]).toMatchObject({ assigned_to: one.id });
    expect(await assign("set", [])).toBe(0);
    expect(await assignees(queue)).toEqual([[], []]);
    await assign("set", [one.id]);
    await assign("add", [two.id], admin);
    const both = [one.id, two.id].sort();
    expect(await assignees(queue)).toEqual([both, both]);
    await assign("remove", [one.id, two.id]);
    expect(await assignees(queue)).toEqual([[], []]);
    expect((await list(queue))[0]).toMatchObject({ assigned_to: null });
    await assign("add", [two.id]);
    expect(await assignees(queue)).toEqual([[two.id], [two.id]]);
    const outsider = await house.person();
    const body = { item_ids: queue.itemIds, user_ids: [outsider.id] };
    const refusal = await house.owner.refused(400, "POST", path, body, "user_ids");
    expect(refusal.message).toContain(`User ${outsider.id} is not an annotator in this queue.`);
    await house.owner.refused(400, "POST", path, { item_ids: [], user_ids: [one.id] }, "item_ids");
    await one.refused(403, "POST", path, { item_ids: queue.itemIds, user_ids: [one.id] });
    expect(await assignees(queue)).toEqual([[two.id], [two.id]]);
  });

  const strategic = async (assignment_strategy: string, annotators: Person[]) => {
    const body = { name: `Queue ${randomUUID()}`, assignment_strategy, annotator_ids: idsOf(annotators) };
    const { id } = await house.owner.ok("POST", queuesPath, body);
    const queue: TestQueue = { queue_id: id, labelId: "", itemIds: [] };
    const add = async (count: number) =>
      house.owner.ok("POST", itemsPath(queue, "add-items/"), { items: references(await house.rows(count)) });
    return { queue, add };
  };

  test("a strategy assigns added items in turn, by open work, or not at all (case 49)", async () => {
    const other = await house.person();
    const turns = await strategic("round_robin", [other]);
    await turns.add(4);
    const first = (await assignees(turns.queue)).flat();
    expect(first).toEqual([first[0], first[1], first[0], first[1]]);
    expect(new Set(first)).toEqual(new Set([house.owner.id, other.id]));
    await turns.add(1);
    await turns.add(1);
    expect((await assignees(turns.queue)).flat().slice(4)).toEqual([first[0], first[1]]);

    const balanced = await strategic("load_balanced", [other]);
    await balanced.add(2);
    await house.owner.ok("POST", itemsPath(balanced.queue, "assign/"), {
      item_ids: idsOf(await list(balanced.queue)),
      user_ids: [other.id],
      action: "set",
    });
    await balanced.add(2);
    expect((await assignees(balanced.queue)).flat().slice(2)).toEqual([house.owner.id, house.owner.id]);

    const manual = await strategic("manual", [other]);
    await manual.add(2);
    expect(await assignees(manual.queue)).toEqual([[], []]);

    const empty = await strategic("round_robin", []);
    await house.server.db.delete(queueMembers).where(eq(queueMembers.queueId, empty.queue.queue_id));
    await empty.add(2);
    expect(await assignees(empty.queue)).toEqual([[], []]);
  });

  test("switching to a strategy assigns waiting items; auto_assign offers items to all annotators (case 50)", async () => {
    const other = await house.person();
    const { queue, add } = await strategic("manual", [other]);
    await add(5);
    const ids = idsOf(await list(queue));
    const assign = { item_ids: ids.slice(0, 1), user_ids: [other.id], action: "set" };
    await house.owner.ok("POST", itemsPath(queue, "assign/"), assign);
    await house.server.db
      .update(queueItems)
      .set({ status: "completed" })
      .where(eq(queueItems.id, ids[1] ?? ""));
    const patch = (body: object) => house.owner.ok("PATCH", `${queuesPath}${queue.queue_id}/`, body);
    await patch({ assignment_strategy: "round_robin" });
    const assigned = await assignees(queue);
    expect(assigned.slice(0, 2)).toEqual([[other.id], []]);
    expect(assigned.slice(2).map((people) => people.length)).toEqual([1, 1, 1]);
    expect(new Set(assigned.slice(2).flat())).toEqual(new Set([house.owner.id, other.id]));
    await patch({ description: "no other strategy" });
    expect(await assignees(queue)).toEqual(assigned);

    const manual = await house.queue({ items: 1, annotators: [other.context], autoAssign: false });
    const next = async () => (await other.ok("GET", itemsPath(manual, "next-item/"))).result.item;
    expect(await next()).toBeNull();
    await house.owner.ok("PATCH", `${queuesPath}${manual.queue_id}/`, { auto_assign: true });
    expect(await next()).toMatchObject({ id: manual.itemIds[0] });
  });
});
