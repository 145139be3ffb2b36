// The demo: a queue of support conversations that three people have begun to annotate, and a published table of diagnoses
// whose agreement is known.
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "./client";
import { annotate, annotators } from "./demo/annotations";
import { conversations } from "./demo/conversations";
import * as fleiss from "./demo/fleiss";
import { instructions, labels, problems } from "./demo/labels";
import { datasets } from "./schema";
import { insertDataset } from "./seeding/insert-dataset";
import { type DemoWork, insertQueue } from "./seeding/insert-queue";
import { addPeople, freeNameAmong, namesInUse, type SeedScope } from "./seeding/seed-scope";

const DAY_MS = 24 * 3600 * 1000;
const AGE_MS = 14 * DAY_MS;

export interface DemoOwner {
  organizationId: string;
  workspaceId: string;
  ownerId: string;
  now: Date;
}

/** Fills an organization with the demo. Call it inside a transaction, for an organization that `hasDemo` says has none. */
export async function seedDemo(db: Database, { now, ...owner }: DemoOwner): Promise<void> {
  const freeName = freeNameAmong(await namesInUse(db, owner.organizationId));
  const createdAt = new Date(now.getTime() - AGE_MS);
  // A minute apart, so that lists show the conversations first.
  await seedDiagnoses(db, { ...owner, freeName, createdAt: new Date(createdAt.getTime() - 60_000) });
  await seedConversations(db, { ...owner, freeName, createdAt }, now);
}

/** Whether the organization has been filled before, also when parts of the demo were renamed or deleted since. */
export async function hasDemo(db: Database, organizationId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(eq(datasets.id, demoDatasetId(organizationId)));
  return found !== undefined;
}

/** The one id that is not random: on the next start it shows that the demo exists. A UUID of version 8, from a hash. */
function demoDatasetId(organizationId: string): string {
  const hex = createHash("sha256").update(`demo of ${organizationId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function seedConversations(db: Database, scope: SeedScope, now: Date): Promise<void> {
  const rowIds = await insertDataset(db, scope, {
    id: demoDatasetId(scope.organizationId),
    name: "Support conversations",
    columns: {
      customer_message: "text",
      conversation: "json",
      assistant_reply: "text",
      policy: "text",
      expected: "text",
      topic: "text",
      channel: "text",
      latency_ms: "integer",
      model: "text",
    },
    rows: conversations.map(({ id: _, flaw: __, ...cells }) => ({
      ...cells,
      conversation: JSON.stringify(cells.conversation),
      latency_ms: String(cells.latency_ms),
    })),
  });
  const annotatorIds = await addPeople(
    db,
    scope,
    annotators.map(({ name }) => name),
  );
  const annotations = annotate(conversations, now);
  const workOn = (conversationId: string): DemoWork[] =>
    annotations.flatMap(({ values, annotator, conversationId: of, at, leadSeconds, note }) => {
      const userId = annotatorIds[annotator];
      if (!userId || of !== conversationId) return [];
      // Stored in the order of the label's options, as a submitted value is.
      const selected = problems.filter((problem) => values.Problems.selected.includes(problem));
      return { userId, at, leadSeconds, values: { ...values, Problems: { selected } }, note };
    });
  await insertQueue(db, scope, {
    name: "Support replies",
    description: "Judge how well the assistant answered customers of the fictional shop Larkfield Home.",
    instructions,
    status: "active",
    annotationsRequired: annotators.length,
    labels: labels.map((label) => ({ ...label, required: label.type !== "text" })),
    annotatorIds,
    items: rowIds.map((rowId, index) => ({ rowId, work: workOn(conversations[index]?.id ?? "") })),
  });
}

async function seedDiagnoses(db: Database, scope: SeedScope): Promise<void> {
  const rowIds = await insertDataset(db, scope, {
    name: fleiss.title,
    columns: { title: "text", description: "text", subject: "integer" },
    rows: fleiss.subjects.map(({ title, description, subject }) => ({ title, description, subject: String(subject) })),
  });
  const names = Array.from({ length: fleiss.raters }, (_, rater) => `Rater ${rater + 1}`);
  const annotatorIds = await addPeople(db, scope, names);
  const ratings = fleiss.ratings();
  // Each rater works through the patients on a day of their own, three minutes each.
  const timeOf = ({ rater, subject }: fleiss.Rating): Date =>
    new Date(scope.createdAt.getTime() + (rater + 1) * DAY_MS + subject * 180_000);
  const workOn = (subject: number): DemoWork[] =>
    ratings.flatMap((rating) => {
      const userId = annotatorIds[rating.rater];
      const values = { Diagnosis: { selected: [rating.category] } };
      return userId && rating.subject === subject ? { userId, at: timeOf(rating), leadSeconds: 150, values } : [];
    });
  await insertQueue(db, scope, {
    name: fleiss.title,
    description: `${fleiss.description} ${fleiss.citation}`,
    status: "completed",
    annotationsRequired: fleiss.raters,
    labels: [
      {
        name: "Diagnosis",
        type: "categorical",
        description: "The one category that fits best.",
        settings: {
          rule_prompt: "",
          multi_choice: false,
          options: fleiss.categories.map((label) => ({ label })),
          auto_annotate: false,
          strategy: null,
        },
        required: true,
      },
    ],
    annotatorIds,
    items: rowIds.map((rowId, index) => ({ rowId, work: workOn(index + 1) })),
  });
}
