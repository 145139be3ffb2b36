// The only ways to load a calibration: of the organization, for callers who may read its queue's reports.
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  evalCalibrations,
  evalRunEvaluations,
  evalRuns,
  evalTaskEvaluations,
  evalTasks,
  evalTemplates,
  labels,
  queues,
} from "@/db/schema";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";

export type CalibrationRow = typeof evalCalibrations.$inferSelect;

/** A calibration with its label, queue, and run or task. */
export interface CalibrationInPlace {
  calibration: CalibrationRow;
  queue: typeof queues.$inferSelect;
  label: typeof labels.$inferSelect;
  /** One of the two is set. */
  run: { id: string; name: string } | null;
  task: { id: string; name: string } | null;
  template: { name: string; currentVersion: number };
}

export const inPlace = (db: Database, where: SQL | undefined) =>
  db
    .select({
      calibration: evalCalibrations,
      queue: queues,
      label: labels,
      run: { id: evalRuns.id, name: evalRuns.name },
      task: { id: evalTasks.id, name: evalTasks.name },
      template: { name: evalTemplates.name, currentVersion: evalTemplates.currentVersion },
    })
    .from(evalCalibrations)
    .innerJoin(queues, eq(queues.id, evalCalibrations.queueId))
    .innerJoin(labels, eq(labels.id, evalCalibrations.labelId))
    .leftJoin(evalRunEvaluations, eq(evalRunEvaluations.id, evalCalibrations.evaluationId))
    .leftJoin(evalRuns, eq(evalRuns.id, evalRunEvaluations.runId))
    .leftJoin(evalTaskEvaluations, eq(evalTaskEvaluations.id, evalCalibrations.taskEvaluationId))
    .leftJoin(evalTasks, eq(evalTasks.id, evalTaskEvaluations.taskId))
    .innerJoin(evalTemplates, eq(evalTemplates.id, evalCalibrations.templateId))
    .where(where);

/** Throws 404 for another organization's calibration, 403 if the caller may not read its queue's annotations. */
export async function calibrationFor(db: Database, caller: Caller, id: string): Promise<CalibrationInPlace> {
  const own = and(eq(evalCalibrations.id, id), inOrganization(evalCalibrations, caller.organizationId));
  const [found] = await inPlace(db, own);
  if (!found) throw notFound("Calibration not found.");
  assertMayReadReports(await queueAccess(db, caller, found.queue.id));
  return found;
}

/** The organization's live calibrations whose queue reports the caller may read. */
export const readableBy = (caller: Caller): SQL | undefined =>
  and(
    inOrganization(evalCalibrations, caller.organizationId),
    isNull(queues.deletedAt),
    isAdmin(caller.role)
      ? undefined
      : sql`exists (select 1 from queue_members as member where member.queue_id = ${evalCalibrations.queueId}
          and member.user_id = ${caller.userId} and member.roles && '{manager,reviewer}'::text[])`,
  );

/** Those that the caller may read. */
export async function readableOf(db: Database, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: evalCalibrations.id })
    .from(evalCalibrations)
    .innerJoin(queues, eq(queues.id, evalCalibrations.queueId))
    .where(and(readableBy(caller), inArray(evalCalibrations.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** Earlier servers also made calibrations with experiments that judge their own outputs: those compare different texts. */
const comparesTheSameTexts = sql`not exists (select 1 from eval_run_evaluations as evaluation
  join eval_runs as run on run.id = evaluation.run_id
  where evaluation.id = ${evalCalibrations.evaluationId} and run.task <> 'column')`;

/** The newest calibration of each judge, by the judge's fingerprint. */
export async function newestByFingerprint(
  db: Database,
  organizationId: string,
  fingerprints: readonly string[],
): Promise<Map<string, CalibrationRow>> {
  if (fingerprints.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([evalCalibrations.fingerprint], { calibration: evalCalibrations })
    .from(evalCalibrations)
    .innerJoin(queues, eq(queues.id, evalCalibrations.queueId))
    .where(
      and(
        eq(evalCalibrations.organizationId, organizationId),
        inArray(evalCalibrations.fingerprint, [...fingerprints]),
        isNull(evalCalibrations.deletedAt),
        isNull(queues.deletedAt),
        comparesTheSameTexts,
      ),
    )
    .orderBy(evalCalibrations.fingerprint, sql`${evalCalibrations.createdAt} desc`, evalCalibrations.id);
  return new Map(rows.map(({ calibration }) => [calibration.fingerprint, calibration]));
}
