// Queues over HTTP: the cases 28 to 40 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { idsOf, itemPath, itemsPath, queuesPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import { type QueueStatus, queueStatuses } from "@/lib/contracts/shapes";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const newName = () => `Queue ${randomUUID()}`;
  const create = async (change: object = {}, caller = house.owner) =>
    caller.ok("POST", queuesPath, { name: newName(), label_ids: [(await house.label()).id], ...change });
  const pathOf = ({ id }: { id: string }, rest = "") => `${queuesPath}${id}/${rest}`;
  const everyRole = ["manager", "reviewer", "annotator"];

  test("a new queue is a draft, and its creator has every role (case 28)", async () => {
    const creator = await house.person();
    const label = await house.label();
    const queue = await create({ label_ids: [label.id], annotator_roles: { [creator.id]: "annotator" } }, creator);
    expect(queue).toMatchObject({
      status: "draft",
      viewer_role: "manager",
      viewer_roles: everyRole,
      labels: [{ label_id: label.id, required: false, order: 0 }],
      annotators: [{ user_id: creator.id, roles: everyRole }],
    });
  });

  test("labels may be added later, but an empty label list is refused (case 29)", async () => {
    const { label_ids: _, ...bare } = { name: newName(), label_ids: [] };
    expect(await house.owner.ok("POST", queuesPath, bare)).toMatchObject({ labels: [] });
    const refusal = await house.owner.refused(400, "POST", queuesPath, { name: newName(), label_ids: [] }, "label_ids");
    expect(refusal.message).toContain("At least one label is required.");
  });

  test("another organization's labels and people are refused, and no queue is made (case 30)", async () => {
    const stranger = await house.stranger();
    const label = { name: "Theirs", type: "thumbs_up_down", settings: {} };
    const foreign = (await stranger.ok("POST", "/model-hub/annotations-labels/", label)).result;
    const name = newName();
    await house.owner.refused(400, "POST", queuesPath, { name, label_ids: [foreign.id] }, "label_ids");
    await house.owner.refused(400, "POST", queuesPath, { name, annotator_ids: [stranger.id] }, "annotator_ids");
    await house.owner.refused(400, "POST", queuesPath, { name, annotator_ids: [randomUUID()] }, "annotator_ids");
    expect(await house.owner.ok("GET", `${queuesPath}?search=${name}`)).toMatchObject({ count: 0 });
  });

  test("a name is unique, ignoring case (case 31)", async () => {
    const { name } = await create();
    await house.owner.refused(400, "POST", queuesPath, { name: name.toUpperCase() }, "name");
    const other = await create();
    await house.owner.refused(400, "PATCH", pathOf(other), { name }, "name");
  });

  test("a source layout is set and removed, repeats no field, and hides fields from annotators", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 1, annotators: [annotator.context] });
    const path = pathOf({ id: queue.queue_id });
    const shown = async (caller = annotator) => {
      const { result } = await caller.ok("GET", itemPath(queue, 0, "annotate-detail/"));
      return { fields: Object.keys(result.item.source_content.fields), text: result.item.source_preview.text };
    };
    expect(await shown()).toEqual({ fields: ["input"], text: "Row 0" });
    const fields = [{ field: "input", role: "hidden" }];
    const layout = { fields: [{ ...fields[0], width: "full" }], shows_expected: false };
    expect(await house.owner.ok("PATCH", path, { source_layout: { fields } })).toMatchObject({ source_layout: layout });
    expect(await shown()).toEqual({ fields: [], text: "" });
    expect(await shown(house.owner)).toEqual({ fields: ["input"], text: "Row 0" });
    const twice = { fields: [...fields, ...fields] };
    await house.owner.refused(400, "PATCH", path, { source_layout: twice }, "source_layout.fields");
    const role = { fields: [{ field: "input", role: "secret" }] };
    await house.owner.refused(400, "PATCH", path, { source_layout: role }, "source_layout.fields.0.role");
    await annotator.refused(403, "PATCH", path, { source_layout: null });
    expect(await house.owner.ok("PATCH", path, { name: newName() })).toMatchObject({ source_layout: layout });
    expect(await house.owner.ok("PATCH", path, { source_layout: null })).toMatchObject({ source_layout: null });
    expect(await shown()).toEqual({ fields: ["input"], text: "Row 0" });
  });

  test("a PATCH does not change the status (case 32)", async () => {
    const queue = await create();
    const changed = await house.owner.ok("PATCH", pathOf(queue), { status: "active", instructions: "Read first." });
    expect(changed).toMatchObject({ status: "draft", instructions: "Read first." });
    expect(await house.owner.ok("GET", pathOf(queue))).toMatchObject({ status: "draft" });
  });

  test("annotators cannot change a queue; Owners and Admins can without being its members (case 33)", async () => {
    const [creator, annotator, admin] = [await house.person(), await house.person(), await house.person("Admin")];
    const label = await house.label();
    const queue = await create({ label_ids: [label.id], annotator_ids: [annotator.id] }, creator);
    const put = { name: queue.name, label_ids: [label.id] };
    await annotator.refused(403, "PATCH", pathOf(queue), { description: "mine" });
    await annotator.refused(403, "PUT", pathOf(queue), put);
    await annotator.refused(403, "POST", pathOf(queue, "update-status/"), { status: "active" });
    for (const status of ["active", "paused"]) {
      const caller = status === "active" ? house.owner : admin;
      await caller.ok("PATCH", pathOf(queue), { description: `by ${status}` });
      await caller.ok("PUT", pathOf(queue), put);
      expect((await caller.ok("POST", pathOf(queue, "update-status/"), { status })).result.status).toBe(status);
    }
  });

  const ways: Record<QueueStatus, QueueStatus[]> = {
    draft: [],
    active: ["active"],
    paused: ["active", "paused"],
    completed: ["active", "completed"],
  };
  const allowed: Record<QueueStatus, QueueStatus[]> = {
    draft: ["active"],
    active: ["paused", "completed"],
    paused: ["active", "completed"],
    completed: ["active", "paused"],
  };
  test.each(queueStatuses)("a queue moves from %s to the allowed statuses only (case 34)", async (from) => {
    for (const to of queueStatuses) {
      const queue = await create();
      const move = pathOf(queue, "update-status/");
      for (const status of ways[from]) await house.owner.ok("POST", move, { status });
      const may = allowed[from].includes(to);
      if (may) expect((await house.owner.ok("POST", move, { status: to })).result).toMatchObject({ status: to });
      else await house.owner.refused(400, "POST", move, { status: to }, "status");
      expect(await house.owner.ok("GET", pathOf(queue))).toMatchObject({ status: may ? to : from });
      await house.owner.refused(400, "POST", move, {}, "status");
      await house.owner.refused(400, "POST", move, { status: "done" }, "status");
    }
  });

  test("an archived queue is hidden, listed on request, and can be restored (case 35)", async () => {
    const queue = await create();
    const listed = async (query = "") =>
      idsOf((await house.owner.ok("GET", `${queuesPath}?limit=1000${query}`)).results).includes(queue.id);
    await house.owner.refused(404, "POST", pathOf(queue, "restore/"));
    await house.owner.ok("DELETE", pathOf(queue));
    expect([await listed(), await listed("&archived=true")]).toEqual([false, true]);
    await house.owner.refused(404, "GET", pathOf(queue));
    expect((await house.owner.ok("POST", pathOf(queue, "restore/"), {})).result).toMatchObject({ id: queue.id });
    expect([await listed(), await listed("&archived=true")]).toEqual([true, false]);
  });

  test("lists count on request, and use page_size unless limit is sent (case 36)", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 2, annotators: [annotator.context] });
    await work(annotator, queue);
    const [withCounts] = (await house.owner.ok("GET", `${queuesPath}?include_counts=true&limit=1`)).results;
    expect(withCounts).toMatchObject({
      id: queue.queue_id,
      label_count: 1,
      annotator_count: 2,
      item_count: 2,
      completed_count: 1,
    });
    const [plain] = (await house.owner.ok("GET", `${queuesPath}?limit=1`)).results;
    expect(Object.keys(plain).filter((key) => key.endsWith("_count"))).toEqual([]);
    await create();
    await create();
    expect((await house.owner.ok("GET", `${queuesPath}?page_size=2`)).results).toHaveLength(2);
    expect((await house.owner.ok("GET", `${queuesPath}?page_size=2&limit=3`)).results).toHaveLength(3);
  });

  test("a label is attached once, optional by default, and can become required (case 38)", async () => {
    const queue = await create();
    const { id: label_id } = await house.label();
    const add = (body: object) => house.owner.ok("POST", pathOf(queue, "add-label/"), { label_id, ...body });
    const first = (await add({})).result;
    expect(first).toMatchObject({ created: true, label: { id: label_id, required: false, order: 1 } });
    expect((await add({ required: true })).result).toMatchObject({ created: false, label: { required: true } });
    const { labels } = await house.owner.ok("GET", pathOf(queue));
    expect(labels.filter((label: { label_id: string }) => label.label_id === label_id)).toMatchObject([
      { required: true },
    ]);
    await house.owner.refused(404, "POST", pathOf(queue, "add-label/"), { label_id: randomUUID() });
  });

  test("a label can be detached only once (case 39)", async () => {
    const queue = await create();
    const { label_id } = queue.labels[0];
    const removed = await house.owner.ok("POST", pathOf(queue, "remove-label/"), { label_id });
    expect(removed).toEqual({ status: true, result: { removed: true } });
    expect(await house.owner.ok("GET", pathOf(queue))).toMatchObject({ labels: [] });
    await house.owner.refused(404, "POST", pathOf(queue, "remove-label/"), { label_id });
  });

  test("a late required label reopens completed items until it is answered (case 40)", async () => {
    const queue = await house.queue({ items: 2 });
    await work(house.owner, queue, 0);
    await work(house.owner, queue, 1);
    const path = `${queuesPath}${queue.queue_id}/`;
    expect(await house.owner.ok("GET", path)).toMatchObject({ status: "completed" });
    const { id: label_id } = await house.label("thumbs_up_down");
    const added = await house.owner.ok("POST", `${path}add-label/`, { label_id, required: true });
    expect(added.result).toMatchObject({ reopened_items: 2, queue_status: "active" });
    const { results } = await house.owner.ok("GET", itemsPath(queue));
    expect(results.map((item: { status: string }) => item.status)).toEqual(["in_progress", "in_progress"]);
    for (const index of [0, 1]) {
      await house.owner.refused(400, "POST", itemPath(queue, index, "complete/"));
      const annotations = [{ label_id, value: "up" }];
      await house.owner.ok("POST", itemPath(queue, index, "annotations/submit/"), { annotations });
      await house.owner.ok("POST", itemPath(queue, index, "complete/"));
    }
    expect(await house.owner.ok("GET", path)).toMatchObject({ status: "completed" });
  });
});
