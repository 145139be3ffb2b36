import { expect, test } from "vitest";
import { traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { exportTraces } from "./ingestion";
import { INTERNAL_PROJECT } from "./projects";
import { exportOf, hexId, type TestSpan } from "./testing";
import { termOf } from "./trace-terms";

const database = suiteDatabase();
const [traceId, root, child] = [hexId(16), hexId(8), hexId(8)];
const rootSpan: TestSpan = {
  traceId,
  spanId: root,
  name: "answer",
  values: { "user.id": "ann", "deployment.environment": "prod", "tag.tags": "vip, new" },
};
const childSpan: TestSpan = {
  traceId,
  spanId: child,
  parentSpanId: root,
  name: "chat",
  status: { code: 2 },
  values: {
    "gen_ai.request.model": "gpt",
    "user.id": "zoe",
    "tag.tags": "vip",
    "gateway.prompt.name": "reply",
    "gateway.prompt.version": "v3",
  },
};
const childTerms = ["error=true", "model=gpt", "name=chat", "prompt=reply", "prompt=reply@v3", "tag=vip"];
const allTerms = [...childTerms, "environment=prod", "name=answer", "status=OK", "tag=new", "user=ann"].sort();

const stored = async (project: string, ...exports: TestSpan[][]) => {
  const context = await createCaller(database.db, await createOrganization(database.db));
  for (const spans of exports) await exportTraces(context, exportOf({ "service.name": project }, spans));
  const rows = await database.db.select().from(traces);
  const row = rows.find(({ organizationId }) => organizationId === context.caller.organizationId);
  return row && { ...row, terms: row.terms.toSorted() };
};

test.each<[string, TestSpan[][]]>([
  ["at once", [[childSpan, rootSpan]]],
  ["one after another", [[childSpan], [rootSpan]]],
  ["twice", [[rootSpan], [childSpan], [rootSpan]]],
])("a trace has the terms of all its spans that arrive %s", async (_, exports) => {
  expect(await stored("shop", ...exports)).toMatchObject({
    userId: "ann",
    environment: "prod",
    errorSpans: 1,
    isInternal: false,
    terms: allTerms,
  });
});

test("a trace of one span has that span's terms", async () => {
  expect(await stored("shop", [childSpan])).toMatchObject({
    userId: "zoe",
    environment: null,
    errorSpans: 1,
    terms: [...childTerms, "status=UNSET", "user=zoe"].sort(),
  });
});

test("traces of the product's own calls are internal", async () => {
  expect(await stored(INTERNAL_PROJECT, [rootSpan])).toMatchObject({ isInternal: true, errorSpans: 0 });
});

test("long names are cut to fit an index, and nameless spans have no term", async () => {
  const name = "🚀".repeat(100_000);
  const spans = [
    { ...rootSpan, name },
    ...Array.from({ length: 300 }, (_, index) => ({ ...childSpan, spanId: hexId(8), name: `n${index}` })),
  ];
  const row = await stored("shop", [...spans, { ...childSpan, spanId: hexId(8), name: "" }]);
  const names = row?.terms.filter((term) => term.startsWith("name="));
  expect(names).toHaveLength(100);
  expect(row?.terms).not.toContain("name=");
  expect(await stored("shop", [{ ...rootSpan, name }])).toMatchObject({
    terms: expect.arrayContaining([termOf("name", name)]),
  });
});
