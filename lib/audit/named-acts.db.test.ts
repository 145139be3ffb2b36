// Acts on alerts, feedback keys and what people delete say on what, by its name and id.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditEntries } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createAlert, deleteAlert, updateAlert } from "@/lib/alerts/alerts";
import { createFeedbackKey, revokeFeedbackKey } from "@/lib/annotation/feedback/feedback-keys";
import { deleteQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { contracts } from "@/lib/contracts";
import { createProject } from "@/lib/traces/projects";
import { perform } from "./perform";

const database = suiteDatabase();
let owner: Context;
let organization: TestOrganization;
let project: string;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  project = (await createProject(owner, { name: "shop" })).id;
});

/** Does it as an operation does. The verb's own input is what is recorded. */
async function act<I, O>(name: string, verb: (context: Context, input: I) => Promise<O>, input: I): Promise<O> {
  const contract = contracts.find((one) => one.name === name);
  if (!contract) throw new Error(`No operation is called ${name}`);
  const context = { ...owner, act: { action: name, userAgent: null, isRecorded: false } };
  return (await perform(contract, (inner: Context) => verb(inner, input), context, input)) as O; // safe: what the verb returned
}

const entriesOf = (id: string) =>
  database.db.select().from(auditEntries).where(eq(auditEntries.targetId, id)).orderBy(auditEntries.createdAt);

test("of an alert", async () => {
  const settings = {
    measure: "errors",
    comparison: "fixed",
    limit: 0.05,
    margin: 0.2,
    false_alarm_days: 1000,
  } as const;
  const { id } = await act("createAlert", createAlert, { project_id: project, name: "Errors", ...settings });
  await act("updateAlert", updateAlert, { alert_id: id, limit: 0.1 });
  await act("deleteAlert", deleteAlert, { alert_id: id });
  expect(await entriesOf(id)).toMatchObject([
    { targetName: "Errors", before: null, after: { project_id: project, name: "Errors", limit: 0.05 } },
    { targetName: "Errors", before: { limit: 0.05 }, after: { limit: 0.1 } },
    { targetName: "Errors", before: { name: "Errors", measure: "errors", project_id: project } },
  ]);
});

test("of a feedback key", async () => {
  const { id, key } = await act("createFeedbackKey", createFeedbackKey, { project_id: project, name: "web" });
  await act("revokeFeedbackKey", revokeFeedbackKey, { project_id: project, feedback_key_id: id });
  const entries = await entriesOf(id);
  expect(entries).toMatchObject([
    { targetName: "web", after: { name: "web", project_id: project } },
    { targetName: "web", before: { name: "web", project_id: project } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
});

test("of a deleted queue", async () => {
  const { queue_id } = await createTestQueue(owner, organization, { items: 1 });
  await act("deleteQueue", deleteQueue, { queue_id });
  expect(await entriesOf(queue_id)).toMatchObject([
    { targetName: expect.stringMatching("Queue"), before: { name: expect.any(String) } },
  ]);
});
