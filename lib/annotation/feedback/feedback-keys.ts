// Publishable keys of a project, for its users' browsers. They are no secrets, so they are stored and shown as they are.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { feedbackKeys, projects } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { randomSecret } from "@/lib/auth/hash";
import type { Verb } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/feedback";
import { invalid, notFound } from "@/lib/errors";
import { projectInOrganization } from "@/lib/traces/projects";
import { inTransaction } from "@/lib/transaction";

type KeyRow = typeof feedbackKeys.$inferSelect;

const present = ({ id, name, key, createdAt }: KeyRow): contracts.FeedbackKey => ({
  id,
  name,
  key,
  created_at: createdAt.toISOString(),
});

const keysOf = (db: Database, organizationId: string, projectId: string): Promise<KeyRow[]> =>
  db
    .select()
    .from(feedbackKeys)
    .where(
      and(
        eq(feedbackKeys.organizationId, organizationId),
        eq(feedbackKeys.projectId, projectId),
        isNull(feedbackKeys.revokedAt),
      ),
    )
    .orderBy(desc(feedbackKeys.createdAt), desc(feedbackKeys.id));

export const listFeedbackKeys: Verb<typeof contracts.listFeedbackKeys> = async ({ db, caller }, { project_id: id }) => {
  await projectInOrganization(db, caller.organizationId, id);
  return (await keysOf(db, caller.organizationId, id)).map(present);
};

export const createFeedbackKey: Verb<typeof contracts.createFeedbackKey> = (context, { project_id: id, name }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    await projectInOrganization(db, caller.organizationId, id);
    // One at a time, so that requests at once do not pass the limit together.
    await db.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for("no key update");
    const known = await keysOf(db, caller.organizationId, id);
    if (known.length >= contracts.MAX_FEEDBACK_KEYS)
      throw invalid(`A project may have ${contracts.MAX_FEEDBACK_KEYS} feedback keys. Revoke one first.`);
    const { organizationId, userId: createdBy } = caller;
    const key = randomSecret("assay_pub_");
    const [row] = await db
      .insert(feedbackKeys)
      .values({ organizationId, projectId: id, name, key, createdBy })
      .returning();
    if (!row) throw new Error("the feedback key was not saved");
    await recordAct(inner, { targetId: row.id, targetName: name, after: { project_id: id, name } });
    return present(row);
  });

export const revokeFeedbackKey: Verb<typeof contracts.revokeFeedbackKey> = async ({ db, caller }, input) => {
  const [row] = await db
    .update(feedbackKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(feedbackKeys.id, input.feedback_key_id),
        eq(feedbackKeys.projectId, input.project_id),
        eq(feedbackKeys.organizationId, caller.organizationId),
        isNull(feedbackKeys.revokedAt),
      ),
    )
    .returning({ id: feedbackKeys.id });
  if (!row) throw notFound("Feedback key not found.");
  return { deleted: true };
};
