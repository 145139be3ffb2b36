// Traces and spans named by OpenTelemetry's ids wherever a source is named.
import { describe, expect, test } from "vitest";
import { itemsPath, queuesPath, scoresPath, suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  /** A trace of one span: its own id, and its names as a client that reads OpenTelemetry's tools may spell them. */
  async function newTrace() {
    const [traceId, spanId] = [hexId(16), hexId(8)];
    await exportTraces(house.owner.context, exportOf({ "service.name": "shop" }, [{ traceId, spanId }]));
    const { id, project_id } = (await house.owner.ok("GET", `/tracer/traces/${traceId}/`)).result;
    const names = [id, traceId, traceId.toUpperCase()] as string[];
    return { id: id as string, projectId: project_id as string, traceId, spanId, names };
  }

  const add = async (queueId: string, source_type: string, names: readonly string[]) => {
    const items = names.map((source_id) => ({ source_type, source_id }));
    return (await house.owner.ok("POST", itemsPath({ queue_id: queueId }, "add-items/"), { items })).result;
  };

  test("a trace is added to a queue once, under any of its names", async () => {
    const queue = await house.queue({ items: 0 });
    const { id, names } = await newTrace();
    expect(await add(queue.queue_id, "trace", names.toReversed())).toMatchObject({
      added: 1,
      duplicates: 2,
      errors: [],
    });
    const { results } = await house.owner.ok("GET", itemsPath(queue));
    expect(results).toMatchObject([{ source_type: "trace", source_id: id }]);
    await house.owner.refused(409, "POST", itemsPath(queue), { source_type: "trace", source_id: names[1] });
  });

  test("span ids ignore case", async () => {
    const queue = await house.queue({ items: 0 });
    const { spanId } = await newTrace();
    const added = await add(queue.queue_id, "observation_span", [spanId.toUpperCase(), spanId]);
    expect(added).toMatchObject({ added: 1, duplicates: 1 });
    const annotations = [{ annotation_label_id: (await house.label()).id, value_float: 3 }];
    const records = [{ observation_span_id: spanId.toUpperCase(), annotations }];
    const saved = await house.owner.ok("POST", "/tracer/bulk-annotation/", { records });
    expect(saved.result).toMatchObject({ annotations_created: 1, errors_count: 0 });
    const query = `source_type=observation_span&source_id=${spanId.toUpperCase()}`;
    expect((await house.owner.ok("GET", `${scoresPath}for-source/?${query}`)).result).toMatchObject([
      { source_id: spanId, value: { rating: 3 } },
    ]);
  });

  test("scores of a trace can be stored and found under each of its names", async () => {
    const { id, names } = await newTrace();
    const { id: label_id } = await house.label();
    for (const [index, source_id] of names.entries()) {
      const score = { source_type: "trace", source_id, label_id, value: index + 1 };
      expect((await house.owner.ok("POST", scoresPath, score)).result).toMatchObject({ source_id: id });
      const scores = [{ label_id, value: index + 1 }];
      const bulk = await house.owner.ok("POST", `${scoresPath}bulk/`, { source_type: "trace", source_id, scores });
      expect(bulk.result).toMatchObject({ scores: [{ source_id: id, value: { rating: index + 1 } }], errors: [] });
    }
    for (const name of names) {
      const source = `source_type=trace&source_id=${name}`;
      const found = [{ source_id: id, value: { rating: 3 } }];
      expect((await house.owner.ok("GET", `${scoresPath}for-source/?${source}`)).result).toMatchObject(found);
      expect((await house.owner.ok("GET", `${scoresPath}?${source}`)).results).toMatchObject(found);
      expect((await house.owner.ok("GET", `${scoresPath}?source_id=${name}`)).results).toMatchObject(found);
      const queues = (await house.owner.ok("GET", `${queuesPath}for-source/?${source}`)).result;
      expect(queues).toMatchObject([{ item: { source_type: "trace", source_id: id } }]);
    }
  });

  test("a filter excludes traces by either name", async () => {
    const queue = await house.queue({ items: 0 });
    const [one, two, three] = [await newTrace(), await newTrace(), await newTrace()];
    const selection = {
      mode: "filter",
      source_type: "trace",
      project_id: one.projectId,
      exclude_ids: [one.id, two.traceId.toUpperCase()],
    };
    await house.owner.ok("POST", itemsPath(queue, "add-items/"), { selection });
    const { results } = await house.owner.ok("GET", `${itemsPath(queue)}?limit=100`);
    const ids = results.map((item: { source_id: string }) => item.source_id);
    expect(ids).toContain(three.id);
    expect(ids).not.toContain(one.id);
    expect(ids).not.toContain(two.id);
  });

  test("another organization's trace is unknown under every name", async () => {
    const stranger = await house.stranger();
    const { names } = await newTrace();
    const { id: label_id } = (
      await stranger.ok("POST", "/model-hub/annotations-labels/", { name: "Theirs", type: "star" })
    ).result;
    for (const source_id of [...names, hexId(16)]) {
      const score = { source_type: "trace", source_id, label_id, value: 4 };
      await stranger.refused(404, "POST", scoresPath, score);
      const query = `source_type=trace&source_id=${source_id}`;
      expect((await stranger.ok("GET", `${scoresPath}for-source/?${query}`)).result).toEqual([]);
    }
  });
});
