// Takes feedback in, whether or not what it is about has arrived.
import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { feedback, feedbackKeys, traceSessions } from "@/db/schema";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import type { PublicContext, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/feedback";
import { Failure } from "@/lib/errors";
import { maskedText } from "@/lib/traces/masking/mask-text";
import { attachFeedback } from "./attach-feedback";

type Input = Parameters<Verb<typeof contracts.sendFeedback>>[1];

/** The most feedback of a project that waits for its targets. */
const MOST_WAITING = 10_000;

export const sendFeedback: Verb<typeof contracts.sendFeedback> = async (context, input) => {
  const { db } = context;
  const key = await projectOf(context, input.key);
  const { id: requestId = randomUUID(), thumbs, number, text } = input;
  const target = await targetOf(db, key, input);
  const [row] = await db
    .insert(feedback)
    .values({
      organizationId: key.organizationId,
      projectId: key.projectId,
      requestId,
      ...target,
      thumbs: thumbs ?? null,
      number: number ?? null,
      comment: text ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: feedback.id });
  if (row) await attachFeedback(db, [row.id]);
  return { id: requestId };
};

interface ProjectKey {
  organizationId: string;
  projectId: string;
}

async function targetOf(
  db: Database,
  project: ProjectKey,
  { trace_id: traceId, span_id: spanId, session_id: sessionId = "" }: Input,
) {
  if (traceId !== undefined) return { targetType: "trace" as const, targetId: traceId.toLowerCase() };
  if (spanId !== undefined) return { targetType: "span" as const, targetId: spanId.toLowerCase() };
  // Sessions are stored by their masked ids, except those that are older than the rules.
  const isStored = await hasSession(db, project, sessionId);
  const targetId = isStored ? sessionId : await maskedText(db, project, sessionId);
  return { targetType: "session" as const, targetId };
}

async function hasSession(
  db: Database,
  { organizationId, projectId }: ProjectKey,
  sessionId: string,
): Promise<boolean> {
  const [found] = await db
    .select({ id: traceSessions.id })
    .from(traceSessions)
    .where(
      and(
        eq(traceSessions.organizationId, organizationId),
        eq(traceSessions.projectId, projectId),
        eq(traceSessions.sessionId, sessionId),
      ),
    );
  return found !== undefined;
}

/** The key's project. Every request counts before anything is written. */
async function projectOf({ db, address }: PublicContext, key: string) {
  const from = address ?? "unknown";
  const [found] = await db
    .select({ id: feedbackKeys.id, organizationId: feedbackKeys.organizationId, projectId: feedbackKeys.projectId })
    .from(feedbackKeys)
    .where(and(eq(feedbackKeys.key, key), isNull(feedbackKeys.revokedAt)));
  if (!found) {
    await spendAttempt(db, limits.unknownFeedbackKey, from);
    throw new Failure("unauthenticated", "The feedback key is not valid.", { code: "authentication_failed" });
  }
  await spendAttempt(db, limits.feedbackByAddress, `${found.id} ${from}`);
  await spendAttempt(db, limits.feedbackByKey, found.id);
  if ((await countWaiting(db, found.projectId)) >= MOST_WAITING)
    throw new Failure("rateLimited", "Too much feedback waits for traces that have not arrived.", {
      retryAfterSeconds: 3600,
    });
  return found;
}

/** Up to the most that may wait. */
async function countWaiting(db: Database, projectId: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from feedback where project_id = ${projectId} and attached_at is null limit ${MOST_WAITING}) as queued`);
  return row?.count ?? 0;
}
