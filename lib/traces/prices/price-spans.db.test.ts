import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { gatewaySettings, spans } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { exportTraces } from "../ingestion";
import { exportOf, hexId } from "../testing";

const database = suiteDatabase();

const sentBy = async (organization: Awaited<ReturnType<typeof createOrganization>>) => {
  const context = await createCaller(database.db, organization, "Member");
  const traceId = hexId(16);
  const values = { "gen_ai.usage.input_tokens": 1_000_000, "gen_ai.usage.output_tokens": 0 };
  const span = (model: string, more = {}) => ({
    traceId,
    spanId: hexId(8),
    name: model,
    values: { "gen_ai.request.model": model, "gen_ai.provider.name": "openai", ...values, ...more },
  });
  const request = exportOf({}, [
    span("gpt-4o"),
    span("own-model"),
    span("nobody's"),
    span("paid", { "llm.cost.total": 9 }),
  ]);
  expect(await exportTraces(context, request)).toEqual({});
  const rows = await database.db.select().from(spans).where(eq(spans.traceId, traceId));
  return Object.fromEntries(rows.map(({ name, costUsd }) => [name, costUsd]));
};

test("a span has the organization's or gateway's configured price, else the built-in one", async () => {
  const organization = await createOrganization(database.db);
  const price = (input: number) => ({ pricing: { models: { "openai/own-model": { input, output: 1 } } } });
  const active = { version: 1, origin: "api" as const, active: true };
  expect(await sentBy(organization)).toEqual({ "gpt-4o": 2.5, "own-model": null, "nobody's": null, paid: 9 });
  await database.db.insert(gatewaySettings).values({ ...active, config: price(3) });
  expect(await sentBy(organization)).toMatchObject({ "gpt-4o": 2.5, "own-model": 3 });
  await database.db.insert(gatewaySettings).values({ ...active, organizationId: organization.id, config: price(4) });
  expect(await sentBy(organization)).toMatchObject({ "own-model": 4, "nobody's": null });
  expect(await sentBy(await createOrganization(database.db))).toMatchObject({ "own-model": 3 });
});
