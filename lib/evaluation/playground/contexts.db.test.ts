import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { namedContexts } from "./contexts";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test("a span and a trace are found by their ids, but only in their own organization", async () => {
  const [trace_id, span_id] = [hexId(16), hexId(8)];
  await exportTraces(context, exportOf({ "service.name": "desk" }, [{ traceId: trace_id, spanId: span_id }]));
  const found = await namedContexts(context, { span_id, trace_id, session_id: null });
  expect(found).toMatchObject({ span: { span_id, trace_id }, trace: { type: "trace" } });
  expect(Object.keys(found)).toEqual(["span", "trace"]);
  expect(await refusal(namedContexts(other, { span_id }))).toMatchObject({
    kind: "invalid",
    detail: { fields: { span_id: ["There is no such span."] } },
  });
});

test.each(["span_id", "trace_id", "session_id", "call_id"])("an unknown %s is a 400 that names it", async (field) => {
  for (const id of [crypto.randomUUID(), "none"])
    expect(await refusal(namedContexts(context, { [field]: id }))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: [expect.any(String)] } },
    });
});
