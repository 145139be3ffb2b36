// Experiments for people to read: a page of them, and a single one.
import { and, count, desc, eq, getTableColumns } from "drizzle-orm";
import { datasets, evalRuns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/experiments/experiments";
import { assertPage, pageRange } from "@/lib/pages";
import { versionOfRun } from "../runs/loaders";
import { makersOf } from "../runs/read/list-runs";
import { figuresOf, presentAgent, presentDetail, presentPrompt, presentRun } from "../runs/read/present";
import { experimentsInOrganization, experimentsOf, withParts } from "./loaders";

export const listExperiments: Verb<typeof contracts.listExperiments> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    experimentsOf(caller.organizationId),
    input.dataset_id ? eq(evalRuns.datasetId, input.dataset_id) : undefined,
    input.dataset_version_id ? eq(evalRuns.datasetVersionId, input.dataset_version_id) : undefined,
  );
  const [[total], found] = await Promise.all([
    db.select({ count: count() }).from(evalRuns).where(where),
    db
      .select({ run: getTableColumns(evalRuns), datasetName: datasets.name })
      .from(evalRuns)
      .innerJoin(datasets, eq(datasets.id, evalRuns.datasetId))
      .where(where)
      .orderBy(desc(evalRuns.createdAt), desc(evalRuns.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const runs = found.map(({ run }) => run);
  const names = new Map(found.map(({ run, datasetName }) => [run.id, datasetName]));
  const [experiments, makers] = await Promise.all([withParts(db, runs), makersOf(db, runs)]);
  const results = experiments.map(({ run, task, evaluations }) => ({
    ...presentRun(run, [task, ...evaluations], makers.get(run.createdBy ?? "") ?? null),
    dataset_name: names.get(run.id) ?? "",
    task: run.task,
    prompt: presentPrompt(run),
    agent: presentAgent(task),
    model: task.model,
    scores: evaluations.map((one) => {
      const { mean_score, coverage, passed, failed } = figuresOf(one);
      return { evaluation_id: one.id, name: one.name, mean_score, coverage, passed, failed };
    }),
  }));
  return { count: all, page, limit, results };
};

export const getExperiment: Verb<typeof contracts.getExperiment> = async ({ db, caller }, { experiment_id: id }) => {
  const [{ run, task, evaluations }] = await experimentsInOrganization(db, caller.organizationId, [id]);
  const [makers, version] = await Promise.all([makersOf(db, [run]), versionOfRun(db, run)]);
  const maker = makers.get(run.createdBy ?? "") ?? null;
  return {
    ...presentDetail(run, [task, ...evaluations], maker, null, version),
    task: run.task,
    output_column_id: run.outputColumnId ?? "",
  };
};
