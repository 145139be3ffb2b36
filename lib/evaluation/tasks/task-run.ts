// What a step of a task works with: its evaluations, prepared once, and their highest cost so far.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type evalSpanScores, evalTasks } from "@/db/schema";
import { Failure } from "@/lib/errors";
import { type Evaluation, prepareEvaluation } from "../templates/run-evaluation";
import { type EvaluationRow, evaluationsOf, type TaskRow } from "./loaders";

export type SpanScore = typeof evalSpanScores.$inferSelect;

export interface Run {
  db: Database;
  task: TaskRow;
  evaluations: ReadonlyMap<string, Prepared>;
  /** The highest cost of an evaluation of this run, in micro-dollars; null before the first. */
  maxCostMicros: number | null;
  now: () => Date;
  mayBegin: () => boolean;
}

type Prepared = EvaluationRow & { evaluation: Evaluation | { problem: string } };

export async function preparedOf(db: Database, taskId: string): Promise<Map<string, Prepared>> {
  const [task] = await db.select().from(evalTasks).where(eq(evalTasks.id, taskId));
  if (!task) return new Map();
  const rows = await evaluationsOf(db, [taskId]);
  const prepared = await Promise.all(
    rows.map(async (row): Promise<[string, Prepared]> => {
      try {
        const evaluation = await prepareEvaluation(db, {
          organizationId: task.organizationId,
          workspaceId: task.workspaceId,
          person: task.createdBy,
          template: row.template,
          params: row.params,
          model: row.model,
          passThreshold: null,
          errorLocalizer: row.errorLocalizer,
          inputs: Object.keys(row.mapping),
        });
        return [row.id, { ...row, evaluation }];
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return [row.id, { ...row, evaluation: { problem: error.message } }];
      }
    }),
  );
  return new Map(prepared);
}
