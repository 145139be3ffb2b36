import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries, evalGroups } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Act, Context } from "@/lib/context";
import { deleteEvalGroup as groupContract } from "@/lib/contracts/evaluation/groups";
import { promptContent } from "@/lib/contracts/prompts/content";
import { deletePrompt as promptContract } from "@/lib/contracts/prompts/prompts";
import { deleteEvalGroup } from "@/lib/evaluation/groups/groups";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { createPrompt, deletePrompt } from "@/lib/prompts/prompts";
import { perform } from "./perform";
import { readDeleted } from "./read-deleted";
import { deletedBy } from "./rules/deleted";

let database: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  database = await startTestGateway();
});
afterAll(() => database.close());

test.each(Object.keys(deletedBy))("rows that %s deletes can be read, and unknown ids return null", async (action) => {
  const [organization, id] = [randomUUID(), randomUUID()];
  expect(await readDeleted(database.db, organization, { action, ids: id })).toBeNull();
  expect(await readDeleted(database.db, organization, { action, ids: [id, "no id"] })).toBeNull();
});

test("only the organization's own rows are read, and lists include their ids", async () => {
  const [own, other] = await Promise.all([createOrganization(database.db), createOrganization(database.db)]);
  const rows = await database.db
    .insert(evalGroups)
    .values(
      [own, own, other].map(({ id: organizationId, workspaceId }, index) => ({
        ...{ organizationId, workspaceId, name: `Group ${index}`, description: "unmistakable" },
      })),
    )
    .returning({ id: evalGroups.id });
  const ids = rows.map(({ id }) => id);
  const read = (of: string | string[]) => readDeleted(database.db, own.id, { action: "deleteEvalGroup", ids: of });
  expect(await read(ids[0] ?? "")).toEqual({ name: "Group 0" });
  expect(await read(ids[2] ?? "")).toBeNull();
  const found = await read(ids.map((id) => id.toUpperCase()));
  expect(found).toMatchObject({ deleted: expect.arrayContaining([{ id: ids[1], name: "Group 1" }]) });
  expect(JSON.stringify(found)).not.toMatch(/unmistakable|Group 2/);
});

const acting = (context: Context, action: string): Context & { act: Act } => ({
  ...context,
  act: { action, userAgent: "a browser", isRecorded: false },
});
const entryOf = async (targetId: string) => {
  const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, targetId));
  return entry;
};

test("the entry of a deletion has the object's name, and none of its content", async () => {
  const organization = await createOrganization(database.db);
  const owner = await createCaller(database.db, organization, "Owner");
  const messages = [{ role: "user", content: "unmistakable" }];
  const content = promptContent.parse({ messages, model: "sandbox/echo" });
  const prompt = await createPrompt(owner, { name: "support", folder: "", description: "", content, message: "" });
  await perform(
    promptContract,
    (inner, input) => deletePrompt(inner, input as { prompt_id: string }),
    acting(owner, "deletePrompt"),
    { prompt_id: prompt.id },
  );
  const entry = await entryOf(prompt.id);
  expect(entry).toMatchObject({ action: "deletePrompt", before: { name: "support" }, after: null });
  expect(JSON.stringify(entry)).not.toContain("unmistakable");

  const [group] = await database.db
    .insert(evalGroups)
    .values({ organizationId: organization.id, workspaceId: organization.workspaceId, name: "Safety" })
    .returning();
  const id = group?.id ?? "";
  await perform(
    groupContract,
    (inner, input) => deleteEvalGroup(inner, input as { id: string }),
    acting(owner, "deleteEvalGroup"),
    { id },
  );
  expect(await entryOf(id)).toMatchObject({ action: "deleteEvalGroup", before: { name: "Safety" } });
});
