// Traces become rows of a dataset, over HTTP.
import { describe, expect, test } from "vitest";
import { suiteHouse } from "@/lib/annotation/testing/http";
import { mounts } from "@/lib/http/testing/mounts";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";

const path = "/tracer/trace-imports/";
const mapping = [{ column: "input", path: "input" }, { column: "expected" }];

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  async function newTrace(): Promise<string> {
    const [traceId, spanId] = [hexId(16), hexId(8)];
    const span = { traceId, spanId, values: { "input.value": `Where is ${traceId}?` } };
    await exportTraces(house.owner.context, exportOf({ "service.name": "shop" }, [span]));
    return (await house.owner.ok("GET", `/tracer/traces/${traceId}/`)).result.id;
  }

  test("a trace is previewed, added once, and linked to its row", async () => {
    const id = await newTrace();
    const { result } = await house.owner.ok("POST", `${path}preview/`, { trace_ids: [id], mapping });
    expect(result.rows).toMatchObject([{ trace_id: id, cells: [expect.stringContaining("Where"), null] }]);
    const body = { dataset_name: `Rows ${id}`, trace_ids: [id], mapping };
    const added = (await house.owner.ok("POST", path, body)).result;
    expect(added).toMatchObject({ status: "completed", added: 1, duplicates: 0 });
    const again = { dataset_id: added.dataset_id, trace_ids: [id], mapping };
    expect((await house.owner.ok("POST", path, again)).result).toMatchObject({ added: 0, duplicates: 1 });
    expect((await house.owner.ok("GET", `${path}${added.id}/`)).result).toEqual(added);
    expect((await house.owner.ok("GET", `/tracer/traces/${id}/dataset-rows/`)).result).toMatchObject([
      { dataset_id: added.dataset_id, order: 0 },
    ]);
  });

  test("all matching traces are added in the background", async () => {
    await newTrace();
    const body = { dataset_name: `All ${hexId(8)}`, filters: { status: "OK" }, mapping };
    expect((await house.owner.ok("POST", path, body)).result).toMatchObject({ status: "running", looked: 0 });
  });

  test.each([
    ["both traces and filters", { trace_ids: [crypto.randomUUID()], filters: {}, mapping }, "trace_ids"],
    ["neither", { mapping }, "trace_ids"],
    ["a path that leads nowhere", { filters: {}, mapping: [{ column: "a", path: "resource.x" }] }, "mapping.0.path"],
    ["no columns", { filters: {}, mapping: [] }, "mapping"],
    ["an unknown filter", { filters: { cost: 1 }, mapping }, "filters.cost"],
  ])("%s are refused", async (_, body, field) => {
    await house.owner.refused(400, "POST", path, { dataset_name: "X", ...body }, field);
  });

  test("Viewers may see a preview, but cannot add rows", async () => {
    const viewer = await house.person("Viewer");
    await viewer.ok("POST", `${path}preview/`, { filters: {}, mapping });
    await viewer.refused(403, "POST", path, { dataset_name: "X", filters: {}, mapping });
  });
});
