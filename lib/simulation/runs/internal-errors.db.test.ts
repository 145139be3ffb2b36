// An error of the database is neither a refusal of the request nor a reason of a run.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { Failure } from "@/lib/errors";
import { renderError } from "@/lib/http/render-error";
import { askingRow, createRunTestOf, startRun } from "./testing";

const database = suiteDatabase();

test("a statement that fails while a run starts causes a 500 without its text", async () => {
  const context = await createCaller(database.db, await createOrganization(database.db));
  const { run } = await createRunTestOf(context, [askingRow()]);
  await database.db.execute(sql`alter table agent_versions rename column number to number_before`);
  try {
    const error: unknown = await startRun(context, run.id).catch((error: unknown) => error);
    expect(error).not.toBeInstanceOf(Failure);
    const { status, body } = renderError(error);
    expect(status).toBe(500);
    expect(body).not.toMatch(/select|agent_versions|params/);
  } finally {
    await database.db.execute(sql`alter table agent_versions rename column number_before to number`);
  }
  await expect(startRun(context, run.id, { agent_version: crypto.randomUUID() })).rejects.toMatchObject({
    kind: "invalid",
    detail: { fields: { agent_version: [expect.any(String)] } },
  });
});
