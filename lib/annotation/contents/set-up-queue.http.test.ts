// Whole queues over HTTP: set up in one request, looked at before, copied, planned and deleted.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createRows } from "@/db/testing/factories";
import { queuesPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);
  const setUp = `${queuesPath}set-up/`;
  const newName = () => `Queue ${randomUUID()}`;
  const newLabel = () => ({ name: `Label ${randomUUID()}`, type: "thumbs_up_down" });
  const rows = async (count: number) => {
    const ids = await createRows(
      house.owner.context.db,
      house.organization,
      Array.from({ length: count }, (_, index) => `Row ${index}`),
    );
    return ids.map((source_id) => ({ source_type: "dataset_row", source_id }));
  };

  test("one request makes a queue with labels and items, and activates it", async () => {
    const creator = await house.person();
    const items = await rows(2);
    const label = newLabel();
    const body = {
      name: newName(),
      auto_assign: true,
      due_date: "2026-12-04",
      labels: [{ new_label: label, required: true }, { label_id: (await house.label()).id }],
      sources: { items },
      activate: true,
    };
    const { result } = await creator.ok("POST", setUp, body);
    expect(result).toMatchObject({
      added: 2,
      errors: [],
      queue: {
        status: "active",
        due_date: "2026-12-04",
        viewer_role: "manager",
        labels: [
          { name: label.name, required: true },
          { required: false, order: 1 },
        ],
      },
    });
    const again = await creator.refused(400, "POST", setUp, body, "name");
    expect(again.message).toContain("already exists");
  });

  test("a wrong field is named, and nothing is made", async () => {
    const [creator, viewer, stranger] = [await house.person(), await house.person("Viewer"), await house.stranger()];
    const name = newName();
    const label = newLabel();
    const refused = (change: object, field: string) =>
      creator.refused(400, "POST", setUp, { name, labels: [{ new_label: label }], ...change }, field);
    await refused({ name: " " }, "name");
    await refused({ due_date: "soon" }, "due_date");
    await refused({ labels: [{ new_label: label, label_id: randomUUID() }] }, "labels.0");
    await refused(
      { labels: [{ new_label: { name: "X", type: "star", settings: { no_of_stars: 0 } } }] },
      "labels.0.new_label.settings.no_of_stars",
    );
    await refused({ labels: [{ new_label: label }, { new_label: label }] }, "labels.1.new_label.name");
    await refused({ annotator_ids: [stranger.id] }, "annotator_ids");
    await refused({ sources: {} }, "sources");
    await refused({ colour: "blue" }, "colour");
    await creator.refused(400, "POST", setUp, { name, activate: true }, "status");
    await viewer.refused(403, "POST", setUp, { name });
    expect(await creator.ok("GET", `${queuesPath}?search=${name}`)).toMatchObject({ count: 0 });
    const labels = await creator.ok("GET", `/model-hub/annotations-labels/?search=${encodeURIComponent(label.name)}`);
    expect(labels).toMatchObject({ count: 0 });
  });

  test("the first source can be previewed; another organization's has no content", async () => {
    const items = await rows(2);
    const { result } = await house.owner.ok("POST", `${queuesPath}preview-source/`, { items });
    expect(result).toMatchObject({ total: 2, source_id: items[0]?.source_id, source_content: { row_order: null } });
    const stranger = await house.stranger();
    const theirs = await stranger.ok("POST", `${queuesPath}preview-source/`, { items });
    expect(theirs.result.source_content).toEqual({ type: "dataset_row", deleted: true });
    await house.owner.refused(400, "POST", `${queuesPath}preview-source/`, {}, "non_field_errors");
  });

  test("a manager copies a queue, sees its workload, and sees what deleting it would delete", async () => {
    const [annotator, stranger] = [await house.person(), await house.stranger()];
    const queue = await house.queue({ items: 3, annotators: [annotator.context] });
    await work(annotator, queue);
    const path = (rest: string) => `${queuesPath}${queue.queue_id}/${rest}/`;
    await house.owner.ok("PATCH", `${queuesPath}${queue.queue_id}/`, { due_date: "2020-01-01" });
    const { result: workload } = await house.owner.ok("GET", path("workload"));
    expect(workload).toMatchObject({ due_date: "2020-01-01", left: 2, completed_per_day: 1, late: 2 });
    const { result: losses } = await house.owner.ok("GET", path("losses"));
    expect(losses).toMatchObject({ items: 3, annotations: 1, annotators: 1, discussions: 0, exports: 0 });
    const name = newName();
    const { result: copy } = await house.owner.ok("POST", path("duplicate"), { name, with_items: true });
    expect(copy).toMatchObject({ added: 3, queue: { name, status: "draft", due_date: null } });
    for (const [method, rest, body] of [
      ["GET", "workload", undefined],
      ["GET", "losses", undefined],
      ["POST", "duplicate", { name: newName() }],
    ] as const) {
      await annotator.refused(403, method, path(rest), body);
      await stranger.refused(404, method, path(rest), body);
    }
    await house.owner.refused(400, "POST", path("duplicate"), { name }, "name");
  });

  test("the list sorts by name, due date or progress; any other order is refused", async () => {
    const label = await house.label();
    for (const [name, due_date] of [
      ["beta", "2026-12-24"],
      ["Alpha", null],
      ["gamma", "2026-12-01"],
    ])
      await house.owner.ok("POST", setUp, {
        name: `${name} ${randomUUID()}`,
        due_date,
        labels: [{ label_id: label.id }],
      });
    const sorted = async (ordering: string) => {
      const { results } = await house.owner.ok("GET", `${queuesPath}?label_id=${label.id}&ordering=${ordering}`);
      return results.map((queue: { name: string }) => queue.name.split(" ")[0]);
    };
    expect(await sorted("name")).toEqual(["Alpha", "beta", "gamma"]);
    expect(await sorted("due_date")).toEqual(["gamma", "beta", "Alpha"]);
    expect(await sorted("-due_date")).toEqual(["beta", "gamma", "Alpha"]);
    expect(await sorted("progress")).toHaveLength(3);
    await house.owner.refused(400, "GET", `${queuesPath}?ordering=colour`, undefined, "ordering");
    const used = await house.owner.ok(
      "GET",
      `/model-hub/annotations-labels/?include_usage_count=true&ordering=-queues`,
    );
    expect(used.results[0]).toMatchObject({ id: label.id, queue_count: 3 });
  });
});
