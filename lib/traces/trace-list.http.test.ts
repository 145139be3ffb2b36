// The list of traces, its facets, and a queue of all that match, over HTTP.
import { beforeAll, describe, expect, test } from "vitest";
import { itemsPath, suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";
import { exportTraces } from "./ingestion";
import { INTERNAL_PROJECT } from "./projects";
import { exportOf, hexId, type TestSpan } from "./testing";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);
  const span = (more: Partial<TestSpan>): TestSpan => ({
    traceId: hexId(16),
    spanId: hexId(8),
    name: "answer",
    ...more,
  });

  beforeAll(async () => {
    const { context } = house.owner;
    const shop = [
      span({
        from: 1,
        to: 50,
        values: { "input.value": "Where is my order?", "user.id": "ann", "gen_ai.usage.cost": 0.5 },
      }),
      span({ from: 2, to: 5000, status: { code: 2 }, values: { "user.id": "bob", "tag.tags": "vip,new" } }),
      span({ from: 3, to: null }),
    ];
    await exportTraces(context, exportOf({ "service.name": "shop" }, shop));
    await exportTraces(context, exportOf({ "service.name": INTERNAL_PROJECT }, [span({ name: "judge" })]));
  });

  const list = (query: string) => house.owner.ok("GET", `/tracer/traces/?${query}`);

  test("traces have previews, and contents can be left out", async () => {
    const { results, count, is_estimated, has_more } = await list("user=ann");
    expect({ count, is_estimated, has_more }).toEqual({ count: 1, is_estimated: false, has_more: false });
    expect(results[0]).toMatchObject({
      input: "Where is my order?",
      input_preview: "Where is my order?",
      output_preview: null,
      user_id: "ann",
      tags: [],
      error_spans: 0,
    });
    const [bare] = (await list("user=ann&contents=false")).results;
    expect(bare).not.toHaveProperty("input");
    expect(bare).toMatchObject({ input_preview: "Where is my order?" });
  });

  test.each([
    ["", 3],
    ["include_internal=true", 4],
    ["has_error=true", 1],
    ["has_error=false&status=OK", 1],
    ["min_latency_ms=1000.5", 1],
    ["max_cost_usd=0.5", 1],
    ["tag=vip&tag=new", 1],
    ["annotated=true", 0],
    ["since=2020-01-01T00:00:00Z&until=2030-01-01T00:00:00%2B02:00", 3],
  ])("%s", async (query, count) => {
    expect(await list(query)).toMatchObject({ count });
  });

  test("a page begins after the last trace of the page before", async () => {
    const first = await list("limit=2");
    expect(first).toMatchObject({ count: 3, has_more: true });
    const second = await list(`limit=2&after=${first.results[1].id}`);
    expect(second).toMatchObject({ count: 3, has_more: false });
    const whole = await list("limit=3");
    expect([...first.results, ...second.results]).toEqual(whole.results);
  });

  test.each(["status=LATE", "min_tokens=-1", "max_cost_usd=much", "since=yesterday", "has_error=perhaps", "user="])(
    "%s is refused with its filter's name",
    async (query) => {
      const { details } = await house.owner.refused(400, "GET", `/tracer/traces/?${query}`);
      expect(Object.keys(details)).toEqual([query.split("=")[0]]);
    },
  );

  test("each facet counts under the other filters", async () => {
    const { result } = await house.owner.ok("GET", "/tracer/traces/facets/?user=ann");
    const values = new Map(result.facets.map((facet: { name: string; values: unknown }) => [facet.name, facet.values]));
    expect(values.get("user")).toEqual([
      { value: "ann", label: "ann", count: 1 },
      { value: "bob", label: "bob", count: 1 },
    ]);
    expect(values.get("status")).toEqual([{ value: "OK", label: "OK", count: 1 }]);
    expect(values.get("project_id")).toMatchObject([{ label: "shop", count: 1 }]);
  });

  test("views belong to a person, and saving a name again replaces its view", async () => {
    const path = "/tracer/trace-views/";
    const first = (await house.owner.ok("POST", path, { name: "Errors", query: "error=true" })).result;
    const again = (await house.owner.ok("POST", path, { name: "Errors", query: "status=ERROR" })).result;
    expect(again).toMatchObject({ id: first.id, query: "status=ERROR" });
    expect((await house.owner.ok("GET", path)).result).toEqual([again]);
    const viewer = await house.person("Viewer");
    expect((await viewer.ok("GET", path)).result).toEqual([]);
    await viewer.refused(404, "DELETE", `${path}${first.id}/`);
    await viewer.ok("POST", path, { name: "Mine", query: "" });
    await house.owner.refused(400, "POST", path, { name: " ", query: "" }, "name");
    expect((await house.owner.ok("DELETE", `${path}${first.id}/`)).result).toEqual({ deleted: true });
    expect((await house.owner.ok("GET", path)).result).toEqual([]);
  });

  test("all matching traces can be added to a queue", async () => {
    const queue = await house.queue({ items: 0 });
    const selection = { mode: "filter", source_type: "trace", trace_filters: { has_error: true } };
    const added = await house.owner.ok("POST", itemsPath(queue, "add-items/"), { selection });
    expect(added.result).toMatchObject({ added: 1, total_matching: 1 });
    expect(await list("annotated=true")).toMatchObject({ count: 1 });
    const spans = { mode: "filter", source_type: "observation_span", trace_filters: {} };
    await house.owner.refused(400, "POST", itemsPath(queue, "add-items/"), { selection: spans });
  });
});
