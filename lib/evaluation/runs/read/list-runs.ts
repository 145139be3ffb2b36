// Runs for people to read: a page of them, a single one, and its cells.
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunCells, evalRunEvaluations, evalRuns, users } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import type { ListedRun } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { evaluationsOfRun, isOver, type RunRow, runInOrganization, versionOfRun } from "../loaders";
import { judgedIn } from "./judged-inputs";
import { presentCell, presentDetail, presentRun } from "./present";
import { runBefore } from "./run-before";

export const listEvalRuns: Verb<typeof contracts.listEvalRuns> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const withPart = (condition: SQL | undefined) =>
    sql`exists (select 1 from eval_run_evaluations where eval_run_evaluations.run_id = ${evalRuns.id} and ${condition})`;
  const ofKind = (kind: ListedRun["kind"]) =>
    kind === "experiment"
      ? isNotNull(evalRuns.task)
      : and(isNull(evalRuns.task), withPart(sql`eval_run_evaluations.kind = ${kind}`));
  const where = and(
    eq(evalRuns.organizationId, caller.organizationId),
    input.dataset_id ? eq(evalRuns.datasetId, input.dataset_id) : undefined,
    input.status ? eq(evalRuns.status, input.status) : undefined,
    input.user_eval_id ? withPart(sql`eval_run_evaluations.binding_id = ${input.user_eval_id}::uuid`) : undefined,
    input.template_id ? withPart(sql`eval_run_evaluations.template_id = ${input.template_id}::uuid`) : undefined,
    input.kind ? ofKind(input.kind) : undefined,
  );
  const [[total], runs] = await Promise.all([
    db.select({ count: count() }).from(evalRuns).where(where),
    db
      .select()
      .from(evalRuns)
      .where(where)
      .orderBy(newestFirst(evalRuns.createdAt), evalRuns.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const ids = runs.map(({ id }) => id);
  const evaluations =
    ids.length > 0
      ? await db
          .select()
          .from(evalRunEvaluations)
          .where(inArray(evalRunEvaluations.runId, ids))
          .orderBy(asc(evalRunEvaluations.order))
      : [];
  const makers = await makersOf(db, runs);
  const results = runs.map((run) =>
    presentRun(
      run,
      evaluations.filter(({ runId }) => runId === run.id),
      makers.get(run.createdBy ?? "") ?? null,
    ),
  );
  return { count: all, page, limit, results };
};

export async function makersOf(db: Database, runs: readonly RunRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(runs.flatMap(({ createdBy }) => createdBy ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const getEvalRun: Verb<typeof contracts.getEvalRun> = async ({ db, caller }, { run_id: id }) => {
  const run = await runInOrganization(db, caller.organizationId, id);
  const [evaluations, makers, before, version] = await Promise.all([
    evaluationsOfRun(db, run),
    makersOf(db, [run]),
    isOver(run) ? runBefore(db, caller.organizationId, id) : null,
    versionOfRun(db, run),
  ]);
  return presentDetail(run, evaluations, makers.get(run.createdBy ?? "") ?? null, before, version);
};

export const listEvalRunCells: Verb<typeof contracts.listEvalRunCells> = async ({ db, caller }, input) => {
  const run = await runInOrganization(db, caller.organizationId, input.run_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(evalRunCells.runId, run.id),
    input.evaluation_id ? eq(evalRunCells.evaluationId, input.evaluation_id) : undefined,
    input.row_id ? eq(evalRunCells.rowId, input.row_id) : undefined,
    input.passed === undefined ? undefined : eq(evalRunCells.passed, input.passed),
    input.outcome === "open"
      ? isNull(evalRunCells.outcome)
      : input.outcome
        ? eq(evalRunCells.outcome, input.outcome)
        : undefined,
  );
  const [[total], cells] = await Promise.all([
    db.select({ count: count() }).from(evalRunCells).where(where),
    db.select().from(evalRunCells).where(where).orderBy(asc(evalRunCells.position)).limit(limit).offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: cells.map(presentCell(await judgedIn(db, run, cells))) };
};
