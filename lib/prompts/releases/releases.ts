// Releases: the version that a label points to and the next one, over the same rows.
import { eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns, promptReleases, promptVersions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/releases";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { createExperiment } from "@/lib/evaluation/experiments/start-experiment";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type GateRow, gateOfLabel } from "../gates";
import {
  labelInOrganization,
  labelsInOrganization,
  lockPromptInOrganization,
  type PromptRow,
  type PromptVersionRow,
  promptInOrganization,
  versionOf,
} from "../loaders";
import { targetOf } from "../move-label";
import { experimentConfig } from "../rules/experiment-config";
import { type ReleaseRow, releaseOfPrompt, releasesOf } from "./loaders";
import { verdictOf } from "./verdict";

export const startPromptRelease: Verb<typeof contracts.startPromptRelease> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const prompt = await lockPromptInOrganization(db, caller.organizationId, input.prompt_id);
    const label = await labelInOrganization(db, caller.organizationId, input.label_id);
    const gate = await gateOfLabel(db, prompt, label.id);
    if (!gate) throw notFound("The label has no gate, so it moves without a release.");
    const former = await targetOf(db, prompt, label);
    if (!former) throw invalid("The label points nowhere, so there is nothing to compare with. It may be moved.");
    const version = await versionOf(db, prompt, input.version);
    if (version.isDraft) throw invalidField("version", `${versionName(version.number)} is a draft. Commit it first.`);
    if (version.id === former.id) throw invalidField("version", "The label points to this version.");
    const start = (of: PromptVersionRow) => startExperiment(inner, prompt, gate, of, input.ceiling_micros ?? null);
    const baselineRunId = await start(former);
    const candidateRunId = await start(version);
    const [release] = await db
      .insert(promptReleases)
      .values({
        promptId: prompt.id,
        labelId: label.id,
        formerId: former.id,
        candidateId: version.id,
        baselineRunId,
        candidateRunId,
        createdBy: caller.userId,
      })
      .returning();
    if (!release) throw new Error("the release was not stored");
    const [presented] = await present(db, prompt, [release]);
    if (!presented) throw new Error("the release is missing");
    return presented;
  });

async function startExperiment(
  context: Context,
  prompt: PromptRow,
  gate: GateRow,
  version: PromptVersionRow,
  ceilingMicros: number | null,
): Promise<string> {
  const name = versionName(version.number);
  const read = experimentConfig(version.content);
  if ("problem" in read) throw invalidField("version", `${name}: ${read.problem}`);
  const { run_id } = await createExperiment(context, {
    dataset_id: gate.datasetId,
    dataset_version_id: gate.datasetVersionId,
    name: `${prompt.name} ${name}`.slice(0, 255),
    task: { kind: "prompt", config: read.config, prompt: { name: prompt.name, version: name } },
    output_column_id: gate.outputColumnId,
    user_eval_ids: gate.evaluationIds,
    repeats: 1,
    at_once: 20,
    ceiling_micros: ceilingMicros,
  });
  return run_id;
}

async function present(db: Database, prompt: PromptRow, releases: readonly ReleaseRow[]) {
  if (releases.length === 0) return [];
  const versionIds = releases.flatMap(({ formerId, candidateId }) => [formerId, candidateId]);
  const runIds = releases.flatMap(({ baselineRunId, candidateRunId }) => [baselineRunId, candidateRunId]);
  const [labels, versions, runs] = await Promise.all([
    labelsInOrganization(db, prompt.organizationId),
    db
      .select({ id: promptVersions.id, number: promptVersions.number })
      .from(promptVersions)
      .where(inArray(promptVersions.id, versionIds)),
    db.select({ id: evalRuns.id, status: evalRuns.status }).from(evalRuns).where(inArray(evalRuns.id, runIds)),
  ]);
  const nameOf = (id: string) => versionName(versions.find((one) => one.id === id)?.number ?? 0);
  const statusOf = (id: string) => runs.find((one) => one.id === id)?.status ?? ("failed" as const);
  return releases.flatMap((release) => {
    const label = labels.find(({ id }) => id === release.labelId);
    if (!label) return [];
    return {
      id: release.id,
      label,
      former_version: nameOf(release.formerId),
      version: nameOf(release.candidateId),
      baseline_id: release.baselineRunId,
      candidate_id: release.candidateRunId,
      baseline_status: statusOf(release.baselineRunId),
      candidate_status: statusOf(release.candidateRunId),
      created_at: release.createdAt.toISOString(),
    };
  });
}

export const listPromptReleases: Verb<typeof contracts.listPromptReleases> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const { page, limit, offset } = pageRange(input);
  const [count, found] = await Promise.all([
    db.$count(promptReleases, eq(promptReleases.promptId, prompt.id)),
    releasesOf(db, prompt, { limit, offset }),
  ]);
  assertPage(page, limit, count);
  return { count, page, limit, results: await present(db, prompt, found) };
};

export const getPromptRelease: Verb<typeof contracts.getPromptRelease> = async (context, input) => {
  const { db, caller } = context;
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const release = await releaseOfPrompt(db, prompt, input.release_id);
  const gate = await gateOfLabel(db, prompt, release.labelId);
  if (!gate) throw notFound("The label has no gate any more.");
  const [[presented], check] = await Promise.all([present(db, prompt, [release]), verdictOf(context, gate, release)]);
  if (!presented) throw notFound("The label of the release was deleted.");
  return { ...presented, verdict: check.verdict, check };
};
