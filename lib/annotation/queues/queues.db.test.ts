import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemAssignees, queueItems } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { leaveQueues } from "@/lib/accounts/leave-queues";
import { addItems, bulkRemoveItems, listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { createTestQueue, starLabel } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { assignItems } from "./assignment";
import { listQueues } from "./list-queues";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { createQueue, deleteQueue, getQueue, restoreQueue, updateQueue, updateQueueStatus } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const defaults = {
  assignment_strategy: "manual",
  annotations_required: 1,
  reservation_timeout_minutes: 60,
  requires_review: false,
  auto_assign: false,
  annotator_ids: [],
  annotator_roles: {},
} as const;
const create = (context: Context, name: string, change: object = {}) =>
  createQueue(context, { ...defaults, annotator_ids: [], name, ...change });
const list = { page: 1, limit: 100, include_counts: true, archived: false };
const items = { page: 1, limit: 100, ordering: "order" as const };

describe("queues", () => {
  test("a new queue is a draft whose creator has every role", async () => {
    const member = await createCaller(database.db, organization);
    const label = await createLabel(owner, { ...starLabel, name: "First" });
    const queue = await create(member, "Mine", {
      label_ids: [label.id],
      annotator_ids: [member.caller.userId, owner.caller.userId],
      annotator_roles: { [member.caller.userId]: "annotator", [owner.caller.userId]: ["reviewer", "annotator"] },
    });
    expect(queue).toMatchObject({
      status: "draft",
      viewer_role: "manager",
      labels: [{ label_id: label.id, order: 0 }],
    });
    expect(queue.annotators.find((a) => a.user_id === member.caller.userId)?.roles).toEqual([
      "manager",
      "reviewer",
      "annotator",
    ]);
    expect(queue.annotators.find((a) => a.user_id === owner.caller.userId)?.role).toBe("reviewer");
  });

  test("a new queue requires the labels that are named as required", async () => {
    const requested = await createLabel(owner, { ...starLabel, name: "Asked" });
    const offered = await createLabel(owner, { ...starLabel, name: "Offered" });
    const label_ids = [requested.id, offered.id];
    const queue = await create(owner, "Half required", { label_ids, required_label_ids: [requested.id] });
    expect(queue.labels.map(({ name, required }) => [name, required])).toEqual([
      ["Asked", true],
      ["Offered", false],
    ]);
    const wrong = create(owner, "Wrong", { label_ids: [requested.id], required_label_ids: [offered.id] });
    await expect(wrong).rejects.toMatchObject({ detail: { fields: { required_label_ids: [expect.any(String)] } } });
    expect((await listQueues(owner, list)).results.map((each) => each.name)).not.toContain("Wrong");
  });

  test("names are unique; strangers and another organization's labels are refused", async () => {
    await create(owner, "Taken");
    await expect(create(owner, "taken")).rejects.toMatchObject({ detail: { fields: { name: [expect.any(String)] } } });
    const elsewhere = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const foreign = await createLabel(elsewhere, { ...starLabel });
    await expect(create(owner, "A", { label_ids: [foreign.id] })).rejects.toMatchObject({ kind: "invalid" });
    await expect(create(owner, "B", { annotator_ids: [elsewhere.caller.userId] })).rejects.toMatchObject({
      detail: { fields: { annotator_ids: [expect.any(String)] } },
    });
    const names = (await listQueues(owner, list)).results.map((queue) => queue.name);
    expect(names).not.toContain("A");
    expect(names).not.toContain("B");
  });

  test("only managers change a queue, and Owners are managers of every queue", async () => {
    const [creator, annotator] = await Promise.all([
      createCaller(database.db, organization),
      createCaller(database.db, organization),
    ]);
    const queue = await create(creator, "Guarded", { annotator_ids: [annotator.caller.userId] });
    const input = { queue_id: queue.id };
    await expect(updateQueue(annotator, { ...input, name: "Stolen" })).rejects.toMatchObject({ kind: "forbidden" });
    await expect(updateQueueStatus(annotator, { ...input, status: "active" })).rejects.toMatchObject({
      kind: "forbidden",
    });
    await expect(deleteQueue(annotator, input)).rejects.toMatchObject({ kind: "forbidden" });
    expect((await updateQueue(owner, { ...input, name: "Renamed" })).name).toBe("Renamed");
    await expect(updateQueueStatus(owner, { ...input, status: "paused" })).rejects.toMatchObject({
      message: "status: Cannot transition from 'draft' to 'paused'.",
    });
    const label = await createLabel(owner, { ...starLabel, name: "Guarding" });
    await addQueueLabel(owner, { queue_id: queue.id, label_id: label.id, required: false });
    expect((await updateQueueStatus(owner, { ...input, status: "active" })).status).toBe("active");
  });

  test("the list chooses queues by the caller's role; Owners have every role", async () => {
    const [creator, member] = await Promise.all([
      createCaller(database.db, organization),
      createCaller(database.db, organization),
    ]);
    const annotator_ids = [member.caller.userId];
    const asRole = (name: string, role: object | string) =>
      create(creator, name, { annotator_ids, annotator_roles: { [member.caller.userId]: role } });
    await asRole("By role: manages", ["manager", "annotator"]);
    await asRole("By role: annotates", "annotator");
    await create(creator, "By role: none");
    const named = async (context: Context, viewer_role: "any" | "manager" | "reviewer" | "annotator") => {
      const { count, results } = await listQueues(context, { ...list, search: "By role", viewer_role });
      expect(count).toBe(results.length);
      return results.map(({ name }) => name.replace("By role: ", "")).toSorted();
    };
    expect(await named(member, "any")).toEqual(["annotates", "manages"]);
    expect(await named(member, "manager")).toEqual(["manages"]);
    expect(await named(member, "annotator")).toEqual(["annotates", "manages"]);
    expect(await named(member, "reviewer")).toEqual([]);
    expect(await named(owner, "manager")).toEqual(["annotates", "manages", "none"]);
  });

  test("a queue without labels cannot be set to active", async () => {
    const queue = await create(owner, "Asks nothing");
    const activate = () => updateQueueStatus(owner, { queue_id: queue.id, status: "active" });
    await expect(activate()).rejects.toMatchObject({
      kind: "invalid",
      message: "The queue has no labels: add one before you set it to active.",
      detail: { code: "queue_without_labels" },
    });
    const label = await createLabel(owner, { ...starLabel, name: "Asks something" });
    await addQueueLabel(owner, { queue_id: queue.id, label_id: label.id, required: false });
    expect((await activate()).status).toBe("active");
  });

  test("an archived queue cannot be read, and is restored unchanged", async () => {
    const queue = await create(owner, "Archived");
    const input = { queue_id: queue.id };
    await expect(restoreQueue(owner, input)).rejects.toMatchObject({ kind: "notFound" });
    await deleteQueue(owner, input);
    await expect(getQueue(owner, input)).rejects.toMatchObject({ kind: "notFound" });
    const archived = await listQueues(owner, { ...list, archived: true });
    expect(archived.results.map((found) => found.id)).toContain(queue.id);
    expect((await restoreQueue(owner, input)).id).toBe(queue.id);
  });

  test("labels are attached once, can become required, and can be detached", async () => {
    const queue = await create(owner, "Labelled");
    const label = await createLabel(owner, { ...starLabel, name: "Attached" });
    const input = { queue_id: queue.id, label_id: label.id };
    expect(await addQueueLabel(owner, { ...input, required: false })).toMatchObject({ created: true });
    const again = await addQueueLabel(owner, { ...input, required: true });
    expect(again).toMatchObject({ created: false, label: { required: true, order: 0 } });
    expect((await getQueue(owner, { queue_id: queue.id })).labels).toHaveLength(1);
    expect(await removeQueueLabel(owner, input)).toEqual({ removed: true });
    await expect(removeQueueLabel(owner, input)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("an update replaces a queue's labels in the sent order, and kept ones stay required", async () => {
    const made = ["One", "Two", "Three"].map((name) => createLabel(owner, { ...starLabel, name: `${name} of three` }));
    const [one, two, three] = (await Promise.all(made)).map((label) => label.id) as [string, string, string]; // safe: three were made
    const { id: queue_id } = await create(owner, "Ordered", { label_ids: [one, two], required_label_ids: [two] });
    const { labels } = await updateQueue(owner, { queue_id, label_ids: [three, two] });
    expect(labels.map(({ label_id, required }) => [label_id, required])).toEqual([
      [three, false],
      [two, true],
    ]);
  });
});

describe("items", () => {
  test("sources are added once, unknown ones are reported, and the others are added", async () => {
    const queue = await create(owner, "Filled");
    const rows = await createRows(database.db, organization, ["one", "two", "three"]);
    const [foreign] = await createRows(database.db, await createOrganization(database.db), ["secret"]);
    const reference = (source_id: string) => ({ source_type: "dataset_row" as const, source_id });
    const input = { queue_id: queue.id, items: [...rows, rows[0] ?? "", foreign ?? "", "no-uuid"].map(reference) };
    const added = await addItems(owner, input);
    expect(added).toMatchObject({ added: 3, duplicates: 1, queue_status: "draft" });
    expect(added.errors.map((error) => error.source_id)).toEqual([foreign, "no-uuid"]);
    expect(await addItems(owner, input)).toMatchObject({ added: 0, duplicates: 4 });
    const listed = await listItems(owner, { queue_id: queue.id, ...items });
    expect(listed.results.map((item) => item.source_preview.text)).toEqual(["one", "two", "three"]);
    expect(listed.results.map((item) => item.order)).toEqual([0, 1, 2]);
  });

  test("people who add the same rows at once make no duplicates", async () => {
    const queue = await create(owner, "Filled at once");
    const rows = await createRows(database.db, organization, ["a", "b", "c", "d"]);
    const input = {
      queue_id: queue.id,
      items: rows.map((source_id) => ({ source_type: "dataset_row" as const, source_id })),
    };
    const results = await Promise.all(Array.from({ length: 8 }, () => addItems(owner, input)));
    expect(results.reduce((sum, result) => sum + result.added, 0)).toBe(4);
  });

  test("round robin assigns in turn, and the next addition continues the turn", async () => {
    const [one, two] = await Promise.all([
      createCaller(database.db, organization),
      createCaller(database.db, organization),
    ]);
    const queue = await create(one, "Rotating", {
      assignment_strategy: "round_robin",
      annotator_ids: [two.caller.userId],
    });
    const rows = await createRows(database.db, organization, ["a", "b", "c", "d", "e", "f"]);
    const add = (ids: string[]) =>
      addItems(one, {
        queue_id: queue.id,
        items: ids.map((source_id) => ({ source_type: "dataset_row" as const, source_id })),
      });
    await add(rows.slice(0, 3));
    await add(rows.slice(3));
    const listed = await listItems(one, { queue_id: queue.id, ...items });
    const assignees = listed.results.map((item) => item.assigned_to);
    expect(assignees[0]).not.toBe(assignees[1]);
    expect(assignees).toEqual([0, 1, 0, 1, 0, 1].map((index) => assignees[index]));
  });

  test.each(["round_robin", "load_balanced"] as const)(
    "%s continues when annotators leave, join or increase",
    async (strategy) => {
      const people = await Promise.all([1, 2, 3].map(() => createCaller(database.db, organization)));
      const [one, two, three] = people.map(({ caller }) => caller.userId) as [string, string, string]; // safe: three were made
      const queue = await create(owner, `Assigning ${strategy}`, {
        assignment_strategy: strategy,
        annotator_ids: [one, two],
        annotator_roles: { [owner.caller.userId]: ["manager"] },
      });
      const queue_id = queue.id;
      const rows = await createRows(database.db, organization, ["a", "b", "c", "d"]);
      await addItems(owner, {
        queue_id,
        items: rows.map((source_id) => ({ source_type: "dataset_row" as const, source_id })),
      });
      const assignees = async () => {
        const stored = await database.db.select().from(itemAssignees).where(eq(itemAssignees.queueId, queue_id));
        const listed = await database.db.select().from(queueItems).where(eq(queueItems.queueId, queue_id));
        return listed
          .sort((a, b) => a.order - b.order)
          .map(({ id }) => stored.flatMap(({ itemId, userId }) => (itemId === id ? [userId] : [])));
      };
      const before = await assignees();
      // Nothing that concerns assignments: who was taken off an item by hand stays off.
      const [first] = (await listItems(owner, { queue_id, ...items })).results;
      await assignItems(owner, { queue_id, item_ids: [first?.id ?? ""], user_id: null, action: "set" });
      await updateQueue(owner, { queue_id, instructions: "Be kind.", annotator_ids: [one, two] });
      expect((await assignees()).map((each) => each.length)).toEqual([0, 1, 1, 1]);
      await updateQueue(owner, { queue_id, annotator_ids: [one, two, three] });
      expect((await assignees()).map((each) => each.length)).toEqual([1, 1, 1, 1]);
      expect((await assignees()).slice(1)).toEqual(before.slice(1));
      // One who leaves makes room for the others.
      await updateQueue(owner, { queue_id, annotator_ids: [two, three] });
      const after = await assignees();
      expect(after.map((each) => each.length)).toEqual([1, 1, 1, 1]);
      expect(after.flat()).not.toContain(one);
      // A second annotator for each, and nobody twice.
      await updateQueue(owner, { queue_id, annotations_required: 2 });
      expect((await assignees()).map((each) => each.length)).toEqual([2, 2, 2, 2]);
      // A person who leaves the organization as well.
      await updateQueue(owner, { queue_id, annotations_required: 1, annotator_ids: [one, two, three] });
      await database.db.transaction((tx) => leaveQueues(tx, organization.id, two));
      const left = await assignees();
      expect(left.flat()).not.toContain(two);
      expect(left.every((each) => each.length >= 1)).toBe(true);
    },
  );

  test("removal deletes an item with its work, only in this queue", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const other = await createTestQueue(owner, organization, { items: 1 });
    const ids = [...queue.itemIds.slice(0, 1), ...other.itemIds];
    expect(await bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: ids })).toEqual({ removed: 1 });
    expect((await listItems(owner, { queue_id: other.queue_id, ...items })).count).toBe(1);
    expect((await listItems(owner, { queue_id: queue.queue_id, ...items })).count).toBe(1);
  });
});
