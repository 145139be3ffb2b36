// The demo of an assistant: its traces, questions with a judge, a prompt with a gate, and a test run. Everything goes through the
// verbs that the API uses, so screens show it as they show a user's own work.
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, evalTemplates, prompts, runTests } from "@/db/schema";
import type { DemoOwner } from "@/db/seed";
import { insertDataset } from "@/db/seeding/insert-dataset";
import { freeNameAmong, namesInUse } from "@/db/seeding/seed-scope";
import type { Context } from "@/lib/context";
import { exportTraces } from "@/lib/traces/ingestion";
import { inTransaction } from "@/lib/transaction";
import { seedJudge } from "./judge";
import { seedPrompt } from "./prompt";
import { questions } from "./questions";
import { seedTestRun } from "./test-run";
import { tracesOf } from "./traces";

const DAY_MS = 24 * 3600 * 1000;

/** Fills an organization with the demo of an assistant, all or nothing. */
export const seedAssistant = (db: Database, owner: DemoOwner): Promise<void> =>
  inTransaction(contextOf(db, owner), async (context) => {
    const { organizationId, workspaceId, ownerId, now } = owner;
    const freeName = freeNameAmong(await namesInUse(context.db, organizationId));
    const freeSlug = await freeSlugs(context.db, organizationId);
    const scope = { organizationId, workspaceId, ownerId, freeName, createdAt: new Date(now.getTime() - 2 * DAY_MS) };
    await exportTraces(context, tracesOf({ organizationId, now }));
    const id = randomUUID();
    const rowIds = await insertDataset(context.db, scope, {
      id,
      name: "Assistant questions",
      columns: { question: "text", answer: "text", expected: "text", topic: "text", product: "text" },
      rows: questions.map(({ question, answer, expected, topic, product }) => ({
        ...{ question, answer, expected },
        ...{ topic, product },
      })),
    });
    await seedJudge(context, scope, { id, rowIds }, freeSlug("keeps-to-the-policy"));
    await seedPrompt(context, { id, answerColumnId: await answerColumn(context.db, id) }, freeSlug("shop-assistant"));
    await seedTestRun(context, freeSlug("Assistant, every week"));
  });

const contextOf = (db: Database, { ownerId: userId, organizationId, workspaceId, now }: DemoOwner): Context => ({
  db,
  now: () => now,
  // Replaced by that of the transaction.
  emit: async () => undefined,
  address: null,
  caller: { userId, organizationId, workspaceId, role: "Owner", apiKeyId: null, sessionId: null },
});

/** Gives a name that neither prompts, templates nor run tests of the organization have. */
async function freeSlugs(db: Database, organizationId: string): Promise<(name: string) => string> {
  const lists = [prompts, evalTemplates, runTests].map((table) =>
    db
      .select({ name: table.name })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNull(table.deletedAt))),
  );
  const used = new Set((await Promise.all(lists)).flat().map(({ name }) => name.toLowerCase()));
  const firstFree = (name: string, number: number): string => {
    const candidate = `${name}-demo${number > 1 ? `-${number}` : ""}`;
    return used.has(candidate.toLowerCase()) ? firstFree(name, number + 1) : candidate;
  };
  return (name) => (used.has(name.toLowerCase()) ? firstFree(name, 1) : name);
}

async function answerColumn(db: Database, datasetId: string): Promise<string> {
  const [column] = await db
    .select({ id: datasetColumns.id })
    .from(datasetColumns)
    .where(and(eq(datasetColumns.datasetId, datasetId), eq(datasetColumns.name, "answer")));
  if (!column) throw new Error("the dataset has no answers");
  return column.id;
}
